"""Per-line hits of Python targets equal what `sys.settrace` says, on every interpreter that is here."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from slowpath.toolchain.languages.python import RUNTIME

GOLDEN = Path(__file__).parents[1] / "golden" / "python"
EXAMPLES = Path(__file__).parents[2] / "examples"
VERSIONS = ("3.10", "3.11", "3.12", "3.13")
RANDOM_PROGRAMS = 120
PROBED_EVERY = 8
KNOWN = {
    # A trace doesn't see the first test of a loop on one line apart from its statement; we count every test.
    "known_one_line_while": {version: {"3": [3, 4]} for version in VERSIONS},
    # Python 3.10 reports the exits of two managers written in Python as two events.
    "known_two_managers": {"3.10": {"8": [3, 2]}},
}


@cache
def interpreter(version: str) -> str | None:
    """A CPython of that version: on PATH, or among those of a version switcher."""
    switched = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    for path in (shutil.which(f"python{version}"), *map(str, switched)):
        if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return path
    return None


HERE = [version for version in VERSIONS if interpreter(version)]


@cache
def programs() -> list[tuple[str, str, str, bool]]:
    """(name, source, input, whether to compare it with probes): the table of small programs, and our Python examples
    on their samples."""
    table = []
    for part in (GOLDEN / "programs.txt").read_text("utf-8").split("#### ")[1:]:
        name, _, source = part.partition("\n")
        table.append((name, source, "", True))
    for solution in sorted(EXAMPLES.glob("*/solution.py")):
        for sample in sorted(solution.parent.rglob("*.in")):
            table.append(
                (f"{solution.parent.name}/{sample.name}", solution.read_text("utf-8"), sample.read_text(), True)
            )
    return table


def compare(version: str, table: list[tuple[str, str, str, bool]]) -> dict[str, list]:
    """Asks the interpreter: name -> [differences, what the traced program printed, what the counted one did, in what
    the one with probes everywhere differs from that, what it printed]."""
    path = interpreter(version)
    assert path is not None
    said = subprocess.run(
        [path, str(GOLDEN / "count_oracle.py"), str(RUNTIME)],
        input=json.dumps(table).encode(),
        capture_output=True,
        check=True,
        timeout=300,
    )
    return {name: found for name, *found in json.loads(said.stdout)}


@cache
def compared(version: str) -> dict[str, list]:
    return compare(version, programs())


def test_every_interpreter_is_here():
    missing = [version for version in VERSIONS if version not in HERE]
    if missing:
        pytest.skip(f"no CPython {', '.join(missing)} is here")


@pytest.mark.parametrize("version", HERE)
@pytest.mark.parametrize("name", [name for name, *_ in programs()])
def test_hits_equal_a_line_trace(version, name):
    result = compared(version).get(name)
    if result is None:
        pytest.skip(f"Python {version} doesn't know this syntax")
    different, traced_output, counted_output, unlike, probed_output = result
    assert different == KNOWN.get(name, {}).get(version, {})
    assert unlike == {}, "probes changed the counts"
    assert counted_output == probed_output == traced_output


@pytest.mark.parametrize("version", HERE)
def test_the_table_was_compared(version):
    assert len(compared(version)) >= 115


@pytest.mark.daily(2)
@pytest.mark.parametrize("version", HERE)
def test_hits_equal_a_line_trace_of_random_programs(version):
    spec = importlib.util.spec_from_file_location("random_programs", GOLDEN / "random_programs.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    # Python 3.12 reports some lines twice where `and` and `or` join calls.
    table = [
        (str(seed), made.random_program(seed, version != "3.12"), "", seed % PROBED_EVERY == 0)
        for seed in range(RANDOM_PROGRAMS)
    ]
    result = compare(version, table)
    assert len(result) == RANDOM_PROGRAMS
    equal = [{}, {}]
    assert {
        seed: found
        for seed, found in result.items()
        if [found[0], found[3]] != equal or not found[1] == found[2] == found[4]
    } == {}
