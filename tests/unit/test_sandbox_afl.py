"""AFL++ driven: what it asks, what it keeps, how it ends. First a script in the place of afl-fuzz, then the real one
where it is installed."""

from __future__ import annotations

import ctypes
import shutil
import socket
import stat
import struct
import sys
import threading
from itertools import count as counter
from pathlib import Path

import pytest

from slowpath import settings as settings_module
from slowpath.engine.moves.byte_mutator import ByteMutator
from slowpath.engine.moves.fuzzer_seeds import fuzzer_seeds
from slowpath.errors import CompileFailed, TargetBroken, ToolMissing
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.problem import Solution
from slowpath.sandbox.afl import AflFuzz, AflProgram
from slowpath.sandbox.leftovers import processes_with
from slowpath.toolchain.afl import _mutator, build_for_afl

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no forkserver on Windows itself")
ARRAY = from_text("n: int 1..300\na: int[n] 1..10^6\n")
SORTING = b"""#include <iostream>
#include <vector>
int main() {
    int n; std::cin >> n; std::vector<int> a(n); for (int &x : a) std::cin >> x;
    for (int i = 1; i < n; i++) for (int j = i; j && a[j] < a[j - 1]; j--) std::swap(a[j], a[j - 1]);
    std::cout << a[0] << "\\n";
}
"""
SCRIPT = """
import os, pathlib, struct, sys, time
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
kept = pathlib.Path(given["-o"], "default", "queue")
kept.mkdir(parents=True)
pathlib.Path(given["-o"], "default", "hangs").mkdir()
seeds = sorted(pathlib.Path(given["-i"]).iterdir())
for place, seed in enumerate(seeds):
    (kept / f"id:{place:06},time:0,orig:{seed.name}").write_bytes(seed.read_bytes())
def received(size):
    data = b""
    while len(data) < size:
        part = os.read(channel, size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data
def keep(name, data):
    temporary = kept.parent / "temporary"
    temporary.write_bytes(data)
    temporary.rename(kept.parent / name)
BODY
"""
ASKING = """
channel = int(os.environ["SLOWPATH_MUTATOR"])
parent = seeds[0].read_bytes()
for turn in range(3):
    known = turn and struct.pack("=IIII", 0x534c4f57, 0xffffffff, 2, 100)
    os.write(channel, known or struct.pack("=IIII", 0x534c4f57, len(parent), 2, 100) + parent)
    for child in range(2):
        data = received(struct.unpack("=I", received(4))[0])
        keep(f"queue/id:{9 + 2 * turn + child:06},src:000000", data)
received(1)
"""


def fake(tmp_path: Path, body: str, mutator: bool = False) -> AflProgram:
    script = tmp_path / "afl-fuzz"
    script.write_text(f"#!{sys.executable}\n" + SCRIPT.replace("BODY", body))
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return AflProgram(script, tmp_path / "target", tmp_path / "mutator.so" if mutator else None)


def at_most(looks: int, enough=lambda: False):
    """Ends after so many looks, which are a twentieth of a second each, or when there's enough."""
    seen = counter()
    return lambda: next(seen) >= looks or enough()


def test_children_are_made_from_the_parent_that_was_sent_last(tmp_path):
    asked = []

    def mutate(parent: bytes, wanted: int, most: int) -> list[bytes]:
        asked.append((parent, wanted, most))
        return [b"child %d" % (2 * len(asked) + place) for place in range(wanted)]

    found = []
    with AflFuzz(fake(tmp_path, ASKING, True), [b"seed"], rng_seed=1, timeout_s=1.0, mutate=mutate) as fuzzer:
        fuzzer.advance(at_most(6000, lambda: len(asked) == 3 and len(found) + len(found_now(fuzzer, found)) >= 6))
    assert asked == [(b"seed", 2, 100)] * 3
    assert sorted(found) == [b"child %d" % place for place in range(2, 8)]


def found_now(fuzzer: AflFuzz, found: list[bytes]) -> list[bytes]:
    found.extend(kept.data for kept in fuzzer.kept())
    return []


def test_what_was_kept_is_told_once_and_seeds_are_not(tmp_path):
    body = "keep('queue/id:000007,src:000000', b'slow')\nkeep('hangs/id:000000,src:000000', b'slower')\ntime.sleep(60)"
    seen = []
    with AflFuzz(fake(tmp_path, body), [b"seed", b"other"], rng_seed=1, timeout_s=1.0) as fuzzer:
        fuzzer.advance(at_most(6000, lambda: seen.extend(fuzzer.kept()) or len(seen) == 2))
        assert sorted((kept.data, kept.is_hang) for kept in seen) == [(b"slow", False), (b"slower", True)]
        assert fuzzer.kept() == []


def test_ending_by_itself_is_told_with_its_reason(tmp_path):
    body = "print('[-] PROGRAM ABORT : no seeds that work')\nsys.exit(1)"
    with (
        AflFuzz(fake(tmp_path, body), [b"seed"], rng_seed=1, timeout_s=1.0) as fuzzer,
        pytest.raises(TargetBroken, match="no seeds that work"),
    ):
        fuzzer.advance(at_most(6000))


def test_closing_ends_all_that_it_started_and_leaves_no_file(tmp_path):
    body = (
        "import subprocess\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "keep('queue/id:000007,src:000000', b'started')\ntime.sleep(600)"
    )
    fuzzer = AflFuzz(fake(tmp_path, body), [b"seed"], rng_seed=1, timeout_s=1.0)
    fuzzer.advance(at_most(6000, lambda: bool(fuzzer.kept())))
    scratch, token = fuzzer._scratch, fuzzer._token
    fuzzer.close()
    fuzzer.close()
    assert not scratch.exists()
    assert not processes_with(token)


def test_without_afl_the_remedy_is_to_install_it(tmp_path):
    settings = settings_module.load({"cache_dir": tmp_path, "search_path": str(tmp_path)})
    with pytest.raises(ToolMissing, match="afl-fuzz"):
        build_for_afl(Solution(tmp_path / "a.cpp", "cpp", SORTING), settings, with_mutator=False)
    with pytest.raises(ToolMissing, match="C\\+\\+ only"):
        build_for_afl(Solution(tmp_path / "a.py", "python", b"print()"), settings, with_mutator=False)


@pytest.mark.skipif(shutil.which("g++") is None and shutil.which("clang++") is None, reason="no C++ compiler")
def test_the_library_asks_in_batches_and_throws_away_what_is_left_when_the_parent_changes(tmp_path, monkeypatch):
    library = ctypes.CDLL(str(_mutator(settings_module.load({"cache_dir": tmp_path}))))
    library.afl_custom_init.restype = ctypes.c_void_p
    library.afl_custom_fuzz.restype = ctypes.c_size_t
    ours, theirs = socket.socketpair()
    monkeypatch.setenv("SLOWPATH_MUTATOR", str(theirs.fileno()))
    requests: list[tuple[bytes, int]] = []
    answering = threading.Thread(target=_answer, args=(ours, requests), daemon=True)
    answering.start()
    state = ctypes.c_void_p(library.afl_custom_init(None, 1))
    made = [_child(library, state, parent) for parent in [b"first"] * 3 + [b"second"] * 17 + [b"x" * 9000] * 2]
    theirs.close()
    answering.join(300)
    assert made[:4] == [b"first 0", b"first 1", b"first 2", b"second 0"]
    assert made[19] == b"second 0"
    assert [wanted for _, wanted in requests] == [16, 16, 16, 1, 1]
    assert [parent for parent, _ in requests] == [b"first", b"second", b"second", b"x" * 9000, b"x" * 9000]
    library.afl_custom_deinit(state)
    ours.close()


def _child(library: ctypes.CDLL, state: ctypes.c_void_p, parent: bytes) -> bytes:
    out = ctypes.POINTER(ctypes.c_ubyte)()
    buffer = ctypes.create_string_buffer(parent, len(parent))
    size = library.afl_custom_fuzz(
        state,
        buffer,
        ctypes.c_size_t(len(parent)),
        ctypes.byref(out),
        None,
        ctypes.c_size_t(0),
        ctypes.c_size_t(1 << 20),
    )
    return bytes(out[:size])


def _answer(channel: socket.socket, requests: list[tuple[bytes, int]]) -> None:
    parent = b""
    while header := channel.recv(16, socket.MSG_WAITALL):
        _, size, wanted, _ = struct.unpack("=IIII", header)
        if size != 0xFFFFFFFF:
            parent = channel.recv(size, socket.MSG_WAITALL)
        requests.append((parent, wanted))
        children = (
            [parent[:6] + b" %d" % place for place in range(wanted)]
            if len(parent) > 6
            else [parent + b" %d" % place for place in range(wanted)]
        )
        channel.sendall(b"".join(struct.pack("=I", len(child)) + child for child in children))


def test_mutants_of_bytes_are_valid_and_differ():
    mutator = ByteMutator(ARRAY, 3)
    made = mutator(b"5\n4 8 1 6 2\n", 200, 10_000)
    sound = [data for data in made if data]
    assert len(sound) > 190
    assert len(set(sound)) > 100
    assert all(is_valid(ARRAY, data) for data in sound)
    assert mutator(b"not an input", 3, 100) == [b"", b"", b""]
    assert all(len(data) <= 12 for data in mutator(b"5\n4 8 1 6 2\n", 50, 12))


def test_seeds_are_the_samples_and_the_largest_random_inputs_that_fit():
    fmt = from_text("n: int 1..200000\na: int[n] 1..10^9\n")
    small, *saturated = fuzzer_seeds(fmt, [b"1\n7\n", b"1\n7\n"], 1, 1 << 20)
    assert small == b"1\n7\n"
    assert saturated
    assert all((1 << 19) < len(seed) <= 1 << 20 and is_valid(fmt, seed) for seed in saturated)


needs_afl = pytest.mark.skipif(
    shutil.which("afl-fuzz") is None or shutil.which("afl-clang-fast++") is None, reason="AFL++ isn't installed"
)


@needs_afl
def test_a_program_that_its_compiler_refuses_is_told(tmp_path):
    settings = settings_module.load({"cache_dir": tmp_path})
    with pytest.raises(CompileFailed, match="afl-"):
        build_for_afl(
            Solution(tmp_path / "a.cpp", "cpp", b"int main() { return nothing; }"), settings, with_mutator=False
        )


@needs_afl
@pytest.mark.parametrize("with_mutator", [False, True], ids=["stock", "mutator"])
def test_the_real_one_keeps_inputs_that_reach_more(tmp_path, with_mutator):
    program = build_for_afl(
        Solution(tmp_path / "a.cpp", "cpp", SORTING),
        settings_module.load({"cache_dir": tmp_path}),
        with_mutator=with_mutator,
    )
    with AflFuzz(
        program, [b"3\n2 1 3\n"], rng_seed=1, timeout_s=10.0, mutate=ByteMutator(ARRAY, 1) if with_mutator else None
    ) as fuzzer:
        queue = fuzzer._scratch / "out" / "default" / "queue"
        fuzzer.advance(at_most(6000, lambda: len(list(queue.glob("id*"))) >= 4))
        fuzzer.end()
        kept = [each.data for each in fuzzer.kept()]
    assert len(kept) >= 3
    assert not with_mutator or all(is_valid(ARRAY, data) for data in kept)
