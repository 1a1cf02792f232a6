"""What the recorded conversations about wrong programs are about: planted bugs, and how a model was asked about them.

The conversations were held while what the model wrote was run, so that its tests went back where the program is right
on them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.hacks import CategoryQuestion, HackQuestion
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import ModelClient
from slowpath.llm.rounds import Attempt
from slowpath.model.breaking import BreakSpec, Complaint, Difference, Failing
from slowpath.model.campaign import Budget
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.pipeline.hacks import HackAsking, Hacked, with_ideas
from slowpath.settings import Settings

BUGS = Path(__file__).resolve().parents[1] / "problems" / "bugs"
OBTAINED = (
    "written for this project through an OpenAI-compatible desk, answering as a model would; not a public model's"
)
ROUNDS = 3
KINDS = {
    "cot": ("barn_floors", "village_roads", "stage_slots", "photo_row", "tiling_corridor"),
    "zero-shot": ("vending_change", "market_bag", "locker_codes"),
    "few-shot": ("square_gardens", "warehouse_pairs", "photo_row"),
    "generator": ("stage_slots", "vending_change", "square_gardens", "market_bag"),
}
"""By the way of asking: the programs that a model was asked about."""
BRUTE_FORCES = ("market_bag", "stage_slots", "photo_row")


def read(name: str) -> tuple[Solution, Problem, FormatReport]:
    """The wrong program, and what is known of its problem."""
    (path,) = (BUGS / name).glob("buggy.*")
    solution = pipeline.read_solution(path)
    problem = replace(pipeline.read_problem(solution), name=name)
    return solution, problem, pipeline.infer_format(problem, solution)


def spec_of(name: str, settings: Settings, *, has_reference: bool = True) -> BreakSpec:
    """The search that the model adds to; the corrected program is its reference."""
    solution, problem, report = read(name)
    references = list((BUGS / name).glob("accepted.*")) if has_reference else []
    return pipeline.break_spec(solution, problem, report, settings, Budget(executions=1000), references=references)


def question_of(name: str) -> HackQuestion:
    """What a model was asked about the program."""
    solution, problem, report = read(name)
    assert report.format is not None
    return HackQuestion(
        name,
        problem.statement,
        solution.language,
        solution.source,
        report.format,
        problem.samples,
        problem.limits.time_s,
        problem.limits.memory_bytes,
    )


def asked(
    name: str,
    kind: str,
    client: ModelClient,
    settings: Settings,
    on_attempt: Callable[[Attempt], None] = lambda _: None,
) -> Hacked:
    """One conversation about what breaks the program; of kind "brute-force" one about a brute force."""
    is_brute = kind == "brute-force"
    _, problem, report = read(name)
    asking = HackAsking(() if is_brute else (kind,), samples=1, rounds=ROUNDS, brute_force=is_brute)
    spec = spec_of(name, settings, has_reference=not is_brute)
    return with_ideas(spec, problem, report, settings, client, asking, on_attempt=on_attempt)


def _category(
    name: str,
    data: bytes,
    failing: Failing,
    reason: str,
    expected: bytes | None = None,
    actual: bytes | None = None,
    difference: Difference | None = None,
    complaint: Complaint | None = None,
) -> CategoryQuestion:
    solution, problem, _ = read(name)
    return CategoryQuestion(
        name,
        problem.statement,
        solution.language,
        solution.source,
        data,
        failing,
        reason,
        expected,
        actual,
        difference,
        complaint,
        None,
        problem.limits.time_s,
        problem.limits.memory_bytes,
    )


CATEGORIES: dict[str, Callable[[], CategoryQuestion]] = {
    "barn_floors": lambda: _category(
        "barn_floors",
        b"1\n46341 46341\n",
        Failing.WRONG_ANSWER,
        "Token 1 is -2147479015, not 2147488281.",
        b"2147488281\n",
        b"-2147479015\n",
        Difference(1, 1, "2147488281", "-2147479015"),
        Complaint("overflow", 10, "signed integer overflow: 46341 * 46341 cannot be represented in type 'int'"),
    ),
    "vending_change": lambda: _category(
        "vending_change",
        b"3 6\n1 3 4\n",
        Failing.WRONG_ANSWER,
        "Token 1 is 3, not 2.",
        b"2\n",
        b"3\n",
        Difference(1, 1, "2", "3"),
    ),
    "village_roads": lambda: _category(
        "village_roads",
        b"2\n2 1\n1 2\n2 0\n",
        Failing.WRONG_ANSWER,
        "Token 2 is 1, not 2.",
        b"1\n2\n",
        b"1\n1\n",
        Difference(2, 2, "2", "1"),
    ),
    "tiling_corridor": lambda: _category(
        "tiling_corridor", b"300\n", Failing.TIME_LIMIT, "It is over the limit of 2 s; the reference takes 0.02 s."
    ),
    "photo_row": lambda: _category(
        "photo_row", b"1\n5\n", Failing.WRONG_ANSWER, "Token 1 is 5, not 0.", b"0\n", b"5\n", Difference(1, 1, "0", "5")
    ),
}
"""What a model was asked to classify: an input on which the program fails, and what was seen there."""

BAD_FORMAT = from_text("n: int 1..100\na: int[n] 1..9\n")
BAD_SOURCE = b"n = int(input())\na = sorted(map(int, input().split()))\nprint(a[-1] * 10 + a[-2] if n > 1 else a[0])\n"


def bad_question(kind: str) -> HackQuestion:
    """What a model is asked that answers badly; what is right is the largest number of two different digits."""
    statement = f"Make the largest number of two different digits of those given, or of one if all are equal. ({kind})"
    return HackQuestion(
        f"bad-{kind}", statement, "python", BAD_SOURCE, BAD_FORMAT, (Sample("1", b"3\n1 2 3\n", b"32\n"),)
    )


def bad_trial_expects(data: bytes) -> bytes:
    """The right answer to a valid input of the bad questions."""
    digits = sorted({int(token) for token in data.split()[1:]}, reverse=True)
    return "".join(map(str, digits[:2])).encode() + b"\n"


def category_of_bad(kind: str, failing: Failing) -> CategoryQuestion:
    """What a model is asked to classify that answers badly."""
    question = bad_question(kind)
    return CategoryQuestion(
        question.problem,
        question.statement,
        question.language,
        question.source,
        b"2\n5 5\n",
        failing,
        "Token 1 is 55, not 5.",
        b"5\n",
        b"55\n",
    )
