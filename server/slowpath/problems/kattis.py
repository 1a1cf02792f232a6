"""ICPC/Kattis problem packages: `problem.yaml` up the tree.

Versions `legacy`, `legacy-icpc`, `2023-07-draft` and `2025-09` of the Kattis problem package format. They
differ in the statement's folder (`problem_statement/` or `statement/`), in where the time limit stands
(`.timelimit`, `domjudge-problem.ini`, or `limits.time_limit`) and in `constants:`, which the statement uses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from slowpath.model.problem import NamedBound, Problem, ProblemLimits
from slowpath.problems.answers import accepted_submissions, is_judged_apart, output_validator
from slowpath.problems.constants import constant_value, with_constants
from slowpath.problems.files import Notebook, entries, is_file, read_text, up_from, walk
from slowpath.problems.interactive import kind_in
from slowpath.problems.output_flags import default_rules, output_flag_sets
from slowpath.problems.samples import Cases, capped, input_files, read_cases
from slowpath.problems.statements import Statement, language_rank, read_first
from slowpath.problems.validators import package_validators
from slowpath.problems.values import as_list, as_map, positive_seconds, scaled_bytes, whole, yaml_map

KNOWN_VERSIONS = ("legacy", "legacy-icpc", "2023-07", "2023-07-draft", "2025-09", "draft")
STATEMENT_FOLDERS = ("statement", "problem_statement")


class KattisReader:
    """Reads an ICPC/Kattis package."""

    layout = "kattis"

    def find(self, solution: Path) -> Path | None:
        """The innermost folder around the solution that holds a `problem.yaml`."""
        return next((folder for folder in up_from(solution) if is_file(folder / "problem.yaml")), None)

    def read(self, root: Path, solution: Path) -> Problem:
        """The package at `root`; `tests` are those of `data/secret`."""
        book = Notebook()
        metadata = yaml_map(read_text(root / "problem.yaml", book) or "", "problem.yaml", book)
        version = _version(metadata, book)
        constants = as_map(metadata.get("constants"))
        statement = _statement(root, version, constants, book)
        cases = _cases(root, book)
        special = _special(root, metadata, book)
        flags = output_flag_sets(root, metadata, book)
        checker = output_validator(root, metadata, flags, book)
        return Problem(
            name=_name(metadata, statement.text, root),
            layout=self.layout,
            root=root,
            statement=statement.text,
            statement_path=statement.path,
            samples=cases.samples,
            tests=cases.tests,
            limits=_limits(root, as_map(metadata.get("limits")), book),
            bounds=_bounds(constants),
            validators=package_validators(root, metadata, book),
            save_dir=root / "data" / "secret",
            notes=tuple(book.notes),
            solutions=accepted_submissions(root, book),
            answer_checker=checker,
            answer_rules=default_rules(flags, metadata),
            judged_apart=is_judged_apart(metadata) and checker is None,
            special=special,
        )


def _version(metadata: Mapping[str, Any], book: Notebook) -> str:
    version = str(metadata.get("problem_format_version") or "legacy")
    if version not in KNOWN_VERSIONS:
        book.note(f"problem.yaml: problem_format_version {version[:40]!r} is not known; it was read as 2025-09.")
    return version


def _name(metadata: Mapping[str, Any], statement: str, root: Path) -> str:
    """`name`, a text or a map by language; in older packages `\\problemname` in the statement."""
    name = metadata.get("name")
    if isinstance(name, dict):
        named = {str(language): str(text) for language, text in name.items() if text}
        name = named.get("en") or next(iter(named.values()), None)
    if not name:
        written = re.search(r"\\problemname\{([^{}]{1,200})\}", statement)
        name = written.group(1) if written else None
    return str(name) if name else root.name


def _statement(root: Path, version: str, constants: Mapping[str, Any], book: Notebook) -> Statement:
    folders = STATEMENT_FOLDERS[::-1] if version.startswith("legacy") else STATEMENT_FOLDERS
    paths: list[Path] = []
    for name in folders:
        found = [path for path in entries(root / name, book) if path.name.startswith("problem.")]
        paths += sorted(found, key=language_rank)
    statement = read_first(paths, book)
    return Statement(with_constants(statement.text, constants), statement.path)


def _bounds(constants: Mapping[str, Any]) -> tuple[NamedBound, ...]:
    """The whole-numbered constants; others (texts, fractions) bound nothing that we could use."""
    values = ((str(name), whole(constant_value(constant))) for name, constant in constants.items())
    return tuple(
        NamedBound(name, value, f"problem.yaml: constants.{name}") for name, value in values if value is not None
    )


def _cases(root: Path, book: Notebook) -> Cases:
    shown = read_cases(input_files(walk(root / "data" / "sample", book)), book, (".ans", ".out"))
    secret = input_files(walk(root / "data" / "secret", book))
    return Cases(shown.samples, capped([*shown.tests, *secret], book))


def _limits(root: Path, limits: Mapping[str, Any], book: Notebook) -> ProblemLimits:
    time_s = positive_seconds(limits.get("time_limit"))
    if time_s is None and limits.get("time_limit") is not None:
        book.note(f"problem.yaml: limits.time_limit {str(limits['time_limit'])[:40]!r} is not a time in seconds.")
    if time_s is None:
        time_s = _domjudge_time_s(root, book) or _dot_time_s(root, book)
    return ProblemLimits(time_s, scaled_bytes(limits.get("memory"), 1 << 20))


def _domjudge_time_s(root: Path, book: Notebook) -> float | None:
    if not is_file(root / "domjudge-problem.ini"):
        return None
    text = read_text(root / "domjudge-problem.ini", book) or ""
    written = re.search(r"^\s*timelimit\s*=\s*['\"]?\s*([0-9.]{1,12})", text, re.MULTILINE)
    return positive_seconds(written.group(1)) if written else None


def _dot_time_s(root: Path, book: Notebook) -> float | None:
    if not is_file(root / ".timelimit"):
        return None
    return positive_seconds((read_text(root / ".timelimit", book) or "").strip())


def _special(root: Path, metadata: Mapping[str, Any], book: Notebook) -> str:
    """What the package says it is where files of input alone don't drive its solutions; noted too."""
    kinds = metadata.get("type", "")
    words = {str(kind) for kind in as_list(kinds)} or set(str(kinds).split())
    words |= set(str(metadata.get("validation", "")).split())
    said = kind_in(words, (path.name for path in walk(root / "data" / "sample", book)))
    if said:
        book.note(said)
    return said
