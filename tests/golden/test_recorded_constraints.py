"""Recorded conversations about constraints, mutators and validators, replayed to what they are worth today.

The replies are read and judged anew: conditions are placed in the programs, checkers are built and run where that is
quick, mutators and validators run in the sandbox.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.analysis.contrast import line_contrasts
from slowpath.constraints import ConstraintQuestion, ConstraintsReport, Gate, ask_constraints
from slowpath.constraints.listing import annotated_listing
from slowpath.generators.mutators import ask_mutators
from slowpath.generators.validators import ModelValidator, ask_validator
from slowpath.instrument.places import resolve
from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.model.constraint import CheckerVerdict, Constraint
from slowpath.model.contrast import Contrast
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.settings import Settings, load
from slowpath.toolchain.generators import GeneratorSandbox

sys.path.insert(0, str(Path(__file__).parent))
from recorded_pairs import (
    BAD_SOLUTION,
    HASTY,
    MUTATED,
    PAIRS,
    PATIENT,
    bad_question,
    mutator_spec_of,
    question_of,
    read,
    validator_spec_of,
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
RECORDED = Path(__file__).resolve().parents[1] / "recorded"
FOLDERS = ("constraints", "bad-constraints", "mutators", "validators")

WITH_CHECKER = {
    "quicksort": 3,
    "lca": 3,
    "spfa": 2,
    "naive_matching": 2,
    "restless_bubbles": 2,
    "three_stamps": 3,
    "cf633a": 3,
    "cf1209b": 2,
    "cf16b": 3,
    "cf546c": 2,
    "rewrite": 3,
    "list_membership": 2,
    "who_sees_whom": 3,
    "island_list": 2,
    "hailstones": 3,
}
"""How many constraints of each program passed the gate when they were recorded."""

BUILT = ("quicksort", "three_stamps", "cf16b", "hailstones")
"""Those whose checkers are built and run here, in both languages."""

BAD = {
    "refusal": ("reply", "I can't help"),
    "content-filter": ("reply", "content filter"),
    "prose": ("reply", "no JSON object"),
    "wrong-json": ("reply", "$.constraints"),
    "cut-off": ("reply", "connection broke"),
    "too-long": ("reply", "token limit"),
    "no-such-line": ("invalid", "no line 47"),
    "slow-value": ("invalid", "names 4177"),
    "no-json-code": ("reply", "no JSON object"),
    "no-syntax": ("invalid", "no Python expression"),
    "unknown-name": ("invalid", "no name stepz"),
    "assigns": ("invalid", "assigns"),
    "prints": ("invalid", "input or output"),
    "ends-program": ("invalid", "end the program"),
    "effect": ("invalid", "method pop"),
    "opens": ("invalid", "more than look"),
    "wrong-place": ("invalid", "nothing can stand"),
    "tight-loop": ("invalid", "780 times"),
    "changes-output": ("unfaithful", "prints something else"),
    "fires-on-both": ("unfaithful", "both inputs"),
    "fires-on-neither": ("unfaithful", "neither input"),
    "only-on-fast": ("unfaithful", "fast input alone"),
    "crashes": ("unfaithful", ""),
    "never-ends": ("unfaithful", "cut"),
}
"""Kind of the rejection and part of its reason."""

MUTATORS = {"quicksort": ("",), "lca": ("",), "cf633a": ("",)}
VALIDATORS = {
    "quicksort": ("",),
    "lca": ("",),
    "cf1209b": ("accepts-damaged", ""),
    "memset_cases": ("accepts-damaged", ""),
}


@pytest.fixture(scope="module")
def settings(build_cache) -> Settings:
    return load({"cache_dir": build_cache})


@pytest.fixture(scope="module")
def sandbox():
    with GeneratorSandbox() as made:
        yield made


def client(folder: str) -> ReplayClient:
    return ReplayClient(ReplyFolder(RECORDED / folder))


def gate_of(solution: Solution, settings: Settings, limits: RunLimits) -> Gate:
    def gate(
        constraints: Sequence[Constraint], slow: bytes | None, fast: bytes | None, inputs: Sequence[bytes]
    ) -> Sequence[CheckerVerdict]:
        return pipeline.judge_checkers(solution, constraints, slow, fast, inputs, settings, limits=limits)

    return gate


def accepting(constraints: Sequence[Constraint], *_: object) -> list[CheckerVerdict]:
    return [CheckerVerdict(True, True, True, False) for _ in constraints]


def without_counts(name: str) -> ConstraintQuestion:
    """The question without a run of the program: replies are then found by what they were asked for."""
    solution, problem = read(name)
    contrast = Contrast("f", "s", "fast", "slow", 1, 2, 1.0, 1.0, 2.0, 2.0, ())
    return ConstraintQuestion(
        problem.name,
        problem.statement,
        solution.language,
        solution.source,
        pipeline.infer_format(problem, solution).format,
        contrast,
        PAIRS[name](True),
        PAIRS[name](False),
    )


def replayed(name: str, settings: Settings) -> ConstraintsReport:
    """The whole conversation on the program's own hit counts, its checkers built and run."""
    gate = gate_of(read(name)[0], settings, PATIENT)
    return ask_constraints(question_of(name, settings), client("constraints"), gate, samples=1)


def documents() -> list[dict]:
    return [json.loads(path.read_text("utf-8")) for folder in FOLDERS for path in (RECORDED / folder).glob("*.json")]


def test_every_recording_says_how_it_was_obtained_and_is_replayed():
    known = {f"{prompt} {name}" for name in WITH_CHECKER for prompt in ("constraint-reasoning", "constraint-checkers")}
    known |= {f"{prompt} bad-{kind}" for kind in BAD for prompt in ("constraint-reasoning", "constraint-checkers")}
    known |= {f"constraint-mutator {name}" for name in MUTATORS} | {f"input-validator {name}" for name in VALIDATORS}
    for document in documents():
        assert "not a public model" in document["obtained"]
        assert " ".join(document["purpose"].split()[:2]) in known, document["purpose"]
        assert "Bearer" not in str(document) and "http://" not in str(document)


@pytest.mark.parametrize("name", WITH_CHECKER)
def test_recorded_conditions_can_be_read_and_stand_in_the_program(name):
    report = ask_constraints(without_counts(name), client("constraints"), accepting, samples=1)
    source, language = read(name)[0].source, read(name)[0].language
    assert len(report.faithful) >= WITH_CHECKER[name]
    for constraint in report.faithful:
        assert constraint.condition is not None and resolve(source, language, constraint.condition.place)
        assert constraint.origin.conversation in report.conversations


@pytest.mark.parametrize("name", BUILT)
def test_recorded_checkers_fire_on_the_slow_input_alone(name, settings):
    report = replayed(name, settings)
    assert len(report.faithful) == WITH_CHECKER[name]
    assert all(report.verdicts[each.id].is_faithful for each in report.faithful)
    assert report.usage.total_tokens < 10_000


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_reply_gives_no_checker_and_its_reason(kind, settings):
    gate = gate_of(BAD_SOLUTION, settings, HASTY if kind == "never-ends" else PATIENT)
    report = ask_constraints(bad_question(kind), client("bad-constraints"), gate, samples=1, rounds=1)
    expected, reason = BAD[kind]
    last = report.attempts[-1]
    assert last.kind == expected and reason in " ".join(last.reasons)
    assert not report.faithful and all(each.condition is None for each in report.constraints)
    assert bool(report.constraints) is (len(report.attempts) == 2)


@pytest.mark.parametrize("name", MUTATORS)
def test_recorded_mutators_pass_their_dry_run(name, sandbox):
    found = ask_mutators(mutator_spec_of(name), client("mutators"), sandbox)
    assert tuple(attempt.kind for attempt in found.attempts) == MUTATORS[name] and name in MUTATED
    assert found.programs[0].valid_share >= 0.8


@pytest.mark.parametrize("name", VALIDATORS)
def test_recorded_validators_accept_samples_and_refuse_damages(name, sandbox):
    spec = validator_spec_of(name)
    found = ask_validator(spec, client("validators"), sandbox)
    assert tuple(attempt.kind for attempt in found.attempts) == VALIDATORS[name] and found.program is not None
    assert found.verdict.accepted == found.verdict.valid >= 2 and found.verdict.refused == found.verdict.damaged > 8
    assert ModelValidator(found.program, sandbox).validate(spec.samples[0][1]).valid is True


def test_the_listing_of_a_long_program_keeps_to_its_budget():
    source = read("quicksort")[0].source
    contrast = Contrast("f", "s", "fast", "slow", 1, 9, 1.0, 1.0, 2.0, 9.0, line_contrasts({12: 60}, {12: 9000}))
    long = source + b"".join(b"\nint spare_%d(int x) {\n    return x + %d;\n}\n" % (i, i) for i in range(2000))
    listing = annotated_listing(long, "cpp", contrast, 2000)
    assert len(listing) < 9000 and "a[j] > pivot" in listing and "left out" in listing
