"""What a package says of answers: its correct solutions, and the program that judges outputs, as sources.

A checker without a package tells by its text how it wants to be run: with the answer or without, which codes it ends
with. Competitive Programming Helper's form gets the input and the output alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from slowpath.errors import UsageError
from slowpath.model.languages import SUFFIXES, facts_of, listed
from slowpath.model.validation import ValidatorSource
from slowpath.problems.files import LARGEST_TEXT_BYTES, Notebook, entries, is_file, is_folder, read_bytes
from slowpath.problems.values import as_list

OUTPUT_VALIDATORS = ("output_validator", "output_validators")
LOOSE_CHECKERS = frozenset({"checker", "check", "chk", "spj", "special_judge", "answer_checker", "output_checker"})
_TESTLIB = re.compile(rb"registerTestlibCmd|testlib")
_KATTIS_CODES = re.compile(
    rb"(?<![\w.])42(?![\w.])[\s\S]*(?<![\w.])43(?![\w.])|"
    rb"(?<![\w.])43(?![\w.])[\s\S]*(?<![\w.])42(?![\w.])"
)
_THIRD_ARGUMENT = re.compile(
    rb"argv\s*\[\s*3\s*\]|argv\s*\[\s*1\s*:\s*(?:4\s*)?\]|"
    rb"\b(?:argc|len\(sys\.argv\))\s*[!=<>]=?\s*4|"
    rb"\bmain\s*\([\w\s]*String[\s\[\].]*\b(\w+)\b[\s\S]*\b\1\s*(?:\[\s*2\s*\]|\.\s*length\s*[!=<>]=?\s*3)"
)
_ARGUMENTS = re.compile(rb"argv|\bmain\s*\([\w\s]*String[\s\[\].]*\b(\w+)\b[\s\S]*\b\1\s*[\[.]")


def accepted_submissions(root: Path, book: Notebook) -> tuple[Path, ...]:
    """The accepted submissions of an ICPC/Kattis package that are one file each."""
    return tuple(
        path
        for path in entries(root / "submissions" / "accepted", book)
        if is_file(path) and facts_of(path) is not None
    )


def output_validator(
    root: Path, metadata: Mapping[str, Any], flag_sets: tuple[tuple[str, ...], ...], book: Notebook
) -> ValidatorSource | None:
    """The output validator of an ICPC/Kattis package, where its `validation` says custom or one lies there."""
    words = _validation(metadata)
    for name in OUTPUT_VALIDATORS:
        folder = root / name
        if not is_folder(folder):
            continue
        # In the newer layout the folder is the program itself, in the older it holds one folder or file for each.
        inner = [path for path in entries(folder, book) if not path.name.startswith((".", "_"))]
        programs = [path for path in inner if is_folder(path) or path.suffix.lower() in SUFFIXES]
        if name == "output_validator" and programs:
            return ValidatorSource("kattis", folder, root, flag_sets=flag_sets)
        if len(programs) == 1 and (not words or "custom" in words):
            return ValidatorSource("kattis", programs[0], root, flag_sets=flag_sets)
    return None


def is_judged_apart(metadata: Mapping[str, Any]) -> bool:
    """Whether an ICPC/Kattis package says that a program of its own judges outputs."""
    return "custom" in _validation(metadata)


def _validation(metadata: Mapping[str, Any]) -> set[str]:
    return {
        word
        for kind in as_list(metadata.get("validation")) or [metadata.get("validation", "")]
        for word in str(kind).split()
    }


def checker_with_testlib(
    paths: Iterable[Path], root: Path, headers: tuple[tuple[str, str], ...] = ()
) -> ValidatorSource | None:
    """The checker that a layout knows to be written with testlib, where its file is there."""
    return next((ValidatorSource("testlib", path, root, headers) for path in paths if is_file(path)), None)


def loose_checker(root: Path) -> ValidatorSource | None:
    """A checker that lies beside a statement without a package (`checker.cpp`, `check.py`, `chk.cpp`), where its text
    takes files from the command line as checkers do."""
    for path in entries(root):
        if path.stem.lower() in LOOSE_CHECKERS and path.suffix.lower() in SUFFIXES and is_file(path):
            text = _text_of(path)
            if _ARGUMENTS.search(text) or _TESTLIB.search(text):
                return ValidatorSource(_kind_of(text), path, root)
    return None


def checker_from(path: Path) -> ValidatorSource:
    """The checker in a file, or in a folder of one program, of the kind that its text shows. Raises `UsageError` where
    there is none."""
    path = path.absolute()
    programs = [path] if is_file(path) else [each for each in entries(path) if is_file(each)]
    texts = [_text_of(each) for each in programs if each.suffix.lower() in SUFFIXES]
    if not texts:
        raise UsageError(
            f"{path} is no checker that can be run.",
            f"Give a file in {listed()}, or the folder of an output validator.",
        )
    return ValidatorSource(_kind_of(b"\n".join(texts)), path, path.parent)


def _text_of(path: Path) -> bytes:
    return read_bytes(path, Notebook(), LARGEST_TEXT_BYTES) or b""


def _kind_of(text: bytes) -> str:
    """How a checker wants to be run. One of Kattis reads the output from standard input and ends with 42 or 43."""
    if _TESTLIB.search(text):
        return "testlib"
    if _KATTIS_CODES.search(text):
        return "kattis"
    return "testlib" if _THIRD_ARGUMENT.search(text) else "cph"
