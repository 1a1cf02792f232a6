"""Programs as functions, each with a right version beside it, that go wrong in one case: at one size, for one value, on
one structure, or only where another test case came before. None is a planted bug of `tests/problems` or an example.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

Answer = Callable[[dict], object]


@dataclass(frozen=True)
class Wrong:
    """A program that is wrong: the format, what it answers, what is right, and how it runs (hits per line)."""

    format: str
    wrong: Answer
    right: Answer
    hits: Callable[[dict], list[int]] = lambda instance: [1]


def per_case(answer: Callable[[dict], object]) -> Answer:
    return lambda instance: "\n".join(str(answer(case)) for case in instance["tests"])


ARRAY = "n: int 1..2*10^5\na: int[n] 1..10^9\n"
SIGNED = "n: int 1..1000\na: int[n] -1000..1000\n"
CASES = "t: int 1..10^4\ntests: cases[t]\n  n: int 1..2*10^5\n  a: int[n] 1..10^9\nwhere sum n <= 2*10^5\n"
TREE = "n: int 2..10^5\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n"
NUMBER = "t: int 1..1000\ntests: cases[t]\n  x: int 1..10^18\n"
WORD = 's: word 1..10^5 of "a-z"\n'


def best_subarray(instance):
    best = running = int(instance["a"][0])
    for value in instance["a"].tolist()[1:]:
        running = max(value, running + value)
        best = max(best, running)
    return best


def second_largest(case):
    ordered = sorted(case["a"].tolist())
    return ordered[-2] if len(ordered) > 1 else ordered[0]


def second_distinct(case):
    kinds = sorted(set(case["a"].tolist()))
    return kinds[-2] if len(kinds) > 1 else kinds[0]


def int32(value):
    return (value + 2**31) % 2**32 - 2**31


def longest_run(word):
    best = run = 1
    for one, two in pairwise(word):
        run = run + 1 if one == two else 1
        best = max(best, run)
    return best


def degrees(instance):
    counts = [0] * (instance["n"] + 1)
    for vertex in [*instance["u"].tolist(), *instance["v"].tolist()]:
        counts[vertex] += 1
    return counts


def rising(values, strict=True):
    from bisect import bisect_left, bisect_right

    tails = []
    for value in values:
        place = (bisect_left if strict else bisect_right)(tails, value)
        tails[place : place + 1] = [value]
    return len(tails)


def stale_maximum(instance):
    """Forgets to reset its maximum between test cases."""
    best, lines = 0, []
    for case in instance["tests"]:
        best = max([best, *case["a"].tolist()])
        lines.append(str(best))
    return "\n".join(lines)


PROGRAMS = {
    "starts-at-zero": Wrong(SIGNED, lambda i: max(0, best_subarray(i)), best_subarray),
    "int-overflow-of-a-sum": Wrong(ARRAY, lambda i: int32(sum(i["a"].tolist())), lambda i: sum(i["a"].tolist())),
    "overflow-of-a-product-in-cases": Wrong(
        CASES, per_case(lambda c: int32(int(max(c["a"])) * c["n"])), per_case(lambda c: int(max(c["a"])) * c["n"])
    ),
    "equal-elements": Wrong(CASES, per_case(second_largest), per_case(second_distinct)),
    "single-element": Wrong(CASES, per_case(lambda c: c["a"][0] if c["n"] > 1 else 0), per_case(lambda c: c["a"][0])),
    "state-of-the-case-before": Wrong(CASES, stale_maximum, per_case(lambda c: max(c["a"].tolist()))),
    "strict-instead-of-not": Wrong(
        CASES, per_case(lambda c: rising(c["a"].tolist())), per_case(lambda c: rising(c["a"].tolist(), strict=False))
    ),
    "last-run-of-a-word": Wrong(WORD, lambda i: longest_run(i["s"][:-1] or i["s"]), lambda i: longest_run(i["s"])),
    "star-of-a-tree": Wrong(TREE, lambda i: min(max(degrees(i)), 4), lambda i: max(degrees(i))),
    "root-in-floating-point": Wrong(
        NUMBER, per_case(lambda c: int(float(c["x"]) ** 0.5)), per_case(lambda c: isqrt(c["x"]))
    ),
    "one-value-of-its-text": Wrong(CASES, per_case(lambda c: 7 * (c["a"][0] == 998244353)), per_case(lambda c: 0)),
    "table-of-half-the-size": Wrong(CASES, per_case(lambda c: c["n"] > 150_000), per_case(lambda c: False)),
    "only-from-seven-on": Wrong(CASES, per_case(lambda c: c["n"] >= 7), per_case(lambda c: False)),
    "greedy-for-the-largest": Wrong(
        "t: int 1..100\ntests: cases[t]\n  x: int 1..1000\n",
        per_case(lambda c: greedy_coins(c["x"])),
        per_case(lambda c: fewest_coins(c["x"])),
    ),
}


def greedy_coins(amount):
    count = 0
    for coin in (10, 7, 1):
        count, amount = count + amount // coin, amount % coin
    return count


def fewest_coins(amount):
    best = [0] * (amount + 1)
    for value in range(1, amount + 1):
        best[value] = 1 + min(best[value - coin] for coin in (1, 7, 10) if coin <= value)
    return best[amount]


def printing(answer: Answer) -> Callable[[dict], bytes]:
    return lambda instance: f"{answer(instance)}\n".encode()
