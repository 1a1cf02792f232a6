"""What the recorded conversations about slow programs are about: the programs, inputs on which they are slow, and how a
model was asked for faster versions.

The conversations were held while what the model wrote was built, compared and measured, so that what is refused went
back with its input.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import ModelClient
from slowpath.llm.rounds import Attempt
from slowpath.model.campaign import Budget
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.pipeline.faster.model_rewrites import HeardRewrites, RewriteAsking
from slowpath.pipeline.faster.optimizing import Optimizing
from slowpath.rewrites.question import RewriteQuestion
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "examples", ROOT / "tests" / "quality" / "targets")
OBTAINED = (
    "written for this project through an OpenAI-compatible desk, answering as a model would; not a public model's"
)
ROUNDS = 3
WAYS = {
    "list_membership": "profile",
    "who_sees_whom": "profile",
    "naive_matching": "profile",
    "counting_out": "profile",
    "repeated_block": "profile",
    "island_list": "instruct",
    "pass_the_parcel": "instruct",
    "bfs_pop0": "few-shot",
    "fair_shares": "few-shot",
    "window_medians": "generate",
    "memset_cases": "exec-refine",
    "collapsing_row": "nl-exec-refine",
    "hailstones": "self-refine",
}
"""By program how a model was asked about it."""


def _lines(*rows: object) -> bytes:
    """An input: a line for each row, sequences joined by blanks."""
    return "".join(
        (" ".join(map(str, row)) if isinstance(row, list | range | tuple) else str(row)) + "\n" for row in rows
    ).encode()


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

TRAJECTORIES: dict[str, Callable[[], bytes]] = {
    "restless_bubbles": lambda: _lines(2500, range(2500, 0, -1)),
    "first_common_boss": lambda: _lines((800, 100), [1, *range(1, 799)], *[(799, 800)] * 100),
}
"""By program of which a model saw earlier versions (`trajectories/`, oldest first): an input on which it is slow."""
TRAJECTORY_WAY = "trajectory"

BAD_WAY, BAD_NAME = "instruct", "bad-pairs"
BAD_FORMAT = "n: int 1..2000\na: int[n] 0..2000\n"
BAD_SOURCE = """def main():
    n = int(input())
    a = list(map(int, input().split()))
    pairs = 0
    for i in range(n):
        for j in range(i):
            pairs += a[i] == a[j]
    print(pairs)


main()
"""
BAD_SLOW = _lines(1500, [value % 700 for value in range(1500)])
BAD_KINDS = (
    "refusal",
    "wrong-json",
    "cut-off",
    "itself",
    "no-compile",
    "other-output",
    "slower",
    "clock",
    "reads-files",
    "network",
)
"""What each sample of the conversation with a model that answers badly is, in order."""
BAD_CPP_KINDS = ("includes-sockets", "opens-files", "prose")


def read(name: str) -> tuple[Solution, Problem, FormatReport]:
    """The slow program, and what is known of its problem."""
    folder = next(found for folder in FOLDERS if (found := folder / name).is_dir())
    (path,) = folder.glob("solution.*")
    solution = pipeline.read_solution(path)
    problem = replace(pipeline.read_problem(solution), name=name)
    return solution, problem, pipeline.infer_format(problem, solution)


def worked(
    name: str,
    client: ModelClient,
    settings: Settings,
    executions: int,
    heard: HeardRewrites,
    on_attempt: Callable[[Attempt], None] = lambda _: None,
) -> Iterator[Optimizing]:
    """One conversation: the events of making the program faster with a model."""
    solution, problem, report = read(name)
    asking = RewriteAsking((WAYS[name],), samples=1, rounds=ROUNDS, with_history=False)
    yield from pipeline.optimize_with_model(
        solution,
        problem,
        report,
        settings,
        client,
        asking,
        budget=Budget(executions=executions),
        given=[("slow", SLOW[name]())],
        keep=MemoryStore().put_input,
        stop=lambda: False,
        clock=lambda: 0.0,
        on_attempt=on_attempt,
        heard=heard,
    )


def with_history(name: str, folder: Path) -> Path:
    """The program of that name in a repository of its own that holds its earlier versions; the path of the program."""
    source = next(found for place in FOLDERS if (found := place / name).is_dir())
    (path,) = source.glob("solution.*")
    shutil.copytree(source, folder / name)
    program = folder / name / path.name
    versions = sorted((Path(__file__).parent / "trajectories" / name).glob(f"*{path.suffix}"))
    for arguments, text in (
        (("init", "-q"), b""),
        *(((), version.read_bytes()) for version in versions),
        ((), path.read_bytes()),
    ):
        program.write_bytes(text or path.read_bytes())
        for command in [arguments] if arguments else [("add", "."), ("commit", "-q", "-m", "x")]:
            subprocess.run(
                ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", *command],
                cwd=program.parent,
                check=True,
                capture_output=True,
            )
    return program


def worked_with_history(
    name: str, folder: Path, client: ModelClient, settings: Settings, executions: int, heard: HeardRewrites
) -> Iterator[Optimizing]:
    """One conversation in which the model saw earlier versions of the program."""
    solution = pipeline.read_solution(with_history(name, folder))
    problem = replace(pipeline.read_problem(solution), name=name)
    report = pipeline.infer_format(problem, solution)
    yield from pipeline.optimize_with_model(
        solution,
        problem,
        report,
        settings,
        client,
        RewriteAsking((TRAJECTORY_WAY,), samples=1, rounds=ROUNDS),
        budget=Budget(executions=executions),
        given=[("slow", TRAJECTORIES[name]())],
        keep=MemoryStore().put_input,
        stop=lambda: False,
        clock=lambda: 0.0,
        heard=heard,
    )


def worked_badly(
    folder: Path, client: ModelClient, settings: Settings, executions: int, heard: HeardRewrites
) -> Iterator[Optimizing]:
    """One conversation with a model that answers badly, a sample of each kind."""
    path = folder / "solution.py"
    path.write_text(BAD_SOURCE)
    (folder / "statement.md").write_text("Count the pairs of equal numbers.\n")
    (folder / "samples").mkdir()
    (folder / "samples" / "1.in").write_bytes(b"3\n1 2 1\n")
    (folder / "samples" / "1.out").write_bytes(b"1\n")
    solution = pipeline.read_solution(path)
    problem = replace(pipeline.read_problem(solution), name=BAD_NAME)
    report = pipeline.format_from_text(BAD_FORMAT, folder / "input.format", problem)
    yield from pipeline.optimize_with_model(
        solution,
        problem,
        report,
        settings,
        client,
        RewriteAsking((BAD_WAY,), samples=len(BAD_KINDS), rounds=1, with_history=False),
        budget=Budget(executions=executions),
        given=[("slow", BAD_SLOW)],
        keep=MemoryStore().put_input,
        stop=lambda: False,
        clock=lambda: 0.0,
        heard=heard,
    )


def bad_cpp_question() -> RewriteQuestion:
    """What a model is asked about a C++ program, and answers badly; nothing of it may be run."""
    source = b"#include <iostream>\nint main() { int n; std::cin >> n; while (n--) std::cout << n << std::endl; }\n"
    return RewriteQuestion(
        "bad-counting", "Count down.", "cpp", source, from_text("n: int 1..9\n"), (Sample("1", b"2\n", b"1\n0\n"),)
    )
