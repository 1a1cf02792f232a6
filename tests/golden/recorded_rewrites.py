"""What the recorded conversations about slow programs are about: the programs, inputs on which they are slow, and how a
model was asked for faster versions.

The conversations were held while what the model wrote was built, compared and measured, so that what is refused went
back with its input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.llm.client import ModelClient
from slowpath.llm.rounds import Attempt
from slowpath.model.campaign import Budget
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.pipeline.model_rewrites import HeardRewrites, RewriteAsking
from slowpath.pipeline.optimizing import Optimizing
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "examples", ROOT / "tests" / "quality" / "targets")
OBTAINED = ("written for this project through an OpenAI-compatible desk, answering as a model would;"
            " not a public model's")
ROUNDS = 3
WAYS = {
    "list_membership": "profile", "who_sees_whom": "profile", "naive_matching": "profile", "counting_out": "profile",
    "repeated_block": "profile", "island_list": "instruct", "pass_the_parcel": "instruct", "bfs_pop0": "few-shot",
    "fair_shares": "few-shot", "window_medians": "generate", "memset_cases": "exec-refine",
    "collapsing_row": "nl-exec-refine", "hailstones": "self-refine",
}
"""By program how a model was asked about it."""


def _lines(*rows: object) -> bytes:
    """An input: a line for each row, sequences joined by blanks."""
    return "".join((" ".join(map(str, row)) if isinstance(row, list | range | tuple) else str(row)) + "\n"
                   for row in rows).encode()


SLOW: dict[str, Callable[[], bytes]] = {
    "list_membership": lambda: _lines(9000, range(1, 9001)),
    "who_sees_whom": lambda: _lines(3000, range(1, 3001)),
    "naive_matching": lambda: _lines("a" * 40000, "a" * 20000),
    "counting_out": lambda: _lines((60000, 7)),
    "repeated_block": lambda: _lines("a" * 498959 + "b"),
    "island_list": lambda: _lines((40, 40), *["#" * 40] * 40),
    "pass_the_parcel": lambda: _lines(5000, [*range(2, 5001), 1]),
    "bfs_pop0": lambda: _lines((60000, 59999), *[(1, other) for other in range(2, 60001)]),
    "fair_shares": lambda: _lines(300, [1, 1000000] * 150),
    "window_medians": lambda: _lines((400, 200), range(400, 0, -1)),
    "memset_cases": lambda: _lines(8000, *[row for case in range(8000) for row in (1, 1)]),
    "collapsing_row": lambda: _lines(16, [1, 2, 3, 4, 2, 4, 1, 3, 2, 2, 4, 3, 1, 1, 3, 4]),
    "hailstones": lambda: _lines(300, range(837500, 837800)),
}
"""By program an input on which it is slow, of about the largest size."""


def read(name: str) -> tuple[Solution, Problem, FormatReport]:
    """The slow program, and what is known of its problem."""
    folder = next(found for folder in FOLDERS if (found := folder / name).is_dir())
    (path,) = folder.glob("solution.*")
    solution = pipeline.read_solution(path)
    problem = replace(pipeline.read_problem(solution), name=name)
    return solution, problem, pipeline.infer_format(problem, solution)


def worked(name: str, client: ModelClient, settings: Settings, executions: int, heard: HeardRewrites,
           on_attempt: Callable[[Attempt], None] = lambda _: None) -> Iterator[Optimizing]:
    """One conversation: the events of making the program faster with a model."""
    solution, problem, report = read(name)
    asking = RewriteAsking((WAYS[name],), samples=1, rounds=ROUNDS, with_history=False)
    yield from pipeline.optimize_with_model(
        solution, problem, report, settings, client, asking, budget=Budget(executions=executions),
        given=[("slow", SLOW[name]())], keep=MemoryStore().put_input, stop=lambda: False, clock=lambda: 0.0,
        on_attempt=on_attempt, heard=heard)
