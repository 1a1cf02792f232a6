"""Details of the layouts other than plain, and which of several wins."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from slowpath.problems import read_problem
from slowpath.problems.cargo_compete import seconds_of_duration
from slowpath.problems.library_checker import expand
from slowpath.problems.values import whole


def lay(root: Path, files: dict[str, str | bytes]) -> Path:
    """Writes `files` under `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def kattis(tmp_path: Path, files: dict[str, str | bytes]):
    lay(tmp_path, {"submissions/accepted/a.py": "", **files})
    return read_problem(tmp_path / "submissions/accepted/a.py")


@pytest.mark.parametrize(
    ("files", "seconds"),
    [
        ({"problem.yaml": "problem_format_version: 2025-09\nlimits: {time_limit: 1.5}"}, 1.5),
        ({"problem.yaml": "problem_format_version: 2023-07-draft\nlimits: {time_limit: 3}"}, 3.0),
        ({"problem.yaml": "name: x", ".timelimit": "4\n"}, 4.0),
        ({"problem.yaml": "", "domjudge-problem.ini": "timelimit='2.5'\ncolor='#FFF'\n", ".timelimit": "9"}, 2.5),
        ({"problem.yaml": "problem_format_version: legacy-icpc\nlimits: {time_multiplier: 5}"}, None),
        ({"problem.yaml": "limits: {time_limit: .inf}"}, None),
        ({"problem.yaml": "limits: {time_limit: -1}"}, None),
    ],
)
def test_kattis_time_limit_of_each_version(tmp_path, files, seconds):
    assert kattis(tmp_path, files).limits.time_s == seconds


def test_kattis_memory_is_in_mebibytes(tmp_path):
    assert kattis(tmp_path, {"problem.yaml": "limits: {memory: 512}"}).limits.memory_bytes == 512 << 20


@pytest.mark.parametrize(("version", "folder"), [("legacy", "problem_statement"), ("2025-09", "statement")])
def test_kattis_statement_in_english_first(tmp_path, version, folder):
    problem = kattis(
        tmp_path,
        {
            "problem.yaml": f"problem_format_version: {version}\nname: {{sv: Namn, en: Name}}",
            f"{folder}/problem.sv.md": "svenska",
            f"{folder}/problem.en.tex": "english",
        },
    )
    assert (problem.statement, problem.name) == ("english", "Name")
    assert problem.statement_path == tmp_path / folder / "problem.en.tex"


def test_kattis_statement_in_a_language_that_is_read_before_others(tmp_path):
    files = {f"problem_statement/problem.{code}.tex": code for code in ("da", "sv", "tlh")}
    assert kattis(tmp_path, {"problem.yaml": "name: x", **files}).statement == "sv"


def test_kattis_constants_are_bounds_and_stand_in_the_statement(tmp_path):
    problem = kattis(
        tmp_path,
        {
            "problem.yaml": "constants:\n  max_n: 200_000\n  k: {value: 5000000, tex: '5\\,000\\,000'}\n  word: abc\n",
            "statement/problem.en.md": "n <= {{max_n}}, \\constant{k.tex}, {{unknown}}",
        },
    )
    assert [(bound.name, bound.value) for bound in problem.bounds] == [("max_n", 200_000), ("k", 5_000_000)]
    assert problem.bounds[0].source == "problem.yaml: constants.max_n"
    assert problem.statement == "n <= 200000, 5000000, {{unknown}}"


def test_kattis_samples_tests_validators_and_where_to_save(tmp_path):
    problem = kattis(
        tmp_path,
        {
            "problem.yaml": "",
            "data/sample/2.in": "2",
            "data/sample/10.in": "10",
            "data/sample/2.ans": "4",
            "data/secret/a/1.in": "5",
            "data/secret/2.in": "6",
            "input_validators/v.ctd": "",
            "input_validators/w/w.cpp": "",
        },
    )
    assert [(sample.name, sample.answer) for sample in problem.samples] == [("2", b"4"), ("10", None)]
    assert [path.name for path in problem.tests] == ["2.in", "1.in"]
    assert [(validator.kind, validator.path.name) for validator in problem.validators] == [
        ("checktestdata", "v.ctd"),
        ("kattis", "w"),
    ]
    assert problem.save_dir == tmp_path / "data/secret"


@pytest.mark.parametrize(
    "text", ["type: interactive", "type: [pass-fail, interactive]", "validation: custom interactive"]
)
def test_kattis_interactive_problems_are_said(tmp_path, text):
    assert any("interactive" in note for note in kattis(tmp_path, {"problem.yaml": text}).notes)


def test_library_checker_task_in_english_with_its_parameters():
    text = (
        "## @{keyword.constraints}\n@{lang.en}\nEnglish\n@{lang.ja}\n日本語\n@{lang.end}\n"
        "$n \\leq @{param.N_MAX}$ @{example.example_00}@{param.MISSING}"
    )
    assert expand(text, {"N_MAX": 500}) == "## Constraints\n\nEnglish\n\n$n \\leq 500$ @{param.MISSING}"


def test_polygon_package_without_generated_tests_takes_the_statements_examples(tmp_path):
    lay(
        tmp_path,
        {
            "solutions/a.cpp": "",
            "statements/russian/problem.tex": "текст",
            "statements/russian/example.01": "1\n",
            "statements/russian/example.01.a": "2\n",
            "problem.xml": '<problem short-name="p"><names><name language="russian" value="Имя"/></names>'
            '<judging><testset name="tests"><time-limit>1500</time-limit>'
            "<memory-limit>268435456</memory-limit><test-count>2</test-count>"
            '<input-path-pattern>tests/%02d</input-path-pattern><tests><test sample="true"/>'
            "<test/></tests></testset></judging></problem>",
        },
    )
    problem = read_problem(tmp_path / "solutions/a.cpp")
    assert (problem.layout, problem.name, problem.statement) == ("polygon", "Имя", "текст")
    assert [(sample.data, sample.answer) for sample in problem.samples] == [(b"1\n", b"2\n")]
    assert (problem.limits.time_s, problem.limits.memory_bytes) == (1.5, 256 << 20)
    assert any("2 of 2 tests are not in the package" in note for note in problem.notes)


def test_polygon_paths_never_lead_out_of_the_package(tmp_path):
    lay(
        tmp_path,
        {
            "secret/01": "s",
            "package/a.cpp": "",
            "package/problem.xml": "<problem><judging><testset><input-path-pattern>../secret/%02d"
            "</input-path-pattern><tests><test sample='true'/></tests></testset>"
            "</judging></problem>",
        },
    )
    assert read_problem(tmp_path / "package/a.cpp").samples == ()


def test_a_file_that_is_called_like_a_package_is_none(tmp_path):
    lay(tmp_path, {"a.cpp": "", "problem.xml": "<other/>", "info.toml": "x = 1"})
    assert read_problem(tmp_path / "a.cpp").layout == "plain"


def test_cph_entry_of_a_moved_folder_is_found_by_name(tmp_path):
    entry = json.dumps({"name": "A", "timeLimit": 1000, "memoryLimit": 256, "tests": [{"input": "1", "output": "2"}]})
    lay(tmp_path, {"a.cpp": "", ".cph/.a.cpp_0123456789abcdef.prob": entry})
    problem = read_problem(tmp_path / "a.cpp")
    assert (problem.layout, problem.name, problem.samples[0].data) == ("cph", "A", b"1")
    assert (problem.limits.time_s, problem.limits.memory_bytes) == (1.0, 256 << 20)


def test_cph_takes_the_entry_whose_hash_fits(tmp_path):
    digest = hashlib.md5(str(tmp_path / "a.cpp").encode()).hexdigest()
    lay(
        tmp_path,
        {
            "a.cpp": "",
            f".cph/.a.cpp_{digest}.prob": '{"name": "right", "tests": [{"input": "1"}]}',
            ".cph/.a.cpp_00.prob": '{"name": "wrong"}',
        },
    )
    assert read_problem(tmp_path / "a.cpp").name == "right"


@pytest.mark.parametrize(
    "stored",
    [
        {
            "tcs": {
                "b": {"stdin": {"useFile": False, "data": "2"}, "answer": {"useFile": False, "data": "4"}},
                "a": {"stdin": {"useFile": True, "data": "1.in"}, "answer": {"useFile": True, "path": "1.ans"}},
            },
            "tcOrder": ["a", "b"],
            "timeLimit": 3000,
            "memoryLimit": 128,
        },
        {
            "testCases": [
                {"input": "1.in", "inputFile": True, "answer": "1.ans", "answerFile": True},
                {"input": "2", "inputFile": False, "answer": "4", "answerFile": False},
            ],
            "timeLimit": 3000,
            "memoryLimit": 128,
        },
        {
            "testcases": {
                "a": {"stdin": {"path": "1.in"}, "answer": {"path": "1.ans"}},
                "b": {"stdin": {"data": "2"}, "answer": {"data": "4"}},
                "c": {"stdin": {"data": "9"}, "answer": {"data": "9"}, "isDisabled": True},
            },
            "testcaseOrder": ["a", "b", "c"],
            "overrides": {"timeLimitMs": 3000, "memoryLimitMb": 128},
        },
    ],
)
def test_cph_ng_entries_of_every_shape(tmp_path, stored):
    lay(
        tmp_path,
        {
            "week/a.cpp": "",
            "week/1.in": "1",
            "week/1.ans": "3",
            ".cph-ng/week/a.cpp.bin": gzip.compress(json.dumps({"name": "A", **stored}).encode()),
        },
    )
    problem = read_problem(tmp_path / "week/a.cpp")
    assert problem.layout == "cph-ng"
    assert [(sample.data, sample.answer) for sample in problem.samples] == [(b"1", b"3"), (b"2", b"4")]
    assert (problem.limits.time_s, problem.limits.memory_bytes) == (3.0, 128 << 20)


def test_cph_ng_entry_that_unpacks_without_end_is_noted(tmp_path):
    lay(tmp_path, {"a.cpp": "", ".cph-ng/a.cpp.bin": gzip.compress(b" " * (65 << 20))})
    assert any("too large" in note for note in read_problem(tmp_path / "a.cpp").notes)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2s", 2.0),
        ("500ms", 0.5),
        ("1m 30s", 90.0),
        ("1.5s", 1.5),
        (3, 3.0),
        (None, None),
        ("soon", None),
        ("-1s", None),
    ],
)
def test_durations(text, seconds):
    assert seconds_of_duration(text) == seconds


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (5, 5),
        ("200_000", 200_000),
        ("1,000", 1000),
        ("10^5", 10**5),
        ("2*10**5", 200_000),
        ("-10^9", -(10**9)),
        ("1e5", 100_000),
        (2.0, 2),
        (2.5, None),
        (True, None),
        ("abc", None),
        (None, None),
        ("9" * 99, None),
    ],
)
def test_whole_numbers_as_people_write_them(value, number):
    assert whole(value) == number


def test_the_innermost_layout_wins_and_the_outer_one_completes_it(tmp_path):
    lay(
        tmp_path,
        {
            "problem.yaml": "limits: {time_limit: 2}",
            "statement/problem.en.md": "outer text",
            "data/sample/1.in": "outer",
            "submissions/accepted/a.py": "",
            "submissions/accepted/test/sample-1.in": "inner",
        },
    )
    problem = read_problem(tmp_path / "submissions/accepted/a.py")
    assert problem.layout == "online-judge-tools"
    assert [sample.data for sample in problem.samples] == [b"inner"]
    assert (problem.statement, problem.limits.time_s) == ("outer text", 2.0)


def test_at_one_root_the_more_specific_layout_wins(tmp_path):
    lay(
        tmp_path,
        {
            "problem.yaml": "name: Package",
            "statement.md": "plain text",
            "a.py": "",
            "1.in": "plain",
            "data/sample/1.in": "package",
        },
    )
    problem = read_problem(tmp_path / "a.py")
    assert (problem.layout, problem.name, problem.statement) == ("kattis", "Package", "plain text")
    assert [sample.data for sample in problem.samples] == [b"package"]
