"""Whatever a program does to end, not to end, or to escape: one verdict, its counts, and nothing left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from slowpath.errors import TargetBroken
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.sandbox import wire
from slowpath.sandbox.forkserver import ForkServer, Launch
from slowpath.sandbox.jail import working_jails
from slowpath.sandbox.leftovers import processes_with
from slowpath.sandbox.runs import verdict_of
from slowpath.sandbox.server_process import ServerGone, ServerProcess
from slowpath.settings import load
from slowpath.toolchain import cpp_build, open_executor
from slowpath.toolchain.compilers import find_compiler

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
SOURCE = Path(__file__).parents[1] / "golden" / "hostile" / "hostile.cpp"
# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=64 << 20, output_bytes=1 << 20)
WAITING = RunLimits(cpu_s=0.5, wall_s=2.0, memory_bytes=64 << 20, output_bytes=1 << 20)
PATIENCE_S = 120
WORK_LINE = 1 + next(n for n, line in enumerate(SOURCE.read_text().splitlines()) if "work_done = work_done" in line)


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cpp_compiler": "g++", "cache_dir": build_cache})


@pytest.fixture(scope="module")
def solution():
    return Solution(SOURCE, "cpp", SOURCE.read_bytes())


@pytest.fixture(scope="module")
def executor(settings, solution):
    with open_executor(solution, settings) as opened:
        yield opened


@pytest.fixture
def server(settings, solution):
    built = cpp_build.build(solution, settings, find_compiler(settings))
    with ForkServer(Launch((str(built.search),), cwd=built.search.parent)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """No test leaves a process, neither below this one nor handed to init; one that is just dying may die."""
    yield
    below = [process for process in psutil.Process().children(recursive=True) if is_orphan(process)]
    adopted = [process for pid in processes_with("SLOWPATH_RUN_TOKEN=") if (process := adopted_of(pid))]
    _, left = psutil.wait_procs([*below, *adopted], timeout=PATIENCE_S)
    assert not left


def is_orphan(process: psutil.Process) -> bool:
    """A run that outlived its request: a child of a server, which is ours, or our jail's."""
    try:
        parent = process.parent()
        above = parent.ppid() if parent is not None and parent.name() == "bwrap" else process.ppid()
        outlived = "sleep" in process.name() or above != os.getpid()
        return outlived and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def adopted_of(pid: int) -> psutil.Process | None:
    """The process `pid` if it is one of a run that was handed to init."""
    try:
        process = psutil.Process(pid)
        return process if process.ppid() == 1 and process.name() in ("search", "clean", "sleep") else None
    except psutil.NoSuchProcess:
        return None


def killed_by(wanted: int | None) -> set[int | None]:
    """A run that is told of its end by SIGXCPU has 50 ms to go; on a busy machine the SIGKILL comes first."""
    return {wanted, signal.SIGKILL} if wanted == signal.SIGXCPU else {wanted}


@pytest.mark.parametrize(
    ("mode", "verdict", "signal_number"),
    [
        ("return", Verdict.OK, None),
        ("exit", Verdict.OK, None),
        ("_exit", Verdict.OK, None),
        ("_Exit", Verdict.OK, None),
        ("quick_exit", Verdict.OK, None),
        ("status", Verdict.RUNTIME_ERROR, None),
        ("abort", Verdict.RUNTIME_ERROR, signal.SIGABRT),
        ("throw", Verdict.RUNTIME_ERROR, signal.SIGABRT),
        ("segfault", Verdict.RUNTIME_ERROR, signal.SIGSEGV),
        ("stack", Verdict.RUNTIME_ERROR, signal.SIGSEGV),
        ("divide", Verdict.RUNTIME_ERROR, signal.SIGFPE),
        ("trap", Verdict.RUNTIME_ERROR, signal.SIGILL),
        ("spin", Verdict.TIME_LIMIT, signal.SIGXCPU),
        ("sleep", Verdict.IDLENESS_LIMIT, signal.SIGXCPU),
        ("deaf", Verdict.TIME_LIMIT, signal.SIGKILL),
        ("masked", Verdict.IDLENESS_LIMIT, signal.SIGKILL),
        ("alarm", Verdict.IDLENESS_LIMIT, signal.SIGXCPU),
        ("spin_threads", Verdict.TIME_LIMIT, signal.SIGXCPU),
        ("bomb", Verdict.OK, None),
        ("daemon", Verdict.OK, None),
        ("system", Verdict.OK, None),
        ("output", Verdict.OUTPUT_LIMIT, signal.SIGXFSZ),
        ("output_deaf", Verdict.OUTPUT_LIMIT, None),
        ("errors", Verdict.OUTPUT_LIMIT, signal.SIGXFSZ),
        ("new", Verdict.MEMORY_LIMIT, signal.SIGABRT),
        ("malloc", Verdict.MEMORY_LIMIT, signal.SIGSEGV),
        ("catch", Verdict.OK, None),
        ("thread", Verdict.OK, None),
        ("past_end", Verdict.OK, None),
        ("close_all", Verdict.OK, None),
    ],
)
def test_every_end_has_its_verdict_and_keeps_its_counts(executor, mode, verdict, signal_number):
    execution = executor.run(f"{mode}\n".encode(), WAITING if verdict.is_out_of_time else LIMITS)
    assert execution.verdict == verdict
    assert execution.signal in killed_by(signal_number)
    assert executor.profile(execution).hits[WORK_LINE] >= 1000


@pytest.mark.parametrize(("mode", "signal_number"), [(b"kill_self\n", signal.SIGKILL), (b"exec\n", None)])
def test_says_when_the_counts_are_lost(executor, mode, signal_number):
    execution = executor.run(mode, LIMITS)
    assert (execution.verdict, execution.signal) == (Verdict.RUNTIME_ERROR, signal_number)
    assert "left no counters" in executor.profile(execution).approximate
    assert executor.run(b"return\n", LIMITS).verdict is Verdict.OK


def test_counts_what_runs_after_main(executor):
    hits = [executor.profile(executor.run(mode, LIMITS)).hits[WORK_LINE] for mode in (b"return\n", b"_exit\n")]
    assert hits == [1009, 1001]


@pytest.mark.parametrize(
    ("data", "output"),
    [
        (b"past_end\n1 2 3", b"3\n"),
        (b"iostream\n", b"mixed\n"),
        (b"write_input\n", b"-1\n"),
        (b"seek_input\n", b"1\n"),
        (b"limits\n", b"1\n"),
        (b"environment\n", b"0\n"),
        (b"catch\n", b"caught\n"),
        (b"system\n", b"32512\n"),
    ],
)
def test_what_a_program_sees_of_its_sandbox(executor, data, output):
    assert executor.run(data, LIMITS, keep_output=True).output == output
    assert executor.run(data, LIMITS, keep_output=True).output == output


def test_files_that_a_program_writes_lie_in_a_scratch_directory_that_the_next_run_finds_empty(settings, solution):
    with open_executor(solution, settings) as executor:
        assert executor.run(b"files\n", LIMITS, keep_output=True).output == b"1\n"
        assert executor.run(b"files\n", LIMITS, keep_output=True).output == b"1\n"
    assert not Path("left.txt").exists()


def test_says_that_it_tried_to_start_processes(server):
    assert server.run(b"daemon\n", LIMITS).processes
    assert server.run(b"system\n", LIMITS).processes
    assert not server.run(b"return\n", LIMITS).processes


def test_says_that_the_stack_overflowed(executor):
    assert b"stack overflowed" in executor.run(b"stack\n", LIMITS).stderr_tail


def test_an_input_of_which_the_server_dies_twice_is_given_up_with_a_remedy(server, monkeypatch):
    monkeypatch.setattr(ServerProcess, "receive", lambda *asked: (_ for _ in ()).throw(ServerGone("it died")))
    with pytest.raises(TargetBroken, match="twice on one input") as broken:
        server.run(b"return\n", LIMITS)
    assert broken.value.remedy
    monkeypatch.undo()
    assert server.run(b"return\n", LIMITS).verdict is Verdict.OK


def test_a_stopped_server_is_killed_and_replaced(server, monkeypatch):
    monkeypatch.setattr("slowpath.sandbox.forkserver._GRACE_S", 0.1)
    first = server.pid
    os.kill(first, signal.SIGSTOP)
    assert server.run(b"return\n", replace(LIMITS, wall_s=1.5)).verdict is Verdict.OK
    assert server.pid != first
    assert not psutil.pid_exists(first)


@pytest.mark.parametrize("jail", [jail.name for jail in working_jails()])
def test_a_server_ends_when_its_driver_is_killed(settings, solution, jail, tmp_path):
    built = cpp_build.build(solution, settings, find_compiler(settings))
    program = (
        "import sys; from slowpath.sandbox.forkserver import *; from slowpath.model.execution import RunLimits\n"
        "from slowpath.sandbox.jail import Confinement\n"
        f"server = ForkServer(Launch((sys.argv[1],), allowed=Confinement({jail!r})))\n"
        "print(server.pid, flush=True)\n"
        "server.run(b'sleep', RunLimits(wall_s=60, cpu_s=60))"
    )
    driver = subprocess.Popen([sys.executable, "-c", program, str(built.search)], stdout=subprocess.PIPE, cwd=tmp_path)
    server = psutil.Process(int(driver.stdout.readline()))
    wait_until(server.children)
    family = [server, *server.children(recursive=True)]
    driver.kill()
    driver.communicate()
    gone, alive = psutil.wait_procs(family, timeout=PATIENCE_S)
    assert (len(gone), alive) == (2, [])


def wait_until(condition) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never came true"


def test_a_program_that_ends_before_main_is_refused_with_what_it_said(settings, tmp_path):
    source = (
        b"#include <cstdio>\n#include <cstdlib>\n"
        b'struct S { S() { fputs("no licence", stderr); exit(3); } } s;\nint main() {}\n'
    )
    with pytest.raises(TargetBroken, match="no licence"):
        open_executor(Solution(tmp_path / "early.cpp", "cpp", source), settings)


def test_a_program_that_isn_t_there_is_refused():
    with pytest.raises(TargetBroken, match="can't be started"):
        ForkServer(Launch(("/nonexistent/program",)))


def test_a_program_that_speaks_no_wire_is_refused():
    with pytest.raises(TargetBroken) as broken:
        ForkServer(Launch(("/bin/true",), name="true"))
    assert "true doesn't reach main" in str(broken.value)


def test_without_a_driver_the_built_program_runs_plainly(settings, solution):
    built = cpp_build.build(solution, settings, find_compiler(settings))
    for program in (built.search, built.clean):
        done = subprocess.run([program], input=b"past_end 1 2", capture_output=True, timeout=300, check=True)
        assert done.stdout == b"2\n"


def test_an_interrupted_run_leaves_nothing(server, monkeypatch):
    first = server.pid
    monkeypatch.setattr(server._server, "_read", lambda size: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        server.run(b"sleep\n", LIMITS)
    assert not psutil.pid_exists(first)
    assert server.run(b"return\n", LIMITS).verdict is Verdict.OK


@pytest.mark.parametrize(
    ("cpu_ns", "verdict"), [(400_000_000, Verdict.TIME_LIMIT), (200_000_000, Verdict.RUNTIME_ERROR)]
)
def test_a_run_that_the_system_ends_beyond_its_limit_was_too_long(cpu_ns, verdict):
    made, cut = verdict_of(wire.END_EXITED, -1, signal.SIGKILL, cpu_ns, 0, 0, 0, RunLimits(cpu_s=0.3, wall_s=9.0))
    assert (made, cut) == (verdict, verdict is Verdict.TIME_LIMIT)


# Others have three quarters of the first core or more, so a run there takes longer than its limit and works for less.
STARVED = """#include <sched.h>
#include <time.h>
static double now() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main() {
    double begun = now();
    cpu_set_t all, first;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&first);
    int core = 0;
    while (!CPU_ISSET(core, &all)) core++;
    CPU_SET(core, &first);
    sched_setaffinity(0, sizeof first, &first);
    while (now() < begun + 1.5);
}
"""
STARVED_PYTHON = """import os, time
begun = time.monotonic()
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
while time.monotonic() < begun + 1.5: pass
"""
OTHER = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); print(flush=True)\nwhile True: pass"


@pytest.fixture
def crowded_core():
    """Three processes that compute on the first core."""
    others = [subprocess.Popen([sys.executable, "-c", OTHER], stdout=subprocess.PIPE) for _ in range(3)]
    try:
        for other in others:
            other.stdout.readline()
        yield
    finally:
        for other in others:
            with other:
                other.kill()


@pytest.mark.usefixtures("crowded_core")
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="needs what Linux tells of waiting for a core")
@pytest.mark.parametrize(("language", "source"), [("cpp", STARVED), ("python", STARVED_PYTHON)])
def test_waiting_for_a_core_that_others_have_is_no_waiting(settings, tmp_path, language, source):
    path = tmp_path / "main"
    path.write_text(source)
    with open_executor(Solution(path, language, path.read_bytes()), settings) as opened:
        made = opened.confirm(b"", RunLimits(cpu_s=20.0, wall_s=1.0, output_bytes=1 << 20), runs=1)
    assert made.verdict is Verdict.OK


@pytest.mark.parametrize(
    ("language", "source", "verdict"),
    [
        ("cpp", "int main() { for (volatile int i = 0;; i = i + 1); }", Verdict.TIME_LIMIT),
        ("python", "while True: pass", Verdict.TIME_LIMIT),
        ("cpp", "#include <unistd.h>\nint main() { sleep(60); }", Verdict.IDLENESS_LIMIT),
        ("python", "import time\ntime.sleep(60)", Verdict.IDLENESS_LIMIT),
    ],
)
def test_working_and_sleeping_are_cut_by_the_wall(settings, tmp_path, language, source, verdict):
    path = tmp_path / "main"
    path.write_text(source)
    with open_executor(Solution(path, language, path.read_bytes()), settings) as opened:
        made = opened.confirm(b"", RunLimits(cpu_s=50.0, wall_s=1.0, output_bytes=1 << 20), runs=1)
    assert made.verdict is verdict and made.cpu_s < 20


def test_no_run_can_signal_every_process(settings, tmp_path):
    """Signal 0 only asks whether it may be sent; where starting processes is refused, `kill(fork(), 9)` sends 9."""
    path = tmp_path / "main.cpp"
    path.write_text(
        "#include <signal.h>\n#include <unistd.h>\nint main() { return kill(-1, 0) == 0 || kill(getpid(), 0) != 0; }"
    )
    with open_executor(Solution(path, "cpp", path.read_bytes()), settings) as opened:
        assert opened.run(b"", LIMITS).verdict is Verdict.OK
        assert opened.confirm(b"", LIMITS, runs=1).verdict is Verdict.OK


def test_a_program_in_cpp_that_waits_for_ever_is_over_long_before_its_limit(settings, tmp_path):
    path = tmp_path / "waiting.cpp"
    path.write_text("#include <unistd.h>\nint main() { for (;;) pause(); }\n")
    with open_executor(Solution(path, "cpp", path.read_bytes()), settings) as opened:
        made = opened.run(b"", RunLimits(cpu_s=60.0, wall_s=30.0))
    assert made.verdict is Verdict.IDLENESS_LIMIT and made.wall_ns < 20e9
    assert made.idle_ns > 3e9
