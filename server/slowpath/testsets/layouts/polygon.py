"""A Polygon package: `problem.xml`, `tests/%02d` with `.a`, solutions with their tags, the validator in Python.

Replay files lie in `replays/`, by the numbers of the tests.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from xml.etree import ElementTree

from slowpath.model.languages import SUFFIXES
from slowpath.testsets.layouts.material import REPORT, Files, Material, placed
from slowpath.testsets.naming import slug

VALID = 0
ASSUMED_MEMORY_BYTES = 256 << 20
_TAGS = {
    "accepted": "accepted",
    "wrong_answer": "wrong-answer",
    "run_time_error": "rejected",
    "time_limit_exceeded": "time-limit-exceeded",
}
_TYPES = {"cpp": "cpp.g++17", "python": "python.3", "java": "java11"}
_KEPT = ("statements", "statement-sections", "files")


class Polygon:
    """The Polygon layout."""

    def files(self, material: Material) -> Files:
        """See `Layout.files`."""
        written = dict(material.kept_below(*_KEPT))
        width = max(2, len(str(len(material.made.tests))))
        for number, test in enumerate(material.made.tests, start=1):
            name = str(number).zfill(width)
            written[f"tests/{name}"] = test.proposed.data
            written[f"tests/{name}.a"] = test.answer
            written[f"replays/{name}.replay.json"] = material.replay(test)
        if not any(path.startswith(("statements/", "statement-sections/")) for path in written):
            written["statements/english/problem.tex"] = (material.problem.statement or material.problem.name).encode()
        if material.script is not None:
            written["files/validator.ctd"] = material.script.encode("latin-1", "replace")
        if material.validators:
            written["files/validator.py"] = material.validators[VALID].encode()
        programs = placed(material.programs, lambda program: f"solutions/{program.name}")
        written |= {path: program.source for path, program in programs}
        written["problem.xml"] = _xml(material, width, written)
        written[REPORT] = material.report.encode()
        yield from written.items()


def _xml(material: Material, width: int, written: dict[str, bytes]) -> bytes:
    made, problem = material.made, material.problem
    root = ElementTree.Element("problem", {"revision": "1", "short-name": slug(problem.name) or "problem"})
    ElementTree.SubElement(
        ElementTree.SubElement(root, "names"), "name", {"language": "english", "value": problem.name}
    )
    statements = ElementTree.SubElement(root, "statements")
    if "statements/english/problem.tex" in written:
        ElementTree.SubElement(
            statements,
            "statement",
            {
                "charset": "UTF-8",
                "language": "english",
                "path": "statements/english/problem.tex",
                "type": "application/x-tex",
            },
        )
    judging = ElementTree.SubElement(root, "judging", {"input-file": "", "output-file": ""})
    testset = ElementTree.SubElement(judging, "testset", {"name": "tests"})
    for tag, text in (
        ("time-limit", round(1000 * made.limit_s)),
        ("memory-limit", problem.limits.memory_bytes or ASSUMED_MEMORY_BYTES),
        ("test-count", len(made.tests)),
        ("input-path-pattern", f"tests/%0{width}d"),
        ("answer-path-pattern", f"tests/%0{width}d.a"),
    ):
        ElementTree.SubElement(testset, tag).text = str(text)
    tests = ElementTree.SubElement(testset, "tests")
    samples = {test.name for test in material.samples}
    for test in made.tests:
        ElementTree.SubElement(
            tests,
            "test",
            {
                "method": "manual",
                "description": test.proposed.label,
                **({"sample": "true"} if test.name in samples else {}),
            },
        )
    _assets(root, material, written)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _assets(root: ElementTree.Element, material: Material, written: dict[str, bytes]) -> None:
    assets = ElementTree.SubElement(root, "assets")
    checker = material.problem.answer_checker
    place = checker.name if checker is not None and checker.name in written else ""
    named = {} if place else {"name": "std::wcmp.cpp"}
    made = ElementTree.SubElement(assets, "checker", {"type": "testlib", **named})
    if place:
        ElementTree.SubElement(made, "source", {"path": place, "type": _type_of(place)})
    if "files/validator.py" in written:
        validators = ElementTree.SubElement(assets, "validators")
        validator = ElementTree.SubElement(validators, "validator")
        ElementTree.SubElement(validator, "source", {"path": "files/validator.py", "type": "python.3"})
    solutions = ElementTree.SubElement(assets, "solutions")
    has_main = False
    for path, program in placed(material.programs, lambda program: f"solutions/{program.name}"):
        is_main = program.kind == "accepted" and not has_main
        has_main |= is_main
        solution = ElementTree.SubElement(solutions, "solution", {"tag": "main" if is_main else _TAGS[program.kind]})
        ElementTree.SubElement(solution, "source", {"path": path, "type": _type_of(path)})


def _type_of(path: str) -> str:
    return _TYPES.get(SUFFIXES.get(PurePosixPath(path).suffix.lower(), ""), "cpp.g++17")
