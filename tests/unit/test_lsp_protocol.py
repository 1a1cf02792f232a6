"""The editor's side of the protocol is the server's, in TypeScript."""

from __future__ import annotations

import dataclasses
import importlib.util
from pathlib import Path
from typing import Annotated

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "extension/dev/protocol.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("slowpath_protocol_script", SCRIPT)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_committed_types_are_those_of_the_server(script):
    assert script.WRITTEN.read_text(encoding="utf-8") == script.typescript(), (
        "the protocol changed: PYTHONPATH=server python3 extension/dev/protocol.py"
    )


def test_every_topic_is_exported_by_the_server(script):
    interfaces = {line.split()[2] for line in script.typescript().splitlines() if line.startswith("export interface")}
    package = script.protocol
    sent = [each for each in vars(package).values() if dataclasses.is_dataclass(each)]
    assert interfaces == {each.__name__ for each in sent if each.__module__.startswith(package.__name__)}


def test_lists_and_what_may_be_missing_are_said_in_typescripts_words(script):
    phase = Annotated[str, ("running", "failed")]
    assert script._type(list[list[float]] | None, {}) == "number[][] | null"
    assert script._type(list[phase], {phase: "Phase"}) == "Phase[]"
    assert script._choice(phase) == "'running' | 'failed'"
    with pytest.raises(KeyError):
        script._type(bytes, {})
