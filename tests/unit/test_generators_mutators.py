"""Mutators and validators of a model: the dry run, damages, and rounds, in the real sandbox with a fake model."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
from fake_model import FakeModel

from slowpath.errors import SlowpathError
from slowpath.generators.damages import damages
from slowpath.generators.mutators import MutatorJudge, MutatorSpec, ask_mutators, parents_of
from slowpath.generators.validators import ModelValidator, ValidatorJudge, ValidatorSpec, ask_validator
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.client import Usage
from slowpath.llm.prompts import load_prompt
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Place
from slowpath.model.execution import RunLimits
from slowpath.model.format import Evidence, FormatReport
from slowpath.toolchain.generators import GeneratorSandbox

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=300 << 20, output_bytes=8 << 20)
FORMAT = from_text("n: int 1..1000\na: int[n] 1..9\n")
SAMPLES = (b"3\n1 2 3\n", b"1\n9\n")
CONSTRAINT = Constraint(
    "c", 7, "Most elements are equal.", Condition("equal", Place("before", 7), "n", 0.5), ConstraintOrigin("rule", "r")
)
SPEC = MutatorSpec("try", "Sort the digits.", FORMAT, SAMPLES, (CONSTRAINT,), "7: 1 1 1.0 | sort(a)")

GOOD = """
import random

def mutate(text, seed):
    rng = random.Random(seed)
    values = text.split()[1:]
    if rng.random() < 0.3:
        values = [str(rng.randint(1, 9)) for _ in range(rng.choice((1000, 999, 1)))]
    else:
        values[rng.randrange(len(values))] = str(rng.randint(1, 9))
    return f"{len(values)}\\n{' '.join(values)}\\n"
"""
INVALID = "def mutate(text, seed):\n    return '2\\n%d %d\\n' % (seed, seed if seed % 2 else 0)"
CRASHING = "def mutate(text, seed):\n    return [][3]"
IDLE = "def mutate(text, seed):\n    return text"
RARELY = "def mutate(text, seed):\n    return '1\\n5\\n' if seed == 1 else text"
RANDOM = (
    "import time\ndef mutate(text, seed):\n    digits = f'{time.perf_counter_ns():020d}'\n"
    "    return '20\\n' + ' '.join(str(int(digit) % 9 + 1) for digit in digits) + '\\n'"
)
VALIDATOR = """
def validate(text):
    tokens = text.split()
    if not tokens or not tokens[0].isdigit():
        raise ValueError("n is missing or no number")
    n = int(tokens[0])
    if not 1 <= n <= 1000:
        raise ValueError(f"n = {n} is out of 1..1000")
    if len(tokens) != n + 1:
        raise ValueError(f"{len(tokens) - 1} values, not {n}")
    for token in tokens[1:]:
        if not token.isdigit() or not 1 <= int(token) <= 9:
            raise ValueError(f"a = {token} is out of 1..9")
"""
SAID = tuple(
    Evidence(name, fact, "statement")
    for name, fact in (("n", "n >= 1"), ("n", "n <= 1000"), ("a", "a >= 1"), ("a", "a <= 9"))
)
REPORT = FormatReport(FORMAT, evidence=SAID)
NAMED = (("1", SAMPLES[0]), ("2", SAMPLES[1]))


@pytest.fixture(scope="module")
def sandbox():
    with GeneratorSandbox(LIMITS) as made:
        yield made


def model_of(*programs: str) -> FakeModel:
    """A model that answers with programs, one a round, in the field that the prompt's schema has for them."""
    return FakeModel(
        list(programs),
        said=lambda request, text: json.dumps(
            {"idea": "tries", next(name for name in request.schema["required"] if name != "idea"): text}
        ),
    )


def test_parents_are_samples_and_inputs_of_every_size():
    parents = parents_of(SPEC)
    assert parents[:2] == SAMPLES and all(is_valid(FORMAT, data) for data in parents)
    assert {int(data.split()[0]) for data in parents} >= {1, 3, 12, 60, 1000}


def test_the_prompt_holds_constraints_listing_and_samples():
    text = load_prompt("constraint-mutator").request(dict(SPEC.values())).messages[1].content
    code = f"Most elements are equal. (in the program's words there: `{CONSTRAINT.predicate}`)"
    for part in (code, "7: 1 1 1.0 | sort(a)", "1 2 3", "a: int[n] 1..9"):
        assert part in text
    bare = MutatorSpec("bare", "", FORMAT)
    assert "none is known" in load_prompt("constraint-mutator").request(dict(bare.values())).messages[1].content


@pytest.mark.parametrize(
    ("source", "kind", "says"),
    [
        (GOOD, "", ""),
        (INVALID, "weak", "0 is less than 1"),
        (CRASHING, "invalid", "IndexError"),
        (IDLE, "idle", "No output differs"),
        (RARELY, "weak", "valid and differ"),
        (RANDOM, "unrepeatable", "same texts"),
        ("def mutate(", "syntax", "line 1"),
        ("x = 1", "invalid", "no function `mutate`"),
        ("import os\ndef mutate(text, seed):\n    return str(os.listdir('/'))", "invalid", "can't"),
    ],
)
def test_the_dry_run_tells_what_a_mutator_is_worth(sandbox, source, kind, says):
    verdict = MutatorJudge(SPEC, sandbox).judge(source, "label")
    assert verdict.kind == kind and says in " ".join(verdict.reasons)
    assert (verdict.program is not None) is (kind in ("", "weak"))


def test_a_program_that_never_ends_is_stopped():
    with GeneratorSandbox(RunLimits(cpu_s=0.2, wall_s=120.0)) as hasty:
        mutator = MutatorJudge(SPEC, hasty).judge("def mutate(text, seed):\n    while True: pass", "label")
        validator = ValidatorJudge(ValidatorSpec("try", "", REPORT, NAMED), hasty).judge(
            "def validate(text):\n    while True: pass", "label"
        )
    assert mutator.kind == validator.kind == "time" and "stopped after 0.2 s" in validator.reasons[0]


def test_inputs_that_are_long_together_are_made_in_several_runs():
    with GeneratorSandbox(replace(LIMITS, output_bytes=12_000)) as narrow:
        whole = MutatorJudge(SPEC, narrow).judge(
            "def mutate(text, seed):\n"
            "    return '1000\\n' + ' '.join(str((i + seed) % 9 + 1) for i in range(1000)) + '\\n'",
            "label",
        )
        alone = MutatorJudge(SPEC, narrow).judge("def mutate(text, seed):\n    return 'x' * 20_000", "label")
    assert (whole.kind, whole.valid_share) == ("", 1.0)
    assert alone.kind == "output" and "longer than is allowed, by 8000 bytes" in alone.reasons[0]


def test_the_verdict_holds_both_shares(sandbox):
    verdict = MutatorJudge(SPEC, sandbox).judge(GOOD, "label")
    assert verdict.valid_share == 1.0 and verdict.changed_share > 0.7 and verdict.calls > 30
    assert verdict.program is not None and verdict.program.valid_share == 1.0


def test_the_failure_goes_back_until_the_mutator_passes(sandbox):
    model = model_of(CRASHING, INVALID, GOOD)
    report = ask_mutators(SPEC, model, sandbox)
    assert [attempt.kind for attempt in report.attempts] == ["invalid", "weak", ""]
    assert [program.source for program in report.programs] == [GOOD]
    assert "IndexError" in model.requests[1].messages[-1].content and report.usage == Usage(15, 15, 3)


def test_a_weak_mutator_is_kept_when_nothing_better_comes(sandbox):
    report = ask_mutators(SPEC, model_of(INVALID, CRASHING), sandbox, rounds=2)
    assert [program.source for program in report.programs] == [INVALID] and report.verdicts[0].kind == "weak"


def test_rounds_are_bounded_by_the_papers_ten(sandbox):
    broken = [f"def mutate(text, seed):\n    return [][{n}]" for n in range(12)]
    report = ask_mutators(SPEC, model_of(*broken), sandbox)
    assert len(report.attempts) == 10 and not report.programs


def test_damages_break_one_rule_each_and_none_that_nobody_said():
    told = [damage.what for damage in damages(REPORT, SAMPLES[0])]
    assert told == [
        "the last token is missing",
        "a token follows the end of the input",
        "the input is empty",
        "a word stands where a number should",
        "a fraction stands where an integer should",
        "n is 1001, over its largest allowed value",
        "n is 0, under its smallest allowed value",
        "a is 10, over its largest allowed value",
        "a is 0, under its smallest allowed value",
    ]
    guessed = FormatReport(FORMAT, evidence=tuple(Evidence(e.about, e.fact, "assumed") for e in SAID))
    assert len(damages(guessed, SAMPLES[0])) == 5


@pytest.mark.parametrize(
    ("text", "evidence", "data", "says"),
    [
        (
            "n: int 1..9\np: int[n] 1..n permutation",
            Evidence("p", "p is a permutation", "statement"),
            b"3\n1 2 3\n",
            "p holds the value 2 twice",
        ),
        (
            "t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..n\n",
            Evidence("a", "a <= n", "statement"),
            b"1\n2\n1 2\n",
            "a is 3, over its largest",
        ),
        (
            "n: int 1..9\nrows[n]: u: int 1..n; v: int 1..9\n",
            Evidence("u", "u <= n", "statement"),
            b"2\n1 1\n2 2\n",
            "u is 3, over its largest",
        ),
    ],
)
def test_damages_reach_into_cases_rows_and_traits(text, evidence, data, says):
    report = FormatReport(from_text(text), evidence=(evidence,))
    assert any(says in damage.what for damage in damages(report, data))


def test_a_sum_over_cases_is_damaged_by_cases_that_are_right_each():
    fmt = from_text("t: int 1..9\ntests: cases[t]\n  n: int 1..20\n  a: int[n] 1..9\nwhere sum n <= 20\n")
    report = FormatReport(fmt, evidence=(Evidence("n", "sum of n <= 20", "statement"),))
    made = {damage.what: damage.data.split() for damage in damages(report, b"1\n1\n5\n")}
    tokens = made["the sum of n over all test cases is over 20"]
    assert tokens[0] == b"2" and tokens[1] == tokens[13] == b"11" and len(tokens) == 1 + 2 * 12


def test_every_damage_is_invalid_and_differs():
    for data in SAMPLES:
        made = damages(REPORT, data)
        assert len({damage.data for damage in made}) == len(made)
        assert not any(is_valid(FORMAT, damage.data) for damage in made)


def test_no_damage_is_made_of_what_doesnt_parse():
    assert damages(REPORT, b"x y z") == () and damages(FormatReport(None), b"1\n") == ()


@pytest.mark.parametrize(
    ("source", "kind", "says"),
    [
        (VALIDATOR, "", ""),
        ("def validate(text):\n    return", "accepts-damaged", "the last token is missing"),
        (VALIDATOR.replace("<= 1000", "<= 2"), "refuses-valid", "valid input 1: ValueError: n = 3 is out of 1..1000"),
        (VALIDATOR.replace("tokens[0].isdigit()", "tokens[0].isnumber()"), "crash", "AttributeError"),
        (VALIDATOR.replace("<= 1000", "<= 10**9"), "accepts-damaged", "n is 1001"),
        ("def validate(:", "syntax", "line 1"),
        ("def validate(text):\n    return 5", "shape", "int"),
        ("x = 1", "shape", "no function"),
    ],
)
def test_a_validator_is_believed_only_when_it_accepts_samples_and_refuses_damages(sandbox, source, kind, says):
    spec = ValidatorSpec("try", "Sort.", REPORT, NAMED)
    verdict = ValidatorJudge(spec, sandbox).judge(source, "label")
    assert verdict.kind == kind and says in " ".join(verdict.reasons)
    assert (verdict.program is not None) is (kind == "")


def test_a_validator_is_asked_for_until_it_passes_and_judges_inputs_then(sandbox):
    model = model_of("def validate(text):\n    return", VALIDATOR)
    report = ask_validator(ValidatorSpec("try", "Sort.", REPORT, NAMED), model, sandbox)
    assert [attempt.kind for attempt in report.attempts] == ["accepts-damaged", ""]
    assert "It accepts an input that is damaged" in model.requests[1].messages[-1].content
    verdict = report.verdict
    assert (verdict.accepted, verdict.valid) == (2, 2) and verdict.refused == verdict.damaged > 8
    assert report.program is not None
    validator = ModelValidator(report.program, sandbox)
    assert validator.validate(b"2\n1 2\n").valid is True
    assert validator.validate(b"2\n1 12\n").reason == "ValueError: a = 12 is out of 1..9"


def test_five_rounds_without_success_give_no_validator(sandbox):
    report = ask_validator(ValidatorSpec("try", "", REPORT, NAMED), model_of(*["x = 1"] * 9), sandbox)
    assert report.program is None and len(report.attempts) == 5


def test_without_a_valid_input_nothing_can_be_tested(sandbox):
    with pytest.raises(SlowpathError):
        ask_validator(ValidatorSpec("try", "", REPORT), model_of(), sandbox)


@pytest.mark.parametrize(
    ("source", "valid"),
    [
        ("def validate(text):\n    return text == '1\\n'", False),
        ("def is_valid(text):\n    return True", True),
        ("def validate(text):\n    return (False, 'why')", False),
        ("def validate(text):\n    assert 0, 'no'", False),
        ("def validate(text):\n    raise SystemExit(1)", False),
        ("def validate(text):\n    raise SystemExit", True),
        ("def validate(text):\n    return ''", True),
        ("def validate(text):\n    undefined", None),
        ("def validate(text):\n    open('/etc/passwd')", None),
        ("seen = []\ndef validate(text):\n    seen.append(1)\n    assert len(seen) == 1", True),
    ],
)
def test_every_usual_form_of_a_validator_is_understood_and_calls_dont_know_of_each_other(sandbox, source, valid):
    run = sandbox.validate(source, [b"2\n", b"2\n"])
    assert run.failure == "" and run.verdicts == (valid, valid)


def test_a_mutator_sees_only_its_text_and_seed(sandbox):
    source = (
        "import random\nn = 0\ndef mutate(text, seed):\n    global n\n    n += 1\n    return f'{n} {random.random()}'"
    )
    together = sandbox.mutate(source, [b"1\n"], [(0, 1), (0, 2)])
    alone = [sandbox.mutate(source, [b"1\n"], [(0, seed)]).outputs[0] for seed in (1, 2)]
    assert list(together.outputs) == alone and alone[0] != alone[1]
