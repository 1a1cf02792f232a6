"""Which validators a problem's folder holds, of what kind, and with what they are built and called."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.validation import ValidatorSource
from slowpath.problems import read_problem
from slowpath.toolchain.validators.overview import bounds_in

PACKAGE = {"problem.yaml": "name: A\n", "submissions/accepted/a.py": "print(input())\n"}
TESTLIB = '#include "testlib.h"\nint main() { registerValidation(); }\n'


def validators(tmp_path: Path, files: dict[str, str], solution: str) -> list[ValidatorSource]:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return list(read_problem(tmp_path / solution).validators)


@pytest.mark.parametrize(
    ("files", "solution", "expected"),
    [
        (
            {
                **PACKAGE,
                "input_validators/a.ctd": "",
                "input_validators/b.py": "",
                "input_format_validators/c/m.cpp": "",
                "input_validators/readme.md": "",
                "input_validators/old.viva": "",
                "input_validators/_x.py": "",
            },
            "submissions/accepted/a.py",
            [
                ("checktestdata", "input_validators/a.ctd"),
                ("kattis", "input_validators/b.py"),
                ("kattis", "input_format_validators/c"),
            ],
        ),
        (
            {
                "info.toml": "title = 'A'\n[params]\nN_MAX = 5\nNAME = 'x'\nBAD = 'a\"b'\n",
                "task.md": "",
                "verifier.cpp": "",
                "sol/correct.cpp": "",
            },
            "sol/correct.cpp",
            [("testlib", "verifier.cpp")],
        ),
        (
            {"statement.md": "x", "validator.cpp": TESTLIB, "validate.py": "", "v.ctd": "", "other.py": "", "a.py": ""},
            "a.py",
            [("checktestdata", "v.ctd"), ("program", "validate.py"), ("testlib", "validator.cpp")],
        ),
    ],
)
def test_every_layout_names_its_validators(tmp_path, files, solution, expected):
    found = validators(tmp_path, files, solution)
    assert sorted((source.kind, source.name) for source in found) == sorted(expected)
    assert all(source.path.exists() for source in found)


def test_parameters_become_the_header_that_the_verifier_includes(tmp_path):
    files = {
        "info.toml": "[params]\nN_MAX = 500_000\nEPS = 0.5\nNAME = 'x'\n",
        "task.md": "",
        "verifier.cpp": "",
        "sol/correct.cpp": "",
    }
    (source,) = validators(tmp_path, files, "sol/correct.cpp")
    assert source.headers == (("params.h", '#define N_MAX (long long)500000\n#define EPS 0.5\n#define NAME "x"\n'),)


@pytest.mark.parametrize("line", ["input_validator_flags: n=3 m=4", "input_validator_args: [n=3, m=4]"])
def test_flags_of_the_secret_group_are_given_to_the_validator(tmp_path, line):
    files = {
        **PACKAGE,
        "input_validators/b.py": "",
        "data/secret/testdata.yaml": line,
        "data/testdata.yaml": "input_validator_flags: other",
    }
    (source,) = validators(tmp_path, files, "submissions/accepted/a.py")
    assert source.flag_sets == (("n=3", "m=4"),)


@pytest.mark.parametrize("name", ["old.viva", "Check.go", "check/Check.kt"])
def test_a_validator_that_cannot_run_here_is_said(tmp_path, name):
    validators(tmp_path, {**PACKAGE, f"input_validators/{name}": ""}, "submissions/accepted/a.py")
    notes = read_problem(tmp_path / "submissions/accepted/a.py").notes
    assert any(note.startswith(name.partition("/")[0]) and "left out" in note for note in notes)


SMALL, LARGE = "input_validator_flags: maxn=9", "input_validator_flags: maxn=99 'a b'"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {
                "data/secret/1/1.in": "",
                "data/secret/1/testdata.yaml": SMALL,
                "data/secret/2/1.in": "",
                "data/secret/2/testdata.yaml": LARGE,
            },
            (("maxn=99", "a b"), ("maxn=9",)),
        ),
        (
            {
                "data/secret/testdata.yaml": LARGE,
                "data/secret/1/1.in": "",
                "data/secret/2/1.in": "",
                "data/secret/2/testdata.yaml": SMALL,
            },
            (("maxn=9",), ("maxn=99", "a b")),
        ),
        ({"data/secret/1.in": "", "data/sample/1.in": "", "data/sample/testdata.yaml": SMALL}, ((), ("maxn=9",))),
        ({"data/secret/1/testdata.yaml": SMALL, "data/secret/2/testdata.yaml": SMALL}, (("maxn=9",),)),
        (
            {"data/secret/test_group.yaml": "input_validator_args: {b: [n=1], c: [n=2]}", "data/secret/1.in": ""},
            (("n=1",),),
        ),
        ({"data/secret/1.in": "", "data/secret/1.yaml": "input_validator_args: [n=7]"}, (("n=7",), ())),
        ({"problem.yaml": "name: A\ninput_validator_flags: n=5\n", "data/secret/1.in": ""}, (("n=5",),)),
        ({"data/secret/1.in": "", "data/secret/testdata.yaml": ": nothing [that can be read"}, ((),)),
        (
            {
                "data/sample/1.in": "",
                "data/sample/testdata.yaml": SMALL,
                "data/secret.sh": "MOST=99\n\nsamplegroup\nlimits "
                "maxn=9\ngroup one 30\n  limits maxn=${MOST} k=1 # the rest\ngroup two 70\nlimits maxn=$(most)\n",
            },
            (("maxn=99", "k=1"), ("maxn=9",)),
        ),
        ({}, ((),)),
    ],
    ids=[
        "each group's",
        "inherited by groups",
        "samples' too",
        "without inputs",
        "by validator",
        "a test case's own",
        "the package's",
        "unreadable",
        "those of groups that a script is still to make",
        "none",
    ],
)
def test_a_validator_has_one_list_of_arguments_for_each_test_group(tmp_path, files, expected):
    found = validators(tmp_path, {**PACKAGE, "input_validators/b.py": "", **files}, "submissions/accepted/a.py")
    assert [source.flag_sets for source in found] == [expected]


def test_flags_may_name_constants_of_the_package(tmp_path):
    files = {
        **PACKAGE,
        "input_validators/b.py": "",
        "problem.yaml": "constants:\n  max_n: 500\n",
        "data/secret/testdata.yaml": "input_validator_flags: --max_n {{max_n}}",
    }
    (source,) = validators(tmp_path, files, "submissions/accepted/a.py")
    assert source.flag_sets == (("--max_n", "500"),)


def test_bounds_are_read_from_a_testlib_overview_log():
    log = (
        '"n": min-value-hit\nconstant-bounds "n": 1 1000\nconstant-bounds "a_i": -5 ?\n'
        'constant-bounds "": 1 2\nvariable "n"\nfeature "x": hit\n'
    )
    assert bounds_in(log) == [("n", "1", "1000"), ("a", "-5", "?")]
