"""What every jail keeps, and what it lets through, whichever way it is made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.sandbox.jail import Confinement, Jail
from slowpath.toolchain.reach import own_python_reach

WAIT_S = 120.0


class JailKit:
    """Subclasses give `jail`, a working one."""

    @pytest.fixture
    def folder(self, tmp_path):
        (tmp_path / "own").mkdir()
        (tmp_path / "given").mkdir()
        (tmp_path / "given" / "data").write_text("given\n", "utf-8")
        (tmp_path / "secret").write_text("secret\n", "utf-8")
        return tmp_path

    def ended(
        self,
        jail: Jail,
        folder: Path,
        code: str,
        allowed: Confinement | None = None,
        argv: Sequence[str] = (),
        **options,
    ) -> tuple[int, str]:
        """How a Python program ended in the jail, started in its own folder, and what it printed."""
        said = folder / "said"
        allowed = allowed or Confinement(writable=(folder / "own",))
        allowed = replace(
            own_python_reach(),
            readable=(*own_python_reach().readable, *allowed.readable),
            writable=allowed.writable,
            emptied=allowed.emptied,
            traces=allowed.traces,
        )
        with said.open("wb") as output:

            def popen(argv: Sequence[str], descriptors: Sequence[int], more: Mapping[str, str]) -> subprocess.Popen:
                return subprocess.Popen(
                    argv,
                    cwd=folder / "own",
                    env={"PATH": os.defpath, **more},
                    stdout=output,
                    stderr=output,
                    stdin=subprocess.DEVNULL,
                    pass_fds=descriptors,
                    start_new_session=True,
                )

            started = jail.start(argv or (sys.executable, "-S", "-c", code, str(folder)), allowed, popen, **options)
            return jail.returncode(started.process.wait(WAIT_S)), said.read_text("utf-8")

    def test_a_program_ends_as_it_ends_outside(self, jail, folder):
        assert self.ended(jail, folder, "print(6 * 7); raise SystemExit(42)") == (42, "42\n")

    @pytest.mark.parametrize("number", [signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL])
    def test_the_signal_that_ends_a_program_is_told(self, jail, folder, number):
        code, _ = self.ended(jail, folder, f"import os; os.kill(os.getpid(), {int(number)})")
        assert code == -number

    def test_reads_what_it_is_given_and_nothing_beside_it(self, jail, folder):
        code = "import sys; print(open(sys.argv[1] + '/given/data').read()); open(sys.argv[1] + '/secret')"
        ended, said = self.ended(
            jail, folder, code, Confinement(readable=(folder / "given",), writable=(folder / "own",))
        )
        assert ended == 1 and "given" in said and "secret" not in said.replace("/secret", "")

    def test_a_file_that_the_command_names_is_readable_and_not_writable(self, jail, folder):
        command = ("/bin/sh", "-c", 'cat "$1"; echo evil >"$1" || exit 7', "sh", str(folder / "secret"))
        assert self.ended(jail, folder, "", argv=command)[0] == 7
        assert (folder / "secret").read_text("utf-8") == "secret\n"

    def test_writes_to_its_own_folder_which_is_seen_outside(self, jail, folder):
        assert self.ended(jail, folder, "open('left', 'w').write('x')")[0] == 0
        assert (folder / "own" / "left").read_text("utf-8") == "x"

    def test_has_somewhere_for_temporary_files(self, jail, folder):
        code = "import tempfile; file = tempfile.TemporaryFile(); file.write(b'x' * 1000); print(file.tell())"
        assert self.ended(jail, folder, code) == (0, "1000\n")

    def test_finds_an_interpreter_behind_links(self, jail, folder):
        (folder / "links").symlink_to(Path(sys.executable).parent)
        ended = self.ended(jail, folder, "", argv=(str(folder / "links" / Path(sys.executable).name), "-c", "print(3)"))
        assert ended == (0, "3\n")

    def test_debuggers_may_trace_what_they_start_and_others_may_not(self, jail, folder):
        code = "import ctypes; print(ctypes.CDLL(None).ptrace(0, 0, 0, 0))"
        own = Confinement(writable=(folder / "own",))
        assert self.ended(jail, folder, code, own) == (0, "-1\n")
        assert self.ended(jail, folder, code, replace(own, traces=True)) == (0, "0\n")

    def test_can_use_threads_processes_and_a_pair_of_sockets(self, jail, folder):
        code = (
            "import os, socket, threading\n"
            "t = threading.Thread(target=print, args=('thread',)); t.start(); t.join()\n"
            "a, b = socket.socketpair(); a.send(b'pair'); print(b.recv(4).decode(), flush=True)\n"
            "raise SystemExit(os.waitstatus_to_exitcode(os.system('exit 3')))"
        )
        assert self.ended(jail, folder, code) == (3, "thread\npair\n")

    def test_what_runs_before_is_called_once_and_unconfined(self, jail, folder):
        called = []
        self.ended(jail, folder, "", before=lambda: called.append((folder / "secret").read_text("utf-8")))
        assert called == ["secret\n"]

    def test_this_process_stays_as_it_was(self, jail, folder):
        self.ended(jail, folder, "")
        assert (folder / "secret").read_text("utf-8") == "secret\n"
        assert self.ended(jail, folder, "print(1)") == (0, "1\n")
