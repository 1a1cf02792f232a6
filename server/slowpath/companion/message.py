"""One message of Competitive Companion: a problem, alone or one of a contest.

The form is that of the extension's `Task` (github.com/jmerle/competitive-companion, "The format"): times are in
milliseconds, memory in MiB. A contest comes as one message for each problem, with the same `batch.id`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_SAMPLES = 50
LONGEST_TEXT = 500
"""Letters of a name or an address; what is longer is cut."""
MOST_IN_BATCH = 200


class MessageRefused(ValueError):
    """The message is no problem; the text says why."""


@dataclass(frozen=True)
class ReceivedProblem:
    """A problem as the browser has it. `samples` are inputs with their answers, None where the page shows none.

    `batch` is the same for all problems of a contest, of which there are `batch_size`. `notes` are what the user should
    know of it.
    """

    name: str
    group: str
    url: str
    samples: tuple[tuple[bytes, bytes | None], ...]
    time_limit_s: float | None
    memory_limit_mib: float | None
    interactive: bool
    batch: str
    batch_size: int
    notes: tuple[str, ...] = ()


def read_message(data: bytes) -> ReceivedProblem:
    """The problem in the body of a request. Raises `MessageRefused`."""
    try:
        given = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise MessageRefused("This is not valid JSON.") from error
    if not isinstance(given, dict):
        raise MessageRefused("This is no problem: a JSON object is expected.")
    name = _text(given.get("name"))
    if not name:
        raise MessageRefused("The problem has no name.")
    tests = given.get("tests")
    if not isinstance(tests, list):
        raise MessageRefused("The problem has no list of tests.")
    batch = _map(given.get("batch"))
    size = batch.get("size")
    milliseconds = _positive(given.get("timeLimit"), 3_600_000.0)
    return ReceivedProblem(
        name,
        _text(given.get("group")),
        _text(given.get("url")),
        tuple(_samples(tests)),
        milliseconds / 1000 if milliseconds else None,
        _positive(given.get("memoryLimit"), float(1 << 30)),
        given.get("interactive") is True,
        _text(batch.get("id")),
        size if isinstance(size, int) and 1 < size <= MOST_IN_BATCH else 1,
        tuple(_notes(given, len(tests))),
    )


def _samples(tests: list) -> list[tuple[bytes, bytes | None]]:
    found = []
    for test in map(_map, tests[:MOST_SAMPLES]):
        given, answer = test.get("input"), test.get("output")
        if isinstance(given, str):
            # A page without an answer, as of a sandbox of inputs, is sent with an empty one.
            found.append((_bytes(given), _bytes(answer) if isinstance(answer, str) and answer else None))
    return found


def _notes(given: Mapping[str, Any], tests: int) -> list[str]:
    notes = []
    if given.get("interactive") is True:
        notes.append("It is interactive: a file of input alone doesn't drive its solutions.")
    for end, word in (("input", "reads"), ("output", "writes")):
        described = _map(given.get(end))
        if described.get("type") in ("file", "regex"):
            name = _text(described.get("fileName")) or _text(described.get("pattern"))
            notes.append(f"The judge's program {word} the file {name}; Slowpath uses standard {end}.")
    if tests > MOST_SAMPLES:
        notes.append(f"Only the first {MOST_SAMPLES} of {tests} samples were taken.")
    return notes


def _text(value: Any) -> str:
    """A text in one line, without what no file can hold; "" for anything else."""
    if not isinstance(value, str):
        return ""
    return " ".join(value[:LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8").split())


def _bytes(text: str) -> bytes:
    return text.replace("\r\n", "\n").encode("utf-8", "replace")


def _positive(value: Any, largest: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and 0 < number <= largest else None


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
