"""What a test set is made of has names that nothing else has, wherever the programs lie."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import SourceUnreadable, UsageError
from slowpath.model.testset import Against
from slowpath.mutants.wastes import LARGER_TABLES
from slowpath.pipeline.formats import format_from_text
from slowpath.pipeline.testing.problem import TestSetSpec, made_opponents, specified_tests
from slowpath.settings import Settings
from slowpath.testsets.layouts.material import Program, placed

CPP = b"#include <iostream>\nint main() { int n; std::cin >> n; if (n < 3) n = 3; std::cout << n + 1 << '\\n'; }\n"
SORTING = b"""#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    for (auto &each : a) cin >> each;
    sort(a.begin(), a.end());
    for (auto each : a) cout << each << '\\n';
}
"""
PYTHON = b"n = int(input())\nif n < 3:\n    n = 3\nprint(n + 1)\n"
JAVA = b"class a { public static void main(String[] given) { System.out.println(4); } }\n"
FILES = {
    "problem.yaml": b"name: Next\n",
    "data/sample/1.in": b"1\n",
    "data/sample/1.ans": b"4\n",
    "submissions/accepted/a.java": JAVA,
    "submissions/accepted/b.py": PYTHON,
    "submissions/accepted/b.cpp": CPP,
    "other/w.py": b"print(1)\n",
    "more/w.py": b"print(2)\n",
}


def specified(tmp_path: Path, files: dict[str, bytes], wrong: Sequence[Path], slow: Sequence[Path] = ()) -> TestSetSpec:
    folder = tmp_path / "p"
    for name, data in files.items():
        path = folder / name if not name.startswith(("other", "more")) else tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return specified_tests(
        folder,
        Settings(),
        seconds=1.0,
        most=9,
        most_bytes=1 << 20,
        wrong=wrong,
        slow=slow,
        read_format=lambda read: format_from_text("n: int 1..9\n", None, read),
    )


@pytest.fixture
def spec(tmp_path) -> TestSetSpec:
    more = tmp_path / "more"
    return specified(tmp_path, FILES, [tmp_path / "other" / "w.py", more / "w.py", more / ".." / "more" / "w.py"])


def test_made_opponents_of_programs_with_one_stem_have_names_of_their_own(spec):
    drawn, ways = made_opponents(spec)
    names = [each.name for each in (*drawn, *ways)]
    assert len(set(names)) == len(names)
    assert {each.of for each in drawn} == {"b.cpp", "b.py"}
    assert [each.change for each in ways] == ["flushed lines"]


def test_slow_ways_are_made_of_a_second_right_program_where_they_are_of_another_kind(spec):
    bare = replace(spec.accepted[0], source=b'#include <cstdio>\nint main() { puts("4"); }\n')
    sorting = replace(bare, path=bare.path.with_name("s.cpp"), source=SORTING)
    kinds = [
        {each.change: each.of for each in made_opponents(replace(spec, accepted=accepted))[1]}
        for accepted in ((bare, sorting), (spec.accepted[0], sorting))
    ]
    assert kinds[0]["sorted by insertion"] == "s.cpp"
    assert kinds[1] == {**kinds[0], "flushed lines": "b.cpp"}


def test_opponents_of_every_kind_are_tried_before_a_second_of_one(spec):
    drawn, _ = made_opponents(spec)
    kinds = [each.change for each in drawn]
    assert 1 < len(set(kinds)) < len(kinds)
    assert len(set(kinds[: len(set(kinds))])) == len(set(kinds))


@pytest.mark.parametrize("memory_bytes", [None, 1 << 28])
def test_mutants_that_waste_memory_come_last_where_no_limit_shows_it(spec, memory_bytes):
    source = b"#include <vector>\n" + CPP.replace(b"if (n < 3)", b"std::vector<int> a(n + 1); if (a[0] < 3)")
    limits = replace(spec.problem.limits, memory_bytes=memory_bytes)
    accepted = (replace(spec.accepted[0], source=source),)
    drawn, _ = made_opponents(replace(spec, accepted=accepted, problem=replace(spec.problem, limits=limits)))
    wasteful = [each.change in LARGER_TABLES for each in drawn]
    assert any(wasteful) and (wasteful == sorted(wasteful)) is (memory_bytes is None)


def test_java_programs_come_last_and_have_mutants_where_they_are_first(spec):
    assert [each.path.name for each in spec.accepted] == ["b.cpp", "b.py", "a.java"]
    first = replace(spec, accepted=spec.accepted[::-1])
    assert {each.of for each in made_opponents(first)[0]} == {"b.py", "a.java"}


def test_a_given_program_is_never_lost_to_another_of_its_name_and_counts_once(spec):
    assert [each.name for each in spec.given] == ["w.py", "more/w.py"]
    assert {each.against for each in spec.given} == {Against.WRONG}


@pytest.mark.parametrize("kind", ["wrong", "slow"])
@pytest.mark.parametrize(("name", "words"), [("gone.py", "gone.py"), ("w.kt", "no known language ends in '.kt'")])
def test_a_named_program_that_cannot_be_read_is_said(tmp_path, kind, name, words):
    (tmp_path / "w.kt").write_bytes(b"fun main() {}\n")
    named = {"wrong": [], "slow": [], kind: [tmp_path / name]}
    with pytest.raises(SourceUnreadable, match=re.escape(words)):
        specified(tmp_path, FILES, **named)


def test_programs_of_a_package_that_cannot_be_used_are_named_with_the_reason(tmp_path):
    spec = specified(
        tmp_path,
        {
            **FILES,
            "submissions/wrong_answer/w.kt": b"fun main() {}\n",
            "submissions/wrong_answer/same.py": PYTHON,
            "submissions/wrong_answer/README.md": b"Notes.",
            "submissions/time_limit_exceeded/.keep": b"",
            "submissions/time_limit_exceeded/empty.py": b"",
        },
        [],
    )
    assert not spec.given
    assert [(name, why.split(": ")[-1]) for name, why in spec.given_unused] == [
        ("wrong_answer/w.kt", "no known language ends in '.kt'."),
        ("wrong_answer/same.py", "its text is that of b.py, a right program"),
        ("time_limit_exceeded/empty.py", "the file is empty."),
    ]


LOOSE = {"statement.md": b"Print the next number.\n", "1.in": b"1\n", "1.ans": b"4\n"}


def test_in_a_plain_folder_every_program_is_used_or_named(tmp_path):
    programs = dict.fromkeys(("right-2.py", "solution.cpp", "checker.py", "validate.py", "wrong-1.py"), PYTHON + b"#")
    spec = specified(tmp_path, {**LOOSE, **programs, "right.py": PYTHON, "mine.py": CPP}, [tmp_path / "p" / "mine.py"])
    assert [each.path.name for each in spec.accepted] == ["right-2.py", "right.py"]
    assert [(name, why[:13]) for name, why in spec.unused] == [("solution.cpp", "its name says")]


@pytest.mark.parametrize("name", ["wrong-1.py", "slow.py", "checker.py", "validator.py"])
def test_the_only_program_of_a_folder_is_right_unless_its_name_says_otherwise(tmp_path, name):
    assert specified(tmp_path, {**LOOSE, "mine.py": PYTHON, name: CPP}, []).accepted[0].path.name == "mine.py"
    (tmp_path / "p" / "mine.py").unlink()
    with pytest.raises(UsageError, match="no right program"):
        specified(tmp_path, LOOSE, [])


def test_what_was_kept_is_of_the_same_samples_and_judges(spec):
    sample = replace(spec.problem.samples[0], answer=b"5\n")
    assert replace(spec, problem=replace(spec.problem, samples=(sample,))).key != spec.key == replace(spec).key


def test_programs_that_are_written_never_take_the_place_of_others():
    programs = [Program("a.cpp", "accepted", b"1"), Program("a.cpp", "wrong_answer", b"2")]
    assert [path for path, _ in placed(programs, lambda each: f"solutions/{each.name}")] == [
        str(Path("solutions/a.cpp")),
        str(Path("solutions/a-2.cpp")),
    ]
