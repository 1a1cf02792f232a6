"""What a model adds to a search for a breaking input: with a fake model, and real programs in Python."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fake_model import FakeModel

from slowpath import pipeline
from slowpath.errors import ModelUnavailable
from slowpath.model.breaking import BreakingInput, Classification, Failing, FaultCategory, Reference, Role
from slowpath.model.campaign import Budget
from slowpath.model.format import Evidence
from slowpath.model.origin import Origin
from slowpath.model.problem import Solution
from slowpath.model.testset import Against
from slowpath.pipeline.hacks import HackAsking, model_category, with_ideas
from slowpath.pipeline.opponents import given_reference
from slowpath.pipeline.testing.naive import CHANGE
from slowpath.pipeline.testing.problem import made_opponents
from slowpath.settings import Settings, load

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
STATEMENT = """# Two of them

Print the largest product of two of the numbers.

## Input

The first line contains n (2 <= n <= 100). The second line contains n integers a_i (-1000 <= a_i <= 1000).

## Output

Print one integer.
"""
WRONG = "n = int(input())\na = sorted(map(int, input().split()))\nprint(a[-1] * a[-2])\n"
BRUTE = (
    "n = int(input())\na = list(map(int, input().split()))\n"
    "print(max(a[i] * a[j] for i in range(n) for j in range(i)))\n"
)
BRUTE_TOO = BRUTE.replace("range(i)", "range(n) if i != j")
SILLY = "n = int(input())\nprint(sum(map(int, input().split())))\n"
VALIDATOR = """def validate(text):
    n, *a = map(int, text.split())
    if not 2 <= n <= 100 or len(a) != n or any(abs(x) > 1000 for x in a):
        raise ValueError("it breaks a rule")
"""
BREAKS, HARMLESS = b"3\n-5 -4 1\n", b"3\n5 4 1\n"


@pytest.fixture(scope="module")
def settings(build_cache, tmp_path_factory) -> Settings:
    return load({"cache_dir": build_cache, "state_dir": tmp_path_factory.mktemp("state")})


@pytest.fixture
def problem(tmp_path, settings):
    """The wrong program, what is known of its problem, and the search without a model."""
    (tmp_path / "statement.md").write_text(STATEMENT)
    (tmp_path / "main.py").write_text(WRONG)
    (tmp_path / "samples").mkdir()
    for name, data, answer in (("1", "3\n1 2 3\n", "6\n"), ("2", "2\n5 7\n", "35\n")):
        (tmp_path / "samples" / f"{name}.in").write_text(data)
        (tmp_path / "samples" / f"{name}.out").write_text(answer)
    solution = pipeline.read_solution(tmp_path / "main.py")
    found = pipeline.read_problem(solution)
    report = pipeline.infer_format(found, solution)
    return found, report, pipeline.break_spec(solution, found, report, settings, Budget(executions=50), references=())


def said(**fields: str) -> str:
    return json.dumps(fields)


def brute(source: str) -> str:
    return said(idea="all pairs", program=source)


def cot(test: bytes) -> str:
    return said(analysis="Negative numbers.", test=test.decode())


def hacked(problem, settings: Settings, asking: HackAsking, *samples: list):
    known, report, spec = problem
    return with_ideas(spec, known, report, settings, FakeModel(*samples), asking)


def test_a_brute_force_is_asked_for_first_and_judges_the_tests(problem, settings):
    found = hacked(problem, settings, HackAsking(samples=1), [brute(SILLY), brute(BRUTE), cot(HARMLESS), cot(BREAKS)])
    (reference,) = found.spec.references
    assert reference.role is Role.MODEL and reference.solution.path.read_text().endswith(BRUTE)
    assert [idea.data for idea in found.spec.ideas] == [BREAKS, HARMLESS] and found.reports[0].broken_by == 1
    assert found.asked == ("brute-force/4", "hack-chain-of-thought/4") and found.usage.requests == 4
    assert [warned.code for warned in found.warnings] == ["one-brute-force"]
    assert "Negative numbers." in (pipeline.conversation(found.spec.ideas[0].conversation, settings) or "")


def test_what_the_model_gave_is_tried_also_where_its_words_can_not_be_kept(problem, settings, tmp_path):
    (tmp_path / "full").write_text("a file in the folder's place")
    full, asking = replace(settings, state_dir=tmp_path / "full"), HackAsking(samples=1, brute_force=False)
    found = hacked(problem, full, asking, [cot(HARMLESS)])
    assert [idea.data for idea in found.spec.ideas] == [HARMLESS]
    assert [warned.code for warned in found.warnings] == ["store-unwritable"]


def test_two_brute_forces_that_pass_are_both_references(problem, settings):
    found = hacked(problem, settings, HackAsking((), samples=3), [brute(BRUTE)], [brute(BRUTE_TOO)])
    assert len(found.spec.references) == 2 and not found.warnings
    assert len({reference.solution.path for reference in found.spec.references}) == 2


def test_none_is_used_where_none_agrees_with_the_samples(problem, settings):
    found = hacked(problem, settings, HackAsking((), samples=1, rounds=1), [brute(SILLY)])
    assert not found.spec.references and [warned.code for warned in found.warnings] == ["no-brute-force"]


def test_the_program_itself_with_wider_integers_makes_no_brute_force_needless(problem, settings):
    known, report, spec = problem
    itself = Reference(Solution(Path("main with wider integers.py"), "python", WRONG.encode()), Role.WIDER)
    wider = replace(spec, references=(itself,))
    found = hacked((known, report, wider), settings, HackAsking((), samples=1), [brute(BRUTE)])
    assert [each.role for each in found.spec.references] == [Role.WIDER, Role.MODEL]
    assert [each.role for each in found.spec.others] == [Role.MODEL]
    assert [warned.code for warned in found.warnings] == ["one-brute-force"]


def test_a_reference_makes_a_brute_force_needless_unless_it_is_asked_for(problem, settings, tmp_path):
    known, report, spec = problem
    (tmp_path / "right.py").write_text(BRUTE)
    with_reference = replace(spec, references=(given_reference(tmp_path / "right.py"),))
    found = hacked((known, report, with_reference), settings, HackAsking(samples=1), [cot(BREAKS)])
    assert found.spec.references == with_reference.references and found.reports[0].broken_by == 1
    also = hacked((known, report, with_reference), settings, HackAsking((), 1, brute_force=True), [brute(BRUTE_TOO)])
    assert [reference.role for reference in also.spec.references] == [Role.GIVEN, Role.MODEL] and not also.warnings


def test_brute_forces_are_slow_ways_of_a_test_set(problem, settings, tmp_path):
    _, report, _ = problem
    spec = pipeline.specified_tests(
        tmp_path,
        settings,
        seconds=1.0,
        most=9,
        most_bytes=1 << 20,
        accepted=[tmp_path / "main.py"],
        read_format=lambda _: report,
    )
    model = FakeModel([brute(SILLY), brute(BRUTE)])
    found = pipeline.with_naive_versions(spec, settings, model, samples=1, rounds=2)
    (naive,) = found.spec.naive
    assert (naive.against, naive.change, naive.line) == (Against.SLOW_WAY, CHANGE, 0) and not found.warnings
    assert made_opponents(found.spec)[1][0] == naive and found.spec.key != spec.key
    assert WRONG not in str(model.requests), "the model sees no program"
    none = pipeline.with_naive_versions(spec, settings, FakeModel([brute(SILLY)]), samples=1, rounds=1)
    assert not none.spec.naive and [warned.code for warned in none.warnings] == ["no-brute-force"]


def test_where_several_answers_are_right_no_brute_force_is_asked_for(problem, settings):
    known, report, spec = problem
    found = hacked((known, report, replace(spec, any_answer="Print any.")), settings, HackAsking(()), [])
    assert "left out" in found.warnings[0].message and "--checker" in found.warnings[0].remedy


def test_a_validator_of_the_model_judges_its_tests_too(problem, settings):
    asking = HackAsking(("zero-shot",), samples=1, rounds=1, brute_force=False, validator=True)
    found = hacked(problem, settings, asking, [said(idea="bounds", validator=VALIDATOR), said(test="2\n-3 -4\n")])
    assert found.spec.model_validator is not None and [idea.data for idea in found.spec.ideas] == [b"2\n-3 -4\n"]
    assert found.asked == ("input-validator/3", "hack-zero-shot/4")


def objecting(sentence: str) -> str:
    return json.dumps(
        {"analysis": "Look.", "test": BREAKS.decode(), "objection": {"sentence": sentence, "why": "n may be larger"}}
    )


def test_what_the_model_says_against_the_format_makes_what_is_found_doubtful(problem, settings):
    asking = HackAsking(samples=1, brute_force=False)
    sentence = next(line for line in STATEMENT.splitlines() if len(line.split()) > 3)
    found = hacked(problem, settings, asking, [objecting(sentence)])
    (doubt,) = [doubt for doubt in found.spec.doubts if doubt.kind == "objection"]
    assert "n may be larger" in doubt.text and STATEMENT.splitlines()[doubt.line - 1] == sentence
    assert [warned.code for warned in found.warnings] == ["format-objected"]
    invented = hacked(problem, settings, asking, [objecting("The input is compressed by a secret method.")])
    assert invented.spec.doubts == problem[2].doubts and not invented.warnings


def test_a_format_that_the_user_answers_for_is_not_doubted_but_the_objection_is_told(problem, settings):
    known, report, spec = problem
    given = replace(report, evidence=(*report.evidence, Evidence("input", "given", "user")))
    sentence = next(line for line in STATEMENT.splitlines() if len(line.split()) > 3)
    found = hacked((known, given, spec), settings, HackAsking(samples=1, brute_force=False), [objecting(sentence)])
    assert found.spec.doubts == spec.doubts and [warned.code for warned in found.warnings] == ["format-objected"]


def test_a_model_that_doesnt_answer_leaves_the_search_as_it_is(problem, settings):
    gone = ModelUnavailable("gone", "wait")
    found = hacked(problem, settings, HackAsking(samples=1), [gone, gone])
    assert found.spec == problem[2] and [warned.code for warned in found.warnings] == ["model-unavailable"] * 2


def test_the_kind_of_the_bug_is_asked_with_the_input_and_both_outputs(problem, settings):
    kept = {"in": BREAKS, "right": b"20\n", "wrong": b"-4\n"}
    breaking = BreakingInput(
        "in",
        len(BREAKS),
        (("n", 3),),
        Origin("ideas", "idea"),
        Failing.WRONG_ANSWER,
        "token 1 is '-4', not '20'",
        expected="right",
        actual="wrong",
    )
    model = FakeModel(
        [json.dumps({"analysis": "a", "category": "greedy", "confidence": 0.7, "evidence": ["e"], "second": "numeric"})]
    )
    found = model_category(problem[2], breaking, kept.get, model, settings, name="two")
    assert isinstance(found, Classification) and found.category is FaultCategory.GREEDY
    asked = model.requests[0].messages[-1].content
    assert all(part in asked for part in ("-5 -4 1", "Right answer:\n20", "prints:\n-4", "not '20'", WRONG.strip()))
    assert model.requests[0].purpose == "fault-category two 1.1"


def test_an_input_that_is_gone_has_no_category(problem, settings):
    breaking = BreakingInput("in", 1, (), Origin("ideas", "idea"), Failing.TIME_LIMIT, "")
    assert model_category(problem[2], breaking, {}.get, FakeModel([]), settings) is None
