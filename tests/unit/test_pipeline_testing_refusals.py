"""What validators that are asked late refuse is told."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from told_apart import PROGRAMS, Program, made, spec, the_set

from slowpath.model.campaign import Warned
from slowpath.model.ports import InputVerdict
from slowpath.model.problem import Solution
from slowpath.model.testset import Group
from slowpath.model.validation import ValidatorSource
from slowpath.pipeline.testing import making, pool
from slowpath.pipeline.testing.search import Searched
from slowpath.settings import Settings


class NoFour:
    """A validator that refuses inputs with a four."""

    name = "no_four.py"

    def validate(self, data: bytes) -> InputVerdict:
        return InputVerdict(b"4" not in data, "there is a four")


def test_what_a_validator_refuses_only_once_tests_are_chosen_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def opened_programs(solutions: Sequence[Solution], settings: Settings, stack: contextlib.ExitStack):
        return [(each.path.name, Program(PROGRAMS[each.source])) for each in solutions], []

    monkeypatch.setattr(making, "opened_programs", opened_programs)
    monkeypatch.setattr(making, "made_opponents", lambda wanted: ([], []))
    monkeypatch.setattr(making, "slow_inputs", lambda *_: Searched())
    monkeypatch.setattr(making, "opened_validator", lambda source, settings: NoFour())
    monkeypatch.setattr(pool, "is_large", lambda proposed: proposed.group is not Group.SAMPLE)
    monkeypatch.setattr(pool, "JUDGING_SHARE", -1.0)
    wanted = spec(b"right")
    source = ValidatorSource("kattis", tmp_path / "no_four.py", tmp_path)
    events = made(replace(wanted, problem=replace(wanted.problem, validators=(source,))), tmp_path)
    assert all(b"4" not in test.proposed.data for test in the_set(events).tests)
    told = [event.message for event in events if isinstance(event, Warned) and event.code == "input-refused"]
    assert len(told) == 1 and "no_four.py refuses" in told[0]
    chosen = next(place for place, event in enumerate(events) if getattr(event, "phase", "") == "choosing")
    assert any(isinstance(event, Warned) for event in events[chosen:])
