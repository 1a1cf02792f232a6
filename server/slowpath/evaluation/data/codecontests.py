"""CodeContests in its published form: Parquet, a row a problem (Li et al. 2022; WEDGE section 4.1 uses it).

Columns that are read: name, description, public_tests, private_tests and generated_tests (input, output), solutions and
incorrect_solutions (language, solution), time_limit {seconds, nanos}, input_file and output_file. Files are read row
group by row group, and listing reads no tests. A file that is cut off is left out with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from slowpath.errors import ToolMissing
from slowpath.evaluation.data.data_set import DataSet, unique
from slowpath.evaluation.units import ACCEPTED, WRONG, Content, ExistingTest, LeftOut, Program
from slowpath.model.languages import LANGUAGE_FACTS

LAYOUT = "codecontests"
LANGUAGES = {0: "", 1: "", 2: "cpp", 3: "python", 4: "java"}
"""The numbers of the published set: unknown, Python 2, C++, Python 3, Java. Python 2 isn't run."""
NAMES = {"cpp": "solution.cpp", "python": "solution.py", "java": "Main.java"}
SOLUTIONS = (("solutions", ACCEPTED), ("incorrect_solutions", WRONG))
TESTS = ("public_tests", "private_tests", "generated_tests")
LISTED = ("name", "description", "solutions", "incorrect_solutions", "input_file", "output_file")


def find(data: Path) -> DataSet | None:
    """The Parquet file at `data`, or all below it, None where there are none. Raises `ToolMissing` without pyarrow."""
    files = [data] if data.suffix == ".parquet" else sorted(data.rglob("*.parquet")) if data.is_dir() else []
    if not files:
        return None
    listed: list[Program | LeftOut] = []
    for path in files:
        try:
            listed += _listed(path, data)
        except (OSError, ValueError, KeyError) as error:
            is_cut = isinstance(error, OSError) or "Parquet" in str(error)
            listed.append(
                LeftOut(
                    _place(path, data),
                    "The file is cut off or isn't Parquet." if is_cut else f"The file has other columns: {error}.",
                )
            )
    return DataSet(
        LAYOUT,
        tuple(each for each in listed if isinstance(each, Program)),
        tuple(each for each in listed if isinstance(each, LeftOut)),
        partial(_load, data),
        "CodeContests is CC BY 4.0; the problems come from Codeforces, CodeChef, AtCoder and others.",
    )


def _place(path: Path, data: Path) -> str:
    return path.relative_to(data).as_posix() if path != data else path.name


def _opened(path: Path) -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise ToolMissing(
            "pyarrow, which reads Parquet, isn't installed.",
            "Install it with the extra: pip install 'slowpath[scale]'.",
        ) from None
    return parquet.ParquetFile(path)


def _listed(path: Path, data: Path) -> Iterator[Program | LeftOut]:
    """Programs have ids FILE/GROUP/PROBLEM/KIND/NUMBER, which say where they are found again."""
    file = _opened(path)
    there = [name for name in LISTED if name in file.schema_arrow.names]
    place = _place(path, data)
    for group in range(file.num_row_groups):
        rows = file.read_row_group(group, columns=there).to_pylist()
        for number, (row, name) in enumerate(zip(rows, unique([row["name"] for row in rows]), strict=True)):
            problem = f"{place}/{group}/{number} {name.replace('/', '_')}"
            if row.get("input_file") or row.get("output_file"):
                yield LeftOut(problem, "The problem reads or writes files of its own.")
            elif not row.get("description"):
                yield LeftOut(problem, "The problem has no statement.")
            else:
                yield from _solutions(row, problem)


def _solutions(row: dict[str, Any], problem: str) -> Iterator[Program | LeftOut]:
    for column, kind in SOLUTIONS:
        for number, language in enumerate((row.get(column) or {}).get("language") or ()):
            known = LANGUAGES.get(language, "")
            identity = f"{problem}/{kind}/{number}"
            yield (
                Program(identity, problem, known, kind)
                if known
                else LeftOut(identity, "The program is in a language that isn't searched.")
            )


def _load(data: Path, program: Program, with_tests: bool) -> Content:
    problem, kind, number = program.id.rsplit("/", 2)
    place, group, numbered = problem.rsplit("/", 2)
    row = _row(data / place if data.is_dir() else data, int(group), int(numbered.partition(" ")[0]))
    column = next(name for name, its in SOLUTIONS if its == kind)
    name = NAMES[program.language]
    files = [(name, row[column]["solution"][int(number)].encode()), ("statement.md", _statement(row).encode())]
    for place_in, (data_in, answer) in enumerate(_pairs(row, "public_tests"), 1):
        files += [(f"samples/{place_in}.in", data_in), (f"samples/{place_in}.ans", answer)]
    right = _reference(row) if kind == WRONG else None
    if right is not None:
        files.append((f"accepted{Path(NAMES[right[0]]).suffix}", right[1].encode()))
    return Content(
        tuple(files),
        name,
        files[-1][0] if right is not None else "",
        tuple(
            ExistingTest(f"{which}/{at}", data_in, answer)
            for which in TESTS
            for at, (data_in, answer) in enumerate(_pairs(row, which), 1)
        )
        if with_tests
        else (),
    )


@lru_cache(maxsize=1)
def _row(path: Path, group: int, number: int) -> dict[str, Any]:
    """A problem. Its programs follow each other in the listing, so that its row group is read once for all of them."""
    made: dict[str, Any] = _opened(path).read_row_group(group).slice(number, 1).to_pylist()[0]
    return made


def _statement(row: dict[str, Any]) -> str:
    limit = row.get("time_limit") or {}
    seconds = (limit.get("seconds") or 0) + (limit.get("nanos") or 0) / 1e9
    return (f"Time limit: {seconds:g} seconds\n\n" if seconds else "") + row["description"]


def _pairs(row: dict[str, Any], column: str) -> list[tuple[bytes, bytes]]:
    tests = row.get(column) or {}
    return [
        (one.encode(), other.encode())
        for one, other in zip(tests.get("input") or (), tests.get("output") or (), strict=False)
    ]


def _reference(row: dict[str, Any]) -> tuple[str, str] | None:
    """The first right program in a language that isn't dear to run."""
    right = row.get("solutions") or {}
    return next(
        (
            (LANGUAGES[language], text)
            for language, text in zip(right.get("language") or (), right.get("solution") or (), strict=False)
            if (known := LANGUAGE_FACTS.get(LANGUAGES.get(language, ""))) is not None and not known.is_dear
        ),
        None,
    )
