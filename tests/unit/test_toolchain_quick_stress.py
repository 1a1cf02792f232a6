"""No request of a quick run is lost, however long each step takes and whoever dies between two steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.execution import RunLimits
from slowpath.sandbox.forkserver import ForkServer, Launch
from slowpath.sandbox.jail.confinement import OFF
from slowpath.settings import load
from slowpath.toolchain import quick
from slowpath.toolchain.interpreters import find_interpreter
from slowpath.toolchain.reach import python_reach

RUNTIME = Path(quick.__file__).with_name("runtime")
LIMITS = RunLimits(cpu_s=1.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 16)
PATIENCE_S = 60.0
"""Who waits longer than this stalls: the driver then takes another server, which the tests see."""

STEPS = """\
import os, random, signal, sys, time
runtime, most_runs, unheard_s, how, *arguments = sys.argv[1:]
sys.path.insert(0, runtime)
import python_quick, python_server, python_target, python_wire

server, chance, done = os.getpid(), random.Random(5), {}

def died_already():
    try:
        os.close(os.open("died", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return True
    return False

def slowly(name, when):
    time.sleep(chance.choice((0, 0, 0.002, 0.03)))

def dying(name, when):
    who, wanted, wanted_when, number = how.split(":")
    if (name, when, os.getpid() == server) == (wanted, wanted_when, who == "server"):
        done[name] = done.get(name, 0) + 1
        if done[name] == int(number) and not died_already():
            os.kill(os.getpid(), signal.SIGKILL)

def dying_often(name, when):
    # Each fork has the chances of its server: what it throws away first makes them its own.
    if done.setdefault("of", server) != os.getpid():
        done["of"] = os.getpid()
        chance.seed(os.getpid())
    if os.getpid() != server and chance.random() < 0.05:
        os.kill(os.getpid(), signal.SIGKILL)

between = slowly if how == "slow" else dying_often if how == "often" else dying

def stepwise(owner, name):
    step = getattr(owner, name)
    def with_gaps(*given):
        between(name, "before")
        made = step(*given)
        between(name, "after")
        return made
    setattr(owner, name, with_gaps)

for owner, names in ((python_wire.Shared, ("begin_quick", "begin_quick_answer", "end_quick", "quick_state")),
                     (python_quick.QuickRuns, ("peek", "take", "begin", "ended_well", "forget")),
                     (python_server.Server, ("send", "receive", "answer", "is_next"))):
    for name in names:
        stepwise(owner, name)
python_quick.QuickRuns.most_runs, python_quick.QuickRuns.unheard_s = int(most_runs), float(unheard_s)
sys.argv[1:] = arguments
python_target.main()
"""


def driven(
    folder: Path,
    how: str,
    *,
    most_runs: int = 7,
    unheard_s: float = 1.0,
    runs: int = 24,
    jail: str = "",
    program: str = "print(int(input()) + 1)\n",
) -> int:
    """Drives so many runs, some ahead, with something done between every two steps of fork and server; returns how many
    servers there were. Fails where an answer is missing, or isn't its request's."""
    (folder / "steps.py").write_text(STEPS)
    (folder / "main.py").write_text(program)
    python = str(find_interpreter(load()).executable)
    launch = Launch(
        (
            python,
            "-B",
            str(folder / "steps.py"),
            str(RUNTIME),
            str(most_runs),
            str(unheard_s),
            how,
            "search",
            str(folder / "main.py"),
            str(folder / "main.py"),
        ),
        cwd=folder,
        allowed=replace(python_reach(Path(python), load()), mode=jail),
    )
    printed, servers = [], set()
    with ForkServer(launch, lanes=4) as server:
        for number in range(runs + server.lanes):
            servers.add(server.pid)
            if number >= server.lanes:
                printed.append(server.collect(patience_s=PATIENCE_S))
            if number < runs:
                server.submit(b"%d\n" % number, LIMITS, quick=True, keep_output=True)
    assert [run.output for run in printed] == [b"%d\n" % (number + 1) for number in range(runs)]
    return len(servers)


@pytest.mark.parametrize(("most_runs", "unheard_s"), [(1, 0.03), (7, 0.01), (7, 1.0)])
def test_no_request_is_lost_however_long_each_step_takes(tmp_path, most_runs, unheard_s):
    assert driven(tmp_path, "slow", most_runs=most_runs, unheard_s=unheard_s) == 1


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["peek", "begin_quick", "take", "begin", "ended_well", "end_quick", "forget"])
def test_no_request_is_lost_where_the_fork_dies(tmp_path, step, when):
    assert driven(tmp_path, f"fork:{step}:{when}:2") == (2 if (step, when) == ("end_quick", "before") else 1)
    assert (tmp_path / "died").exists()


@pytest.mark.parametrize(("step", "when"), [("begin_quick_answer", "after"), ("send", "before"), ("send", "after")])
def test_where_the_fork_dies_while_it_answers_the_server_ends_and_all_is_asked_again(tmp_path, step, when):
    assert driven(tmp_path, f"fork:{step}:{when}:2") == 2
    assert (tmp_path / "died").exists()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", ["receive", "begin_quick", "quick_state", "end_quick"])
def test_no_request_is_lost_where_the_server_dies(tmp_path, step, when):
    """Without a jail: the first process of one can't end itself."""
    assert driven(tmp_path, f"server:{step}:{when}:2", most_runs=3, jail=OFF) == 2
    assert (tmp_path / "died").exists()


def test_no_request_is_lost_where_forks_die_again_and_again(tmp_path):
    """Not while they answer: two deaths at one request would be its own fault."""
    assert driven(tmp_path, "often", runs=200) >= 1


@pytest.mark.parametrize("what", ["pass", "time.sleep(1)"])
def test_no_request_waits_for_a_program_whose_objects_never_go(tmp_path, what):
    program = f"""
import time
def more(n):
    try:
        yield n + 1
    finally:
        while n % 5 == 2:
            {what}
made = more(int(input()))
print(next(made))
"""
    assert driven(tmp_path, "nobody::never:0", unheard_s=0.2, program=program) == 1
