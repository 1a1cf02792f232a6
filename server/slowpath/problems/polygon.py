"""Polygon packages: `problem.xml` with `tests/%02d`, answers `.a`, and `statements/<language>/problem.tex`.

Time limits are in milliseconds, memory limits in bytes. A package that was downloaded without its generated
tests has only the hand-written ones; the statement's own examples then serve as samples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from slowpath.model.problem import Problem, ProblemLimits
from slowpath.model.validation import ValidatorSource
from slowpath.problems.answers import checker_with_testlib
from slowpath.problems.files import Notebook, entries, inside, is_file, is_folder, read_bytes, read_text, up_from
from slowpath.problems.samples import MOST_SAMPLES, Cases, capped, is_saved_slow_input, read_cases
from slowpath.problems.statements import Statement, read_first
from slowpath.problems.validators import made_with_testlib
from slowpath.problems.values import positive_seconds, scaled_bytes

SECTIONS = ("name", "legend", "input", "output", "notes")
MOST_NUMBER = 100_000


class PolygonReader:
    """Reads a Polygon package."""

    layout = "polygon"

    def find(self, solution: Path) -> Path | None:
        """The innermost folder around the solution whose `problem.xml` speaks of a problem."""
        return next((folder for folder in up_from(solution, levels=3) if _is_package(folder)), None)

    def read(self, root: Path, solution: Path) -> Problem:
        """The package at `root`. The test set called `tests` counts, or the first one."""
        book = Notebook()
        problem = _parse(root, book)
        testset = _testset(problem)
        language = _language(root, problem)
        statement = _statement(root, language, book)
        cases = _cases(root, testset, language, book)
        return Problem(
            name=_name(problem, language, root),
            layout=self.layout,
            root=root,
            statement=statement.text,
            statement_path=statement.path,
            samples=cases.samples,
            tests=cases.tests,
            limits=_limits(testset),
            validators=_validators(root, problem),
            save_dir=root / "tests",
            notes=tuple(book.notes),
            solutions=_solutions(root, problem),
            answer_checker=checker_with_testlib(_sources(root, problem, "assets/checker/source"), root),
        )


def _solutions(root: Path, problem: ElementTree.Element) -> tuple[Path, ...]:
    """Those that the package's author marked as right, the main one first."""
    marked = [
        (each.get("tag") != "main", path)
        for each in problem.iterfind("assets/solutions/solution")
        if each.get("tag") in ("main", "accepted")
        for path in _sources(root, each, "source")
    ]
    return tuple(path for _, path in sorted(marked, key=lambda entry: entry[0]))


def _sources(root: Path, element: ElementTree.Element, place: str) -> list[Path]:
    """The files that `path` attributes at a place name, those that are there and inside the package."""
    named = [inside(root, str(source.get("path"))) for source in element.iterfind(place) if source.get("path")]
    return [path for path in named if path is not None and is_file(path)]


def _is_package(folder: Path) -> bool:
    if not is_file(folder / "problem.xml"):
        return False
    data = read_bytes(folder / "problem.xml", Notebook()) or b""
    return b"<problem" in data[:4096]


def _parse(root: Path, book: Notebook) -> ElementTree.Element:
    data = read_bytes(root / "problem.xml", book) or b""
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
        book.note(f"problem.xml can't be parsed ({error}); what it says was left out.")
        return ElementTree.Element("problem")


def _testset(problem: ElementTree.Element) -> ElementTree.Element:
    testsets = problem.findall("./judging/testset")
    named = [testset for testset in testsets if testset.get("name") == "tests"]
    return next(iter([*named, *testsets]), ElementTree.Element("testset"))


def _language(root: Path, problem: ElementTree.Element) -> str:
    """English when the package has it, else the first language that it names or holds."""
    languages = [element.get("language") or "" for element in problem.findall("./statements/statement")]
    languages += [
        path.name for path in entries(root / "statements") if is_folder(path) and not path.name.startswith(".")
    ]
    return "english" if "english" in languages or not languages else next(filter(None, languages), "english")


def _name(problem: ElementTree.Element, language: str, root: Path) -> str:
    names = {element.get("language"): element.get("value") for element in problem.findall("./names/name")}
    return names.get(language) or problem.get("short-name") or root.name


def _statement(root: Path, language: str, book: Notebook) -> Statement:
    folder = inside(root, f"statements/{language}")
    found = read_first([path for path in (folder / "problem.tex",) if is_file(path)], book) if folder else Statement()
    return found if found.text else _from_sections(root, language, book)


def _from_sections(root: Path, language: str, book: Notebook) -> Statement:
    """The statement put together from `statement-sections/<language>/{legend,input,...}.tex`."""
    folder = inside(root, f"statement-sections/{language}")
    if folder is None or not is_folder(folder):
        return Statement()
    sections = [(name, read_text(folder / f"{name}.tex", book)) for name in SECTIONS if is_file(folder / f"{name}.tex")]
    text = "\n\n".join(f"\\section*{{{name.capitalize()}}}\n{text}" for name, text in sections if text)
    return Statement(text, folder / "input.tex" if is_file(folder / "input.tex") else folder) if text else Statement()


def _cases(root: Path, testset: ElementTree.Element, language: str, book: Notebook) -> Cases:
    pattern = (testset.findtext("input-path-pattern") or "tests/%02d").strip()
    marks = [test.get("sample") == "true" for test in testset.findall("./tests/test")]
    numbered = dict(_numbered(root, pattern, len(marks)))
    missing = len(marks) - len(numbered)
    if missing > 0:
        book.note(f"{missing} of {len(marks)} tests are not in the package (it was made without them).")
    shown = [path for number, path in numbered.items() if number <= len(marks) and marks[number - 1]]
    if not shown:
        shown = _statement_examples(root, language)
    cases = read_cases(shown, book, (".a", ".ans", ".out"))
    others = [path for path in numbered.values() if path not in shown]
    saved = [path for path in entries(root / "tests") if is_saved_slow_input(path) and path.suffix == ".in"]
    return Cases(cases.samples, capped([*cases.tests, *others, *saved], book))


def _numbered(root: Path, pattern: str, count: int) -> Iterator[tuple[int, Path]]:
    """Test files by number from 1; the count is the package's, or as far as files go where it says none."""
    hole = re.search(r"%0?(\d{0,2})d", pattern)
    if hole is None:
        return
    for number in range(1, min(count or MOST_NUMBER, MOST_NUMBER) + 1):
        name = pattern[: hole.start()] + str(number).zfill(int(hole.group(1) or 0)) + pattern[hole.end() :]
        path = inside(root, name)
        if path is not None and is_file(path):
            yield number, path
        elif not count:
            return


def _statement_examples(root: Path, language: str) -> list[Path]:
    """`example.01`, `example.02`, ... of the statement, whose answers are `example.01.a`."""
    for name in (f"statements/{language}", f"statement-sections/{language}"):
        folder = inside(root, name)
        found = [path for path in entries(folder) if re.fullmatch(r"example\.\d+", path.name)] if folder else []
        if found:
            return found[:MOST_SAMPLES]
    return []


def _limits(testset: ElementTree.Element) -> ProblemLimits:
    time_ms = positive_seconds((testset.findtext("time-limit") or "").strip() or None, 3_600_000.0)
    memory = scaled_bytes((testset.findtext("memory-limit") or "").strip() or None, 1)
    return ProblemLimits(time_ms / 1000 if time_ms else None, memory)


def _validators(root: Path, problem: ElementTree.Element) -> tuple[ValidatorSource, ...]:
    return made_with_testlib(_sources(root, problem, "assets/validators/validator/source"), root)
