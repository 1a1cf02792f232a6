"""Programs that try to do harm: nothing happens outside of their jail, each ends in a verdict, and the next one runs.

They are run in jails that hold only. What a program says that it reached is in what it prints; what it changed is seen
from outside: in a folder that stands for the user's home, at sockets that listen, in this process, in the build.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import stat
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from slowpath.errors import OutOfTime
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.sandbox.bounded import BoundedLimits, run_bounded
from slowpath.sandbox.jail import Confinement, working_jails
from slowpath.sandbox.jail.system import folder_of
from slowpath.sandbox.leftovers import processes_with
from slowpath.sandbox.wire import TOKEN_VARIABLE
from slowpath.settings import load
from slowpath.toolchain import open_executor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the jails that are verified are Linux's")
FOLDER = Path(__file__).parents[1] / "golden" / "hostile"
SOURCES = {"cpp": FOLDER / "attacks.cpp", "python": FOLDER / "attacks.py"}
LIMITS = RunLimits(cpu_s=0.5, wall_s=1.5, memory_bytes=256 << 20, output_bytes=1 << 20)
SECRET = b"-----BEGIN SECRET KEY-----"
SIGNALS = (signal.SIGUSR1, signal.SIGTERM, signal.SIGXCPU)
PLANTED = (
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/etc",
    "/usr",
    "/",
    "/run",
    str(Path(sys.executable).parent),
    str(Path(sys.executable).resolve().parent),
)
IN_MEMORY = {"fill_folder"}
"""Where a program's folder lies on the disk, how much it writes isn't limited."""
NAMES = {
    "cpp": sorted(set(re.findall(r'is\("(\w+)"\)', SOURCES["cpp"].read_text("utf-8")))),
    "python": re.findall(r'^    "(\w+)":', SOURCES["python"].read_text("utf-8"), re.MULTILINE),
}
ATTACKS = [(language, name) for language in SOURCES for name in NAMES[language]]
JAILS = [jail.name for jail in working_jails()]


@dataclass(frozen=True)
class Outside:
    """What the attacks aim at."""

    home: Path
    tcp: socket.socket
    datagrams: socket.socket
    abstract: socket.socket
    by_path: socket.socket
    received: list[int]

    def given(self, attack: str) -> bytes:
        name = self.abstract.getsockname().decode().lstrip("\0")
        return f"{attack}\n{self.home}\n{self.tcp.getsockname()[1]}\n{os.getpid()}\n{name}\n".encode()

    def calls(self) -> list[str]:
        """Which sockets somebody came to."""
        called = []
        for name, listening in (("tcp", self.tcp), ("abstract", self.abstract), ("path", self.by_path)):
            with contextlib.suppress(BlockingIOError):
                listening.accept()[0].close()
                called.append(name)
        with contextlib.suppress(BlockingIOError):
            self.datagrams.recv(1)
            called.append("datagram")
        return called


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    (home / ".ssh").mkdir()
    (home / "empty").mkdir()
    (home / ".ssh" / "id_rsa").write_bytes(SECRET)
    (home / ".bashrc").write_bytes(b"true\n")
    received: list[int] = []
    before = {number: signal.signal(number, lambda number, _: received.append(number)) for number in SIGNALS}
    with contextlib.ExitStack() as opened:
        for number, handler in before.items():
            opened.callback(signal.signal, number, handler)
        tcp, datagrams = (
            opened.enter_context(socket.socket(socket.AF_INET, kind))
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)
        )
        abstract, by_path = (opened.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(2))
        tcp.bind(("127.0.0.1", 0))
        datagrams.bind(tcp.getsockname())
        abstract.bind(f"\0slowpath-attacked-{os.getpid()}")
        with in_folder(home):
            by_path.bind("socket")
        for listening in (tcp, abstract, by_path):
            listening.listen()
        for each in (tcp, datagrams, abstract, by_path):
            each.setblocking(False)
        yield Outside(home, tcp, datagrams, abstract, by_path, received)


@contextlib.contextmanager
def in_folder(folder: Path):
    """A socket's path is short."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """A build cache that nobody else writes to."""
    return tmp_path_factory.mktemp("builds")


@pytest.fixture(scope="module")
def opened(builds, tmp_path_factory):
    """Gives the executor of a language in a jail, opened once, and the folders that hold what it runs."""
    runtime = Path(open_executor.__code__.co_filename).parent / "runtime"
    with contextlib.ExitStack() as stack:

        @cache
        def give(language: str, jail: str):
            source = SOURCES[language]
            path = tmp_path_factory.mktemp("user") / source.name
            path.write_bytes(source.read_bytes())
            settings = load({"cache_dir": builds, "jail": jail, "parallel_runs": 1, "cpp_flags": ("-O0", "-std=c++17")})
            executor = stack.enter_context(open_executor(Solution(path, language, path.read_bytes()), settings))
            return executor, (path.parent, builds, runtime)

        yield give


@pytest.mark.parametrize(
    ("jail", "language", "attack"),
    [
        (jail, language, attack)
        for jail in JAILS
        for language, attack in ATTACKS
        if jail == "bubblewrap" or attack not in IN_MEMORY
    ],
)
def test_an_attack_reaches_nothing_outside_and_ends_in_a_verdict(opened, outside, jail, language, attack):
    if language == "cpp" and not shutil.which("g++"):
        pytest.skip("needs g++")
    executor, ours = opened(language, jail)
    before = [seen(folder) for folder in (outside.home, *ours)]
    execution = executor.run(outside.given(attack), LIMITS, keep_output=True)
    said = (execution.output or b"") + execution.stderr_tail
    assert execution.verdict
    assert SECRET not in said and b"ESCAPED" not in said, said
    assert [seen(folder) for folder in (outside.home, *ours)] == before
    assert not outside.calls() and not outside.received
    assert not [folder for folder in PLANTED if list_planted(folder)]
    assert len(processes_with(f"{TOKEN_VARIABLE}={token_of(executor)}")) <= (2 if jail == "bubblewrap" else 1)
    calm = executor.run(outside.given("nothing"), replace(LIMITS, cpu_s=10.0, wall_s=60.0), keep_output=True)
    assert calm.output == b"end of nothing\n"


def test_there_are_enough_attacks():
    assert len(ATTACKS) >= 60


def seen(folder: Path) -> list[tuple]:
    """All that is in a folder, with what may be changed of it. Of large files the size stands for the content."""
    found = []
    for path in sorted((folder, *folder.rglob("*"))):
        about = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(about.st_mode) and about.st_size < 1 << 12 else about.st_size
        found.append((str(path), about.st_mode, about.st_uid, about.st_mtime_ns, content))
    return found


def list_planted(folder: str) -> list[str]:
    return [name for name in os.listdir(folder) if name.startswith("slowpath-attack")] if os.path.isdir(folder) else []


def token_of(executor) -> str:
    return executor._search._server._token


def test_what_a_program_leaves_in_its_folder_goes_with_it(outside, builds, tmp_path, monkeypatch):
    """Folders of runs are removed whatever lies in them."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    source = SOURCES["python"]
    for name in JAILS:
        settings = load({"cache_dir": builds, "jail": name, "parallel_runs": 1})
        with open_executor(Solution(source, "python", source.read_bytes()), settings) as executor:
            executor.run(outside.given("leave_links"), LIMITS)
        assert (outside.home / ".ssh" / "id_rsa").read_bytes() == SECRET
    assert not [name for name in os.listdir(tmp_path) if name.startswith("slowpath-scratch-run")]


def test_anybodys_home_and_all_folders_of_temporary_files_are_shared(tmp_path, monkeypatch):
    """Whatever TMPDIR says: only the programs right in such a folder may be read there."""
    elsewhere = tmp_path / "temporary"
    for shared in ("/tmp", "/var/tmp", "/home/u", "/mnt/c/Users/u", "/root"):
        assert folder_of(Path(shared, "no-such-program.py"), (".none",), tmp_path / "home", elsewhere) == ()
    own = tmp_path / "own"
    own.mkdir()
    assert own in folder_of(own / "a.py", (".py",), tmp_path / "home", elsewhere)


@pytest.mark.parametrize("name", JAILS)
def test_folders_reached_by_a_link_are_the_same_in_the_jail(name, tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    (link / "given").write_text("7")
    run = run_bounded(
        ("/bin/sh", "-c", 'cat given; echo 8 >made; cat "$1/made"', "sh", link),
        b"",
        cwd=link,
        allowed=Confinement(name),
    )
    assert (run.returncode, run.said.split()) == (0, ["78"]) and (real / "made").read_text() == "8\n"


@pytest.mark.parametrize("name", JAILS)
def test_an_alarm_while_a_jail_is_put_up_leaves_nothing_running(name, tmp_path):
    def strike(*_):
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, strike)
    try:
        for step in range(12):
            with contextlib.suppress(OutOfTime):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.0005 * (step + 1))
                    run_bounded(
                        ("/bin/sleep", "77.25"),
                        b"",
                        cwd=tmp_path,
                        limits=BoundedLimits(wall_s=0.1),
                        allowed=Confinement(name),
                    )
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
    # What was killed goes when the machine gets round to it; what wasn't would sleep for more than a minute.
    end = time.monotonic() + 30.0
    while _running(b"77.25") and time.monotonic() < end:
        time.sleep(0.1)
    assert not _running(b"77.25")


def _running(argument: bytes) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and argument in (entry / "cmdline").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return found


def test_root_has_nothing_of_its_might_in_landlock(tmp_path):
    if "landlock" not in JAILS:
        pytest.skip("no Landlock here")
    run = run_bounded(("/bin/grep", "CapEff", "/proc/self/status"), b"", cwd=tmp_path, allowed=Confinement("landlock"))
    assert run.said.split() == ["CapEff:", "0000000000000000"]


def test_a_jail_that_cannot_be_put_up_is_no_verdict_of_the_program(tmp_path):
    if "bubblewrap" not in JAILS:
        pytest.skip("no bubblewrap here")
    with pytest.raises(OSError, match="bwrap: "):
        run_bounded(
            ("/bin/true",), b"", cwd=tmp_path, allowed=Confinement("bubblewrap", writable=(Path("/proc/1/no"),))
        )
