"""Test sets as Polygon packages: made anew, or a package of the setter's with other tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from written_test_set import a_set, material, written

from slowpath.model.answers import ASSUMED, REALS, AnswerRules
from slowpath.model.validation import ValidatorSource
from slowpath.problems import read_problem
from slowpath.statement.sentences.statement import read_statement
from slowpath.testsets.layouts import LAYOUTS
from slowpath.testsets.layouts.written_statement import as_typed

POLYGON_XML = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="7" short-name="sum" url="https://polygon.example/p/me/sum">
  <names><name language="english" value="Sum"/><name language="russian" value="Сумма"/></names>
  <statements>
    <statement charset="UTF-8" language="russian" path="statements/russian/problem.tex" type="application/x-tex"/>
    <statement language="russian" path="statements/.pdf/russian/problem.pdf" type="application/pdf"/>
  </statements>
  <judging input-file="" output-file="">
    <testset name="pretests"><test-count>0</test-count><tests/></testset>
    <testset name="tests">
      <time-limit>3000</time-limit><memory-limit>536870912</memory-limit><test-count>1</test-count>
      <input-path-pattern>tests/%03d</input-path-pattern><answer-path-pattern>tests/%03d.a</answer-path-pattern>
      <tests><test cmd="gen 1" group="1" method="generated" points="5.0"/></tests>
      <groups><group name="1" points="5.0"/></groups>
    </testset>
  </judging>
  <files>
    <resources><file path="files/testlib.h" type="h.g++"/><file path="files/gone.sty"/></resources>
    <executables>
      <executable><source path="files/gen.cpp" type="cpp.g++17"/><binary path="files/gen.exe"/></executable>
    </executables>
  </files>
  <assets>
    <checker name="std::ncmp.cpp" type="testlib">
      <source path="files/check.cpp" type="cpp.g++17"/><binary path="check.exe" type="exe.win32"/>
    </checker>
    <validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
    <solutions>
      <solution tag="time-limit-exceeded-or-accepted"><source path="solutions/a.py" type="python.pypy3-64"/></solution>
      <solution note="author's" tag="main"><source path="solutions/main.kt" type="kotlin17"/></solution>
      <solution tag="wrong-answer"><source path="solutions/gone.cpp" type="cpp.g++17"/></solution>
    </solutions>
  </assets>
  <stresses><stress-count>1</stress-count><list><stress index="1" path="stresses/001"/></list></stresses>
  <tags><tag value="math"/></tags>
</problem>
""".encode()
POLYGON = {
    "problem.xml": POLYGON_XML,
    "statements/russian/problem.tex": "Сумма".encode(),
    "files/testlib.h": b"// testlib",
    "files/gen.cpp": b"gen",
    "files/gen.exe": b"MZ",
    "files/check.cpp": b"check",
    "files/val.cpp": b"val",
    "solutions/main.kt": b"fun main() {}",
    "solutions/a.py": b"print(1)\n",
}


def test_what_a_polygon_package_says_stays_but_for_its_tests(tmp_path):
    own = replace(material(a_set(), POLYGON))
    programs = (replace(own.programs[0], path="solutions/a.py"), replace(own.programs[1], name="main.kt"))
    made = dict(LAYOUTS["polygon"].files(replace(own, programs=programs)))
    root = ElementTree.fromstring(made["problem.xml"])
    before = ElementTree.fromstring(POLYGON_XML)
    assert root.attrib == before.attrib
    for kept in ("names", "tags", "assets/validators", "files/executables/executable/source"):
        assert [each.attrib for each in root.find(kept).iter()] == [each.attrib for each in before.find(kept).iter()]
    assert [each.get("name") for each in root.iterfind("judging/testset")] == ["tests"]
    testset = root.find("judging/testset")
    assert [testset.findtext(tag) for tag in ("time-limit", "memory-limit", "test-count", "input-path-pattern")] == [
        "1500",
        "536870912",
        "3",
        "tests/%02d",
    ]
    assert [each.get("method") for each in testset.iterfind("tests/test")] == ["manual"] * 3
    assert testset.find("groups") is None and root.find("stresses") is None
    solutions = [(each.get("tag"), each.find("source").attrib) for each in root.iterfind("assets/solutions/solution")]
    assert solutions == [
        ("time-limit-exceeded-or-accepted", {"path": "solutions/a.py", "type": "python.pypy3-64"}),
        ("main", {"path": "solutions/main.kt", "type": "kotlin17"}),
        ("wrong-answer", {"path": "solutions/main-2.kt", "type": "cpp.g++17"}),
    ]
    assert root.find("assets/checker").get("name") == "std::ncmp.cpp"
    named = {each.get("path") for each in root.iter() if each.get("path") is not None}
    assert named <= made.keys() and not any(path.endswith(".exe") for path in made)
    assert made["solutions/main.kt"] == POLYGON["solutions/main.kt"] and made["solutions/main-2.kt"] == b"print(0)\n"


def test_a_polygon_package_whose_description_is_broken_gets_a_new_one(tmp_path):
    root = written(tmp_path, "polygon", POLYGON | {"problem.xml": POLYGON_XML[:400]})
    assert [path.name for path in read_problem(root / "solutions" / "a.py").solutions] == ["a-2.py"]


def test_polygon_takes_what_is_written_with_testlib_along_and_names_a_checker_of_its_own_else(tmp_path):
    def said(kept: dict[str, bytes], rules: AnswerRules = ASSUMED, kind: str = "testlib") -> ElementTree.Element:
        sources = [ValidatorSource(kind, Path("/x", name), Path("/x")) for name in ("checker.cpp", "validator.cpp")]
        given = material(a_set(), kept)
        problem = replace(given.problem, answer_checker=sources[0], validators=(sources[1],))
        files = dict(LAYOUTS["polygon"].files(replace(given, problem=problem, rules=rules)))
        assert {"statements/english/problem.tex", "files/validator.py"} <= files.keys()
        assert (
            b"\\begin{problem}{A <b> problem}{standard input}{standard output}{1.5 seconds}{256 megabytes}"
            in (files["statements/english/problem.tex"])
        )
        root = ElementTree.fromstring(files["problem.xml"])
        assert {each.get("path") for each in root.iter() if each.get("path")} <= files.keys()
        return root.find("assets")

    own = said({"checker.cpp": b"c", "validator.cpp": b"v", "testlib.h": b"h"})
    assert own.find("checker/source").get("path") == "files/check.cpp"
    assert own.find("validators/validator/source").get("path") == "files/val.cpp"
    other = said({"checker.cpp": b"c", "validator.cpp": b"v"}, kind="program")
    assert other.find("checker").get("name") == "std::wcmp.cpp"
    assert other.find("validators/validator/source").get("path") == "files/validator.py"
    near = said({}, replace(ASSUMED, numbers=REALS, absolute=1e-6, relative=1e-6))
    assert near.find("checker").get("name") == "std::rcmp6.cpp"


def test_a_hundred_tests_are_numbered_as_polygon_does(tmp_path):
    tests = tuple(replace(a_set().tests[1], name=f"{number:03d}-x") for number in range(100))
    made = replace(a_set(), tests=tests)
    files = dict(
        LAYOUTS["polygon"].files(replace(material(a_set()), made=made, replays={each.name: {} for each in tests}))
    )
    assert {"tests/01", "tests/99.a", "tests/100", "replays/100.replay.json"} <= files.keys()


SECTIONS = {"Input": "\\InputFile", "Output": "\\OutputFile"}


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("Just text, 5 %", "\\begin{verbatim}\nJust text, 5 %\n\\end{verbatim}\n"),
        ("\\problemname{A}\n\\section*{Input}\nn", "\n\\InputFile\nn"),
        (
            "# Name\n5 % of **all** `a_b`, $a_1 & 2$ {x}\n## Input\n- n\n```\n1 # 2\n```\n## Output\n### More\na\\b",
            "\\textbf{Name}\n5 \\% of \\textbf{all} \\texttt{a\\_b}, $a_1 & 2$ \\{x\\}\n\\InputFile\n\\textbullet{} n\n"
            "\\begin{verbatim}\n1 # 2\n\\end{verbatim}\n\\OutputFile\n\\textbf{More}\na\\textbackslash{}b",
        ),
    ],
)
def test_statements_are_written_in_latex(text, latex):
    assert as_typed(text, SECTIONS) == latex
    assert as_typed(latex, SECTIONS) == latex


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("$$\\sum_{i=1}^n a_i$$ and $a_1,\nb_2$ x_y", "$$\\sum_{i=1}^n a_i$$ and $a_1,\nb_2$ x\\_y"),
        ("$$$$$$x_1$$$$$$, $$$y_2$$$", "$$x_1$$, $y_2$"),
        ("It costs $5, \\$6 & 10% of $n$.", "It costs \\$5, \\$6 \\& 10\\% of $n$."),
        ("`unclosed 5, ``quoted'' a_b", "`unclosed 5, ``quoted'' a\\_b"),
        (
            "~~~\n# x_y\n```\n~~~\n```inline``` a_b",
            "\\begin{verbatim}\n# x_y\n```\n\\end{verbatim}\n```inline``` a\\_b",
        ),
    ],
)
def test_formulas_stay_and_all_else_is_escaped(text, latex):
    assert as_typed(f"{text}\n# Input\n# Output", SECTIONS) == f"{latex}\n\\InputFile\n\\OutputFile"


def test_a_statement_in_markdown_says_the_same_once_it_is_written(tmp_path):
    text = "# Sum\n\n## Input\n\nOne integer $n$ ($1 \\le n \\le 77$).\n\n## Output\n\nPrint it.\n"
    own = material(a_set())
    files = dict(LAYOUTS["polygon"].files(replace(own, problem=replace(own.problem, statement=text))))
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    statement = read_statement(read_problem(tmp_path / "solutions" / "a.py").statement)
    assert [each.section for each in statement.sentences if "77" in each.text] == ["input"]
