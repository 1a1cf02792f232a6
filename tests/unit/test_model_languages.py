"""The registry of languages: each is known by its endings and names wherever one is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from slowpath.inputs.sources import source_language
from slowpath.model.languages import IDS, LANGUAGE_FACTS, SUFFIXES, dear_last, facts_of, id_of_editor, listed, name_of
from slowpath.toolchain import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]


def test_every_language_can_be_built_under_its_own_name():
    assert tuple(LANGUAGES) == IDS
    for facts in LANGUAGE_FACTS.values():
        language = LANGUAGES[facts.id]
        assert (language.id, language.name, language.suffixes) == (facts.id, facts.name, facts.suffixes)


def test_no_two_languages_share_an_ending():
    assert len(SUFFIXES) == sum(len(facts.suffixes) for facts in LANGUAGE_FACTS.values())


@pytest.mark.parametrize("language", IDS)
def test_every_language_is_known_by_its_endings_and_to_editors(language):
    facts = LANGUAGE_FACTS[language]
    assert {facts_of(Path("a").with_suffix(suffix.upper())) for suffix in facts.suffixes} == {facts}
    assert {id_of_editor(name) for name in facts.editor_ids} == {language}


def test_what_is_no_language_has_no_facts():
    assert facts_of(Path("a.txt")) is None
    assert id_of_editor("plaintext") is None
    assert (name_of("cpp"), name_of("cobol")) == ("C++", "cobol")


def test_programs_that_are_dear_to_run_come_last():
    paths = [Path(name) for name in ("b.java", "a.txt", "c.py", "a.java", "b.cpp")]
    assert [path.name for path in dear_last(paths)] == ["c.py", "b.cpp", "b.java", "a.java"]


def test_all_are_listed_as_in_a_sentence():
    assert listed().endswith(f" or {list(LANGUAGE_FACTS.values())[-1].name}")
    assert all(facts.name in listed("and") for facts in LANGUAGE_FACTS.values())


@pytest.mark.parametrize("language", IDS)
def test_every_language_has_texts_that_are_read(language):
    known = source_language(language)
    assert known is not None
    assert known.tree(b"").type == known.tree_as_written(b"").type
    assert known.reads(b"").items == ()


def test_texts_of_unknown_languages_are_not_read():
    assert source_language("cobol") is None
    assert source_language("source") is None


def test_the_editor_offers_its_actions_in_every_language():
    manifest = json.loads((ROOT / "package.json").read_text("utf-8"))
    names = {facts.editor_ids[0] for facts in LANGUAGE_FACTS.values()}
    assert {f"onLanguage:{name}" for name in names} <= set(manifest["activationEvents"])
    said = json.dumps(manifest)
    assert f"=~ /^({'|'.join(facts.editor_ids[0] for facts in LANGUAGE_FACTS.values())})$/" in said
    source = ROOT / "extension" / "src"
    selected = re.search(r"LANGUAGES: readonly string\[\] = \[(.*)\];", (source / "languages.ts").read_text("utf-8"))
    assert selected is not None and set(re.findall(r"'(\w+)'", selected[1])) == names
    assert "LANGUAGES.map(language => ({ scheme: 'file', language }))" in (source / "server" / "client.ts").read_text(
        "utf-8"
    )
