"""A test set of three tests, as if it had been made for a program that prints a spread."""

from __future__ import annotations

from pathlib import Path

from slowpath.model.breaking import Failing
from slowpath.model.origin import Origin
from slowpath.model.problem import Solution
from slowpath.model.testset import (
    Against,
    ChosenTest,
    Group,
    Kill,
    LeftOut,
    Opponent,
    OpponentOutcome,
    ProposedTest,
    TestSet,
)
from slowpath.testsets.naming import named

RIGHT = b"n = int(input())\na = sorted(map(int, input().split()))\nprint(a[-1] - a[0])\n"
INPUTS = ((Group.SAMPLE, b"2\n3 5\n"), (Group.TINY, b"1\n7\n"), (Group.SLOW, b"300\n" + b"4 " * 299 + b"9\n"))


def a_set() -> TestSet:
    answers = (b"2\n", b"0\n", b"5\n")
    tests = named(
        [
            ChosenTest(
                "", ProposedTest(group, "what it is", "kind", Origin(group.value, "sample 1"), data), "why", answer
            )
            for (group, data), answer in zip(INPUTS, answers, strict=True)
        ]
    )
    opponents = (
        Opponent("wrong_answer/w.py", Against.WRONG, Solution(Path("w.py"), "python", b"")),
        Opponent("a mutant 1", Against.MUTANT, Solution(Path("m.py"), "python", b""), "off by one", "a.py", 2),
    )
    outcomes = (
        OpponentOutcome("wrong_answer/w.py", (Kill(tests[1].proposed.id, Failing.WRONG_ANSWER),), ("i",)),
        OpponentOutcome("a mutant 1", (), ("i",)),
    )
    return TestSet(
        tests,
        opponents,
        outcomes,
        ("a.py",),
        1.0,
        "likely",
        "token by token",
        (LeftOut("x", "a validator refuses it"),),
    )
