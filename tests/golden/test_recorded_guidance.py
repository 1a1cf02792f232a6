"""Recorded conversations about the targets of `tests/quality`, which guide searches in `slowpath bench constraints`.

Replies are found by what they were asked for: the pairs that the model was shown are a search's, and change with it.
What replaying all of them is worth is measured by the bench; here all are read, some are run, and one guides a search.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.bench.guidance import BY_MODEL, How, Searches
from slowpath.bench.reached import CleanCounts
from slowpath.constraints import ConstraintQuestion, ask_constraints
from slowpath.generators.mutators import MutatorSpec, ask_mutators
from slowpath.instrument.places import resolve
from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.model.campaign import NO_CATALOGUE, NO_CONSTRAINTS, Budget
from slowpath.model.constraint import CheckerVerdict
from slowpath.model.contrast import Contrast
from slowpath.model.problem import Problem, Solution
from slowpath.settings import load
from slowpath.toolchain.generators import GeneratorSandbox

TESTS = Path(__file__).resolve().parents[1]
RECORDED, TARGETS = TESTS / "recorded" / "guidance", TESTS / "quality" / "targets"
PROMPTS = {"constraint-reasoning", "constraint-checkers", "constraint-mutator"}
LEAST_TARGETS = 16
RUN = ("badge_table", "cancel_brackets")
"""Those whose mutators are run here, in both languages."""
GUIDING = "cancel_brackets"
EXECUTIONS = 75

needs_jail = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")


def documents() -> list[dict]:
    return [json.loads(path.read_text("utf-8")) for path in sorted(RECORDED.glob("*.json"))]


@cache
def asked() -> dict[str, set[str]]:
    """What was asked about each target: the prompts' names."""
    found: dict[str, set[str]] = {}
    for document in documents():
        prompt, name, _ = document["purpose"].rsplit(" ", 2)
        found.setdefault(name, set()).add(prompt.split("/")[0])
    return found


def client() -> ReplayClient:
    return ReplayClient(ReplyFolder(RECORDED))


def read(name: str) -> tuple[Solution, Problem]:
    solution = pipeline.read_solution(next((TARGETS / name).glob("solution.*")))
    return solution, pipeline.read_problem(solution)


def test_every_recording_says_how_it_was_obtained_and_what_it_is_about():
    for document in documents():
        assert "not a public model" in document["obtained"]
        assert "Bearer" not in str(document) and "http://" not in str(document)
    assert asked().keys() <= {folder.name for folder in TARGETS.iterdir()}
    whole = [name for name, prompts in asked().items() if prompts == PROMPTS]
    assert len(whole) >= LEAST_TARGETS
    assert {read(name)[0].language for name in whole} == {"cpp", "python"}


@pytest.mark.parametrize("name", sorted(asked()))
def test_recorded_conditions_can_be_read_and_stand_in_the_program(name):
    solution, problem = read(name)
    contrast = Contrast("f", "s", "fast", "slow", 1, 2, 1.0, 1.0, 2.0, 2.0, ())
    question = ConstraintQuestion(
        problem.name, problem.statement, solution.language, solution.source, None, contrast, b"2\n", b"1\n"
    )
    report = ask_constraints(
        question, client(), lambda made, *_: [CheckerVerdict(True, True, True, False)] * len(made), samples=1, rounds=1
    )
    assert report.faithful
    for constraint in report.faithful:
        assert constraint.condition is not None
        assert resolve(solution.source, solution.language, constraint.condition.place)


@needs_jail
@pytest.mark.parametrize("name", RUN)
def test_recorded_mutators_pass_their_dry_run_and_make_inputs_from_nothing(name):
    solution, problem = read(name)
    report = pipeline.infer_format(problem, solution)
    assert report.format is not None
    spec = MutatorSpec(problem.name, problem.statement, report.format, tuple(each.data for each in problem.samples))
    with GeneratorSandbox() as sandbox:
        (program,) = ask_mutators(spec, client(), sandbox).programs
        assert program.valid_share >= 0.8
        made = sandbox.mutate(program.source, [b""], [(0, seed) for seed in (1, 2, 3)])
    assert len({output for output in made.outputs if output}) == 3


@needs_jail
def test_what_a_model_said_guides_a_search(tmp_path, build_cache):
    settings = load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
    solution, _ = read(GUIDING)
    with pipeline.open_executor(solution, settings) as executor:
        searches = Searches(
            solution.path, settings, How(Budget(None, EXECUTIONS), False, (NO_CATALOGUE,)), CleanCounts(executor)
        )
        told = searches.ask(client())
        assert not told.failure and told.faithful and told.mutators
        guided, plain = (searches.search(kind, 0, told, is_whole=False)[1] for kind in (BY_MODEL, NO_CONSTRAINTS))
    assert guided.best > 5 * plain.best
