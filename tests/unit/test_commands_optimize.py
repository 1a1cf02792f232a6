"""What `slowpath optimize --json` prints fits its schema."""

from __future__ import annotations

from pathlib import Path

import jsonschema
from referencing import Registry, Resource

from slowpath.commands.optimize import shown_object
from slowpath.model.rewrite import InputSpeed, ProvenRewrite, Rewrite, Speed
from slowpath.schemas import NAMES, schema

SPEED = Speed((InputSpeed("slow 1", 9, 1.0, 0.1, 10.0, 9.0, 11.0, True),), 10.0, 9.0, 11.0, 1.5)
STEPS = (Rewrite("a-1", "py-counted", "Count all values once", 3, (), b"x", "`count` goes over all"),
         Rewrite("b-1", "py-in-main", "Run in a function", 1, (), b"y"))


def fits(value: dict) -> None:
    registry = Registry().with_resources((f"{name}.json", Resource.from_contents(schema(name))) for name in NAMES)
    jsonschema.Draft202012Validator(schema("optimize"), registry=registry).validate(value)


def test_a_shown_program_fits_the_schema_and_names_its_rules():
    shown = shown_object(ProvenRewrite(STEPS, b"y", 130, SPEED), Path("solution.py"))
    fits({"event": "finished", "shown": [shown], "refused": [{"origin": "a", "reason": "b", "input": None}]})
    assert shown["origin"] == "py-counted, py-in-main"
    assert shown["speedup"]["spread"] == [9.0, 11.0]


def test_phases_and_warnings_fit_the_schema():
    fits({"event": "phase", "phase": "proving", "message": "x", "executions": 0, "elapsed_s": 0.0})
    fits({"event": "warning", "code": "no-gain", "message": "x", "remedy": "", "executions": 0, "elapsed_s": 0.0})
