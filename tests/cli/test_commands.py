"""The other commands, and what each says of bad input."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from slowpath.sandbox.jail import chosen_jail

ROOT = Path(__file__).resolve().parent.parent.parent
QUICKSORT = ROOT / "examples" / "quicksort"
CPP = QUICKSORT / "solution.cpp"
BROKEN = "#include <iostream>\nint main() {\n  int n;\n  std::cin >> n\n  return 0;\n}\n"


def test_profile_gives_every_line_both_counts(cli, validate):
    samples = sorted((QUICKSORT / "samples").glob("*.in"))[:2]
    done = cli("profile", CPP, "--input", samples[0], "--input", samples[1], "--json")
    assert done.code == 0, done.err
    for value in done.objects:
        validate("profile", value)
    lines, totals = done.objects[:-1], done.last
    assert all(len(line["hits"]) == 2 for line in lines)
    sums = [sum(line["hits"][i] for line in lines) for i in range(2)]
    assert sums == [made["total_hits"] for made in totals["inputs"]]


def test_a_profile_of_a_run_that_failed_has_its_last_words(cli, tmp_path):
    path, given = tmp_path / "a.py", tmp_path / "1.in"
    path.write_text("n = int(input())\nprint(1 // n)\n")
    given.write_text("0\n")
    done = cli("profile", path, "--input", given)
    assert done.code == 0, done.err
    assert done.out.decode().splitlines()[-1] == "  | ZeroDivisionError: integer division or modulo by zero"


def test_a_line_is_what_the_language_takes_for_one(cli, tmp_path):
    path, given = tmp_path / "a.py", tmp_path / "1.in"
    path.write_bytes("# one\x0c still one \u2028\nn = int(input())\r\nprint(n)\n".encode())
    given.write_text("3\n")
    done = cli("profile", path, "--input", given)
    assert done.code == 0, done.err
    assert [line.split() for line in done.out.decode().splitlines()[1:3]] == [
        ["2", "1", "n", "=", "int(input())"],
        ["3", "1", "print(n)"],
    ]


def test_profile_for_people_shows_the_source(process):
    done = process("profile", CPP, "--input", QUICKSORT / "samples" / "1.in")
    assert done.code == 0, done.err
    assert "main" in done.out.decode()


def test_format_says_where_each_bound_came_from(cli, validate):
    done = cli("format", CPP, "--json")
    assert done.code == 0, done.err
    validate("format", done.last)
    assert done.last["text"] and any(e["source"] == "statement" for e in done.last["evidence"])


def test_a_written_format_says_where_it_came_from_and_wins_from_then_on(cli, validate, tmp_path):
    shutil.copytree(QUICKSORT, tmp_path / "p")
    program = tmp_path / "p" / "solution.cpp"
    done = cli("format", program, "--write", "--json")
    assert done.code == 0, done.err
    validate("format", done.last)
    path = Path(done.last["written"])
    assert path == tmp_path / "p" / "input.format"
    text = path.read_text()
    assert "# 1 <= n <= 5*10^4 (statement.md:" in text
    path.write_text(text.replace("1..5*10^4", "1..77"))
    assert "n: int 1..77" in cli("format", program, "--json").last["text"]
    refused = cli("format", program, "--write", "--json")
    assert refused.code == 2 and "--force" in refused.last["remedy"]
    assert cli("format", program, "--write", "--force").code == 0
    assert path.read_text() == text


def test_a_mistake_in_a_written_format_stops_the_search_at_its_place(cli, validate, tmp_path):
    shutil.copy(CPP, tmp_path / "a.cpp")
    (tmp_path / "a.format").write_text("n: int 1..9\na: int[m] 1..9\n")
    done = cli("find", tmp_path / "a.cpp", "--executions", 10, "--json")
    validate("error", done.last)
    assert done.code == 2 and done.last["code"] == "format-unreadable"
    assert "a.format, line 2, column 8" in done.last["message"] and done.last["remedy"]


def test_doctor_names_the_compiler_and_what_missing_things_cost(cli, validate):
    done = cli("doctor", "--json")
    assert done.code == 0, done.err
    validate("doctor", done.last)
    assert all(f["found"] or f["costs"] for f in done.last["findings"])


def test_doctor_says_where_builds_are_kept(cli, build_cache):
    found = {finding["name"]: finding["detail"] for finding in cli("doctor", "--json").last["findings"]}
    assert found["build cache"].startswith(str(build_cache))


def test_doctor_says_which_jail_holds_programs(cli):
    def found(*options):
        return next(each for each in cli("doctor", "--json", *options).last["findings"] if each["name"] == "jail")

    assert found()["detail"].startswith(chosen_jail().name)
    assert not found("--jail", "off")["found"] and "your rights" in found("--jail", "off")["detail"]
    assert cli("doctor", "--jail", "glass").code == 2


def test_doctor_without_any_compiler_or_interpreter_is_not_ready(process):
    done = process(
        "doctor", "--json", "--compiler", "/no/such/g++", "--python", "/no/such/python", "--java-home", "/no/such/jdk"
    )
    assert done.code == 3 and done.last["ready"] is False


@pytest.mark.parametrize(
    ("name", "content", "code", "says"),
    [
        ("gone.cpp", None, 2, "no such file"),
        ("empty.cpp", b"", 2, "empty"),
        ("blank.py", b" \n\n", 2, "empty"),
        ("binary.cpp", b"\x7fELF\0\0", 2, "binary"),
        ("notes.txt", b"hello", 2, "no known language"),
        ("gone", None, 2, "no such file"),
        ("program", b"int main() {}", 2, "no ending"),
        ("long.cpp", b"// " + b"x" * (5 << 20), 2, "larger than"),
        ("..", None, 2, "a folder"),
        ("broken.cpp", BROKEN.encode(), 4, "expected"),
        ("unreadable.cpp", b"int main() { return x; }\n", 4, "line 1"),
        ("silent.cpp", b"int main() { return 0; }\n", 5, "reads no input"),
        ("broken.py", b"n = int(input()\nprint(n)\n", 4, "never closed"),
    ],
)
def test_an_unusable_file_gets_a_clear_error(cli, validate, tmp_path, name, content, code, says):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    done = cli("find", path, "--executions", 10, "--json")
    assert done.code == code, (done.out, done.err)
    validate("error", done.last)
    told = f"{done.last['message']} {done.last.get('messages')} {done.last['remedy']}".lower()
    assert says in told and done.last["remedy"]
    human = cli("find", path, "--executions", 10)
    assert human.code == code and "Traceback" not in human.err and "slowpath:" in human.err


def test_a_compile_error_names_its_line(process, tmp_path):
    path = tmp_path / "broken.cpp"
    path.write_text(BROKEN)
    done = process("profile", path, "--input", QUICKSORT / "samples" / "1.in", "--json")
    first = done.last["messages"][0]
    assert (done.code, first["line"], first["severity"]) == (4, 4, "error")
    assert Path(first["path"]) == path


def test_a_missing_compiler_is_named_with_its_remedy(cli):
    done = cli("find", CPP, "--executions", 10, "--compiler", "/no/such/g++", "--json")
    assert done.code == 3
    assert "/no/such/g++" in done.last["message"] and done.last["remedy"]


def test_a_missing_interpreter_is_named_with_its_remedy(cli):
    program = ROOT / "examples" / "list_membership" / "solution.py"
    done = cli("find", program, "--executions", 10, "--python", "/no/py", "--json")
    assert done.code == 3 and "/no/py" in done.last["message"] and done.last["remedy"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("find",),
        ("find", "x.cpp", "--seconds", "-1"),
        ("find", "x.cpp", "--executions", "0"),
        ("nonsense",),
        ("find", "x.cpp", "--seconds", "1", "--executions", "1"),
        ("profile", "x.cpp"),
    ],
)
def test_wrong_usage_exits_with_two(process, arguments):
    assert process(*arguments).code == 2


def test_a_problem_folder_that_is_none_is_an_error(cli):
    done = cli("find", CPP, "--problem", "/no/such/folder", "--json")
    assert done.code == 2 and "/no/such/folder" in done.last["message"]


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"version": 1}', "not json", '{"sha256": "00", "data": "zz"}'])
def test_a_broken_replay_file_is_refused(cli, tmp_path, content):
    path = tmp_path / "x.replay.json"
    path.write_text(content)
    done = cli("replay", path)
    assert done.code == 2 and "Traceback" not in done.err and str(path.name) in done.err + str(path)


def test_an_unwritable_save_folder_is_said(process, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("")
    done = process("find", CPP, "--executions", 60, "--save", blocker / "inside", "--json")
    assert done.code == 6 and "can't be written" in done.last["message"]


@pytest.mark.parametrize("command", ["find", "profile", "format", "replay", "doctor", "bench"])
def test_help_has_examples(process, command):
    done = process(command, "--help")
    assert done.code == 0 and "examples:" in done.out.decode()


def test_the_documented_exit_codes_are_the_real_ones():
    from slowpath import errors

    documented = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, errors.SlowpathError) and kind is not errors.SlowpathError:
            assert re.search(rf"\b{kind.exit_code}\b.*{kind.code}|{kind.code}.*\b{kind.exit_code}\b", documented), kind


def test_python_dash_m_and_version(process):
    assert process("--version").out.startswith(b"slowpath ")
    assert sys.version_info >= (3, 10)


def test_validate_says_which_inputs_are_valid_and_who_says_so(cli, validate, tmp_path):
    good, bad = tmp_path / "good.in", tmp_path / "bad.in"
    sample = next(iter(sorted((QUICKSORT / "samples").glob("*.in"))))
    good.write_bytes(sample.read_bytes())
    bad.write_bytes(b"x\n")
    done = cli("validate", CPP, "--input", good, "--input", bad, "--json")
    assert done.code == 9, done.err
    for value in done.objects:
        validate("validate", value)
    assert [value["valid"] for value in done.objects[:-1]] == [True, False]
    assert "line 1" in done.objects[1]["judges"][0]["reason"]
    human = cli("validate", CPP, "--input", good)
    assert human.code == 0 and b"valid" in human.out


def test_the_validators_of_a_package_win_over_the_format(cli, validate, tmp_path):
    """The statement says 10, the validator 5; a validator that refuses a sample isn't believed."""
    for name, text in {
        "problem.yaml": "name: Sum\n",
        "submissions/accepted/a.py": "n = int(input())\nprint(n)\n",
        "problem_statement/problem.tex": "An integer $1 \\leq n \\leq 10$.",
        "data/sample/1.in": "3\n",
        "data/sample/1.ans": "3\n",
        "input_validators/small.py": "import sys\nsys.exit(42 if int(sys.stdin.read()) <= 5 else 43)\n",
        "input_validators/no.py": "import sys\nsys.exit(43)\n",
    }.items():
        path = tmp_path / "sum" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "7.in").write_text("7\n")
    solution = tmp_path / "sum" / "submissions" / "accepted" / "a.py"
    done = cli("validate", solution, "--input", tmp_path / "7.in", "--json")
    assert done.code == 9, (done.out, done.err)
    validate("validate", done.objects[0])
    told = {judge["name"]: (judge["valid"], judge["believed"]) for judge in done.objects[0]["judges"]}
    assert told == {
        "input_validators/small.py": (False, True),
        "input_validators/no.py": (False, False),
        "the input format": (True, True),
    }


def test_validate_without_anything_to_judge_by_says_so(cli, tmp_path):
    path = tmp_path / "silent.cpp"
    path.write_text("int main() { return 0; }\n")
    (tmp_path / "a.in").write_text("1\n")
    done = cli("validate", path, "--input", tmp_path / "a.in", "--json")
    assert done.code == 5 and done.last["event"] == "error" and done.last["remedy"]


def test_a_format_is_written_as_a_script_and_read_back_from_one(process, validate, tmp_path):
    done = process("format", CPP, "--as", "checktestdata", "--json")
    assert done.code == 0, done.err
    validate("format", done.last)
    assert "REPI(i,n,SPACE) INT(" in done.last["script"] and done.last["left_out"] == []
    script, good, bad = tmp_path / "v.ctd", tmp_path / "good.in", tmp_path / "bad.in"
    script.write_bytes(process("format", CPP, "--as", "checktestdata").out)
    good.write_bytes(b"2\n1 2\n")
    bad.write_bytes(b"2\n1 2 3\n")
    judged = process("validate", CPP, "--format", script, "--input", good, "--input", bad, "--json")
    assert judged.code == 9 and [value["valid"] for value in judged.objects[:-1]] == [True, False]


@pytest.mark.parametrize(("script", "says"), [("INT(1,2", "line 1, column 8"), ("NEWLINE", "no input format has")])
def test_a_script_that_is_no_format_names_the_place(cli, tmp_path, script, says):
    path = tmp_path / "v.ctd"
    path.write_text(script)
    done = cli("find", CPP, "--format", path, "--executions", 10)
    assert done.code == 2 and says in done.err and "Traceback" not in done.err
