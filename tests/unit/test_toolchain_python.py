"""Python targets behave as a real run does, and end as runs end, whatever the program does."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from slowpath.errors import CompileFailed, ToolMissing
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain import interpreters
from slowpath.toolchain.languages.python import LANGUAGE, RUNTIME

# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
SHORT = RunLimits(cpu_s=0.3, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 20)
"""For programs that end, or meet another limit than time, however slow the machine."""
PATIENCE_S = 120


@pytest.fixture
def settings(build_cache):
    return load({"cache_dir": build_cache})


@pytest.fixture
def opened(tmp_path, settings):
    """Opens an executor on the text of a program; all are closed at the end."""
    executors = []

    def open_program(text: str, name: str = "solution.py"):
        path = tmp_path / name
        source = textwrap.dedent(text).encode()
        path.write_bytes(source)
        executors.append(LANGUAGE.open_executor(Solution(path, "python", source), settings))
        return executors[-1]

    yield open_program
    for executor in executors:
        executor.close()


@pytest.mark.parametrize(
    "reads",
    [
        "import sys; data = sys.stdin.read()",
        "import sys; data = sys.stdin.buffer.read().decode()",
        "data = open(0).read()",
        "import os; data = os.read(0, 100).decode()",
        "import sys; data = ''.join(sys.stdin)",
        "import sys; data = ''.join(iter(sys.stdin.readline, ''))",
        "data = input() + chr(10) + input() + chr(10)",
        "import fileinput; data = ''.join(fileinput.input())",
        "import sys, io; sys.stdin = io.StringIO(sys.stdin.read()); data = input() + chr(10) + input() + chr(10)",
        "import os, io; data = io.BytesIO(os.read(0, os.fstat(0).st_size)).read().decode()",
        "import mmap; m = mmap.mmap(0, 0, access=mmap.ACCESS_READ); data = m[:].decode()",
    ],
)
def test_every_way_to_read_sees_each_runs_own_input(opened, reads):
    program = opened(f"{reads}\nprint(repr(data))\n")
    for data in (b"1 2\n3\n", b"4\n5 6\n", b"7\n8\n"):
        ended = program.run(data, LIMITS, keep_output=True)
        assert ended.verdict is Verdict.OK, ended.stderr_tail
        assert ended.output == repr(data.decode()).encode() + b"\n"
        assert program.confirm(data, LIMITS, runs=1).verdict is Verdict.OK


def test_program_finds_the_world_of_a_real_run(opened, tmp_path):
    (tmp_path / "beside.py").write_text("word = 'beside'\n")
    program = opened("""
        import sys, beside
        print(__name__, __file__.rsplit("/", 1)[-1], len(sys.argv), beside.word)
        print(sys.modules["__main__"].sys is sys, __doc__, __builtins__.len([1]))
    """)
    ended = program.run(b"", LIMITS, keep_output=True)
    assert ended.output == b"__main__ solution.py 1 beside\nTrue None 1\n", ended.stderr_tail
    assert program.confirm(b"", LIMITS, runs=1).verdict is Verdict.OK


@pytest.mark.parametrize(
    ("text", "verdict", "exit_code", "output"),
    [
        ("import sys; print(1); sys.exit()", Verdict.OK, 0, b"1\n"),
        ("import sys; print(1); sys.exit(3)", Verdict.RUNTIME_ERROR, 3, b"1\n"),
        ("raise SystemExit('bad')", Verdict.RUNTIME_ERROR, 1, b""),
        ("print(2); exit()", Verdict.OK, 0, b"2\n"),
        ("import os; print(3, flush=True); os._exit(0)", Verdict.OK, 0, b"3\n"),
        ("import atexit; atexit.register(print, 'last'); print('first')", Verdict.OK, 0, b"first\nlast\n"),
        ("import sys; sys.stdout.write('no newline')", Verdict.OK, 0, b"no newline"),
        ("import threading; threading.Thread(target=print, args=(5,)).start()", Verdict.OK, 0, b"5\n"),
        ("1 / 0", Verdict.RUNTIME_ERROR, 1, b""),
        ("import sys; sys.stdout.close()", Verdict.OK, 0, b""),
    ],
)
def test_ends_as_a_real_run_ends(opened, text, verdict, exit_code, output):
    ended = opened(text + "\n").run(b"", LIMITS, keep_output=True)
    assert (ended.verdict, ended.exit_code, ended.output) == (verdict, exit_code, output), ended.stderr_tail
    assert ended.counters is not None


def test_traceback_names_the_users_file_and_line_and_nothing_of_ours(opened, tmp_path):
    program = opened("""
        def inner(items):
            return 3 in items

        inner(5)
    """)
    said = program.run(b"", LIMITS).stderr_tail.decode()
    assert f'File "{tmp_path / "solution.py"}", line 3, in inner' in said
    assert "TypeError: argument of type 'int' is not" in said
    assert "python_target" not in said


def test_modules_of_the_program_s_folder_may_have_the_names_of_ours(opened, tmp_path):
    """What runs in the program's interpreter beside it is not in its way."""
    ours = sorted(path.stem for path in RUNTIME.glob("*.py") if path.stem != "__init__")
    for name in ours:
        (tmp_path / f"{name}.py").write_text(f"name = {name!r} + ' of the program'\n")
    program = opened("".join(f"import {name}\nprint({name}.name)\n" for name in ours))
    ended = program.run(b"", LIMITS, keep_output=True)
    assert ended.output.decode().splitlines() == [f"{name} of the program" for name in ours], ended.stderr_tail
    assert ended.counters is not None


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(n):\n    return [f(n + 1)]\nimport functools\n"
        "class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())\nf(0)\n",
        "import ctypes; ctypes.string_at(0)",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    ],
)
def test_a_crash_is_a_runtime_error_and_the_next_run_is_fine(opened, text):
    program = opened(f"if input() == 'crash':\n    exec({text!r})\n")
    assert program.run(b"crash\n", LIMITS).verdict in (Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT)
    assert program.run(b"live\n", LIMITS).verdict is Verdict.OK


def test_main_in_a_thread_with_a_large_stack_is_counted_exactly(opened):
    program = opened("""
        import sys, threading
        sys.setrecursionlimit(10 ** 6)
        threading.stack_size(64 << 20)

        def depth(n):
            return 0 if n == 0 else 1 + depth(n - 1)

        def main():
            print(depth(int(input())))

        thread = threading.Thread(target=main)
        thread.start()
        thread.join()
    """)
    ended = program.run(b"9000\n", LIMITS, keep_output=True)
    assert ended.output == b"9000\n", ended.stderr_tail
    assert not ended.threads
    assert program.profile(ended).hits[7] == 9001


def test_racing_threads_are_said(opened):
    program = opened("""
        import threading
        threads = [threading.Thread(target=print) for _ in range(3)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    """)
    ended = program.run(b"", LIMITS)
    assert ended.threads
    assert "threads" in program.profile(ended).approximate


def test_a_cut_run_keeps_its_counts_up_to_where_it_was(opened):
    program = opened("""
        n = 0
        for i in range(100):
            n += 1
        while True:
            n += 1
        print("never")
    """)
    ended = program.run(b"", SHORT)
    hits = program.profile(ended).hits
    assert (ended.verdict, ended.cut) == (Verdict.TIME_LIMIT, True)
    assert (hits[3], hits[4], hits[7]) == (101, 100, 0)
    assert hits[6] > 10_000


@pytest.mark.parametrize("blocking", ["sum(range(10 ** 12))", "3 ** 50_000_000", "max(range(10 ** 12))"])
def test_a_run_cut_inside_a_builtin_keeps_its_counts(opened, blocking):
    program = opened(f"""
        squares = set()
        for i in range(10_000):
            squares.add(i * i)
        doubled = sum(i for i in range(7))
        {blocking}
    """)
    ended = program.run(b"", SHORT)
    assert ended.verdict is Verdict.TIME_LIMIT
    assert ended.counters is not None
    hits = program.profile(ended).hits
    assert (hits[3], hits[4], hits[5], hits[6]) == (10_001, 10_000, 9, 1)


def test_a_run_that_ignores_its_limit_is_killed(opened):
    program = opened("import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass\n")
    ended = program.run(b"", SHORT)
    assert (ended.verdict, ended.cut) == (Verdict.TIME_LIMIT, True)


def test_sleeping_ends_at_the_wall_limit(opened):
    program = opened("import time\ntime.sleep(60)\nprint(1)\n")
    ended = program.run(b"", RunLimits(cpu_s=0.2, wall_s=4.0))
    assert ended.verdict is Verdict.IDLENESS_LIMIT
    assert program.profile(ended).hits == {1: 1, 2: 1, 3: 0}


@pytest.mark.parametrize(
    "text",
    [
        "while True:\n    print('x' * 1000)\n",
        "while True:\n    try: print('x' * 1000, flush=True)\n    except OSError: pass\n",
        "import threading\ndef f():\n    while True: print('x' * 1000)\n"
        "t = threading.Thread(target=f)\nt.start()\nt.join()\n",
    ],
    ids=["plain", "caught", "thread"],
)
def test_output_without_end_is_cut_and_its_lines_are_counted(opened, text):
    program = opened(text)
    ended = program.run(b"", LIMITS)
    assert ended.verdict is Verdict.OUTPUT_LIMIT
    assert ended.count > 0 and max(program.profile(ended).hits.values()) > 900
    if "except" not in text:  # A judge's interpreter leaves it to the program to end then.
        assert program.confirm(b"", LIMITS, runs=1).verdict is Verdict.OUTPUT_LIMIT


@pytest.mark.parametrize(
    "text", ["a = bytearray(1 << 34)", "a = [0] * (1 << 32)", "a = []\nwhile True: a.append(bytes(1 << 20))"]
)
def test_eating_memory_is_a_memory_limit(opened, text):
    program = opened(text + "\n")
    assert program.run(b"", LIMITS).verdict is Verdict.MEMORY_LIMIT
    assert program.confirm(b"", LIMITS, runs=1).verdict is Verdict.MEMORY_LIMIT


@pytest.mark.parametrize(
    "text",
    [
        "import os\nif os.fork(): os.wait()\nelse: os._exit(0)\nprint(1)",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', ''])\nprint(1)",
        "import multiprocessing\nwith multiprocessing.get_context('fork').Pool(2) as pool:\n"
        "    print(sum(pool.map(int, '1')))",
        "import os\nos.system('true')\nprint(1)",
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\nprint(1)",
    ],
)
def test_processes_may_be_started_and_none_is_left(opened, text):
    program = opened(text + "\n")
    before = psutil.Process().children(recursive=True)
    for _ in range(2):
        ended = program.run(b"", RunLimits(cpu_s=20, wall_s=120), keep_output=True)
        assert (ended.verdict, ended.output) == (Verdict.OK, b"1\n"), ended.stderr_tail
    new = [child for child in psutil.Process().children(recursive=True) if child not in before]
    _, left = psutil.wait_procs(new, timeout=PATIENCE_S)
    assert not left


def test_a_fork_bomb_ends_early(opened):
    program = opened("import os\nwhile True: os.fork()\n")
    ended = program.run(b"", RunLimits(cpu_s=20, wall_s=120))
    assert ended.verdict is Verdict.RUNTIME_ERROR
    assert b"tried to start a process" in ended.stderr_tail


def test_a_process_that_the_plain_program_leaves_behind_is_killed(opened):
    program = opened("import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\n")
    assert program.confirm(b"", LIMITS, runs=1).verdict is Verdict.OK


def test_runs_repeat_though_they_draw_random_numbers_and_hash_text(opened):
    program = opened("""
        import random
        words = {str(i) for i in range(50)}
        print(random.random(), next(iter(words)))
    """)
    first, second = (program.run(b"", LIMITS, keep_output=True).output for _ in range(2))
    assert first == second


def test_the_buffer_is_run_not_the_file(tmp_path, settings):
    path = tmp_path / "a.py"
    path.write_text("print('file')\n")
    with LANGUAGE.open_executor(Solution(path, "python", b"print('buffer')\n"), settings) as program:
        assert program.run(b"", LIMITS, keep_output=True).output == b"buffer\n"
        assert program.confirm(b"", LIMITS, runs=1).verdict is Verdict.OK


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"a = 1\nif a\n    b = 2\n", 2),
        (b"def f():\n\treturn 1\n        return 2\n", 3),
        (b"return 1\n", 1),
        (b"print('\xff')\n", 1),
        (b"a = 1\nb = (\n", 2),
        (b"a = 1\x00\n", 1),
    ],
)
def test_a_syntax_error_stands_at_its_line(tmp_path, settings, source, line):
    path = tmp_path / "a.py"
    with pytest.raises(CompileFailed) as caught:
        LANGUAGE.open_executor(Solution(path, "python", source), settings)
    assert caught.value.messages[-1].path == path
    assert caught.value.messages[-1].line == line
    assert LANGUAGE.check(Solution(path, "python", source), settings) == list(caught.value.messages)


def test_declared_encodings_are_read(opened, tmp_path, settings):
    source = "# -*- coding: latin-1 -*-\nprint(len('é'))\n".encode("latin-1")
    with LANGUAGE.open_executor(Solution(tmp_path / "a.py", "python", source), settings) as program:
        assert program.run(b"", LIMITS, keep_output=True).output == b"1\n"


def test_an_interpreter_that_is_not_there_is_said_with_its_remedy(settings):
    with pytest.raises(ToolMissing, match=r"slowpath.python.interpreter"):
        LANGUAGE.check(Solution(Path("a.py"), "python", b""), load({"python_interpreter": "/no/such/python"}))


def test_findings_name_the_interpreter(settings):
    finding = LANGUAGE.findings(settings)[0]
    assert finding.found
    assert "Python 3." in finding.detail


@pytest.mark.parametrize(
    ("slow", "fast"),
    [
        ("x in items", "x in table"),
        ("items.pop(0)", "items.pop()"),
        ("items.insert(0, x)", "items.append(x)"),
        ("items.index(x)", "items[x]"),
        ("items[:]", "items[0]"),
        ("sorted(items)", "len(items)"),
        ("min(items)", "min(x, 1)"),
        ("text.count('b')", "text.upper"),
        ("y = items + [x]", "y = x + 1"),
        ("list(items)", "iter(items)"),
    ],
)
def test_work_inside_builtins_is_in_the_cost(opened, slow, fast):
    def count(expression):
        program = opened(f"""
            n = int(input())
            items, text = list(range(n)), "a" * n * 40
            table = set(items)
            for x in range(500):
                {expression}
        """)
        return program.run(b"2000\n", LIMITS).count

    assert count(slow) > 3 * count(fast)


def test_only_as_many_interpreters_are_asked_as_it_takes_to_choose_one(monkeypatch, settings):
    asked = []

    def answered(path: Path, _search_path: str) -> interpreters.Interpreter:
        asked.append(path)
        return interpreters.Interpreter(path, (3, 6, 0) if len(asked) == 1 else (3, 11, 0), "cpython")

    monkeypatch.setattr(interpreters, "_probed", answered)
    monkeypatch.setattr(interpreters.shutil, "which", lambda name, path: f"/{name}")
    assert interpreters.find_interpreter(replace(settings, python_interpreter="")).executable == Path("/python3.13")
    assert asked == [Path("/python3"), Path("/python3.13")]
