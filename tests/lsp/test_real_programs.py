"""The whole way in an editor: real compilers, the real engine, a small program of each language."""

from __future__ import annotations

import base64
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from editor import LOADED, REAL, Editor, gone, workers_of

from slowpath.lsp import protocol

CPP = """\
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++) scanf("%d", &a[i]);
    long long moves = 0;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            moves++;
        }
    printf("%lld\\n", moves);
}
"""
PYTHON = """\
n = int(input())
values = list(map(int, input().split()))
seen = []
for value in values:
    if value not in seen:
        seen.append(value)
repeated = 0
for i in range(len(seen)):
    repeated += seen[i]
print(repeated)
"""
JAVA = """\
import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Integer> seen = new ArrayList<>();
        for (int left = in.nextInt(); left > 0; left--) {
            int value = in.nextInt();
            if (!seen.contains(value)) seen.add(value);
        }
        System.out.println(seen.size());
    }
}
"""
STATEMENT = (
    "The first line contains an integer $n$ ($1 \\le n \\le 2000$). The second line contains $n$ integers "
    "$a_1, \\ldots, a_n$ ($1 \\le a_i \\le 10^9$).\n"
)
LOOP_LINE, BODY_LINE = 10, 12


def problem(folder: Path, asks: str = "") -> None:
    (folder / "statement.md").write_text(STATEMENT + asks, encoding="utf-8")
    for name, data in (("1", "3\n1 2 3\n"), ("2", "5\n5 1 4 2 3\n")):
        (folder / f"{name}.in").write_text(data, encoding="utf-8")


@pytest.mark.asyncio
async def test_slow_inputs_of_a_cpp_program_from_start_to_replay(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, REAL) as editor:
        uri = editor.open("sort.cpp", CPP)
        campaign_id = await editor.start(uri, executions=120)
        state = await editor.state(uri, "finished", "failed")
        assert state["state"] == "finished", state
        slowest = state["rows"][0]
        assert slowest["ratio"] > 100
        assert slowest["validity"] == "likely"
        assert (slowest["group"], slowest["shape"].split(",")[0]) == ("slow", "reversed")
        assert slowest["times_typical"] > 1.5 and "times the median of 5 random valid inputs" in slowest["typical"]
        assert (state["found"], state["limit_assumed"]) == ("slow", True) and " times a typical input" in state["said"]
        await editor.until(lambda: editor.contrasts.get(uri, {}).get("lines"), "a contrast")
        assert "share of all work|" in await editor.hover(uri, LOOP_LINE)
        name = {"campaign_id": campaign_id, "input_id": slowest["input_id"]}
        read = await editor.request(protocol.INPUT_READ, **name)
        data = base64.b64decode(read["data"])
        assert len(data) == slowest["size"]
        (drawn,) = (await editor.request(protocol.INPUT_PICTURE, **name))["drawings"]
        heights = drawn["points"][1::2]
        assert (drawn["kind"], heights) == ("values", sorted(heights, reverse=True)) and len(heights) > 20
        saved = await editor.request(protocol.INPUT_SAVE, **name)
        assert Path(saved["path"]).read_bytes() == data
        command = (await editor.request(protocol.INPUT_REPLAY, **name))["command"]
        assert subprocess.run(shlex.split(command), capture_output=True, check=True).stdout == data
        await editor.request(protocol.INPUT_CONTRAST, campaign_id=campaign_id, slow_id=slowest["input_id"])
        await editor.until(lambda: editor.contrasts[uri]["slow_count"] == slowest["count"], "the chosen pair")
        slow_hits = {line["lsp_line"]: line["slow"] for line in editor.contrasts[uri]["lines"]}
        assert slow_hits[BODY_LINE] > 1000


@pytest.mark.asyncio
@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("name", "text", "comment", "build", "run"),
    [
        ("sort.cpp", CPP, "// moved\n", ["g++", "-O2", "-o", "program", "sort.cpp"], ["./program"]),
        ("sums.py", PYTHON, "# moved\n", [], [sys.executable, "sums.py"]),
        pytest.param(
            "Main.java",
            JAVA,
            "// moved\n",
            ["javac", "Main.java"],
            ["java", "Main"],
            marks=pytest.mark.skipif(shutil.which("javac") is None, reason="no JDK is here"),
        ),
    ],
)
async def test_a_rules_constraint_becomes_a_checker_that_fires_and_goes_again(
    tmp_path, name, text, comment, build, run
):
    problem(tmp_path)
    async with Editor(tmp_path, LOADED) as editor:
        uri = editor.open(name, text)
        campaign_id = await editor.start(uri, executions=120)
        state = await editor.state(uri, "finished", "failed")
        assert state["state"] == "finished", state
        faithful = [row for row in state["constraints"] if row["checker"] == "faithful"]
        found = min(faithful, key=lambda row: row["status"])
        editor.edit(uri, (0, 0), (0, 0), comment)
        await editor.until(
            lambda: found["line"] in [known.range.start.line for known in editor.diagnostics(uri) if known.data],
            "its diagnostic, one line below",
        )
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, found["constraint_id"])
        assert editor.applied, editor.client.messages
        (tmp_path / name).write_text(editor.texts[uri], encoding="utf-8")
        if build:
            subprocess.run(build, cwd=tmp_path, check=True)
        for input_id, fires in ((state["contrast_slow_id"], True), (state["contrast_fast_id"], False)):
            read = await editor.request(protocol.INPUT_READ, campaign_id=campaign_id, input_id=input_id)
            ran = subprocess.run(
                run,
                cwd=tmp_path,
                check=True,
                input=base64.b64decode(read["data"]),
                capture_output=True,
                env={**os.environ, "SLOWPATH_CHECKERS": "1"},
            )
            said = re.findall(rb"^slowpath checker (\w+): fired (\d+) of", ran.stderr, re.MULTILINE)
            assert [(who.decode(), int(times) > 0) for who, times in said] == [(found["constraint_id"], fires)]
        await editor.execute(protocol.COMMAND_REMOVE_CHECKERS, uri)
        assert editor.texts[uri] == comment + text


@pytest.mark.asyncio
async def test_slow_inputs_of_an_unsaved_python_program(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, LOADED) as editor:
        uri = editor.open("sums.py", "pass\n")
        editor.edit(uri, (0, 0), (1, 0), PYTHON)
        await editor.start(uri, executions=60)
        state = await editor.state(uri, "finished", "failed")
        assert state["state"] == "finished", state
        assert state["rows"][0]["ratio"] > 10
        await editor.until(lambda: editor.contrasts.get(uri, {}).get("lines"), "a contrast")
        assert "**Slowpath**" in await editor.hover(uri, 3)


@pytest.mark.asyncio
async def test_a_compile_error_fails_the_search_with_the_line(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, LOADED) as editor:
        uri = editor.open("sort.cpp", CPP.replace("int t = a[j];", "int t = b[j];"))
        await editor.start(uri, executions=10)
        state = await editor.state(uri, "failed")
        assert state["error"]["code"] == "compile-failed"
        assert "b" in state["error"]["message"]
        await editor.until(lambda: any(d.code == "compiler" for d in editor.diagnostics(uri)), "the compiler's message")
        assert 11 in [d.range.start.line for d in editor.diagnostics(uri) if d.code == "compiler"]


@pytest.mark.asyncio
async def test_without_a_compiler_the_search_says_what_to_do(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, LOADED, cpp_compiler=str(tmp_path / "no-such-compiler")) as editor:
        uri = editor.open("sort.cpp", CPP)
        await editor.start(uri, executions=10)
        state = await editor.state(uri, "failed")
        assert state["error"]["code"] == "tool-missing"
        assert "no-such-compiler" in state["error"]["message"]
        assert state["error"]["remedy"]


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["killed", "left by its client"])
async def test_no_process_outlives_the_server_and_the_search_is_resumed(tmp_path, how):
    problem(tmp_path)
    async with Editor(tmp_path, REAL) as editor:
        uri = editor.open("sort.cpp", CPP)
        campaign_id = await editor.start(uri, executions=10_000_000)
        await editor.until(lambda: editor.states.get(uri, {}).get("rows"), "the first row")
        below = editor.server.children(recursive=True)
        assert len(below) >= 2
        server = editor.server
        if how == "killed":
            server.kill()
        else:
            editor.client._server.stdin.close()
        assert await gone([server, *below])
    async with Editor(tmp_path, REAL) as editor:
        editor.open("sort.cpp", CPP)
        state = await editor.state(uri, "running")
        assert state["campaign_id"] == campaign_id
        before = state["executions"]
        await editor.until(
            lambda: editor.states[uri]["executions"] > before and editor.states[uri]["rows"], "the search going on"
        )
        await editor.control(campaign_id, "stop")
        await editor.state(uri, "stopped")


@pytest.mark.asyncio
async def test_a_killed_worker_takes_its_targets_with_it(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, REAL) as editor:
        uri = editor.open("sort.cpp", CPP)
        await editor.start(uri, executions=10_000_000)
        await editor.until(lambda: editor.states.get(uri, {}).get("rows"), "the first row")
        (worker,) = workers_of(editor, "slowpath.worker")
        below = worker.children(recursive=True)
        assert below
        worker.kill()
        assert await gone(below)
        await editor.until(lambda: any("SIGKILL" in warning for warning in editor.states[uri]["warnings"]), "the kill")
        before = editor.states[uri]["executions"]
        await editor.until(lambda: editor.states[uri]["executions"] > before, "the search going on")


@pytest.mark.asyncio
async def test_a_search_keeps_to_the_format_that_stands_in_the_editor(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, LOADED) as editor:
        uri = editor.open("sort.cpp", CPP)
        editor.open_uri(f"untitled:{tmp_path / 'input.format'}", "n: int 1..40\na: int[n] 1..9\n", "slowpath-format")
        campaign_id = await editor.start(uri, executions=60)
        state = await editor.state(uri, "finished", "failed")
        assert state["state"] == "finished", state
        for row in state["rows"]:
            read = await editor.request(protocol.INPUT_READ, campaign_id=campaign_id, input_id=row["input_id"])
            n, *values = map(int, base64.b64decode(read["data"]).split())
            assert n <= 40
            assert len(values) == n
            assert set(values) <= set(range(1, 10))
        (tmp_path / "input.format").write_text("n: int 1..40\na: int[m] 1..9\n")
        editor.close(f"untitled:{tmp_path / 'input.format'}")
        await editor.start(uri, executions=60)
        state = await editor.state(uri, "failed")
        assert state["error"]["code"] == "format-unreadable"
        assert "input.format, line 2, column 8" in state["error"]["message"]


RISE = """\
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    std::vector<int> a(n);
    for (int i = 0; i < n; i++) scanf("%d", &a[i]);
    int best = 1, length = 1;
    for (int i = 1; i < n; i++) {
        if (a[i] >= a[i - 1]) length++;
        else length = 1;
        best = std::max(best, length);
    }
    printf("%d\\n", best);
}
"""
BRUTE = """\
n = int(input())
a = list(map(int, input().split()))
best = 0
for i in range(n):
    j = i + 1
    while j < n and a[j] > a[j - 1]:
        j += 1
    best = max(best, j - i)
print(best)
"""
RISE_TEST_LINE = 11


@pytest.mark.asyncio
async def test_a_wrong_program_is_broken_and_its_saved_test_passes_once_it_is_right(tmp_path):
    problem(tmp_path, "Print the length of the longest run of neighbours in which each is larger than the last.\n")
    for name, answer in (("1", "3\n"), ("2", "2\n")):
        (tmp_path / f"{name}.out").write_text(answer)
    (tmp_path / "brute.py").write_text(BRUTE)
    async with Editor(tmp_path, LOADED) as editor:
        uri = editor.open("solution.cpp", RISE)
        beside = await editor.request(protocol.BREAK_REFERENCES, uri=uri)
        assert [(each["name"], each["role"]) for each in beside["references"]] == [("brute.py", "brute")]
        state = await editor.break_it(uri, "finished", "failed", executions=2000)
        found = state["breaking"]
        assert (state["error"], found["failing"], found["sizes"]) == (None, "WA", "n = 2")
        assert found["expected_text"].split() == ["1"]
        assert found["actual_text"].split() == ["2"]
        names = {"break_id": state["break_id"], "input_id": found["input_id"]}
        saved = (await editor.request(protocol.BREAK_SAVE, **names))["path"]
        for test in (names, {"path": saved}):
            retried = await editor.request(protocol.BREAK_RETRY, uri=uri, **test)
            assert (retried["error"], retried["failing"]) == (None, "WA")
            assert (retried["expected"].split(), retried["actual"].split()) == (["1"], ["2"])
        editor.edit(uri, (RISE_TEST_LINE, 17), (RISE_TEST_LINE, 19), ">")
        retried = await editor.request(protocol.BREAK_RETRY, uri=uri, path=saved)
        assert (retried["error"], retried["failing"], retried["actual"].split()) == (None, "", ["1"])


OVERFLOW = """\
#include <cstdio>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int a;
        scanf("%d", &a);
        sum += a;
    }
    printf("%s\\n", n > 0 || sum == 1234567 ? "yes" : "no");
}
"""
SUM_LINE = 10


@pytest.mark.asyncio
async def test_undefined_behaviour_is_named_with_its_line_and_seen_again_in_the_saved_test(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, LOADED) as editor:
        uri = editor.open("solution.cpp", OVERFLOW)
        state = await editor.break_it(uri, "finished", "failed", executions=1500)
        found = state["breaking"]
        assert (state["error"], found["failing"], found["complaint"]["kind"]) == (None, "UB", "overflow")
        assert found["complaint"]["line"] == SUM_LINE
        await editor.until(
            lambda: (
                [(one.range.start.line, one.code) for one in editor.diagnostics(uri)]
                == [(SUM_LINE - 1, "breaking-input")]
            ),
            "the complaint at its line",
        )
        names = {"break_id": state["break_id"], "input_id": found["input_id"]}
        saved = await editor.request(protocol.BREAK_SAVE, **names)
        assert (saved["error"], saved["answer_path"]) == (None, "")
        retried = await editor.request(protocol.BREAK_RETRY, uri=uri, path=saved["path"])
        assert (retried["failing"], retried["lsp_line"]) == ("UB", SUM_LINE - 1)
        editor.edit(uri, (5, 4), (5, 7), "long long")
        retried = await editor.request(protocol.BREAK_RETRY, uri=uri, path=saved["path"])
        assert (retried["error"], retried["failing"]) == (None, "")
