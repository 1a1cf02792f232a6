"""The programs of `tests/problems/bugs`: each passes its samples, fails on its smallest known input, and its accepted
version differs little from it and answers both."""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.breaking import Failing, FaultCategory
from slowpath.problems import read_problem
from slowpath.settings import load
from slowpath.toolchain.compilers import find_compiler

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BUGS = Path(__file__).parents[1] / "problems" / "bugs"
FOLDERS = sorted(path.parent for path in BUGS.glob("*/bug.toml"))
MOST_CHANGED = 16
"""Lines that a fix takes out or puts in."""
AMPLE_CPU_S = 20
HASH_SEEDS = 16
"""A program whose answer changes from run to run is given so many chances to be wrong."""
_LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; shift 2; exec "$@"'


@dataclass(frozen=True)
class Ran:
    """How a program ended (below 0: by a signal) and what it printed, token by token."""

    code: int
    tokens: list[bytes]


class Bug:
    """One folder, its programs built when they're first run."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.facts = tomllib.loads((folder / "bug.toml").read_text("utf-8"))
        self._scratch = scratch
        self._commands: dict[Path, list[str]] = {}

    def file(self, stem: str) -> Path:
        return next(path for path in sorted(self.folder.glob(f"{stem}.*")) if path.suffix in (".cpp", ".py"))

    @cached_property
    def problem(self):
        return read_problem(self.file("buggy"))

    @property
    def smallest(self) -> bytes:
        return (self.folder / self.facts["smallest"]).read_bytes()

    def run(self, program: Path, data: bytes, cpu_s: int = AMPLE_CPU_S, hash_seed: int = 0) -> Ran:
        """Under four times the problem's memory, as addresses, since the library and the stack take some of them."""
        addresses_kb = 4 * (self.problem.limits.memory_bytes >> 10)
        if program not in self._commands:
            self._commands[program] = self._built(program)
        ran = subprocess.run(
            ["/bin/sh", "-c", _LIMITED, "sh", str(cpu_s), str(addresses_kb), *self._commands[program]],
            input=data,
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        )
        return Ran(ran.returncode, ran.stdout.split())

    def _built(self, program: Path) -> list[str]:
        if program.suffix == ".py":
            return [sys.executable, str(program)]
        made = self._scratch / f"{self.folder.name}-{program.stem}"
        command = [find_compiler(load()).path, "-O1", "-std=c++17", "-w", str(program), "-o", str(made)]
        subprocess.run(command, check=True)
        return [str(made)]


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def bug(request, tmp_path_factory):
    return Bug(request.param, tmp_path_factory.mktemp("planted"))


def test_every_category_is_there_in_both_languages():
    facts = [
        (tomllib.loads((folder / "bug.toml").read_text("utf-8"))["category"], next(folder.glob("buggy.*")).suffix)
        for folder in FOLDERS
    ]
    assert set(facts) == {(category.value, suffix) for category in FaultCategory for suffix in (".cpp", ".py")}


def test_what_is_written_down_of_it_can_be_read(bug):
    assert FaultCategory(bug.facts["category"])
    assert bug.facts["verdicts"] and all(Failing(verdict) for verdict in bug.facts["verdicts"])
    assert bug.facts["sentence"].endswith(".")
    assert bug.problem.statement and bug.problem.limits.time_s and len(bug.problem.samples) >= 2


def test_both_versions_pass_the_samples(bug):
    for sample in bug.problem.samples:
        wanted = Ran(0, sample.answer.split())
        assert bug.run(bug.file("buggy"), sample.data) == wanted
        assert bug.run(bug.file("accepted"), sample.data) == wanted


def test_only_the_buggy_one_fails_on_its_smallest_input(bug):
    limit_s = int(bug.problem.limits.time_s)
    right = bug.run(bug.file("accepted"), bug.smallest)
    assert right.code == 0 and right.tokens
    tries = HASH_SEEDS if Failing.UNSTEADY.value in bug.facts["verdicts"] else 1
    assert any(bug.run(bug.file("buggy"), bug.smallest, limit_s, seed) != right for seed in range(tries))


@pytest.mark.parametrize(
    "bug", [folder for folder in FOLDERS if list(folder.glob("brute.*"))], indirect=True, ids=lambda folder: folder.name
)
def test_a_brute_force_agrees_with_the_accepted_version(bug):
    for data in (*(sample.data for sample in bug.problem.samples), bug.smallest):
        assert bug.run(bug.file("brute"), data) == bug.run(bug.file("accepted"), data)


def test_the_fix_is_small(bug):
    buggy, accepted = (bug.file(stem).read_text("utf-8").splitlines() for stem in ("buggy", "accepted"))
    same = sum(block.size for block in difflib.SequenceMatcher(None, buggy, accepted, False).get_matching_blocks())
    assert 0 < len(accepted) - same + len(buggy) - same <= MOST_CHANGED


def test_its_inputs_are_valid_by_the_inferred_format(bug):
    solution = pipeline.read_solution(bug.file("buggy"))
    report = pipeline.infer_format(bug.problem, solution)
    assert report.format is not None, report
    for data in (*(sample.data for sample in bug.problem.samples), bug.smallest):
        assert is_valid(report.format, data)
