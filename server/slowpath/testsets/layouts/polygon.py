"""A Polygon package: `problem.xml`, `tests/%02d` with `.a`, solutions with their tags, checker and validator.

Of a package that the tests were made for all is kept but its tests: `polygon_xml` writes these into its own
`problem.xml`. Otherwise checker and validator come along where they are written with testlib, as Polygon's are; without
a checker one of Polygon's own is named, without a validator the one in Python is listed. Replay files lie in
`replays/`, by the numbers of the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from slowpath.model.validation import ValidatorSource
from slowpath.testsets.layouts.material import REPORT, Files, Material, Program, placed
from slowpath.testsets.layouts.polygon_xml import Assets, made_anew, with_tests
from slowpath.testsets.layouts.written_statement import as_typed

VALID = 0
XML = "problem.xml"
_KEPT = ("statements", "statement-sections", "files", "solutions", "check.cpp", "problem-properties.json")
_BINARY = ".exe"
_STATEMENT = "statements/english/problem.tex"
_TOLERANCES = ((1e-9, "rcmp9"), (1e-6, "rcmp6"), (1e-4, "rcmp4"))
_SECTIONS = {"Input": "\\InputFile", "Output": "\\OutputFile", "Notes": "\\Note", "Note": "\\Note"}


class Polygon:
    """The Polygon layout."""

    def files(self, material: Material) -> Files:
        """See `Layout.files`."""
        known = material.kept.get(XML)
        written = {path: data for path, data in material.kept_below(*_KEPT) if not path.endswith(_BINARY)}
        written = written if known is not None else {}
        for number, test in enumerate(material.made.tests, start=1):
            name = f"{number:02d}"
            written[f"tests/{name}"] = test.proposed.data
            written[f"tests/{name}.a"] = test.answer
            written[f"replays/{name}.replay.json"] = material.replay(test)
        if not any(path.startswith(("statements/", "statement-sections/")) for path in written):
            written[_STATEMENT] = _statement(material)
        if material.script is not None:
            written["files/validator.ctd"] = material.script.encode("latin-1", "replace")
        if material.validators:
            written["files/validator.py"] = material.validators[VALID].encode()
        programs = list(placed(material.programs, _place, written))
        written |= {path: program.source for path, program in programs}
        solutions = tuple((path, program.kind) for path, program in programs)
        made = with_tests(known, material, written, solutions) if known is not None else None
        if made is None:
            assets = Assets(_checker(material, written), _validator(material, written), solutions)
            made = made_anew(material, written, assets)
        written[XML] = made
        written[REPORT] = material.report.encode()
        yield from written.items()


def _place(program: Program) -> str:
    return program.path if program.path.startswith("solutions/") else f"solutions/{program.name}"


def _checker(material: Material, written: dict[str, bytes]) -> str:
    """The checker's file, which is put there where it isn't yet; else the name of one of Polygon's own."""
    found = _with_testlib([material.problem.answer_checker], "check.cpp", material, written)
    if found:
        return found
    tolerance = material.tolerance
    near = next((name for bound, name in _TOLERANCES if tolerance is not None and tolerance <= bound), "rcmp4")
    return f"std::{near if tolerance is not None else 'wcmp'}.cpp"


def _validator(material: Material, written: dict[str, bytes]) -> str:
    """The validator's file, which is put there where it isn't yet; "" without one."""
    found = _with_testlib(material.problem.validators, "val.cpp", material, written)
    return found or ("files/validator.py" if "files/validator.py" in written else "")


def _with_testlib(
    sources: Iterable[ValidatorSource | None], name: str, material: Material, written: dict[str, bytes]
) -> str:
    """The first of the programs that is one file written with testlib, put below `files/` with the header beside it."""
    for source in sources:
        text = material.kept.get(source.name) if source is not None and source.kind == "testlib" else None
        if source is None or text is None or source.path.suffix.lower() == ".py":
            continue
        if source.name.startswith("files/"):
            written[source.name] = text
            return source.name
        header = PurePosixPath(source.name).with_name("testlib.h").as_posix()
        if header in material.kept:
            written["files/testlib.h"] = material.kept[header]
        written[f"files/{name}"] = text
        return f"files/{name}"
    return ""


def _statement(material: Material) -> bytes:
    """The statement as Polygon's style has it, or at least its name."""
    problem, limit_s = material.problem, material.made.limit_s
    text = as_typed(problem.statement or problem.name, _SECTIONS)
    if "\\begin{problem}" in text:
        return text.encode()
    memory = f"{material.memory_bytes >> 20} megabytes"
    limit = f"{limit_s:g} second{'s' if limit_s != 1 else ''}"
    name = problem.name.replace("{", "").replace("}", "")
    head = f"\\begin{{problem}}{{{name}}}{{standard input}}{{standard output}}{{{limit}}}{{{memory}}}"
    return f"{head}\n\n{text.strip()}\n\n\\end{{problem}}\n".encode()
