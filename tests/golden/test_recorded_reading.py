"""Recorded readings of the examples' statements, replayed: what the model wrote runs in the jail anew each time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.reading import ask_reading
from slowpath.settings import load
from slowpath.toolchain.generators import GeneratorSandbox

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "recorded" / "reading"
ROUNDS = {"lca": 1, "cf546c": 3, "memset_cases": 1}
"""Per example how many rounds its parts took to agree."""


def question_of(example: str):
    solution = pipeline.read_solution(next((ROOT / "examples" / example).glob("solution.*")))
    problem = pipeline.read_problem(solution)
    return problem, solution


@pytest.fixture(scope="module", params=sorted(ROUNDS))
def replayed(request):
    from slowpath.pipeline.reading import reading_question

    problem, solution = question_of(request.param)
    with GeneratorSandbox() as runner:
        report = ask_reading(reading_question(problem, solution), ReplayClient(ReplyFolder(RECORDED)), runner)
        yield request.param, problem, report, runner


def test_the_parts_agree(replayed):
    example, _, report, _ = replayed
    reading = report.reading
    assert reading.stands and reading.generator is not None and not reading.open
    assert reading.rounds == ROUNDS[example]
    assert reading.judged == reading.accepted > 0


def test_samples_and_generated_inputs_follow_format_and_validator(replayed):
    from slowpath.generators.validators import ModelValidator

    _, problem, report, runner = replayed
    reading = report.reading
    made = [output for seed in range(20, 30) for output in runner.run(reading.generator.source, seed, 9).outputs]
    inputs = [*(sample.data for sample in problem.samples), *made]
    assert all(is_valid(reading.format.report.format, data) for data in inputs)
    assert all(verdict.valid for verdict in ModelValidator(reading.validator, runner).validate_many(inputs))


def test_every_bound_quotes_the_statement(replayed):
    _, _, report, _ = replayed
    quoted = [each for each in report.reading.format.report.evidence if each.quote]
    assert quoted and all(each.source == "model" and each.line > 0 for each in quoted)


def test_a_reading_is_asked_for_once_and_kept(tmp_path, new_cache):
    problem, solution = question_of("cf546c")
    settings = replace(
        load({}), cache_dir=new_cache(tmp_path / "cache"), state_dir=tmp_path / "state", llm_model="desk"
    )
    client = ReplayClient(ReplyFolder(RECORDED), "desk")
    first = pipeline.read_with_model(problem, solution, settings, client)
    again = pipeline.read_with_model(problem, solution, settings, ReplayClient(ReplyFolder(tmp_path), "desk"))
    assert first.attempts and not again.attempts
    assert again.reading == first.reading == pipeline.known_reading(problem, solution, settings, "desk")
    assert not first.reading.doubts


def test_a_program_that_fails_on_what_all_parts_allow_is_a_doubt(tmp_path, new_cache):
    problem, solution = question_of("cf546c")
    settings = replace(
        load({}), cache_dir=new_cache(tmp_path / "cache"), state_dir=tmp_path / "state", llm_model="desk"
    )
    samples = {sample.data.split()[0] for sample in problem.samples}
    known = b",".join(sorted(samples)).decode()
    asserting = f"int main(){{int n;std::cin>>n;for(int s:{{{known}}})if(n==s)return 0;abort();}}"
    failing = replace(solution, source=f"#include <bits/stdc++.h>\n{asserting}\n".encode())
    found = pipeline.read_with_model(problem, failing, settings, ReplayClient(ReplyFolder(RECORDED), "desk"))
    assert "The program fails (RE)" in found.reading.doubts[0]
