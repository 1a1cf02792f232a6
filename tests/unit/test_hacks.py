"""What a model is asked to break a program, and how its replies are judged, with fakes for the model and the runs."""

from __future__ import annotations

import json

import pytest
from fake_model import FakeModel
from hypothesis import given
from hypothesis import strategies as st

from slowpath.errors import ModelUnavailable, SlowpathError
from slowpath.hacks import KINDS, HackQuestion, Tried, ask_brute_forces, ask_category, ask_hacks, joined_categories
from slowpath.hacks.brute_force import tiny_inputs
from slowpath.hacks.category import CategoryQuestion
from slowpath.hacks.generators_judged import FEW_SEEDS, SEEDS, GeneratorsJudge
from slowpath.hacks.tests_judged import TestsJudge
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.client import ModelReply
from slowpath.llm.prompts import load_prompt
from slowpath.model.breaking import Classification, Complaint, Difference, Divergence, Failing, FaultCategory
from slowpath.model.generator import GeneratorRun
from slowpath.model.ports import InputVerdict
from slowpath.model.problem import Sample

FORMAT = from_text("n: int 1..100\na: int[n] 1..9\n")
SOURCE = b"n = int(input())\nprint(max(map(int, input().split())))\n"
QUESTION = HackQuestion(
    "try",
    "Print the second largest.",
    "python",
    SOURCE,
    FORMAT,
    (Sample("1", b"2\n1 2\n", b"1\n"), Sample("2", b"3\n4 4 4\n", b"4\n")),
    2.0,
    256 << 20,
)
BREAKING = b"2\n5 9\n"


def trial(data: bytes) -> Tried:
    """The program is right where all are equal."""
    return Tried(True) if len(set(data.split()[1:])) > 1 else Tried(False, "it prints 7, which is right.")


class FakeRunner:
    """Runs "generators" that are lists of outputs by seed, one for all seeds where there is one; words are failures."""

    def __init__(self, takes: tuple[str, ...] = ("seed",), cpu_s: float = 0.01) -> None:
        self.takes = takes
        self.cpu_s = cpu_s
        self.seeds: list[int] = []

    def run(self, source: str, seed: int, size: int) -> GeneratorRun:
        self.seeds.append(seed)
        outputs = json.loads(source)
        output = outputs[(seed - 1) % len(outputs)]
        if output.isalpha():
            return GeneratorRun(failure=output, detail="so it goes")
        return GeneratorRun((output.encode(),), takes=self.takes, cpu_s=self.cpu_s)


def test_every_way_fills_its_prompt_with_the_program_and_its_problem():
    for kind in KINDS.values():
        request = load_prompt(kind.prompt).request(kind.values(QUESTION))
        text = request.messages[-1].content
        for part in (
            SOURCE.decode().strip(),
            "Print the second largest.",
            "a: int[n] 1..9",
            "4 4 4",
            "Time: 2 s",
            "Memory: 256 MB",
            "Python",
        ):
            assert part in text, (kind.id, part)


@pytest.mark.parametrize(("language", "fence"), [("cpp", "```cpp"), ("python", "```python"), ("rust", "```cpp")])
def test_examples_are_in_the_programs_language_where_there_are_any(language, fence):
    question = HackQuestion("try", "", language, SOURCE, FORMAT)
    assert fence in KINDS["few-shot"].values(question)["examples"]


def test_what_isnt_known_of_limits_and_samples_is_said():
    values = HackQuestion("try", "", "cpp", SOURCE, FORMAT, any_answer="Print any of them.").values()
    assert "isn't known" in values["limits"] and "Several answers" in values["limits"]
    assert values["samples"] == "(none is given)" and "no statement" in values["statement"]


@pytest.mark.parametrize(
    "text",
    [
        "2\n5 9\n",
        "2 5 9",
        "2\n5 9",
        "```\n2\n5 9\n```",
        "```text\n2\n5 9```\n",
        "Input:\n2\n5 9\n",
        "test case 1: 2 5 9",
        "```\nInput:\n2\n5 9\n```",
        " 2 \r\n5  9",
    ],
)
def test_a_test_is_laid_out_as_the_format_has_it(text):
    judged = TestsJudge(QUESTION, (), trial).judge(text)
    assert (judged.data, judged.kind, judged.breaks) == (BREAKING, "", True)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("", "invalid", "input"),
        ("2\n5\n", "invalid", "2 more tokens"),
        ("1\n0\n", "invalid", "less than 1"),
        ("101\n" + "1 " * 101, "invalid", "greater than 100"),
        ("3\n1 ... 9\n", "invalid", "left out"),
        ("2\n5 9\n7\n", "invalid", "expected the end"),
        ("2\n1 2\n", "sample", "sample 1"),
        ("3 4 4 4", "sample", "sample 2"),
        ("1\n7\n", "unbroken", "prints 7"),
        ("\ud800", "invalid", "expected an integer"),
        ("2\n5 x\n", "invalid", "expected an integer"),
    ],
)
def test_a_test_that_wont_do_has_its_reason(text, kind, reason):
    judged = TestsJudge(QUESTION, (), trial).judge(text)
    assert judged.kind == kind and reason in " ".join(judged.reasons)
    assert (judged.data is not None) is (kind == "unbroken")


def test_a_test_counts_once_however_it_is_laid_out():
    judge = TestsJudge(QUESTION, (), trial)
    assert [judge.judge(text).kind for text in ("2\n5 9\n", "2 5 9")] == ["", "repeated"]


class Odd:
    name = "odd numbers only"

    def validate(self, data: bytes) -> InputVerdict:
        wrong = [token for token in data.split()[1:] if int(token) % 2 == 0]
        return InputVerdict(not wrong, f"{len(wrong)} are even")


def test_the_problems_own_validators_are_asked():
    judged = TestsJudge(QUESTION, (Odd(),), trial).judge("2\n5 8\n")
    assert judged.kind == "invalid" and "odd numbers only" in judged.reasons[0] and "1 are even" in judged.reasons[0]


def judged_generator(outputs: list[str], runner: FakeRunner):
    judge = TestsJudge(QUESTION, (), trial)
    return GeneratorsJudge(QUESTION, runner, judge, trial).judge(json.dumps(outputs), "l")


@pytest.mark.parametrize(
    ("outputs", "kind", "kept", "reason"),
    [
        (["2 5 9", "2 1 9"], "", True, ""),
        (["1 1", "2 3 3", "2 3 4"], "", True, ""),
        (["2 5 9", "x"], "", True, ""),
        (["1 1"], "unbroken", True, "none of 1"),
        (["1 1", "1 2"], "unbroken", True, "none of 2"),
        (["2 5 9", "x!", "y!", "z!"], "invalid", False, "Only 2 of 8"),
        (["crash"], "crash", False, "so it goes"),
        (["2 5 9", "crash", "time", "crash"], "invalid", False, "With seed 2"),
    ],
)
def test_a_generator_is_kept_where_most_of_its_tests_are_valid(outputs, kind, kept, reason):
    found = judged_generator(outputs, FakeRunner())
    assert (found.kind, found.program is not None) == (kind, kept)
    assert reason in " ".join(found.reasons)


def test_a_generator_without_a_seed_is_run_with_one_and_a_dear_one_with_few():
    plain, dear = FakeRunner(takes=()), FakeRunner(cpu_s=9.0)
    assert judged_generator(["2 5 9"], plain).breaks and judged_generator(["2 5 9"], dear).breaks
    assert set(plain.seeds) == {SEEDS[0]} and set(dear.seeds) == set(SEEDS[:FEW_SEEDS])


def said(*tests: str | ModelReply | Exception) -> list:
    return [
        each if not isinstance(each, str) else json.dumps({"analysis": "Look.\nIt sorts.", "test": each})
        for each in tests
    ]


def asked(*samples: list, rounds: int = 3):
    model = FakeModel(*samples)
    found = ask_hacks(QUESTION, KINDS["cot"], model, FakeRunner(), samples=len(samples), rounds=rounds, trial=trial)
    return found, model


def test_what_is_wrong_with_a_test_goes_back_until_one_breaks_the_program():
    found, model = asked(said("2\n5\n", "1\n7\n", "2\n5 9\n"))
    assert [attempt.kind for attempt in found.attempts] == ["invalid", "unbroken", ""]
    assert "2 more tokens" in model.requests[1].messages[-1].content
    assert "it prints 7, which is right" in model.requests[2].messages[-1].content
    assert [idea.data for idea in found.ideas] == [BREAKING, b"1\n7\n"] and found.broken_by == 1
    assert found.ideas[0].label == "model cot 1: It sorts." and found.ideas[0].conversation in found.conversations
    assert found.usage.requests == 3


def test_rounds_are_bounded_and_what_is_valid_is_kept():
    found, model = asked(said("1\n7\n", "1\n8\n", "2\n5 9\n"), rounds=2)
    assert len(model.requests) == 2 and [idea.data for idea in found.ideas] == [b"1\n7\n", b"1\n8\n"]
    assert found.broken_by == 0


def test_samples_that_say_the_same_count_once():
    found, _ = asked(said("2\n5 9\n"), said("2 5 9"))
    assert [attempt.kind for attempt in found.attempts] == ["", "repeated"] and len(found.ideas) == 1


def test_a_model_that_fails_in_the_middle_leaves_what_it_said():
    found, _ = asked(said("2\n5 9\n"), said(ModelUnavailable("gone", "wait")))
    assert len(found.ideas) == 1 and isinstance(found.failure, ModelUnavailable)


def test_a_model_that_never_answers_is_a_failure():
    with pytest.raises(ModelUnavailable):
        asked(said(ModelUnavailable("gone", "wait")))


def test_tiny_inputs_are_valid_small_and_always_the_same():
    tiny = tiny_inputs(QUESTION)
    assert tiny == tiny_inputs(QUESTION) and all(is_valid(FORMAT, data) for data in tiny)
    assert {int(data.split()[0]) for data in tiny} == {1, 2, 3, 4}


# The kind of the bug.


def vote(category: str, confidence: float, second: str = "structural") -> str:
    return json.dumps(
        {
            "analysis": "a",
            "category": category,
            "confidence": confidence,
            "evidence": ["e " + category],
            "second": second,
        }
    )


def told(*votes: list, failing: Failing = Failing.WRONG_ANSWER):
    question = CategoryQuestion("try", "", "cpp", b"int main() {}", b"1\n7\n", failing)
    return ask_category(question, FakeModel(*votes), samples=len(votes))


def test_a_category_comes_with_the_models_doubt():
    found = told([vote("numeric", 0.8)]).classification
    assert found == Classification(
        FaultCategory.NUMERIC, 0.8, ("e numeric",), "model", ((FaultCategory.STRUCTURAL, 0.1),)
    )


def test_votes_are_weighed_by_how_sure_they_are():
    found = told([vote("numeric", 0.9)], [vote("greedy", 0.5, "dp")], [vote("greedy", 0.6, "dp")]).classification
    assert found is not None and (found.category, found.evidence) == (FaultCategory.GREEDY, ("e greedy",))
    assert found.others[0][0] is FaultCategory.NUMERIC and found.confidence < 0.5


@pytest.mark.parametrize(
    ("category", "failing", "stands"),
    [
        ("tle", Failing.WRONG_ANSWER, False),
        ("mle", Failing.TIME_LIMIT, False),
        ("tle", Failing.TIME_LIMIT, True),
        ("mle", Failing.MEMORY_LIMIT, True),
        ("greedy", Failing.TIME_LIMIT, True),
        ("mle", Failing.RUNTIME_ERROR, False),
    ],
)
def test_a_category_that_contradicts_what_was_seen_goes_back(category, failing, stands):
    found = told([vote(category, 0.9), vote("dp", 0.6)], failing=failing)
    assert found.classification is not None
    assert (found.classification.category.value == category) is stands
    assert [attempt.kind for attempt in found.attempts] == ([""] if stands else ["contradicted", ""])


def test_no_usable_reply_gives_no_category():
    assert told(["no idea", "still none", "no", "never"]).classification is None


def test_everything_that_was_seen_is_told():
    question = CategoryQuestion(
        "try",
        "",
        "cpp",
        b"",
        b"1\n7\n",
        Failing.WRONG_ANSWER,
        "Token 1 is 3, not 2.",
        b"2\n",
        b"3\n",
        Difference(1, 1, "2", "3"),
        Complaint("overflow", 12, "it overflows"),
        Divergence(14, 15, 3, 2),
    )
    seen = question.seen_text()
    for part in ("not 2.", "Right answer:\n2", "prints:\n3", "number 1", "line 12: it overflows", "line 14"):
        assert part in seen
    assert "nothing more" in CategoryQuestion("try", "", "cpp", b"", b"", Failing.TIME_LIMIT).seen_text()


CATEGORIES = st.sampled_from(FaultCategory)
SHARES = st.integers(0, 1000).map(lambda share: share / 1000)
CLASSIFICATIONS = st.builds(
    Classification,
    CATEGORIES,
    SHARES,
    st.just(("because",)),
    st.sampled_from(("evidence", "model")),
    st.lists(st.tuples(CATEGORIES, SHARES), max_size=3, unique_by=lambda each: each[0]).map(tuple),
)


@given(CLASSIFICATIONS, CLASSIFICATIONS)
def test_two_opinions_make_one_that_is_no_less_sure(seen, model):
    joined = joined_categories(seen, model)
    assert max(seen.confidence, model.confidence) - 1e-3 <= joined.confidence <= 1
    assert joined.category in (seen.category, model.category)
    assert joined.category not in dict(joined.others)
    assert [share for _, share in joined.others] == sorted((share for _, share in joined.others), reverse=True)
    assert {seen.category, model.category} <= {joined.category, *dict(joined.others)}


def test_an_opinion_without_another_is_taken():
    alone = Classification(FaultCategory.DP, 0.4)
    assert joined_categories(None, alone) is alone


@pytest.mark.parametrize(
    ("statement", "samples", "reason"),
    [
        ("Print the second largest.", (Sample("1", b"1\n1\n"),), "sample"),
        ("Print the second largest.", (), "sample"),
        (" \n", QUESTION.samples, "statement"),
    ],
)
def test_a_brute_force_that_nothing_could_test_isnt_asked_for(statement, samples, reason):
    question = HackQuestion("try", statement, "python", SOURCE, FORMAT, samples)
    with pytest.raises(SlowpathError, match=reason):
        ask_brute_forces(question, FakeModel([]), None, None, None)  # type: ignore[arg-type]
