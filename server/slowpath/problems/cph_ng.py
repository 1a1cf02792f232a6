"""CPH-NG: `.cph-ng/<folder in the workspace>/<file>.bin`, gzip JSON with samples, limits, a checker, a brute force.

Three shapes of the file are about: a list `testCases` (before 0.2), a map `tcs` with `tcOrder`, and a map
`testcases` with `testcaseOrder` and `overrides`. A test's text stands in the file or in another one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from slowpath.model.problem import Problem, ProblemLimits, Sample
from slowpath.problems.answers import checker_with_testlib
from slowpath.problems.cph import json_map, limits_of
from slowpath.problems.files import Notebook, is_file, read_bytes, up_from
from slowpath.problems.plain import save_dir
from slowpath.problems.samples import MOST_SAMPLES
from slowpath.problems.values import as_list, as_map, positive_seconds, scaled_bytes

LARGEST_JSON_BYTES = 64 << 20


class CphNgReader:
    """Reads what CPH-NG stored for one solution."""

    layout = "cph-ng"

    def find(self, solution: Path) -> Path | None:
        """The solution's folder, when a `.cph-ng/` in it or around it has an entry for the file."""
        return solution.parent if _entry(solution) else None

    def read(self, root: Path, solution: Path) -> Problem:
        """The samples, limits, checker and brute force of the entry; there is no statement."""
        book = Notebook()
        path = _entry(root / solution.name)
        stored = _unpacked(path, book) if path else {}
        checker = _file(stored.get("checker"), root)
        stress = as_map(stored.get("stressTest")) or as_map(stored.get("bfCompare"))
        brute_force = _file(stress.get("bruteForce"), root)
        return Problem(
            name=str(stored.get("name") or solution.stem),
            layout=self.layout,
            root=root,
            samples=tuple(_samples(stored, root, book)),
            limits=_limits(stored),
            save_dir=save_dir(root),
            notes=tuple(book.notes),
            references=(brute_force,) if brute_force else (),
            answer_checker=checker_with_testlib([checker], root) if checker else None,
        )


def _file(value: Any, folder: Path) -> Path | None:
    """The file that the entry names, where it's there."""
    given = as_map(value).get("path")
    if not isinstance(given, str) or not given or "\0" in given:
        return None
    return folder / given if is_file(folder / given) else None


def _entry(solution: Path) -> Path | None:
    for workspace in up_from(solution):
        path = workspace / ".cph-ng" / solution.parent.relative_to(workspace) / f"{solution.name}.bin"
        if is_file(path):
            return path
    return None


def _unpacked(path: Path, book: Notebook) -> dict:
    """The JSON object in the file; decompression stops at `LARGEST_JSON_BYTES` whatever the file claims."""
    packed = read_bytes(path, book)
    if packed is None:
        return {}
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        data = unpacker.decompress(packed, LARGEST_JSON_BYTES)
    except zlib.error:
        book.note(f"{path.name} is not gzip data; what it says was left out.")
        return {}
    if not unpacker.eof:
        book.note(f"{path.name} is cut off or too large; what it says was left out.")
        return {}
    return json_map(data, path.name, book)


def _limits(stored: Mapping[str, Any]) -> ProblemLimits:
    overrides = as_map(stored.get("overrides"))
    time_ms = positive_seconds(overrides.get("timeLimitMs"), 3_600_000.0)
    memory = scaled_bytes(overrides.get("memoryLimitMb"), 1 << 20)
    older = limits_of(stored)
    return ProblemLimits(time_ms / 1000 if time_ms else older.time_s, memory or older.memory_bytes)


def _samples(stored: Mapping[str, Any], folder: Path, book: Notebook) -> Iterator[Sample]:
    tests = list(_tests(stored))
    if len(tests) > MOST_SAMPLES:
        book.note(f"Only the first {MOST_SAMPLES} of {len(tests)} stored tests were read.")
    for number, test in enumerate(tests[:MOST_SAMPLES], 1):
        data = _text(test, "stdin", "input", folder, book)
        if data is None:
            book.note(f"Stored test {number} has no input that can be read; it was left out.")
            continue
        yield Sample(f"cph-ng-{number}", data, _text(test, "answer", "answer", folder, book))


def _tests(stored: Mapping[str, Any]) -> Iterator[dict]:
    """The tests in their order, of whichever shape; switched-off ones are left out."""
    for tests_key, order_key in (("testcases", "testcaseOrder"), ("tcs", "tcOrder")):
        tests = as_map(stored.get(tests_key))
        order = [str(name) for name in as_list(stored.get(order_key))] or list(tests)
        yield from (
            as_map(tests[name]) for name in order if name in tests and as_map(tests[name]).get("isDisabled") is not True
        )
    yield from map(as_map, as_list(stored.get("testCases")))


def _text(test: Mapping[str, Any], key: str, old_key: str, folder: Path, book: Notebook) -> bytes | None:
    """A test's text, which stands in the entry itself or in the file that it names."""
    value = test.get(key)
    if not isinstance(value, dict):
        value = {"useFile": test.get(f"{old_key}File") is True, "data": test.get(old_key)}
    text, path = value.get("data"), value.get("path")
    if path is None and value.get("useFile") is True:
        path = text
    if isinstance(path, str) and path:
        return None if "\0" in path else read_bytes(folder / path, book)
    return text.encode(errors="replace") if isinstance(text, str) else None
