"""What a package says of answers: its correct solutions, and the program that judges outputs, as sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from slowpath.model.validation import ValidatorSource
from slowpath.problems.files import Notebook, entries, is_file, is_folder
from slowpath.problems.values import as_list

SOLUTION_SUFFIXES = (".cpp", ".cc", ".cxx", ".c++", ".py", ".py3")
OUTPUT_VALIDATORS = ("output_validator", "output_validators")


def accepted_submissions(root: Path, book: Notebook) -> tuple[Path, ...]:
    """The accepted submissions of an ICPC/Kattis package that are one file each."""
    return tuple(path for path in entries(root / "submissions" / "accepted", book)
                 if is_file(path) and path.suffix.lower() in SOLUTION_SUFFIXES)


def output_validator(root: Path, metadata: Mapping[str, Any], book: Notebook) -> ValidatorSource | None:
    """The output validator of an ICPC/Kattis package, where its `validation` says custom or one lies there."""
    words = {word for kind in as_list(metadata.get("validation")) or [metadata.get("validation", "")]
             for word in str(kind).split()}
    for name in OUTPUT_VALIDATORS:
        folder = root / name
        if not is_folder(folder):
            continue
        # In the newer layout the folder is the program itself, in the older it holds one folder or file for each.
        inner = [path for path in entries(folder, book) if not path.name.startswith((".", "_"))]
        programs = [path for path in inner if is_folder(path) or path.suffix.lower() in SOLUTION_SUFFIXES]
        if name == "output_validator" and programs:
            return ValidatorSource("kattis", folder, root)
        if len(programs) == 1 and (not words or "custom" in words):
            return ValidatorSource("kattis", programs[0], root)
    return None


def checker_with_testlib(paths: Iterable[Path], root: Path,
                         headers: tuple[tuple[str, str], ...] = ()) -> ValidatorSource | None:
    """The checker that a layout knows to be written with testlib, where its file is there."""
    return next((ValidatorSource("testlib", path, root, headers) for path in paths if is_file(path)), None)
