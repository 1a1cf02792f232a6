"""What the command line prints as JSON fits the schemas that are published for it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import jsonschema
import pytest
from referencing import Registry, Resource

from slowpath.commands import json_objects
from slowpath.errors import CompileFailed, CompileMessage, ToolMissing
from slowpath.model.campaign import (
    BaselineMeasured,
    Budget,
    CampaignEvent,
    CampaignStarted,
    ConstraintMeasured,
    ContrastMined,
    Ended,
    FaultFound,
    FormatDoubted,
    FormatReplaced,
    GuidanceMeasured,
    Paused,
    PhaseEntered,
    Progressed,
    Resumed,
    SampleFailed,
    SlowInputDropped,
    SlowInputFound,
    ValidityAsked,
    Warned,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import (
    BEFORE,
    CheckerVerdict,
    Condition,
    Constraint,
    ConstraintEvidence,
    ConstraintOrigin,
    ConstraintState,
    Place,
    SatisfyingShare,
)
from slowpath.model.contrast import Contrast, LineContrast
from slowpath.model.cost import Cost
from slowpath.model.growth import POLYNOMIAL, Growth, GrowthPoint
from slowpath.model.origin import Origin
from slowpath.model.reading import Difference, Refusal
from slowpath.model.slow_input import Fault, MinimisedInput, SlowInput
from slowpath.model.validity import Doubt
from slowpath.model.verdict import Verdict
from slowpath.schemas import NAMES, schema

ID = "0123456789abcdef"
COST = Cost(10_000, 0.25, 0.01, 3 << 20, instructions=9_000, at_least=True)
SLOW = SlowInput(ID, 120, COST, 12.5, Origin("pattern", "pattern a: sorted"), Verdict.TIME_LIMIT, 7)
GROWTH = Growth(
    "n",
    (GrowthPoint(16, 900), GrowthPoint(32, 3600), GrowthPoint(64, 14_000, True)),
    POLYNOMIAL,
    "n^2.00",
    2.0,
    1.9,
    2.1,
    1000,
    3_500_000,
    3_000_000,
    4_000_000,
    0.4,
    remark="n = 64 was cut",
)
TWIN = MinimisedInput(ID[::-1], 30, (("n", 7),), 60, 0.001, 10)
MEASURED = replace(SLOW, cost=replace(COST, count_spread=40), growth=GROWTH, minimised=TWIN)
FAULT = Fault(ID[::-1], 30, Origin("mutation", "mutation of #3"), Verdict.RUNTIME_ERROR, "SIGSEGV", "signal 11", 9)
CONTRAST = Contrast(
    ID,
    ID[::-1],
    "sample 1",
    "pattern a: sorted",
    800,
    10_000,
    0.9,
    0.8,
    1.7,
    12.5,
    (LineContrast(3, 0, 99, 100.0, 0.5, True),),
    ("the fast input is short",),
)
CONDITION = Condition("steps", Place(BEFORE, 3), right="n", factor=0.5)
RULE = ConstraintOrigin("rule", "cpp-small-steps")
CONSTRAINT = Constraint("c0ffee0000", 3, "Most steps are small.", CONDITION, RULE)
STATE = ConstraintState(
    CONSTRAINT,
    "confirmed",
    ConstraintEvidence(40, 61, 38.6, 40.1, 0.0001, True, False),
    True,
    CheckerVerdict(True, True, True, False, 14),
)
MODEL = ConstraintOrigin("model", "phases/1", "ab12")
IN_WORDS = ConstraintState(
    Constraint("c0ffee0001", 4, "It is deep.", None, MODEL), "hypothesis", reason="it has no checker"
)
REFUTED = ConstraintState(
    Constraint("c0ffee0002", 5, "n is large.", CONDITION, RULE),
    "refuted",
    ConstraintEvidence(12, 12, 1.01, 0.99, 0.7),
    reason="not slower",
)
EVENTS = [
    CampaignStarted("c1", "/somewhere/main.cpp", Budget(seconds=30.0)),
    PhaseEntered("patterns", "Trying patterns."),
    BaselineMeasured(ID, "sample 1", 9, COST, True),
    SampleFailed("2", Verdict.RUNTIME_ERROR, "exit code 3"),
    SlowInputFound(SLOW, 7, 0.5),
    SlowInputFound(MEASURED, 8, 0.6),
    FaultFound(FAULT, 9, 0.7),
    ContrastMined(CONTRAST),
    Progressed(100, 90, 95, 10_000, "pattern", 812.5, 1.0),
    Warned("threads", "The program starts threads.", "Counts may be off."),
    ConstraintMeasured(STATE),
    ConstraintMeasured(IN_WORDS),
    ConstraintMeasured(REFUTED),
    GuidanceMeasured((SatisfyingShare("aimed", 30, 40),)),
    Paused(),
    Resumed(),
    SlowInputDropped(ID[::-1], "same shape"),
]


DOUBT = Doubt("bounds", "Nothing says what values n may have.")
ON_FORMATS = [
    FormatDoubted((DOUBT,)),
    FormatReplaced(("n",), (DOUBT,), True),
    ValidityAsked((Difference("format", b"1\n", ("format",), (Refusal("validator", "n is odd"),)),)),
]


def validator(name: str) -> jsonschema.Draft202012Validator:
    registry = Registry().with_resources([(f"{n}.json", Resource.from_contents(schema(n))) for n in NAMES])
    return jsonschema.Draft202012Validator(schema(name), registry=registry)


def as_printed(value: dict) -> dict:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_a_schema(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("event", [*EVENTS, *ON_FORMATS], ids=lambda event: type(event).__name__)
def test_every_event_of_a_campaign_fits(event):
    assert {type(each) for each in (*EVENTS, *ON_FORMATS, Ended("finished"))} == set(get_args(CampaignEvent))
    validator("find").validate(as_printed(json_objects.event_object(event)))


def finished() -> dict:
    view = CampaignView()
    for event in (*EVENTS, Ended("finished")):
        view = fold(view, event)
    files = {"path": "slow/slow-1.in", "replay": "slow/slow-1.replay.json", "minimised": "slow/slow-1.min.in"}
    rows = [json_objects.slow_input_object(slow, files) for slow in view.slow_inputs]
    faults = [json_objects.fault_object(fault, "slow/fault-1.in", "slow/fault-1.replay.json") for fault in view.faults]
    return as_printed(json_objects.finished_object(view, rows, "n: int 1..10\n", view.time_to_first_s, faults))


def test_the_finished_object_fits_and_holds_what_was_found():
    made = finished()
    validator("find").validate(made)
    assert made["slow_inputs"][0]["path"] == "slow/slow-1.in"
    assert made["time_to_first_s"] == 0.5
    (found,), (fault,) = made["slow_inputs"], made["faults"]
    assert (found["growth"]["formula"], found["cost"]["count_spread"]) == ("n^2.00", 40)
    assert (found["minimised"]["path"], found["minimised"]["sizes"]) == ("slow/slow-1.min.in", {"n": 7})
    assert (fault["path"], fault["reason"]) == ("slow/fault-1.in", "SIGSEGV")


def test_a_finished_object_of_an_empty_search_fits():
    view = CampaignView(state="stopped")
    validator("find").validate(as_printed(json_objects.finished_object(view, [], "n: int", None)))


def constraints_finished() -> dict:
    view = CampaignView()
    for event in (*EVENTS, Ended("finished")):
        view = fold(view, event)
    return as_printed(json_objects.constraints_object(view))


def test_finished_constraints_are_those_that_are_shown_and_those_refuted():
    made = constraints_finished()
    validator("constraints").validate(made)
    assert [each["status"] for each in made["constraints"]] == ["confirmed", "hypothesis"]
    assert [each["id"] for each in made["refuted"]] == ["c0ffee0002"]
    assert made["constraints"][0]["predicate"] == "steps >= 0.5 * n"
    assert made["constraints"][0]["checker"]["faithful"] and made["constraints"][1]["checker"] is None


@pytest.mark.parametrize("missing", ["id", "line", "sentence", "predicate", "origin", "status", "evidence", "checker"])
def test_a_constraint_without_a_promised_field_is_refused(missing):
    made = as_printed(json_objects.event_object(ConstraintMeasured(STATE)))
    validator("constraints").validate(made)
    del made[missing]
    with pytest.raises(jsonschema.ValidationError):
        validator("constraints").validate(made)


def test_what_check_wrote_fits():
    validator("check").validate(
        {
            "event": "checked",
            "path": "a.checked.cpp",
            "inserted": ["c0ffee0000"],
            "removed": [],
            "refused": [{"id": "c0ffee0001", "reason": "it fires on both"}],
        }
    )


@pytest.mark.parametrize(
    "missing",
    [
        "baseline",
        "slow_inputs",
        "format",
        "doubts",
        "executions",
        "executions_per_s",
        "time_to_first_s",
        "contrast",
        "warnings",
    ],
)
def test_a_finished_object_without_a_promised_field_is_refused(missing):
    made = finished()
    del made[missing]
    with pytest.raises(jsonschema.ValidationError):
        validator("find").validate(made)


@pytest.mark.parametrize(
    "missing", ["path", "size", "cost", "ratio", "origin", "verdict", "validity", "doubts", "replay"]
)
def test_a_slow_input_without_a_promised_field_is_refused(missing):
    made = finished()
    del made["slow_inputs"][0][missing]
    with pytest.raises(jsonschema.ValidationError):
        validator("find").validate(made)


def test_an_event_of_an_unknown_kind_is_refused():
    with pytest.raises(jsonschema.ValidationError):
        validator("find").validate({"event": "celebrated"})


@pytest.mark.parametrize(
    "name", ["error", "find", "profile", "constraints", "check", "format", "replay", "doctor", "bench_examples"]
)
def test_errors_fit_wherever_they_are_printed(name):
    from pathlib import Path

    message = CompileMessage(Path("main.cpp"), 3, 7, "error", "expected ';'")
    for error in (
        ToolMissing("No C++ compiler was found.", "Install g++."),
        CompileFailed("main.cpp doesn't compile.", "Mend it.", (message,)),
    ):
        validator(name).validate(as_printed(json_objects.error_object(error)))


@pytest.mark.parametrize("measured", [True, False])
def test_a_row_of_the_examples_bench_fits(measured):
    from pathlib import Path

    from slowpath.bench.examples import example_object
    from slowpath.bench.known_worst import Comparison, Example

    example = Example("spfa", Path("spfa"), Path("spfa/solution.cpp"))
    row = (
        Comparison(example, CampaignView(), COST, COST, "pattern", "sorted", shown=1)
        if measured
        else Comparison(example, CampaignView(), failure="No compiler.")
    )
    made = as_printed(example_object(row))
    validator("bench_examples").validate(made)
    assert made["reached"] is measured
