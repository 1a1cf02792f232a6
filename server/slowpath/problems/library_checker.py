"""Library Checker problems: `info.toml` beside `task.md`, `gen/`, `sol/` and `verifier.cpp`.

`[params]` are machine-readable bounds (`N_MAX = 500_000`), to which the statement refers as `@{param.N_MAX}`.
Samples are the tests called `example`, hand-written in `gen/` or, after the repository's generator ran, in
`in/` and `out/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from slowpath.model.problem import NamedBound, Problem, ProblemLimits, Sample
from slowpath.problems.answers import checker_with_testlib
from slowpath.problems.files import Notebook, entries, is_file, is_folder, read_bytes, read_text, up_from
from slowpath.problems.samples import capped, input_files, is_saved_slow_input, read_cases
from slowpath.problems.statements import Statement
from slowpath.problems.toml import toml_map
from slowpath.problems.validators import made_with_testlib, params_header
from slowpath.problems.values import as_map, positive_seconds, whole


class LibraryCheckerReader:
    """Reads a problem folder of the Library Checker."""

    layout = "library-checker"

    def find(self, solution: Path) -> Path | None:
        """The innermost folder with an `info.toml` that has a task or generators beside it."""
        for folder in up_from(solution, levels=3):
            if is_file(folder / "info.toml") and (is_file(folder / "task.md") or is_folder(folder / "gen")):
                return folder
        return None

    def read(self, root: Path, solution: Path) -> Problem:
        """The problem at `root`; `tests` are the inputs that were generated or written by hand."""
        book = Notebook()
        info = toml_map(read_text(root / "info.toml", book) or "", "info.toml", book)
        params = as_map(info.get("params"))
        statement = _statement(root, params, book)
        samples, tests = _cases(root, book)
        return Problem(
            name=str(info.get("title") or root.name),
            layout=self.layout,
            root=root,
            statement=statement.text,
            statement_path=statement.path,
            samples=samples,
            tests=tests,
            limits=ProblemLimits(positive_seconds(info.get("timelimit"))),
            bounds=_bounds(params),
            validators=made_with_testlib([root / "verifier.cpp"], root, (params_header(params),)),
            save_dir=root / "gen",
            notes=tuple(book.notes),
            solutions=tuple(path for path in entries(root / "sol") if path.stem.startswith("correct")),
            answer_checker=checker_with_testlib([root / "checker.cpp"], root, (params_header(params),)),
        )


def _bounds(params: Mapping[str, Any]) -> tuple[NamedBound, ...]:
    values = ((name, whole(value)) for name, value in params.items())
    return tuple(NamedBound(name, value, f"info.toml: params.{name}") for name, value in values if value is not None)


def _statement(root: Path, params: Mapping[str, Any], book: Notebook) -> Statement:
    path = root / "task.md"
    if not is_file(path):
        return Statement()
    text = read_text(path, book)
    return Statement() if text is None else Statement(expand(text, params), path)


def expand(text: str, params: Mapping[str, Any]) -> str:
    """The task in English with its parameters written out and its headings named."""
    wanted = ("en", "end") if "@{lang.en}" in text else ("ja", "end")
    text = re.sub(
        r"@\{lang\.(\w+)\}(.*?)(?=@\{lang\.\w+\}|\Z)",
        lambda match: match.group(2) if match.group(1) in wanted else "",
        text,
        flags=re.DOTALL,
    )
    text = re.sub(r"@\{lang\.\w+\}", "", text)
    text = re.sub(r"@\{keyword\.(\w+)\}", lambda match: match.group(1).capitalize(), text)
    text = re.sub(r"@\{param\.(\w+)\}", lambda match: str(params.get(match.group(1), match.group(0))), text)
    return re.sub(r"@\{example\.\w+\}", "", text)


def _cases(root: Path, book: Notebook) -> tuple[tuple[Sample, ...], tuple[Path, ...]]:
    """Samples with the answers of `out/` where they were generated, and the other input files."""
    inputs: dict[str, Path] = {}
    for folder in ("in", "gen"):
        for path in input_files(entries(root / folder, book)):
            inputs.setdefault(path.name, path)
    shown = [path for name, path in inputs.items() if name.startswith("example") and not is_saved_slow_input(path)]
    cases = read_cases(shown, book)
    samples = tuple(_with_generated_answer(root, sample, book) for sample in cases.samples)
    others = [path for path in inputs.values() if path not in shown]
    return samples, capped([*cases.tests, *others], book)


def _with_generated_answer(root: Path, sample: Sample, book: Notebook) -> Sample:
    answer = root / "out" / f"{sample.name}.out"
    if sample.answer is not None or not is_file(answer):
        return sample
    return Sample(sample.name, sample.data, read_bytes(answer, book))
