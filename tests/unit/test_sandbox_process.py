"""Tools run to their end, are stopped in time with all their children, and see no environment but what is given."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor

import psutil
import pytest

from slowpath.errors import OutOfTime
from slowpath.sandbox import perf, process
from slowpath.sandbox.abilities import abilities
from slowpath.sandbox.jail import OFF, Confinement, working_jails
from slowpath.sandbox.process import KeptTool, ToolGone, ToolResult, end_tools, run_tool, tool_environment
from slowpath.toolchain.tool_threads import ToolThreads


def python(code: str, **options):
    return run_tool([sys.executable, "-c", code], **{"timeout_s": 120, **options})


def test_gives_back_what_the_tool_said():
    result = python("import sys; print(sys.stdin.read()[::-1]); sys.stderr.write('e'); sys.exit(3)", input=b"abc")
    assert (result.returncode, result.stdout, result.stderr, result.timed_out) == (3, b"cba\n", b"e", False)


def test_takes_more_input_than_a_pipe_holds():
    data = b"x" * 3_000_000
    assert python("import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())", input=data).stdout == data


def test_a_tool_that_reads_nothing_is_no_failure():
    assert python("pass", input=b"x" * 3_000_000).returncode == 0


def test_stops_a_tool_and_its_children_in_time():
    code = (
        "import subprocess, sys; c = subprocess.Popen([sys.executable, '-c', 'while True: pass']);"
        "print(c.pid, flush=True); c.wait()"
    )
    for timeout_s in (2, 8, 32, 128):
        result = python(code, timeout_s=timeout_s)
        assert result.timed_out
        if result.stdout:
            break
    assert has_ended(int(result.stdout))


def has_ended(pid: int) -> bool:
    """True once the process is gone or a zombie; a killed one takes a moment on a busy machine."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
    return False


def begun_and_left(code: str, cause: type[BaseException]) -> Future[ToolResult]:
    """A tool in another thread, which was left for that cause."""
    with contextlib.suppress(cause), ToolThreads(1) as threads:
        waiting = threads.submit(python, code)
        while not process._at_work and not waiting.done():
            os.sched_yield()
        raise cause
    return waiting


@pytest.mark.parametrize("cause", [OutOfTime, KeyboardInterrupt])
def test_where_all_has_to_end_tools_of_other_threads_end_too(cause):
    assert isinstance(begun_and_left("while True: pass", cause).exception(), OutOfTime)


def test_a_failure_lets_the_tools_of_other_threads_come_to_their_end():
    assert begun_and_left("print(1)", ValueError).result().stdout == b"1\n"


def test_a_signal_is_a_negative_return_code():
    assert python("import os; os.abort()").returncode == -6


def test_nothing_of_our_environment_reaches_a_tool(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    assert b"secret" not in python("import os; print(dict(os.environ))").stdout
    assert tool_environment("/opt/bin")["PATH"] == "/opt/bin"


def test_a_tool_that_isn_t_there_raises():
    with pytest.raises(FileNotFoundError):
        run_tool(["/nonexistent/tool"], timeout_s=1)


def test_instructions_are_a_number_or_unknown():
    counted = perf.instructions([sys.executable, "-c", "pass"], b"", timeout_s=30)
    assert (counted is not None) == perf.can_count_instructions()
    assert counted is None or counted > 1_000_000


def test_a_missing_ability_says_what_it_costs():
    assert all(bool(ability.costs) != ability.there for ability in abilities())


@pytest.mark.parametrize("mode", [OFF, *(jail.name for jail in working_jails())])
def test_a_counter_sees_a_program_through_its_jail_and_not_the_jail(monkeypatch, mode):
    """By the system's own clock, which counts where hardware can't."""
    monkeypatch.setattr(perf, "_HARDWARE", 1)
    monkeypatch.setattr(perf, "_INSTRUCTIONS", 1)
    counter = perf._open_counter()
    if counter is None:
        pytest.skip("nothing may be counted here")
    os.close(counter)
    perf._of_jail.cache_clear()
    spin = ("/bin/sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
    counted = perf.instructions(spin, b"", timeout_s=120, allowed=Confinement(mode))
    perf._of_jail.cache_clear()
    assert counted is not None and counted > 10_000_000


ECHO = """
import os, struct, sys, time
from sys import stdin, stdout
while size := stdin.buffer.read(4):
    said = stdin.buffer.read(struct.unpack(">i", size)[0])
    if said == b"end":
        sys.exit()
    if said == b"sleep":
        time.sleep(3600)
    said = str(os.getpid()).encode() if said == b"who" else said
    stdout.buffer.write(struct.pack(">i", len(said)) + said)
    stdout.flush()
"""


@pytest.fixture
def kept():
    tool = KeptTool([sys.executable, "-c", ECHO], tool_environment())
    yield tool
    tool.end()


def test_a_tool_that_is_kept_answers_again_and_again(kept):
    data = b"x" * 3_000_000
    assert kept.ask(data, 120) == data
    assert kept.ask(b"", 120) == b""
    assert kept.ask(b"who", 120) == kept.ask(b"who", 120)


def test_a_tool_that_is_kept_is_ended_when_it_takes_too_long(kept):
    pid = int(kept.ask(b"who", 120))
    assert kept.ask(b"sleep", 0.2) is None
    assert has_ended(pid)


def test_a_tool_that_was_kept_and_ended_by_itself_is_said_to_be_gone(kept):
    with pytest.raises(ToolGone):
        kept.ask(b"end", 120)


def test_tools_that_are_kept_and_at_work_are_ended_with_all_others(kept):
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(kept.ask, b"sleep", 120)
        while not answer.done():
            end_tools()
            time.sleep(0.01)
    assert isinstance(answer.exception(), OutOfTime)


def test_a_tool_that_is_kept_ends_with_who_keeps_it():
    code = f"""
import os, sys
from slowpath.sandbox.process import KeptTool
tool = KeptTool([sys.executable, "-c", {ECHO!r}], dict(os.environ))
print(tool.ask(b"who", 120).decode(), flush=True)
os._exit(0)
"""
    assert has_ended(
        int(python(code, environment={**tool_environment(), "PYTHONPATH": os.pathsep.join(sys.path)}).stdout)
    )
