"""A format learns what a validator asks for by asking it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer.judged.learning import Learned, learned
from slowpath.inputs.infer.judged.trials import MOST_QUESTIONS
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.text_form.text import from_text, to_text


class Counted:
    """A validator, and how often it was asked."""

    def __init__(self, accepts: Callable[[list[list[str]]], bool]) -> None:
        self.accepts = accepts
        self.asked = 0

    def __call__(self, data: bytes) -> bool:
        self.asked += 1
        return self.accepts([line.split() for line in data.decode().splitlines()])


def learn(text: str, samples: Sequence[str], accepts: Callable[[list[list[str]]], bool], **known: object) -> Learned:
    fmt = from_text(text)
    return learned(fmt, [parse(fmt, sample.encode()) for sample in samples], Counted(accepts), **known)  # type: ignore[arg-type]


def share(made: Learned, accepts: Callable[[list[list[str]]], bool]) -> float:
    rng = np.random.default_rng(7)
    inputs = [print_input(made.format, generate(scaled(made.format, size), Plan(), rng)) for size in (4, 5, 9, 30) * 10]
    return sum(map(Counted(accepts), inputs)) / len(inputs)


def numbers(rows: list[list[str]]) -> list[list[int]]:
    return [[int(word) for word in row] for row in rows]


def three_in_all(rows: list[list[str]]) -> bool:
    (_,), three = numbers(rows)
    return sum(three) <= 50


def cells_once(rows: list[list[str]]) -> bool:
    return len({tuple(row) for row in rows[1:]}) == len(rows) - 1


def told_total(rows: list[list[str]]) -> bool:
    (_, m), *others = numbers(rows)
    return sum(width for _, width in others) == m


def within(low: int, high: int) -> Callable[[list[list[str]]], bool]:
    return lambda rows: low <= int(rows[0][0]) <= high


def each_within(rows: list[list[str]]) -> bool:
    return all(2 <= number <= 1440 for number in numbers(rows)[1])


def binary_of_fours(rows: list[list[str]]) -> bool:
    return set(rows[0][0]) <= set("01") and len(rows[0][0]) % 4 == 0


def sorted_pair(rows: list[list[str]]) -> bool:
    a, b = numbers(rows)[0]
    return a <= b


def three_lamps(rows: list[list[str]]) -> bool:
    return sum(row[0].count("L") for row in rows[1:]) == 3


def sources_once(rows: list[list[str]]) -> bool:
    sources = [row[0] for row in rows[1:]]
    return len(set(sources)) == len(sources)


@pytest.mark.parametrize(
    ("text", "samples", "accepts", "said"),
    [
        ("n: int 3..20\na: int 0..10^9; b: int 0..10^9; c: int 1..10^9\n", ["3\n1 2 3\n"], three_in_all, "a+b+c <= 50"),
        (
            "n: int 1..10\nrows[n]: r: int 1..10; c: int 1..10\n",
            ["2\n1 2\n3 4\n", "1\n5 5\n"],
            cells_once,
            "where distinct",
        ),
        (
            "n: int 1..20000; m: int 1..10^6\nrows[n]: c: int 1..10^6; w: int 1..10^6\n",
            ["2 5\n1 2\n9 3\n"],
            told_total,
            "where sum w == m",
        ),
        ("n: int 1..100\na: int[n] 1..9\n", ["3\n1 2 3\n"], within(1, 10), "n: int 1..10\n"),
        ("n: int 1..100\na: int[n] 1..9\n", ["3\n1 2 3\n"], within(3, 100), "n: int 3..100\n"),
        ("n: int 1..10^6\na: int[n] 1..9\n", ["3\n1 2 3\n"], within(1, 200_000), "n: int 1..200000\n"),
        ("n: int 1..50\na: int[n] 1..10^9\n", ["3\n4 2 3\n"], each_within, "a: int[n] 2..1440\n"),
        ('w: word 1..100 of "0-9a-z"\n', ["0101\n", "11110000\n"], binary_of_fours, 'of "01"\nwhere len(w)%4 == 0'),
        (
            'h: int 2..50; w: int 2..50\ng: word[h][w] 1..1 of "#.L" joined\n',
            ["2 3\nL.L\n#.L\n", "3 2\nLL\n..\nL#\n"],
            three_lamps,
            'where exactly 3 g == "L"',
        ),
        ("a: int 1..1000; b: int 1..1000\n", ["3 7\n", "5 5\n"], sorted_pair, "where a <= b"),
        (
            "n: int 2..500\nrows[n] graph(a, b; n) directed: a: int 1..n; b: int 1..n\n",
            ["3\n1 2\n2 3\n3 1\n"],
            sources_once,
            "where distinct a",
        ),
    ],
)
def test_what_a_validator_asks_for_is_learned(
    text: str, samples: Sequence[str], accepts: Callable[[list[list[str]]], bool], said: str
) -> None:
    made = learn(text, samples, accepts)

    assert said in to_text(made.format)
    assert share(made, accepts) == 1


def test_nothing_is_changed_where_nothing_is_refused() -> None:
    text = "n: int 1..1000\na: int[n] 1..10^9\n"

    made = learn(text, ["3\n1 2 3\n"], lambda rows: True)

    assert made.format == from_text(text)
    assert (made.before, made.after) == (1.0, 1.0)


def few_children(rows: list[list[str]]) -> bool:
    ends = [word for row in rows[1:] for word in row]
    return all(ends.count(vertex) <= 3 for vertex in set(ends))


def no_three_alike(rows: list[list[str]]) -> bool:
    word = rows[0][0]
    return not any(word[at] * 3 == word[at : at + 3] for at in range(len(word)))


@pytest.mark.parametrize(
    ("text", "sample", "accepts"),
    [
        ("n: int 1..20000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n", "3\n1 2\n2 3\n", few_children),
        ('w: word 3..1000 of "ABC"\n', "ABCA\n", no_three_alike),
    ],
)
def test_what_no_line_says_makes_no_other_bound(
    text: str, sample: str, accepts: Callable[[list[list[str]]], bool]
) -> None:
    """Larger inputs are refused more often: that makes no size a bound, and no sum one."""
    made = learn(text, [sample], accepts)

    assert made.format == from_text(text)
    assert made.before < 1


def few_in_all(rows: list[list[str]]) -> bool:
    return sum(numbers(rows)[0]) <= 1000


def few_cells(rows: list[list[str]]) -> bool:
    n, m = numbers(rows)[0]
    return n * m <= 10_000


def told_length(rows: list[list[str]]) -> bool:
    return int(rows[0][0]) == len(rows[1][0])


def few_letters_in_all(rows: list[list[str]]) -> bool:
    return sum(len(row[0]) for row in rows[1:]) <= 1000


def few_in_all_cases(rows: list[list[str]]) -> bool:
    return sum(int(row[0]) for row in rows[1::2]) <= 2000


def is_prime(number: int) -> bool:
    return number > 1 and all(number % other for other in range(2, number))


def prime_count(rows: list[list[str]]) -> bool:
    return is_prime(int(rows[0][0]))


def powers_of_two(rows: list[list[str]]) -> bool:
    return all(number & (number - 1) == 0 for number in numbers(rows)[1])


def at_most_thousands(rows: list[list[str]]) -> bool:
    (_, k), values = numbers(rows)
    return max(values) <= 1000 * k


def rearranged(rows: list[list[str]]) -> bool:
    return sorted(rows[0][0]) == sorted(rows[1][0])


@pytest.mark.parametrize(
    ("text", "samples", "accepts"),
    [
        ("n: int 1..5000; m: int 1..5000\na: int[n] 1..9\nb: int[m] 1..9\n", ["2 1\n1 2\n3\n"], few_in_all),
        ("n: int 1..10000; m: int 1..10000\na: int[n] 1..9\nb: int[m] 1..9\n", ["2 1\n1 2\n3\n"], few_cells),
        ('n: int 1..1000\ns: word 1..1000 of "ab"\n', ["2\nab\n"], told_length),
        ('n: int 1..1000\nw: word[n] 1..1000 of "a-z" lines\n', ["2\na\nbc\n"], few_letters_in_all),
        (
            "t: int 1..1000\ntests: cases[t]\n  n: int 1..2000\n  a: int[n] 1..9\n",
            ["2\n1\n1\n2\n1 2\n"],
            few_in_all_cases,
        ),
        ("n: int 2..1000\na: int[n] 0..9\n", ["3\n1 2 3\n"], prime_count),
        ("n: int 1..1000\na: int[n] 1..10^6\n", ["3\n1 2 4\n", "1\n8\n"], powers_of_two),
        ("n: int 1..99; k: int 1..10\na: int[n] 1..10^6\n", ["1 1\n1\n", "2 10\n50 50\n"], at_most_thousands),
        ('s: word 1..100 of "a-z"\nt: word 1..100 of "a-z"\n', ["abc\ncab\n", "ab\nab\n", "a\na\n"], rearranged),
    ],
)
def test_what_holds_of_several_together_or_of_some_numbers_makes_no_bound(
    text: str, samples: Sequence[str], accepts: Callable[[list[list[str]]], bool]
) -> None:
    """A bound that is too tight keeps large inputs from being tried."""
    assert learn(text, samples, accepts).format.nodes == from_text(text).nodes


def test_a_line_that_no_input_can_be_made_with_is_not_taken_up() -> None:
    text = "r: int 1..100; c: int 1..100\ng: int[r][c] 0..10^6\n"

    def accepts(rows: list[list[str]]) -> bool:
        return sum(map(sum, numbers(rows)[1:])) <= 1000

    assert learn(text, ["1 2\n1 2\n", "2 1\n5\n500\n"], accepts).format == from_text(text)


def test_bounds_that_nobody_said_are_widened() -> None:
    text = "n: int 1..1000\na: int[n] 1..100\n"

    def accepts(rows: list[list[str]]) -> bool:
        return all(-7 <= number <= 5000 for number in numbers(rows)[1])

    assert "a: int[n] -7..5000" in to_text(learn(text, ["2\n1 2\n"], accepts, assumed=("a",)).format)
    assert learn(text, ["2\n1 2\n"], accepts).format == from_text(text)
    assert learn(text, ["2\n1 2\n"], lambda rows: True, assumed=("a",)).format == from_text(text)


def test_so_many_questions_are_asked_at_most() -> None:
    fmt = from_text('w: word 1..1000 of "a-z"\n')
    validator = Counted(lambda rows: hash(rows[0][0]) % 3 == 0)

    made = learned(fmt, [parse(fmt, b"abc\n")], validator)

    assert validator.asked <= MOST_QUESTIONS
    assert made.after <= 1


def test_no_other_input_is_asked_about_once_it_is_stopped() -> None:
    """A validator that hangs on one input would on the next: what asks says so as soon as it knows."""
    fmt = from_text("n: int 1..100\na: int[n] 1..9\n")
    validator = Counted(within(1, 10))

    made = learned(fmt, [parse(fmt, b"1\n1\n")], validator, stop=lambda: validator.asked >= 5)

    assert made.format == fmt
    assert validator.asked == 5


def test_what_may_be_late_in_a_list_is_no_line() -> None:
    text = "n: int 1..1000; q: int 1..1000\nrows[q]: kind: int 1..2; at: int 1..2000\n"

    def accepts(rows: list[list[str]]) -> bool:
        (held, _), *turns = numbers(rows)
        for kind, at in turns:
            if at > held:
                return False
            held += 1 if kind == 1 else -1
        return True

    assert "at <= n" not in to_text(learn(text, ["3 2\n2 1\n1 2\n", "4 1\n2 3\n"], accepts).format)


def test_a_line_that_says_more_stands_for_one_that_was_learned_before() -> None:
    text = "w: int 1..1000; h: int 1..1000; n: int 1..1000\nrows[n]: x: int 0..1000; y: int 0..1000\n"

    def accepts(rows: list[list[str]]) -> bool:
        (w, h, _), *cells = numbers(rows)
        return all(x < w and y < h for x, y in cells)

    said = [
        str(one)
        for one in learn(text, ["474 512 2\n16 159\n68 444\n", "2 3 3\n0 2\n0 2\n1 1\n"], accepts).format.relations
    ]

    assert sorted(said) == ["x < w", "y < h"]


def test_the_same_validator_gives_the_same_format() -> None:
    text = "n: int 3..20\na: int 0..10^9; b: int 0..10^9; c: int 1..10^9\n"

    assert learn(text, ["3\n1 2 3\n"], three_in_all) == learn(text, ["3\n1 2 3\n"], three_in_all)


def test_inputs_of_test_cases_are_asked_about_too() -> None:
    text = "t: int 1..10\ntests: cases[t]\n  n: int 1..1000; k: int 1..1000\n"

    def accepts(rows: list[list[str]]) -> bool:
        return all(k <= n for n, k in numbers(rows[1:]))

    made = learn(text, ["2\n3 2\n4 4\n"], accepts)

    assert "where k <= n" in to_text(made.format) or "where n >= k" in to_text(made.format)
