"""What the recorded conversations are about: programs with pairs of a slow and a fast input, mutators, validators.

The inputs are made by code, small, and the same everywhere. The conversations were recorded on what the search build
counted for them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from slowpath import pipeline
from slowpath.analysis.contrast import Candidate, line_contrasts, mine
from slowpath.constraints import ConstraintQuestion
from slowpath.generators.mutators import MutatorSpec
from slowpath.generators.validators import ValidatorSpec
from slowpath.inputs.text_form.text import from_text
from slowpath.model.constraint import Constraint, ConstraintOrigin
from slowpath.model.contrast import Contrast
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "examples", ROOT / "tests" / "quality" / "targets")


def array(values: list[int]) -> bytes:
    return f"{len(values)}\n{' '.join(map(str, values))}\n".encode()


def rows(first: str, lines: list[str]) -> bytes:
    return "\n".join([first, *lines, ""]).encode()


def shuffled(values: list[int]) -> list[int]:
    return random.Random(7).sample(values, len(values))


def _lca(depth: bool) -> bytes:
    rng = random.Random(1)
    n, q = 400, 900
    parents = [i if depth else max(1, (i + 1) // 2) for i in range(1, n)]
    lines = [f"{rng.randint(n // 2, n)} {rng.randint(1, n // 2)}" for _ in range(q)]
    return rows(f"{n} {q}", [" ".join(map(str, parents)), *lines])


def _spfa(slow: bool) -> bytes:
    n = 45
    edges = [(i, j, (j - i) ** 2 if slow else j - i) for i in range(1, n) for j in range(n, i, -1)]
    return rows(f"{n} {len(edges)}", [f"{u} {v} {w}" for u, v, w in edges])


def _cards(slow: bool) -> bytes:
    first, second = ([8, 4, 9, 6, 5, 7], [3, 10, 2, 1]) if slow else ([8, 4, 9, 6, 10, 7], [3, 5, 2, 1])
    return rows("10", [f"6 {' '.join(map(str, first))}", f"4 {' '.join(map(str, second))}"])


def _grid(slow: bool) -> bytes:
    return rows("30 30", ["#" * 30] * 30 if slow else ["##" + "." * 28, "#." + "#" * 28] + ["." * 2 + "#" * 28] * 28)


PAIRS: dict[str, Callable[[bool], bytes]] = {
    "quicksort": lambda slow: array(list(range(1, 601)) if slow else shuffled(list(range(1, 601)))),
    "lca": _lca,
    "spfa": _spfa,
    "naive_matching": lambda slow: rows("a" * 2000, ["a" * 400 if slow else "b" + "a" * 399]),
    "restless_bubbles": lambda slow: array([*range(2, 151), 1] if slow else [150, *range(1, 150)]),
    "three_stamps": lambda slow: b"4 6 2 599\n" if slow else b"4 6 3 599\n",
    "cf633a": lambda slow: b"3 6 9998\n" if slow else b"3 7 9998\n",
    "cf1209b": lambda slow: rows("60", ["10" * 30, *(f"{1 if slow else 5} {i % 5 + 1}" for i in range(60))]),
    "cf16b": lambda slow: rows("3000 20" if slow else "30 20", [f"{150 + i} {i % 10 + 1}" for i in range(20)]),
    "cf546c": _cards,
    "rewrite": lambda slow: b"aaaaaaaaab\n" if slow else b"baaaaaaaaa\n",
    "list_membership": lambda slow: array([i if slow else i % 5 + 1 for i in range(1, 701)]),
    "who_sees_whom": lambda slow: array(list(range(1, 401)) if slow else list(range(400, 0, -1))),
    "island_list": _grid,
    "hailstones": lambda slow: array([703] * 150 if slow else [512] * 150),
}
"""By the name of an example or target; the argument says whether the slow input is wanted."""


def read(name: str) -> tuple[Solution, Problem]:
    """The program and what is known of its problem."""
    path = next(path for folder in FOLDERS for path in (folder / name).glob("solution.*"))
    solution = pipeline.read_solution(path)
    return solution, pipeline.read_problem(solution)


def question_of(name: str, settings: Settings) -> ConstraintQuestion:
    """What a model is asked about the program: both inputs are run on the search build for their hit counts."""
    solution, problem = read(name)
    candidates = []
    with pipeline.open_executor(solution, settings) as executor:
        for slow in (False, True):
            data = PAIRS[name](slow)
            execution = executor.run(data, RunLimits())
            candidates.append(
                Candidate(
                    input_id(data), "slow" if slow else "fast", data, execution.count, executor.profile(execution).hits
                )
            )
    contrast = mine(candidates)
    assert contrast is not None and contrast.slow_label == "slow", name
    return ConstraintQuestion(
        problem.name,
        problem.statement,
        solution.language,
        solution.source,
        pipeline.infer_format(problem, solution).format,
        contrast,
        PAIRS[name](True),
        PAIRS[name](False),
        tuple(sample.data for sample in problem.samples),
    )


def mutator_spec_of(name: str) -> MutatorSpec:
    """What a model is told when it writes a mutator: here without a listing, with one constraint in words."""
    solution, problem = read(name)
    report = pipeline.infer_format(problem, solution)
    assert report.format is not None
    origin = ConstraintOrigin("user", "test")
    constraints = (Constraint(name, line, sentence, None, origin) for line, sentence in MUTATED[name])
    return MutatorSpec(
        problem.name,
        problem.statement,
        report.format,
        tuple(sample.data for sample in problem.samples),
        tuple(constraints),
    )


def validator_spec_of(name: str) -> ValidatorSpec:
    """What a model is told when it writes a validator."""
    solution, problem = read(name)
    return ValidatorSpec(
        problem.name,
        problem.statement,
        pipeline.infer_format(problem, solution),
        tuple((sample.name, sample.data) for sample in problem.samples),
    )


MUTATED = {
    "quicksort": ((30, "The array is already sorted in ascending order, or nearly so, before quicksort is called."),),
    "lca": ((17, "The tree of bosses is a chain: its greatest depth exceeds half of n."),),
    "cf633a": ((8, "The damage c is no multiple of the greatest common divisor of a and b."),),
    "spfa": ((36, "Vertices are taken from the queue more than four times as often as there are vertices."),),
}

BAD_SOURCE = b"""n = int(input())
a = list(map(int, input().split()))
rest = iter(a)
total = sum(rest)
steps = 0
for i in range(n):
    while i > 0 and a[i - 1] < a[i]:
        i, steps = i - 1, steps + 1
print(total, steps)
"""
BAD_SOLUTION = Solution(Path("rising.py"), "python", BAD_SOURCE)


def bad_question(kind: str) -> ConstraintQuestion:
    """What a model is asked that answers badly; the hit counts are written down here."""
    rising, falling = (array([4000 + 177 + sign * i for i in range(40)]) for sign in (1, -1))
    fast = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 41, 7: 40, 8: 0, 9: 1}
    contrast = Contrast(
        "f", "s", "fast", "slow", 100, 2000, 1.0, 1.0, 2.0, 20.0, line_contrasts(fast, {**fast, 7: 820, 8: 780})
    )
    statement = f"Add the numbers, and count the steps to the left. ({kind})"
    return ConstraintQuestion(
        f"bad-{kind}",
        statement,
        "python",
        BAD_SOURCE,
        from_text("n: int 1..1000\na: int[n] 1..1000000\n"),
        contrast,
        rising,
        falling,
        (b"3\n1 2 3\n",),
    )


HASTY = RunLimits(cpu_s=0.2, wall_s=120.0)
"""Limits for checkers that never end."""
PATIENT = RunLimits(cpu_s=20.0, wall_s=120.0)
"""Limits for those that fail otherwise, however slow the machine."""
