"""Does the search come to branches that only value distances lead to? Found with them, and not without, with the same
budget in executions."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import pytest

from slowpath import pipeline, settings
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.search import run_break
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, BreakView, Failing, Reference, Role, fold_break
from slowpath.model.campaign import Budget
from slowpath.model.constraint import PROBE_SCALE
from slowpath.model.distance import NEAREST
from slowpath.model.origin import input_id
from slowpath.model.problem import Solution
from slowpath.toolchain.answers.tokens import TokenChecker

pytestmark = pytest.mark.quality
BUGS = Path(__file__).parents[1] / "problems" / "bugs"
EXECUTIONS = 800
SOURCES = ("tiny", "random-small", "boundaries", "mutants")


@dataclass(frozen=True)
class Rare:
    """A program that is wrong where all pairs of values are equal; each is compared only where those before are."""

    format: str
    compared: Callable[[dict], list[tuple[int, int]]]


def letters(word: str) -> int:
    return int.from_bytes(word[:4].encode().ljust(4, b"\0"), "big")


PROGRAMS = {
    "a-sum": Rare(
        "a: int 10^5..10^9\nb: int 10^5..10^9\nc: int 10^5..10^9\n", lambda i: [(i["a"] + i["b"] + i["c"], 1234567890)]
    ),
    "a-product": Rare("x: int 1000..10^6\ny: int 10^7..10^12\n", lambda i: [(i["x"] * 8191, i["y"])]),
    "two-factors": Rare("a: int 10^6..10^9\nb: int 10^6..10^9\n", lambda i: [(107 * i["a"], 113 * i["b"])]),
    "a-remainder": Rare("x: int 1..10^9\n", lambda i: [(i["x"] % 7654321, 1234567)]),
    "an-element": Rare("n: int 3..100\na: int[n] 1..10^9\n", lambda i: [(int(i["a"][0] + i["a"][-1]), 777777777)]),
    "one-after-the-other": Rare(
        "x: int 1..10^9\ny: int 1..10^9\nz: int 1..10^9\n",
        lambda i: [(i["x"] + i["y"], 1357913579), (i["z"] - i["x"], 24680246)],
    ),
    "cases": Rare(
        "t: int 1..1000\ntests: cases[t]\n  x: int 1..10^9\n  y: int 1..10^9\n",
        lambda i: min(
            ([(3 * c["x"], c["y"] + 123456789)] for c in i["tests"]), key=lambda pairs: abs(pairs[0][0] - pairs[0][1])
        ),
    ),
    "a-prefix": Rare('s: word 4..20 of "a-z"\n', lambda i: list(zip(i["s"].encode()[:4], b"post", strict=True))),
}


def fails(pairs: list[tuple[int, int]]) -> bool:
    return all(a == b for a, b in pairs)


def slots(pairs: list[tuple[int, int]]) -> list[int]:
    """As probes before each comparison have it, where those before it hold."""
    found, is_reached = [], True
    for a, b in pairs:
        found.append(PROBE_SCALE * (NEAREST - abs(a - b)) if is_reached else 0)
        is_reached = is_reached and a == b
    return found


def broken(fake_executor, program: Rare, strategies: tuple[str, ...]) -> BreakView:
    fmt = from_text(program.format)
    reference = Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED)
    spec = BreakSpec(
        path="wrong.py",
        language="python",
        source=b"",
        format=fmt,
        samples=(),
        budget=Budget(executions=EXECUTIONS),
        references=(reference,),
        strategies=strategies,
    )
    wrong = fake_executor(fmt, lambda _: [1], 1, prints=lambda i: b"1\n" if fails(program.compared(i)) else b"0\n")
    right = fake_executor(fmt, lambda _: [1], 1, prints=lambda _: b"0\n")
    count = 4 if "word" in program.format else 2 if "z:" in program.format else 1
    gauge = fake_executor(
        fmt, lambda _: [1], 1, slots=lambda i: slots(program.compared(i)), probed=tuple(map(str, range(count)))
    )
    gauges: Future = Future()
    gauges.set_result((gauge,))
    contest = Contest(wrong, (Contender(reference, right),), TokenChecker(), gauges=lambda: gauges)
    views = [BreakView()]
    for event in run_break(
        spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: views[-1].first_found_s is not None
    ):
        views.append(fold_break(views[-1], event))
    return views[-1]


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_distances_lead_where_nothing_else_does(fake_executor, name):
    program = PROGRAMS[name]
    found = broken(fake_executor, program, (*SOURCES, "distances"))
    assert found.breaking is not None, f"{name} stands after {found.executions} executions"
    assert found.breaking.failing is Failing.WRONG_ANSWER
    assert broken(fake_executor, program, SOURCES).breaking is None


@pytest.mark.parametrize("name", ["loading_ramp", "three_guesses"])
def test_builds_that_measure_lead_to_planted_bugs(name, tmp_path, build_cache):
    """In the second one the reference alone compares: what the program forgot is seen there."""
    if name == "loading_ramp" and shutil.which("g++") is None:
        pytest.skip("it is built with g++")
    folder = BUGS / name
    solution = pipeline.read_solution(next(folder.glob("buggy.*")))
    problem = pipeline.read_problem(solution)
    chosen = settings.load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
    spec = pipeline.break_spec(
        solution,
        problem,
        pipeline.infer_format(problem, solution),
        chosen,
        Budget(executions=EXECUTIONS),
        accepted=next(folder.glob("accepted.*")),
        sanitize=False,
        strategies=("tiny", "random-small", "distances"),
    )
    views = [BreakView()]
    for event in pipeline.find_break(
        spec, chosen, keep=input_id, clock=lambda: 0.0, stop=lambda: views[-1].first_found_s is not None
    ):
        views.append(fold_break(views[-1], event))
    assert views[-1].breaking is not None, f"{name} stands after {views[-1].executions} executions"
    assert views[-1].breaking.origin.strategy == "distances"


def test_the_same_specification_finds_the_same(fake_executor):
    first, second = (broken(fake_executor, PROGRAMS["a-sum"], (*SOURCES, "distances")) for _ in range(2))
    assert first.breaking == second.breaking
