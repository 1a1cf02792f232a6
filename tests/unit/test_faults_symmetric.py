"""A program held against itself where the same is asked in another way: when that is believed, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from slowpath.faults import symmetric
from slowpath.faults.beside import Beside
from slowpath.faults.comparing import Comparison
from slowpath.faults.confirming import confirmed
from slowpath.faults.contest import BY_MOVED, BY_OTHER_WAYS, Contest
from slowpath.faults.doubts import doubt
from slowpath.faults.judging import Judge
from slowpath.faults.search import run_break
from slowpath.faults.survey import Survey
from slowpath.faults.symmetric import Symmetric
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.symmetries import ENDS, LINEAR, ORDER, SCALED, SHIFTED, VERTICES, symmetries_of
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import holds
from slowpath.model.breaking import BreakFound, BreakSpec, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.origin import input_id
from slowpath.model.ports import InputVerdict
from slowpath.model.problem import Sample
from slowpath.model.verdict import Verdict
from slowpath.statement.answers.order_told import makes_of_ends, makes_of_names, makes_of_numbers, makes_of_order
from slowpath.toolchain.answers.tokens import TokenChecker

FORMAT = from_text("n: int 1..30\na: int[n] 0..999\n")
STATEMENT = """\
The shop has n gifts, and the price of each is known. Find the price of the dearest one.

## Input
The first line has n, the second the prices of the gifts; a_i is that of the i-th.

## Output
Print the largest price.
"""
SAMPLE = Sample("1", b"4\n5 3 9 1\n", b"9\n")
Program = Callable[[Sequence[int]], object]


def blind_in_the_middle(a: Sequence[int]) -> object:
    """The largest, but for one that stands in the middle and ends with 7."""
    return max(each for place, each in enumerate(a) if place != len(a) // 2 or each % 10 != 7 or len(a) < 3)


def last(a: Sequence[int]) -> object:
    return a[-1]


@dataclass
class Runs:
    """The part of an executor that is needed here."""

    program: Program
    runs: int = 0

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        self.runs += 1
        output = f"{self.program(list(map(int, data.split()))[1:])}\n".encode()
        return Execution(Verdict.OK, 1, 1000, 1000, 1 << 20, 0, output=output, output_bytes=len(output))

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        for request in requests:
            yield self.run(request.data, request.limits)

    def confirm(self, data: bytes, limits: RunLimits, runs: int = 1, *, keep_output: bool = False) -> Confirmation:
        ran = self.run(data, limits)
        return Confirmation(Verdict.OK, 0.0, 0.0, 1 << 20, 1, output=ran.output)


def spec_of(statement: str = STATEMENT, *samples: Sample) -> BreakSpec:
    return BreakSpec(
        "a.cpp", "cpp", b"", FORMAT, samples or (SAMPLE,), Budget(executions=10), statement=statement, sanitize=False
    )


def random_inputs(count: int) -> Iterator[bytes]:
    rng = np.random.default_rng(1)
    for _ in range(count):
        a = rng.integers(0, 30, 6)
        yield f"6\n{' '.join(map(str, a))}\n".encode()


def found(program: Program, spec: BreakSpec, most: int = 400) -> tuple[Judge, list]:
    executor = Runs(program)
    judge = Judge(spec, Contest(executor, (), TokenChecker(), again=lambda: Runs(program)), ())  # type: ignore[arg-type]
    bouts = list(map(judge.judge, random_inputs(most)))
    return judge, [bout for bout in bouts if bout.failing is not None and bout.judged_by == BY_OTHER_WAYS]


def test_a_program_that_answers_the_same_otherwise_now_and_then_is_wrong_on_one_of_both():
    judge, bouts = found(blind_in_the_middle, spec_of())
    bout = confirmed(judge, bouts[0])
    assert bout is not None and bout.failing is Failing.WRONG_ANSWER and bout.judged_by == BY_OTHER_WAYS
    assert bout.other is not None and sorted(bout.other.split()) == sorted(bout.data.split())
    assert "a in another order (6 / " in bout.reason and "one of two answers is wrong" in bout.reason
    assert "no words speak against it; 4 changed samples and " in bout.reason, "it is said what that rests on"
    assert bout.answer is None, "nobody says which answer is right"
    assert doubt(spec_of(), bout, Survey(), 0) == ""


@pytest.mark.parametrize(
    ("program", "spec"),
    [
        (max, spec_of()),
        (last, spec_of(STATEMENT, Sample("1", b"4\n5 3 1 9\n", b"9\n"))),
        (blind_in_the_middle, spec_of(STATEMENT.replace("the dearest", "the first of the dearest in order"))),
        (blind_in_the_middle, spec_of(STATEMENT, Sample("1", b"2\n5 9\n", b"9\n"))),
        (blind_in_the_middle, spec_of(STATEMENT.replace("the largest price", "a price"))),
        (blind_in_the_middle, replace(spec_of(), any_answer="Print any.")),
        (lambda a: f"{max(a)}.5" if a[0] % 9 else max(a), spec_of()),
        (lambda a: max(a) + a[0] % 2 if len(a) == 6 else max(a), spec_of()),
    ],
    ids=["right", "samples", "words", "small samples", "no one answer", "any answer", "decimals", "broken too often"],
)
def test_nothing_is_said_where_order_may_matter(program, spec):
    assert found(program, spec)[1] == []


def test_what_no_relation_is_possible_for_isn_t_run_again():
    runs = Runs(max)
    spec = spec_of("Ordered.")
    held = Symmetric(spec, Comparison(spec, TokenChecker()), Beside(spec, lambda: runs))  # type: ignore[arg-type]
    assert held.answer(SAMPLE.data, Runs(max).run(SAMPLE.data, RunLimits())) is None and runs.runs == 0


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("n: int 1..9\na: int[n] 0..99", [ORDER]),
        ("n: int 1..9\na: int[n] 1..n", []),
        ("n: int 1..9\na: int[n] 0..n-1", []),
        ("n: int 1..9\na: int[n] 0..99 sorted", []),
        ("n: int 2..9\nm: int 1..9\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n", [ORDER, ENDS, VERTICES]),
        ("n: int 2..9\nm: int 1..9\nrows[m] graph(u, v; n) directed: u: int 1..n; v: int 1..n", [ORDER, VERTICES]),
        ("n: int 2..9\ns: int 1..n\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n", [ORDER, ENDS]),
        ("n: int 2..9\nw: int[n] 0..99\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n", [ORDER, ENDS]),
        ("t: int 1..9\ncases: cases[t]\n  n: int 1..9\n  a: int[n] 0..99", [ORDER]),
        ("t: int 1..9\ncases: cases[t]\n  q: int 1..9\n  more: cases[q]\n    n: int 1..9\n    a: int[n] 0..99", []),
    ],
)
def test_what_the_format_alone_rules_out_is_no_symmetry(text, kinds):
    assert [each.kind for each in symmetries_of(from_text(f"{text}\n")) if each.kind not in LINEAR] == kinds


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("n: int 1..9\na: int[n] 0..99", ["a"]),
        ("n: int 1..9\na: int[n] 1..n", []),
        ("n: int 1..9\nk: int 0..99\na: int[n] 0..k", []),
        ("n: int 1..9\nk: int 0..99\na: int[n] 0..99", ["a, k", "a"]),
        ("n: int 1..9\nrows[n]: x: int -9..9; y: int -9..9", ["x, y", "x", "y"]),
        ("n: int 2..9\nm: int 1..9\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 0..99", ["w"]),
    ],
)
def test_what_counts_nothing_and_names_no_places_is_moved(text, moved):
    kinds = {SHIFTED: "moved", SCALED: "multiplied"}
    symmetries = symmetries_of(from_text(f"{text}\n"))
    for kind, word in kinds.items():
        said = dict.fromkeys(each.said.split(" all ")[0] for each in symmetries if each.kind == kind)
        assert list(said) == moved and all(word in each.said for each in symmetries if each.kind == kind)


@pytest.mark.parametrize(
    ("kind", "answer", "laws"),
    [
        (SHIFTED, lambda a: a[0], [0, 1, 0]),
        (SHIFTED, sum, [0, 0, 1]),
        (SHIFTED, lambda a: a[0] - a[1], [1, 0, 0]),
        (SCALED, sum, [0, 1, 0]),
        (SCALED, lambda a: a[0] * a[1], [0, 0, 1]),
        (SCALED, len, [1, 0, 0]),
    ],
)
def test_what_becomes_of_an_answer_is_one_of_few_things(kind, answer, laws):
    before = parse(FORMAT, b"4\n5 3 9 1\n")
    changes = [each for each in symmetries_of(FORMAT) if each.kind == kind]
    for way in range(6):
        after = [each.applied(before, way) for each in changes]
        assert all(holds(FORMAT, made) and list(made["a"]) != list(before["a"]) for made in after)
        followed = [
            each.law(b"%d\n" % answer(before["a"]), before, made).strip() == b"%d" % answer(made["a"])
            for each, made in zip(changes, after, strict=True)
        ]
        assert followed == laws


def from_zero(a: Sequence[int]) -> object:
    return max(0, *a)


def test_what_breaks_a_relation_that_no_words_say_is_told_and_is_never_sure(monkeypatch):
    monkeypatch.setattr(symmetric, "FEWEST_LINEAR", 100)
    fmt, text = from_text("n: int 1..30\na: int[n] -999..999\n"), STATEMENT.replace("gifts", "gifts, in order")
    spec = replace(spec_of(text, Sample("1", b"4\n55 53 59 51\n", b"59\n")), format=fmt)
    executor = Runs(from_zero)
    judge = Judge(spec, Contest(executor, (), TokenChecker(), again=lambda: Runs(from_zero)), ())  # type: ignore[arg-type]
    judge.symmetric.moves_one_in = symmetric.ALWAYS
    rng = np.random.default_rng(1)
    inputs = [b"8\n%s\n" % " ".join(map(str, rng.integers(-29, 30, 8))).encode() for _ in range(200)]
    bouts = [bout for bout in map(judge.judge, inputs) if bout.failing is not None]
    assert bouts and {bout.judged_by for bout in bouts} == {BY_MOVED}
    assert "a all moved by one number, where the answer moves as far" in bouts[0].reason
    assert "no words say that; 4 changed samples and " in bouts[0].reason and bouts[0].answer is None
    assert "nothing but samples" in doubt(spec, bouts[0], Survey(), 0)
    judge.symmetric.moves_one_in = symmetric.NEVER
    assert judge.judge(bouts[0].data).failing is None


def test_test_cases_are_changed_by_themselves_and_always_alike():
    fmt = from_text("t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 0..99\n")
    order = symmetries_of(fmt)[0]
    both, alone = parse(fmt, b"2\n4\n1 2 3 4\n2\n8 9\n"), parse(fmt, b"1\n4\n1 2 3 4\n")
    made = order.applied(both, 1)
    assert holds(fmt, made) and list(order.are_changed(both, made)) == [True, False], "few elements stay as they are"
    assert list(made["tests"][0]["a"]) == list(order.applied(alone, 1)["tests"][0]["a"])


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("Find the largest.", False),
        ("Print it modulo 1000000007.", True),
        ("A gift of at least 50 is dear.", True),
        ("Two gifts are alike if their difference is even.", True),
    ],
)
def test_numbers_and_words_beside_which_values_are_large_are_found(said, matters):
    text = (
        f"The shop has the gifts. {said}\n\n## Input\nThe i-th line has the price, up to 99.\n\n## Output\nThe price.\n"
    )
    assert bool(makes_of_numbers(text)) is matters


def test_changed_inputs_are_valid_and_ask_the_same():
    fmt = from_text("n: int 2..9\nm: int 1..9\nrows[m] graph(u, v; n): u: int 1..n; v: int u+1..n; w: int 0..9\n")
    before = parse(fmt, b"5 3\n1 2 7\n1 3 8\n2 5 9\n")
    order, ends, vertices, *_ = symmetries_of(fmt)
    for way in range(20):
        made = order.applied(before, way)
        assert holds(fmt, made) and sorted(zip(*(made[name] for name in "uvw"), strict=True)) == [
            (1, 2, 7),
            (1, 3, 8),
            (2, 5, 9),
        ]
        made = vertices.applied(before, way)
        assert holds(fmt, made) and sorted(np.bincount([*made["u"], *made["v"]]).tolist()) == [0, 0, 1, 1, 2, 2]
        made = ends.applied(before, way)
        assert {frozenset(edge) for edge in zip(made["u"], made["v"], strict=True)} == {
            frozenset(edge) for edge in ((1, 2), (1, 3), (2, 5))
        }


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("Find the largest.", False),
        ("In order to win, find the largest.", False),
        ("Find the longest sequence of gifts.", True),
        ("If there are ties, the earlier one counts.", True),
        ("Find the k-th gift.", True),
        ("Replace x in the row with two others (in any order).", True),
        ("The gifts are given in any order. Sort them by their prices.", False),
    ],
)
def test_words_of_order_are_found(said, matters):
    text = f"The shop has the gifts. {said}\n\n## Input\nThe i-th line has the price.\n\n## Output\nThe price.\n"
    assert bool(makes_of_order(text)) is matters


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("The line has the price.", False),
        ("An event is one of the words enter and leave.", True),
        ("These are the prices on the n days.", True),
        ("The i-th query asks for the price.", True),
    ],
)
def test_lines_of_what_happens_one_after_the_other_are_in_order(said, matters):
    text = f"Any operation may be done with the gifts each day.\n\n## Input\nThe first line has the n. {said}\n"
    assert bool(makes_of_order(text)) is matters


def test_a_statement_that_is_not_read_rules_nothing_out():
    assert makes_of_order("Find largest.") and makes_of_names("Hitta den.") and makes_of_ends("A graph.")


@pytest.mark.parametrize(
    ("said", "is_free"),
    [
        ("The towns are numbered from 1 to n. Roads connect the towns.", True),
        ("You start in the town, and roads connect the towns.", False),
        ("Town 1 is special. Roads connect the towns.", False),
        ("You drive from the first town to the last. Roads connect the towns.", False),
    ],
)
def test_vertices_that_are_special_by_name_are_found(said, is_free):
    assert (makes_of_names(f"The country has the towns. The {said}") == "") is is_free


def test_directed_edges_are_told_from_others():
    assert makes_of_ends("Roads connect towns.") == ""
    assert makes_of_ends("Roads connect towns. A road is one-way.") != ""


class Sorted:
    """A validator that takes sorted lists alone, where `is_strict`."""

    name = "validate.py"

    def __init__(self, is_strict: bool) -> None:
        self.is_strict = is_strict

    def validate(self, data: bytes) -> InputVerdict:
        a = list(map(int, data.split()))[1:]
        return InputVerdict(not self.is_strict or a == sorted(a))


@pytest.mark.parametrize("is_strict", [False, True])
def test_both_inputs_have_to_be_valid(fake_executor, is_strict):
    def opened():
        return fake_executor(fmt, lambda i: i["a"], 1, prints=lambda i: b"%d\n" % blind_in_the_middle(i["a"]))

    fmt = from_text("n: int 1..9\na: int[n] 0..9\n")
    spec = replace(spec_of(STATEMENT, Sample("1", b"4\n1 3 5 9\n", b"9\n")), format=fmt, budget=Budget(executions=400))
    contest = Contest(opened(), (), TokenChecker(), validators=(Sorted(is_strict),), again=opened)
    events = run_break(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False)
    told = [event.breaking for event in events if isinstance(event, BreakFound)]
    assert ([each.judged_by for each in told if each.is_break][-1:]) == ([] if is_strict else [BY_OTHER_WAYS])
