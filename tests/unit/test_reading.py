"""A reading of a statement: three parts asked for apart, held against each other, and what that comes to.

The programs run in the real jail; what the model says is written here.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import wire
from slowpath.errors import ModelUnavailable
from slowpath.generators.validators import ModelValidator
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.client import ModelReply, Usage
from slowpath.model.generator import ValidatorProgram, ValidatorRun
from slowpath.model.problem import Sample
from slowpath.model.reading import ModelReading
from slowpath.reading import ReadingQuestion, ask_reading
from slowpath.reading.question import place_in, reference, reference_of
from slowpath.reading.weakened import broken
from slowpath.toolchain.generators import GeneratorSandbox

STATEMENT = """On a shelf stand n books (1 <= n <= 50). The first line holds n, the second n heights
between 1 and 100. No two books are equally high.
"""
QUESTION = ReadingQuestion(
    "shelf",
    STATEMENT,
    (Sample("1", b"3\n5 1 100\n"), Sample("2", b"1\n7\n")),
    b"n = int(input())\nh = list(map(int, input().split()))\n",
    "python",
)
GOOD_FORMAT = "n: int 1..50\nh: int[n] 1..100 distinct\n"
WIDE_FORMAT = "n: int 1..50\nh: int[n] 1..100\n"
VALIDATE = """
def validate(text):
    t = text.split()
    n = int(t[0])
    if not 1 <= n <= 50:
        raise ValueError("n is not in 1..50")
    h = [int(x) for x in t[1:]]
    if len(h) != n or any(str(a) != b for a, b in zip(h, t[1:])):
        raise ValueError("not n heights")
    if any(not 1 <= x <= 100 for x in h):
        raise ValueError("a height is not in 1..100")
    if len(set(h)) != n:
        raise ValueError("two books are equally high")
"""
LAX = VALIDATE.replace("if len(set(h)) != n", "if False")
STRICT = VALIDATE.replace("len(set(h)) != n", "h != sorted(h, reverse=True) and n == 2")
GENERATE = """
import random
def generate(seed, size):
    r = random.Random(seed)
    n = max(1, min(50, size))
    return "%d\\n%s\\n" % (n, " ".join(map(str, r.sample(range(1, 101), n))))
"""
REPEATING = GENERATE.replace("r.sample(range(1, 101), n)", "[5] * n")
UNSAID = [{"sentence": "No two books are equally high.", "why": "it can, but I forgot"}]


def format_reply(text: str, unsaid=()) -> dict:
    return {
        "idea": "books",
        "format": text,
        "unsaid": list(unsaid),
        "grounds": [{"name": "h", "sentence": "n heights between 1 and 100"}],
    }


def validator_reply(source: str) -> dict:
    return {"idea": "checks", "validator": source}


def generator_reply(source: str) -> dict:
    return {"idea": "makes", "generator": source}


class Desk:
    """A model that answers each prompt from a list of its own, sample by sample; the last answer stays. An entry is an
    object, a text, a reply or an exception."""

    model = "desk"

    def __init__(self, formats, validators, generators, further=()) -> None:
        self._lists = {
            ("input-format", 0): list(formats),
            ("input-validator", 0): list(validators),
            ("input-generator", 0): list(generators),
        }
        self._lists |= {("input-validator", place): [each] for place, each in enumerate(further, 1)}
        self.asked: list[tuple[str, str]] = []

    def complete(self, request, *, on_text=None, cancelled=lambda: False):
        prompt = request.purpose.split()[0]
        self.asked.append((prompt, request.messages[-1].content))
        answers = self._lists[prompt, request.sample]
        said = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(said, Exception):
            raise said
        if isinstance(said, ModelReply):
            return said
        return ModelReply(said if isinstance(said, str) else json.dumps(said), usage=Usage(5, 5, 1), model="desk")

    def told(self, prompt: str) -> list[str]:
        """What was said to the author of one part after its first reply."""
        return [text for name, text in self.asked if name == prompt][1:]


@pytest.fixture(scope="module")
def runner():
    with GeneratorSandbox() as sandbox:
        yield sandbox


def read(runner, formats=(GOOD_FORMAT,), validators=(VALIDATE,), generators=(GENERATE,), further=(), rounds=4):
    """A reading by a model that says these texts; what is no text is said as it is."""
    desk = Desk(
        [format_reply(each) if isinstance(each, str) else each for each in formats],
        [validator_reply(each) if isinstance(each, str) else each for each in validators],
        [generator_reply(each) if isinstance(each, str) else each for each in generators],
        [validator_reply(each) for each in further],
    )
    return ask_reading(QUESTION, desk, runner, rounds=rounds), desk


def test_three_parts_that_agree_stand_after_one_round(runner):
    report, desk = read(runner)
    reading = report.reading
    assert reading.stands and reading.validator.calibrated and reading.generator is not None
    assert reading.rounds == 1 and len(desk.asked) == 3 and not reading.differences
    assert reading.judged == reading.accepted > 30


def test_each_variable_says_where_the_statement_has_it(runner):
    evidence = {each.about: each for each in read(runner)[0].reading.format.report.evidence}
    assert evidence["h"].source == "model" and evidence["h"].line == 1
    assert "between 1 and 100" in evidence["h"].quote


def test_a_reading_goes_over_the_wire_and_back(runner):
    reading = read(runner, formats=[format_reply(WIDE_FORMAT, UNSAID)])[0].reading
    assert reading.differences
    assert wire.decode(ModelReading, json.loads(wire.dumps(reading))) == reading


def test_a_format_that_does_not_parse_goes_back_with_place_and_what_may_stand_there(runner):
    report, desk = read(runner, formats=["n: int 1..50\nh: int[n] 1..100 unique\n", GOOD_FORMAT])
    (told,) = desk.told("input-format")
    assert "line 2, column 18" in told and "'unique'" in told and "distinct" in told
    assert report.reading.stands


def test_a_misplaced_trait_is_answered_with_lines_of_the_language_that_have_it(runner):
    slip = "n: int 1..50\nrows[n] graph(a, b; n): a: int 1..n; b: int 1..n simple\n"
    _, desk = read(runner, formats=[slip, GOOD_FORMAT])
    assert "`rows[m] graph(u, v; n) connected simple: ...`" in desk.told("input-format")[0]


def test_a_format_that_refuses_a_sample_goes_back_with_the_place(runner):
    report, desk = read(runner, formats=["n: int 2..50\nh: int[n] 1..100 distinct\n", GOOD_FORMAT])
    assert "refuses the valid input 2 at line 1, token 1" in desk.told("input-format")[0]
    assert report.reading.stands


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def validate(text):\n    return 1 +\n", "doesn't compile"),
        ("def check_it(text):\n    pass\n", "wrong shape"),
        ("def validate(text):\n    raise ValueError('never')\n", "refuses the valid input 1"),
        ("def validate(text):\n    open('/etc/passwd').read()\n", "It fails on the valid input 1"),
    ],
    ids=["doesn't compile", "no function", "refuses a sample", "opens a file"],
)
def test_a_validator_that_does_not_stand_on_its_own_goes_back(runner, source, words):
    report, desk = read(runner, validators=[source, VALIDATE])
    assert words in desk.told("input-validator")[0]
    assert report.reading.stands


def test_a_validator_that_loops_is_stopped_and_told():
    from slowpath.model.execution import RunLimits

    with GeneratorSandbox(RunLimits(cpu_s=0.5, wall_s=5.0, memory_bytes=1 << 30, output_bytes=1 << 20)) as impatient:
        report, desk = read(impatient, validators=["def validate(text):\n    while True:\n        pass\n", VALIDATE])
    assert "too long" in desk.told("input-validator")[0]
    assert report.reading.stands


def test_a_validator_that_forgets_a_rule_hears_it_from_the_format(runner):
    report, desk = read(runner, validators=[LAX, VALIDATE])
    told = desk.told("input-validator")[0]
    assert "You accept this input" in told and "the format refuses it" in told and "twice" in told
    assert report.reading.stands and not report.reading.differences


def test_a_format_that_forgets_a_rule_hears_it_from_the_validator(runner):
    report, desk = read(runner, formats=[WIDE_FORMAT, GOOD_FORMAT])
    told = desk.told("input-format")[0]
    assert "This input follows your format" in told and "two books are equally high" in told
    assert report.reading.stands and report.reading.format.report.text == GOOD_FORMAT


def test_a_generator_that_breaks_a_promise_hears_it_from_both(runner):
    report, desk = read(runner, generators=[REPEATING, GENERATE])
    told = desk.told("input-generator")[0]
    assert "This input is yours" in told and "the validator refuses it" in told and "the format refuses it" in told
    assert report.reading.generator.source == GENERATE


def test_what_the_format_names_as_unsaid_is_no_open_difference(runner):
    report, desk = read(runner, formats=[format_reply(WIDE_FORMAT, UNSAID)])
    reading = report.reading
    assert len(desk.asked) == 3 and reading.stands and not reading.open
    assert reading.accepted < reading.judged and all(each.settled for each in reading.differences)
    assert [each.line for each in reading.format.unsaid] == [2]
    assert reading.format.report.promises[0].sentence == "No two books are equally high."


def test_three_validators_that_agree_decide_what_stays(runner):
    report, _ = read(runner, formats=[WIDE_FORMAT], further=[VALIDATE, VALIDATE])
    reading = report.reading
    assert reading.stands and not reading.open
    assert {each.settled for each in reading.differences} == {"three validators, written apart, agree"}


def test_a_difference_on_which_validators_disagree_stays_open_and_nobody_is_believed(runner):
    report, _ = read(runner, validators=[STRICT], further=[VALIDATE, VALIDATE])
    reading = report.reading
    assert reading.open and not reading.validator.calibrated and not reading.stands
    assert report.attempts[-1].sample == 3


def test_who_knows_the_problem_decides_and_no_part_may_contradict(runner):
    """An input that isn't valid is shown to all, and goes back to whoever accepts it."""
    equal = Sample("invalid_input/judged-1", b"2\n5 5\n", is_judged=True)
    judged = replace(QUESTION, samples=(*QUESTION.samples, Sample("v", b"2\n2 1\n", is_judged=True)), invalid=(equal,))
    desk = Desk(
        [format_reply(WIDE_FORMAT), format_reply(GOOD_FORMAT)],
        [validator_reply(LAX), validator_reply(VALIDATE)],
        [generator_reply(GENERATE)],
    )
    reading = ask_reading(judged, desk, runner).reading
    assert reading.stands and not reading.open
    assert all(
        "# Inputs that are not valid, as the problem's author says\n<<<\n\n2\n5 5\n>>>" in text
        for _, text in desk.asked[:3]
    )
    (to_format,), (to_validator,) = desk.told("input-format"), desk.told("input-validator")
    assert "accepts an input that isn't valid" in to_format and "2\n5 5" in to_format
    assert "the author says that invalid_input/judged-1 isn't valid" in to_validator
    assert judged.id("m") != QUESTION.id("m")


def test_a_format_may_allow_what_is_not_valid_where_it_says_that_it_can_not_say_why(runner):
    judged = replace(QUESTION, invalid=(Sample("i", b"2\n5 5\n", is_judged=True),))
    desk = Desk([format_reply(WIDE_FORMAT, UNSAID)], [validator_reply(VALIDATE)], [generator_reply(GENERATE)])
    assert ask_reading(judged, desk, runner).reading.stands and not desk.told("input-format")


def test_a_part_that_insists_is_not_told_the_same_again(runner):
    _, desk = read(runner, validators=[STRICT], further=[VALIDATE, VALIDATE])
    told = desk.told("input-validator")
    assert len(told) - 2 <= 2, "the two that were asked anew aside"


def test_an_outcome_keeps_the_parts_that_stand_where_another_never_does(runner):
    report, _ = read(runner, generators=["def generate(seed, size):\n    return seed\n"])
    assert report.reading.generator is None and report.reading.stands
    report, _ = read(runner, formats=["nonsense\n"])
    assert report.reading.format is None and not report.reading.stands


@pytest.mark.parametrize(
    "reply",
    [
        ModelReply("", "refusal", "I won't."),
        "no JSON at all",
        '{"format": 3}',
        ModelReply('{"idea": "b', "cut"),
        ModelReply('{"idea": "books", "format": "n: int', "length"),
    ],
    ids=["refusal", "prose", "wrong JSON", "cut stream", "cut at the limit"],
)
def test_a_reply_that_says_nothing_is_asked_for_again(runner, reply):
    report, _ = read(runner, formats=[reply, reply, format_reply(GOOD_FORMAT)])
    assert report.reading.stands


def test_a_model_that_stops_answering_costs_its_part_alone(runner):
    report, _ = read(runner, generators=[ModelUnavailable("429, then nothing.", "Wait.")])
    assert report.reading.stands and report.reading.generator is None
    assert report.failure is not None


def test_a_model_that_never_answers_is_a_failure(runner):
    gone = [ModelUnavailable("It doesn't answer in time.", "Wait.")]
    with pytest.raises(ModelUnavailable):
        read(runner, gone, gone, gone)


# What the parts are made of


def test_the_reference_in_the_prompt_is_the_page_for_people():
    page = (Path(__file__).parents[2] / "docs" / "format.md").read_text("utf-8")
    assert reference() == reference_of(page)
    for row in re.findall(r"^\| `[^`]+` \|.*", page.partition("## checktestdata")[0], re.M):
        assert row in reference()
    assert "bench formats" not in reference()


def test_a_sentence_is_found_in_the_statement_whatever_its_blanks():
    assert place_in(STATEMENT, "n heights between 1 and 100") == 1
    assert place_in(STATEMENT, "No two  books") == 2
    assert place_in(STATEMENT, "three books") == place_in(STATEMENT, "") == 0


def test_the_question_is_asked_once_a_statement_whatever_the_program():
    other = ReadingQuestion("shelf", STATEMENT, QUESTION.samples, b"print(1)", "python")
    assert other.id("m") == QUESTION.id("m") != QUESTION.id("other")
    assert ReadingQuestion("a", "", source=b"1").id("m") != ReadingQuestion("a", "", source=b"2").id("m")


BROKEN = [
    ("n: int 1..9\na: int[n] 1..9\nwhere apart a\n", b"3\n1 2 1\n", "where apart a"),
    ("n: int 2..9\na: int[n] 1..9 sorted\n", b"3\n1 2 3\n", "not sorted"),
    ("n: int 2..9\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n", b"3\n1 2\n2 3\n", "no tree"),
    (
        "n: int 2..9; m: int 1..9\nrows[m] graph(u, v; n) connected simple: u: int 1..n; v: int 1..n\n",
        b"3 2\n1 2\n2 3\n",
        "not connected",
    ),
    ('s: word 1..9 of "ab"\n', b"aba\n", "character"),
    ('s: word 2..9 of "()" brackets\n', b"()\n", "isn't made"),
    ('s: word 3..9 of "ab"\n', b"aba\n", "too few"),
    ("a: int 1..9; b: int 1..9\nwhere a < b\n", b"1 2\n", "where a < b"),
    ("n: int 1..9\na: int[n] 1..9\nwhere sum a <= 12\n", b"2\n3 4\n", "where sum a"),
    ("q: int 1..9\nops: queries[q]\n  1: x: int 1..4\n  2:\n", b"2\n1 3\n2\n", "token"),
]


@pytest.mark.parametrize(("text", "valid", "what"), BROKEN, ids=[what for _, _, what in BROKEN])
def test_damages_break_each_rule_of_a_format(text, valid, what):
    fmt = from_text(text)
    made = broken(fmt, valid)
    assert any(what in damage.what for damage in made), [damage.what for damage in made]
    assert not any(is_valid(fmt, damage.data) for damage in made)


class CountingRunner:
    """A jail in which an input "loop" never ends; `batches` counts the inputs of each run."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def validate(self, source, texts):
        self.batches.append(len(texts))
        if b"loop" in texts:
            return ValidatorRun(failure="time", detail="it was stopped")
        return ValidatorRun(tuple(text != b"bad" for text in texts), ("",) * len(texts))


def model_validator(runner) -> ModelValidator:
    return ModelValidator(ValidatorProgram("0", "", "model validator"), runner)


def test_thousands_of_small_inputs_go_into_a_few_runs_of_the_jail():
    runner = CountingRunner()
    assert all(verdict.valid for verdict in model_validator(runner).validate_many([b"ok"] * 2000))
    assert len(runner.batches) <= 4
    runner = CountingRunner()
    model_validator(runner).validate_many([b"x" * 100_000] * 50)
    assert len(runner.batches) <= 1


def test_an_input_on_which_the_validator_never_ends_costs_itself_alone():
    runner = CountingRunner()
    verdicts = model_validator(runner).validate_many([b"ok", b"bad", b"loop", b"ok", b"ok"])
    assert [verdict.valid for verdict in verdicts] == [True, False, None, True, True]


def test_what_is_broken_by_the_format_alone_is_made_once():
    fmt = from_text("n: int 1..50\nh: int[n] 1..100\nwhere h != 5\n")
    first = {damage.what: damage.data for damage in broken(fmt, b"3\n4 1 100\n")}
    again = {damage.what: damage.data for damage in broken(fmt, b"1\n7\n", is_first=False)}
    assert any("doesn't hold" in what for what in first.keys() - again.keys())
    assert max(map(len, first.values())) > 100 > max(map(len, again.values()))
    assert "the last token is missing" in again
