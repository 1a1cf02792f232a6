"""A test set of three tests, and what a layout writes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.model.answers import ASSUMED
from slowpath.model.breaking import Failing
from slowpath.model.origin import Origin
from slowpath.model.problem import Problem, ProblemLimits, Solution
from slowpath.model.testset import Against, ChosenTest, Group, Kill, Opponent, OpponentOutcome, ProposedTest, TestSet
from slowpath.testsets.layouts import LAYOUTS, Material
from slowpath.testsets.layouts.material import Program
from slowpath.testsets.naming import named


def proposed(text: bytes, group: Group = Group.RANDOM, kind: str = "k") -> ProposedTest:
    return ProposedTest(group, f"label {kind}", kind, Origin(group.value, kind), text)


def a_set(answers: tuple[bytes, ...] = (b"4\n", b"1\n", b"2\n")) -> TestSet:
    groups = (Group.SAMPLE, Group.TINY, Group.SLOW)
    data = (b"3\n5 1 9\n", b"2\n1 2\n", b"2\n" + b"7 9\n" * 80)
    tests = [
        ChosenTest(
            "",
            replace(
                proposed(text, group, f"Kind/{group.value} & co"),
                origin=Origin(group.value, "sample 1" if group is Group.SAMPLE else "x"),
            ),
            "why not",
            answer,
        )
        for group, text, answer in zip(groups, data, answers, strict=True)
    ]
    wrong = Opponent("wrong_answer/w.py", Against.WRONG, Solution(Path("w.py"), "python", b"print(0)\n"))
    mutant = Opponent("a mutant 1", Against.MUTANT, Solution(Path("m.py"), "python", b"x"), "comparison", "a.py", 3)
    outcomes = (
        OpponentOutcome("wrong_answer/w.py", (Kill(tests[1].proposed.id, Failing.WRONG_ANSWER),), ("i",)),
        OpponentOutcome("a mutant 1", (), ("i", "j"), reached=True),
    )
    return TestSet(named(tests), (wrong, mutant), outcomes, ("a.py",), 1.5, "likely", "token by token")


def material(made: TestSet, kept: dict[str, bytes] | None = None) -> Material:
    problem = Problem("A <b> problem", "plain", Path("/x"), statement="Read n.", limits=ProblemLimits(1.5, 256 << 20))
    replays = {test.name: {"slowpath_replay": 1, "data": "eJwDAAAAAAE="} for test in made.tests}
    programs = (Program("a.py", "accepted", b"print(1)\n"), Program("w.py", "wrong_answer", b"print(0)\n"))
    return Material(
        made,
        problem,
        ASSUMED,
        replays,
        "INT(1,9,n) NEWLINE\n",
        {0: "ok0\n", 42: "ok42\n"},
        programs,
        kept or {},
        "<!DOCTYPE html>",
    )


def written(tmp_path: Path, layout: str, kept: dict[str, bytes] | None = None) -> Path:
    for name, data in LAYOUTS[layout].files(material(a_set(), kept)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path
