"""`slowpath break`, as a process, on small programs with a known fault."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 600

FORMAT = "n: int 1..20\na: int[n] -9..9\n"
STATEMENT = "Given n numbers, print the largest sum of a non-empty run of neighbours.\n"
RIGHT = """n = int(input())
a = list(map(int, input().split()))
best = here = a[0]
for x in a[1:]:
    here = max(here + x, x)
    best = max(best, here)
print(best)
"""
ALL_NEGATIVE = RIGHT.replace("best = here = a[0]", "best = here = 0").replace("a[1:]", "a")
CRASHES = RIGHT.replace("print(best)", "print(best + 0 // best)")
BRUTE = """n = int(input())
a = list(map(int, input().split()))
print(max(sum(a[i:j]) for i in range(n) for j in range(i + 1, n + 1)))
"""
LIES = BRUTE.replace("print(max(", "print(1 + max(")


@pytest.fixture
def problem(tmp_path):
    """Writes a problem's folder with the given programs; `main.py` is the one to break."""

    def write(main: str, statement: str = STATEMENT, **others: str) -> Path:
        folder = tmp_path / "runs"
        (folder / "samples").mkdir(parents=True)
        for number, (given, answer) in enumerate((("3\n1 -2 3\n", "3\n"), ("4\n2 2 -1 2\n", "5\n")), 1):
            (folder / "samples" / f"{number}.in").write_text(given)
            (folder / "samples" / f"{number}.ans").write_text(answer)
        (folder / "statement.md").write_text(statement)
        (folder / "input.format").write_text(FORMAT)
        for name, source in {"main": main, **others}.items():
            (folder / f"{name}.py").write_text(source)
        return folder / "main.py"

    return write


def events(done, kind: str) -> list[dict]:
    return [each for each in done.objects if each["event"] == kind]


def test_finds_a_small_input_that_the_reference_beside_it_answers_otherwise(cli, validate, problem, tmp_path):
    program = problem(ALL_NEGATIVE, brute=BRUTE)
    done = cli("break", program, "--executions", 120, "--save", tmp_path / "broken", "--json")
    assert done.code == 0, done.err
    for value in done.objects:
        validate("break", value)
    found = done.last
    assert found["found"] and found["verdict"] == "WA" and found["judged_by"] == "brute.py"
    assert found["sizes"] == {"n": 1} and found["size"] <= 5
    assert (found["category"], found["confidence"], found["evidence"]) == (None, None, []), "nothing speaks for a kind"
    data = Path(found["input"]).read_bytes()
    assert len(data) == found["size"] and int(data.split()[1]) < 0
    assert cli("replay", found["replay"]).out == data
    assert Path(found["expected_path"]).read_text() == found["expected"] == data.split()[1].decode() + "\n"
    assert Path(found["actual_path"]).read_text() == found["actual"] == "0\n"
    assert found["difference"]["expected"] == data.split()[1].decode() and found["difference"]["actual"] == "0"


def test_same_seed_and_budget_in_executions_give_the_same_events(process, problem):
    def told() -> list[dict]:
        done = process("break", program, "--executions", 80, "--seed", 3, "--json")
        times = {
            "elapsed_s",
            "executions_per_s",
            "time_s",
            "first_found_s",
            "input",
            "replay",
            "expected_path",
            "actual_path",
            "other_path",
        }
        return [{name: value for name, value in each.items() if name not in times} for each in done.objects]

    program = problem(ALL_NEGATIVE, brute=BRUTE)
    assert told() == told()


def test_a_crash_needs_no_reference_and_is_told_with_its_exception(cli, problem):
    done = cli("break", problem(CRASHES), "--executions", 200, "--json")
    assert "no-reference" in {each["code"] for each in events(done, "warning")}
    assert done.last["found"] and done.last["verdict"] == "RE" and "ZeroDivisionError" in done.last["reason"]
    assert done.last["expected"] is None and done.last["expected_path"] is None


def test_a_reference_that_disagrees_with_the_samples_is_refused_before_the_search(cli, problem):
    done = cli(
        "break",
        problem(RIGHT, liar=LIES, brute=BRUTE),
        "--reference",
        "runs/liar.py",
        "--reference",
        "runs/brute.py",
        "--executions",
        60,
        "--json",
    )
    judged = {each["name"]: each["usable"] for each in events(done, "reference")}
    assert judged == {"liar.py": False, "brute.py": True}
    assert not done.last["found"] and done.last["input"] is None
    assert [each["usable"] for each in done.last["references"]] == [False, True]


def test_outputs_are_not_compared_where_several_answers_are_right(cli, problem):
    statement = STATEMENT + "If there are several answers, print any of them."
    done = cli("break", problem(ALL_NEGATIVE, statement, brute=BRUTE), "--executions", 100, "--fail-on-found", "--json")
    assert done.code == 0 and not done.last["found"]
    assert "any-answer" in {each["code"] for each in events(done, "warning")}


def test_a_named_checker_that_cannot_be_used_ends_it_before_anything_is_built(cli, problem, tmp_path):
    program = problem(ALL_NEGATIVE, brute=BRUTE)
    (program.parent / "refuses.cpp").write_text(
        "int main(int argc, char** argv) { return argc == 4 ? argv[3][0] != 0 : 9; }\n"
    )
    done = cli("break", program, "--checker", program.parent / "refuses.cpp", "--executions", 50, "--json")
    assert done.code == 1 and "refuses the answer of sample" in done.last["message"]
    assert not events(done, "reference")


def test_a_checker_in_cpp_is_found_by_a_path_from_here(process, problem):
    program = problem(ALL_NEGATIVE, brute=BRUTE)
    (program.parent / "judge.cpp").write_text(
        "#include <fstream>\n#include <string>\nint main(int argc, char** argv) {\n  std::string a, b;\n"
        "  std::ifstream(argv[2]) >> a;\n  std::ifstream(argv[3]) >> b;\n  return argc == 4 ? a != b : 9;\n}\n"
    )
    done = process("break", program, "--checker", "runs/judge.cpp", "--executions", 120, "--json")
    assert done.code == 0, done.err
    assert done.last["found"] and done.last["compared"] == "by judge.cpp" and done.last["verdict"] == "WA"


def test_what_is_not_sure_is_told_apart_and_counts_for_nothing(cli, validate, problem):
    wrong_on_sample = RIGHT.replace("print(best)", "print(best + 1)")
    program = problem(wrong_on_sample, "Given n numbers, print what you make of them.\n")
    done = cli("break", program, "--executions", 60, "--fail-on-found", "--json")
    for value in done.objects:
        validate("break", value)
    last = done.last
    assert (done.code, last["found"], last["doubtful"], last["verdict"]) == (0, False, True, "WA")
    assert "only the answer of sample" in last["doubt"]


def test_the_result_is_plain_text_saved_as_a_test_and_told_by_the_exit_code_on_request(process, problem):
    program = problem(ALL_NEGATIVE, brute=BRUTE)
    done = process("break", program, "--executions", 100, "--save-test", "--fail-on-found")
    text = done.out.decode()
    assert done.code == 11, done.err
    assert "\x1b[" not in text
    assert all(word in text for word in ("WA: wrong answer", "expected:", "actual:", "slowpath replay"))
    assert (program.parent / "tests" / "break-1.in").exists() and (program.parent / "tests" / "break-1.ans").exists()


def test_an_accepted_version_is_a_reference_and_shows_where_the_program_goes_wrong(cli, problem):
    done = cli(
        "break", problem(ALL_NEGATIVE, fixed=RIGHT), "--accepted", "runs/fixed.py", "--executions", 100, "--json"
    )
    assert [(each["name"], each["role"]) for each in events(done, "reference")] == [("fixed.py", "accepted")]
    assert done.last["found"] and done.last["divergence"]["line"] in (3, 4)


def test_a_program_that_does_not_compile_ends_the_search_with_its_message(cli, tmp_path):
    (tmp_path / "main.cpp").write_text("int main() { return oops; }\n")
    (tmp_path / "own.format").write_text(FORMAT)
    done = cli("break", tmp_path / "main.cpp", "--format", tmp_path / "own.format", "--executions", 10, "--json")
    assert done.code == 4 and done.last["event"] == "error" and done.last["code"] == "compile-failed"


def test_interrupting_prints_the_result_and_leaves_no_process(problem, tmp_path, build_cache):
    process = subprocess.Popen(
        [sys.executable, "-m", "slowpath", "break", str(problem(RIGHT, brute=BRUTE)), "--seconds", "600", "--json"],
        stdout=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "server"),
            "SLOWPATH_STATE_DIR": str(tmp_path / "state"),
            "SLOWPATH_CACHE_DIR": str(build_cache),
        },
    )
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["event"] == "reference":
            break
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    rest = [json.loads(line) for line in process.stdout]
    assert process.wait(PATIENCE_S) == 130
    assert rest[-1]["event"] == "finished" and rest[-1]["outcome"] == "stopped"
    _, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
    assert not alive


OVERFLOWS = """import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int sum = 0;
        for (int left = in.nextInt(); left > 0; left--) sum += in.nextInt();
        System.out.println(sum);
    }
}
"""


def test_an_overflow_of_java_is_a_sure_find_without_a_reference(cli, tmp_path):
    (tmp_path / "Main.java").write_text(OVERFLOWS)
    (tmp_path / "input.format").write_text("n: int 1..10\na: int[n] 1..10**9\n")
    (tmp_path / "statement.md").write_text("Print the sum of n numbers.\n")
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples" / "1.in").write_text("2\n3 4\n")
    (tmp_path / "samples" / "1.ans").write_text("7\n")
    done = cli("break", tmp_path / "Main.java", "--executions", 60, "--json")
    assert done.last["found"] and not done.last["doubtful"] and done.last["verdict"] == "WA", done.last
    assert int(done.last["expected"]) >= 2**31 > int(done.last["actual"])
