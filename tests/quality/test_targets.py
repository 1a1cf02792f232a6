"""Every target is what it claims: its format can be inferred, and its known worst input keeps the rules and is far
worse than a random one of full size.

What the rules are, `valid.py` says, which shares nothing with the format that the search infers.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from slowpath import pipeline, settings
from slowpath.bench.known_worst import compare, find_examples
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.campaign import Budget
from slowpath.model.execution import RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.verdict import Verdict

FOLDER = Path(__file__).resolve().parent / "targets"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/statement.md"))
VALID, INVALID = 42, 43
LIMITS = RunLimits(cpu_s=60.0, wall_s=180.0, memory_bytes=2 << 30)
USUAL_FACTOR = 3.0
FACTORS = {
    "coach_seats": 2.0,
    "collapsing_row": 1.2,
    "counting_out": 1.0,
    "pass_the_parcel": 1.2,
    "restless_bubbles": 1.05,
    "shelf_robot": 1.4,
    "two_jugs": 1.0,
    "window_medians": 1.5,
}
"""How often as costly as the median of three random inputs the worst is, where that isn't three times: where size alone
does much of it, where it takes luck (`two_jugs`), and where no line counts the work (`counting_out`)."""
SEEDS = (1, 2, 3)
FOUND = dict.fromkeys(("coach_seats", "echo_calls", "long_price", "nested_boxes", "sign_painter", "stamp_groups"), 0.9)
FOUND_EXECUTIONS = 60
"""What part of the known worst a search of so many executions reaches on programs in Java; the other languages are in
`slowpath bench search`."""


def verdict(name: str, data: bytes) -> int:
    """The exit code of the target's own judge of inputs."""
    return subprocess.run(
        [sys.executable, str(FOLDER / name / "valid.py")], input=data, capture_output=True, check=False
    ).returncode


@lru_cache(None)
def worst(name: str) -> bytes:
    return subprocess.run([sys.executable, str(FOLDER / name / "worst.py")], capture_output=True, check=True).stdout


def solution_of(name: str):
    return pipeline.read_solution(next((FOLDER / name).glob("solution.*")))


@lru_cache(None)
def format_of(name: str) -> InputFormat:
    solution = solution_of(name)
    return pipeline.infer_format(pipeline.read_problem(solution), solution).format


def random_input(name: str, seed: int) -> bytes:
    """A random input of the largest sizes, which the target's judge takes."""
    fmt = format_of(name)
    first = boundaries(fmt)[0]
    data = print_input(fmt, generate(fmt, Plan(sizes=first.sizes, cases=first.cases), np.random.default_rng(seed)))
    assert verdict(name, data) == VALID
    return data


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_valid_and_spoilt_ones_are_not(name):
    for path in sorted((FOLDER / name / "samples").glob("*.in")):
        data = path.read_bytes()
        assert verdict(name, data) == VALID
        assert verdict(name, data[:-1]) == INVALID
        assert verdict(name, data + b"1\n") == INVALID
        assert is_valid(format_of(name), data)


@pytest.mark.parametrize("name", NAMES)
def test_known_worst_is_valid_by_the_judge_and_by_the_inferred_format(name):
    assert verdict(name, worst(name)) == VALID
    assert is_valid(format_of(name), worst(name))


@pytest.mark.quality
@pytest.mark.skipif(shutil.which("g++") is None, reason="half of the targets are built with g++")
@pytest.mark.parametrize("name", NAMES)
def test_known_worst_costs_far_more_than_random_inputs_of_full_size(name, build_cache, tmp_path):
    chosen = settings.load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
    inputs = [("worst", worst(name)), *((f"random {seed}", random_input(name, seed)) for seed in SEEDS)]
    measured, *usual = pipeline.profile_inputs(solution_of(name), inputs, chosen, LIMITS, runs=1)
    assert measured.execution.verdict is Verdict.OK
    assert measured.confirmation.verdict is Verdict.OK
    assert measured.execution.count >= FACTORS.get(name, USUAL_FACTOR) * statistics.median(
        made.execution.count for made in usual
    )


@pytest.mark.quality
@pytest.mark.skipif(shutil.which("g++") is None, reason="half of the targets are built with g++")
@pytest.mark.parametrize("name", NAMES)
def test_program_answers_its_samples(name, build_cache, tmp_path):
    chosen = settings.load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
    with pipeline.open_executor(solution_of(name), chosen) as executor:
        for path in sorted((FOLDER / name / "samples").glob("*.in")):
            answer = executor.run(path.read_bytes(), LIMITS, keep_output=True).output or b""
            assert answer.split() == path.with_suffix(".out").read_bytes().split()


@pytest.mark.quality
@pytest.mark.parametrize("name", sorted(FOUND))
def test_search_finds_what_makes_java_slow(name, build_cache, tmp_path):
    chosen = settings.load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
    (target,) = find_examples(FOLDER, [name])
    row = compare(target, chosen, Budget(executions=FOUND_EXECUTIONS))
    assert not row.failure
    assert row.breaking == ()
    assert row.count_ratio >= FOUND[name]
