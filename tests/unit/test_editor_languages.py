"""The editor's side knows the languages that the server knows."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "extension/dev/languages.py"


@pytest.fixture
def script():
    spec = importlib.util.spec_from_file_location("slowpath_languages_script", SCRIPT)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_what_is_committed_names_the_languages_of_the_server(script):
    changed = "the languages changed: PYTHONPATH=server python3 extension/dev/languages.py"
    assert script.WRITTEN.read_text(encoding="utf-8") == script.typescript(), changed
    manifest = script.MANIFEST.read_text(encoding="utf-8")
    assert manifest == script.manifest(manifest), changed


def test_one_more_language_stands_wherever_the_others_do(script, monkeypatch):
    manifest = script.MANIFEST.read_text(encoding="utf-8")
    before = {place: manifest.count(place) for place in ("|java)", "onLanguage:java", "== java", '"java"]', '"Java"]')}
    facts = replace(script.LANGUAGE_FACTS["java"], id="go", name="Go", editor_ids=("go",), suffixes=(".go",))
    monkeypatch.setattr(script, "IDS", (*script.IDS, "go"))
    monkeypatch.setattr(script, "NAMES", [*script.NAMES, "go"])
    monkeypatch.setitem(script.LANGUAGE_FACTS, "go", facts)
    made = script.manifest(manifest)
    after = {place: made.count(place.replace("java", "go").replace("Java", "Go")) for place in before}
    assert after == before and all(before.values())
    assert "'java', 'go']" in script.typescript()
