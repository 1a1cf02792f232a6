"""The validators in a problem's folder, as sources: found by where they lie and how they begin, never run here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from slowpath.model.languages import SUFFIXES
from slowpath.model.validation import ValidatorSource
from slowpath.problems.files import Notebook, entries, is_file, is_folder, read_bytes
from slowpath.problems.validator_flags import flag_sets, group_arguments, says_only_of_samples

PACKAGE_FOLDERS = ("input_validators", "input_format_validators")
OTHER_SUFFIXES = (".c", ".go", ".hs", ".js", ".kt", ".pl", ".rb", ".rs", ".sh")
SCRIPT_SUFFIX = ".ctd"
LOOSE_STEMS = frozenset({"validator", "validate", "input_validator", "verifier"})
_LARGEST_HEAD = 1 << 20


def package_validators(root: Path, metadata: Mapping[str, Any], book: Notebook) -> tuple[ValidatorSource, ...]:
    """Those of an ICPC/Kattis package: scripts, programs and folders of programs that accept with exit code 42.

    `metadata` is that of `problem.yaml`.
    """
    found = [
        path for name in PACKAGE_FOLDERS for path in entries(root / name, book) if not path.name.startswith(("_", "."))
    ]
    for path in found:
        if path.suffix.lower() == ".viva":
            book.note(f"{path.name}: VIVA scripts aren't read; this validator was left out.")
        elif path.suffix.lower() in OTHER_SUFFIXES or (is_folder(path) and not _is_program(path)):
            book.note(f"{path.name}: this validator is in no language that is run here, so it was left out.")
    given = group_arguments(root, metadata, book)
    alone = says_only_of_samples(root, metadata, book)
    return tuple(
        ValidatorSource("checktestdata", path, root)
        if _is_script(path)
        else ValidatorSource("kattis", path, root, flag_sets=flag_sets(given, path.name, book), of_samples_alone=alone)
        for path in found
        if _is_script(path) or _is_program(path)
    )


def _is_script(path: Path) -> bool:
    return path.suffix.lower() == SCRIPT_SUFFIX and is_file(path)


def _is_program(path: Path) -> bool:
    if is_folder(path):
        return any(inner.suffix.lower() in SUFFIXES for inner in entries(path))
    return path.suffix.lower() in SUFFIXES and is_file(path)


def made_with_testlib(
    paths: Iterable[Path], root: Path, headers: tuple[tuple[str, str], ...] = ()
) -> tuple[ValidatorSource, ...]:
    """Validators that a layout knows to be written with testlib."""
    return tuple(ValidatorSource("testlib", path, root, headers) for path in paths if is_file(path))


def params_header(params: Mapping[str, Any]) -> tuple[str, str]:
    """The header that the Library Checker's own tools generate from `[params]`."""
    lines = []
    for name, value in params.items():
        if not str(name).isidentifier():
            continue
        if isinstance(value, bool | int):
            lines.append(f"#define {name} (long long){int(value)}")
        elif isinstance(value, float):
            lines.append(f"#define {name} {value!r}")
        elif isinstance(value, str) and value.isprintable() and '"' not in value and "\\" not in value:
            lines.append(f'#define {name} "{value}"')
    return "params.h", "".join(f"{line}\n" for line in lines)


def loose_validators(root: Path) -> tuple[ValidatorSource, ...]:
    """Validators that lie beside a statement without a package: `validator.cpp`, `validate.py`, `*.ctd`."""
    made = []
    for path in entries(root):
        if _is_script(path):
            made.append(ValidatorSource("checktestdata", path, root))
        elif path.stem.lower() in LOOSE_STEMS and path.suffix.lower() in SUFFIXES and is_file(path):
            made.append(ValidatorSource("testlib" if _uses_testlib(path) else "program", path, root))
    return tuple(made)


def _uses_testlib(path: Path) -> bool:
    return b"registerValidation" in (read_bytes(path, Notebook(), _LARGEST_HEAD) or b"")
