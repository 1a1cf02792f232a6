"""Pairs input files with their answers, and tells samples from further tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.model.problem import Sample
from slowpath.problems.files import (
    LARGEST_SAMPLE_BYTES,
    MOST_SAMPLES,
    MOST_TESTS,
    Notebook,
    entries,
    is_file,
    read_bytes,
)

ANSWER_SUFFIXES = (".ans", ".out", ".a")
APART = {"input": "output", "inputs": "outputs", "in": "out"}
"""Folders of inputs with their answers in a folder beside: `input/input00.txt` with `output/output00.txt`."""
SAVED_PREFIX = "slow-"
MOST_TOTAL_BYTES = 64 << 20


@dataclass(frozen=True)
class Cases:
    """Test cases of a folder: those read as samples, and the paths of the others."""

    samples: tuple[Sample, ...] = ()
    tests: tuple[Path, ...] = ()


def input_files(paths: Iterable[Path], suffix: str = ".in") -> list[Path]:
    """The input files among `paths`, in their order."""
    return [path for path in paths if path.name.endswith(suffix) and path.name != suffix]


def inputs_apart(folder: Path, book: Notebook | None = None) -> list[Path]:
    """The input files in a folder of `folder` that is for them, whose answers are in another beside it."""
    return [path for given in APART for path in entries(folder / given, book) if _answer_apart(path) is not None]


def _answer_apart(path: Path) -> Path | None:
    """The answer to the input `path` in the folder of answers beside its own, under the same name or with "output" for
    "input" in it, or None where there is none."""
    given = path.parent.name
    if given not in APART:
        return None
    names = (path.name, path.name.replace(given.removesuffix("s"), APART[given].removesuffix("s")), f"{stem(path)}.out")
    answers = (path.parent.parent / APART[given] / name for name in dict.fromkeys(names))
    return next(filter(is_file, answers), None)


def is_saved_slow_input(path: Path) -> bool:
    """Whether the file is a slow input that was saved here. It is a test, never a sample: a baseline made
    of the last campaign's findings would hide the next one's."""
    return path.name.startswith(SAVED_PREFIX)


def read_cases(inputs: Sequence[Path], book: Notebook, answer_suffixes: Sequence[str] = ANSWER_SUFFIXES) -> Cases:
    """Reads `inputs` as samples, up to `MOST_SAMPLES` and `MOST_TOTAL_BYTES`; the rest are tests."""
    samples: list[Sample] = []
    tests: list[Path] = []
    total_bytes = 0
    for path in inputs:
        full = len(samples) >= MOST_SAMPLES or total_bytes >= MOST_TOTAL_BYTES
        sample = None if full or is_saved_slow_input(path) else read_sample(path, book, answer_suffixes)
        if sample is None:
            tests.append(path)
            continue
        total_bytes += len(sample.data)
        samples.append(sample)
    if len(samples) + sum(not is_saved_slow_input(path) for path in tests) > MOST_SAMPLES:
        book.note(f"Only the first {len(samples)} of {len(inputs)} inputs were read as samples.")
    return Cases(tuple(samples), capped(tests, book))


def read_sample(path: Path, book: Notebook, answer_suffixes: Sequence[str] = ANSWER_SUFFIXES) -> Sample | None:
    """The sample whose input is `path`; None with a note when it can't be read. The name is the stem."""
    data = read_bytes(path, book, LARGEST_SAMPLE_BYTES)
    if data is None:
        return None
    say_what_is_odd(path.name, data, book)
    return Sample(stem(path), data, read_answer(path, book, answer_suffixes))


def say_what_is_odd(name: str, data: bytes, book: Notebook) -> None:
    """Notes a sample that isn't UTF-8 text; its bytes are kept as they are."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        book.note(f"{name} is not UTF-8 text; its bytes are used as they are.")


def read_answer(path: Path, book: Notebook, answer_suffixes: Sequence[str] = ANSWER_SUFFIXES) -> bytes | None:
    """The answer that stands beside the input `path`, or None where there is none."""
    for suffix in answer_suffixes:
        answer = path.with_name(stem(path) + suffix)
        if answer != path and is_file(answer):
            return read_bytes(answer, book)
    apart = _answer_apart(path)
    return read_bytes(apart, book) if apart is not None else None


def stem(path: Path) -> str:
    """The file name without its last suffix `.in` (or the whole name, where tests have no suffix)."""
    return path.name[:-3] if path.name.endswith(".in") else path.name


def capped(tests: Sequence[Path], book: Notebook) -> tuple[Path, ...]:
    """The first `MOST_TESTS` of `tests`, saying so when there were more."""
    if len(tests) > MOST_TESTS:
        book.note(f"{len(tests)} further tests were found; only the first {MOST_TESTS} are listed.")
    return tuple(tests[:MOST_TESTS])
