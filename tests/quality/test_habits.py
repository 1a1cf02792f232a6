"""Every habit is what it claims: right on its samples, valid by its scripts, and a rewrite knows a better way."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from slowpath import pipeline, rewrites, settings
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.execution import RunLimits

FOLDER = Path(__file__).resolve().parent / "habits"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/statement.md"))
VALID, INVALID = 42, 43
LIMITS = RunLimits(cpu_s=60.0, wall_s=180.0, memory_bytes=2 << 30)


def verdict(name: str, data: bytes) -> int:
    return subprocess.run(
        [sys.executable, str(FOLDER / name / "valid.py")], input=data, capture_output=True, check=False
    ).returncode


def solution_of(name: str):
    return pipeline.read_solution(next((FOLDER / name).glob("solution.*")))


@pytest.mark.parametrize("name", NAMES)
def test_samples_and_the_worst_input_are_valid_and_a_rewrite_is_proposed(name):
    solution = solution_of(name)
    fmt = pipeline.infer_format(pipeline.read_problem(solution), solution).format
    worst = subprocess.run([sys.executable, str(FOLDER / name / "worst.py")], capture_output=True, check=True).stdout
    for data in (worst, *(path.read_bytes() for path in sorted((FOLDER / name / "samples").glob("*.in")))):
        assert verdict(name, data) == VALID
        assert is_valid(fmt, data)
    assert verdict(name, worst + b"1\n") != VALID
    assert rewrites.proposals(solution.source, solution.language, fmt=fmt)


@pytest.mark.quality
@pytest.mark.skipif(shutil.which("g++") is None, reason="some of the habits are built with g++")
@pytest.mark.parametrize("name", NAMES)
def test_program_and_its_rewritten_version_answer_the_samples(name, build_cache, tmp_path):
    chosen = settings.load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
    solution = solution_of(name)
    path = tmp_path / solution.path.name
    path.write_bytes(rewrites.improved(solution.source, solution.language, fmt=None)[-1].source)
    for version in (solution, pipeline.read_solution(path)):
        with pipeline.open_executor(version, chosen) as executor:
            for sample in sorted((FOLDER / name / "samples").glob("*.in")):
                answer = executor.run(sample.read_bytes(), LIMITS, keep_output=True).output or b""
                assert answer.split() == sample.with_suffix(".out").read_bytes().split()
