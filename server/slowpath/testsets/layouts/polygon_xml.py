"""`problem.xml` of a Polygon package: made anew, or that of a package with other tests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from slowpath.model.languages import SUFFIXES
from slowpath.testsets.layouts.material import Material
from slowpath.testsets.naming import slug

Solutions = Iterable[tuple[str, str]]
"""Paths within the package with the kinds of `material.Program`."""
_TAGS = {
    "accepted": "accepted",
    "wrong_answer": "wrong-answer",
    "run_time_error": "rejected",
    "time_limit_exceeded": "time-limit-exceeded",
}
_TYPES = {"cpp": "cpp.g++17", "python": "python.3", "java": "java11"}
_OF_SOURCE = frozenset({"solution", "executable", "validator", "interactor"})
"""Elements that say nothing without their source."""
_OF_TESTS = frozenset({"test-count", "input-path-pattern", "answer-path-pattern", "tests", "groups"})
_NOT_KEPT = frozenset({"stresses", "documents", "attachments"})


@dataclass(frozen=True)
class Assets:
    """What a package made anew has: the checker's file, or the name of one of Polygon's own; the validator's file (""
    without one); solutions."""

    checker: str
    validator: str
    solutions: Solutions


def made_anew(material: Material, written: Mapping[str, bytes], assets: Assets) -> bytes:
    """The file of a package that is made of `written` files."""
    name = material.problem.name
    root = Element("problem", {"revision": "1", "short-name": slug(name) or "problem"})
    SubElement(SubElement(root, "names"), "name", {"language": "english", "value": name})
    statements = SubElement(root, "statements")
    for path in written:
        folder, _, file = path.rpartition("/")
        if file == "problem.tex" and folder.startswith("statements/"):
            what = {"charset": "UTF-8", "language": folder.split("/")[1], "path": path, "type": "application/x-tex"}
            SubElement(statements, "statement", what)
    judging = SubElement(root, "judging", {"input-file": "", "output-file": ""})
    _put_tests(SubElement(judging, "testset", {"name": "tests"}), material)
    if "files/testlib.h" in written:
        resources = SubElement(SubElement(root, "files"), "resources")
        SubElement(resources, "file", {"path": "files/testlib.h", "type": "h.g++"})
    places = SubElement(root, "assets")
    is_own = assets.checker in written
    checker = SubElement(places, "checker", {"type": "testlib", **({} if is_own else {"name": assets.checker})})
    if is_own:
        _put_source(checker, assets.checker)
    if assets.validator:
        _put_source(SubElement(SubElement(places, "validators"), "validator"), assets.validator)
    _put_solutions(SubElement(places, "solutions"), assets.solutions)
    return _text(root)


def with_tests(known: bytes, material: Material, written: Collection[str], solutions: Solutions) -> bytes | None:
    """The file `known` with the tests of the material in place of its own: names, statements, checker, validators,
    solutions and whatever else it says stays, as far as its files are `written`; `solutions` that it doesn't list are
    added. None where it can't be read."""
    try:
        root = ElementTree.fromstring(known)
        return _with_tests(root, material, written, solutions) if root.tag == "problem" else None
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError):
        return None


def _with_tests(root: Element, material: Material, written: Collection[str], solutions: Solutions) -> bytes:
    judging = _only(root, "judging")
    testsets = judging.findall("testset")
    chosen = next((each for each in testsets if each.get("name") == "tests"), testsets[0] if testsets else None)
    for each in testsets:
        if each is not chosen:
            judging.remove(each)
    _put_tests(chosen if chosen is not None else SubElement(judging, "testset", {"name": "tests"}), material)
    for each in [each for each in root if each.tag in _NOT_KEPT]:
        root.remove(each)
    _prune(root, written)
    assets = _only(root, "assets")
    if assets.find("validators/validator") is None and "files/validator.py" in written:
        _put_source(SubElement(_only(assets, "validators"), "validator"), "files/validator.py")
    listed = _only(assets, "solutions")
    there = {str(source.get("path")) for source in listed.iterfind("solution/source")}
    _put_solutions(listed, [each for each in solutions if each[0] not in there])
    return _text(root)


def _put_tests(testset: Element, material: Material) -> None:
    """The limits and tests of a test set, in place of those that it has; its memory limit stays."""
    for each in [each for each in testset if each.tag in _OF_TESTS]:
        testset.remove(each)
    _only(testset, "time-limit").text = str(round(1000 * material.made.limit_s))
    memory = _only(testset, "memory-limit")
    memory.text = memory.text or str(material.memory_bytes)
    for tag, text in (
        ("test-count", str(len(material.made.tests))),
        ("input-path-pattern", "tests/%02d"),
        ("answer-path-pattern", "tests/%02d.a"),
    ):
        SubElement(testset, tag).text = text
    tests = SubElement(testset, "tests")
    samples = {test.name for test in material.samples}
    for test in material.made.tests:
        shown = {"sample": "true"} if test.name in samples else {}
        SubElement(tests, "test", {"description": test.proposed.label, "method": "manual", **shown})


def _put_solutions(listed: Element, solutions: Solutions) -> None:
    """Solutions beside those that are listed, the first right one as the main one where there is none."""
    has_main = any(each.get("tag") == "main" for each in listed)
    for path, kind in solutions:
        is_main = kind == "accepted" and not has_main
        has_main |= is_main
        _put_source(SubElement(listed, "solution", {"tag": "main" if is_main else _TAGS[kind]}), path)


def _put_source(element: Element, path: str) -> None:
    kind = _TYPES.get(SUFFIXES.get(PurePosixPath(path).suffix.lower(), ""), "cpp.g++17")
    SubElement(element, "source", {"path": path, "type": kind})


def _only(parent: Element, tag: str) -> Element:
    """The element of that name, which is made where there is none."""
    found = parent.find(tag)
    return found if found is not None else SubElement(parent, tag)


def _prune(parent: Element, written: Collection[str]) -> None:
    """Takes out what names files that aren't there."""
    for child in list(parent):
        path = child.get("path")
        if path is not None and path not in written:
            parent.remove(child)
            continue
        _prune(child, written)
        if child.tag in _OF_SOURCE and child.find("source") is None:
            parent.remove(child)


def _text(root: Element) -> bytes:
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"
