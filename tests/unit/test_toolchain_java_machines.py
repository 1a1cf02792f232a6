"""Java targets: runs share a virtual machine without knowing of each other or of the user."""

from __future__ import annotations

import importlib
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from java_runs import LIMITS, SMALL, needs_jdk

from slowpath.errors import TargetBroken
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain import open_executor
from slowpath.toolchain.java.java_runtime import CALM, java_runtime
from slowpath.toolchain.java.jdk import find_jdk
from slowpath.toolchain.reach import RUNTIME

pytestmark = needs_jdk

SHARED = """\
public class Shared {
    public static void main(String[] args) {
        int rounds = System.getProperty("seen") == null ? 10 : 1000;
        System.setProperty("seen", "x");
        long sum = 0;
        for (int i = 0; i < rounds; i++) sum += i;
        System.out.println(sum);
    }
}
"""


def test_runs_that_differ_in_a_shared_machine_get_one_each(open_java):
    program = open_java(SHARED)
    printed = [program.run(b"", LIMITS, keep_output=True).output for _ in range(6)]
    assert printed == [b"45\n"] * 6, "a machine's first run is made twice, so that the difference is seen at once"


FIRST = """\
import java.util.*;
public class First {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Map<String, Integer> seen = new TreeMap<>();
        while (in.hasNextInt()) seen.merge("n" + in.nextInt(), 1, Integer::sum);
        System.out.printf("%s%n", seen);
    }
}
"""


@pytest.mark.parametrize("added", ["", "static { Locale.setDefault(Locale.US); } "], ids=["shared", "a machine each"])
def test_what_a_machine_takes_to_get_going_is_no_work_of_the_first_run(open_java, added):
    program = open_java(FIRST.replace("public static", f"{added}public static"))
    first, second = (program.run(b"3 1 2", LIMITS).cpu_ns for _ in range(2))
    whole_ns = program.confirm(b"3 1 2", LIMITS, runs=1).cpu_s * 1e9
    assert max(first, second) < whole_ns / 4


def test_that_is_learnt_of_a_machines_first_run_alone(open_java):
    program = open_java(FIRST.replace("First", "Later"))
    program.run(b"1 " * 300_000, LIMITS)
    program.run(b"3 1 2", LIMITS)
    of_another_machine = program.run(b"3 1 2", SMALL)
    whole_ns = program.confirm(b"3 1 2", LIMITS, runs=1).cpu_s * 1e9
    assert of_another_machine.cpu_ns < whole_ns / 4


def test_what_a_machine_takes_to_compile_is_told_apart(monkeypatch, build_cache):
    monkeypatch.syspath_prepend(str(RUNTIME))
    heap, machine = importlib.import_module("java_heap"), importlib.import_module("java_machine")
    settings = load({"cache_dir": build_cache})
    jdk = find_jdk(settings)
    command = [str(jdk.java), *CALM, "-cp", str(java_runtime(settings, jdk).jar), "slowpath.Compiler"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as java:
        assert java.stdin is not None and java.stdout is not None
        java.stdin.write(b"\0\0\0\x09-version\0")
        java.stdin.flush()
        java.stdout.read(4)
        (compiler,) = heap.clocks_of(java.pid, ("C1 Compiler",))
        assert 0 < heap.read_clock(compiler) < machine.cpu_ns_of(java.pid)
        os.close(compiler)
        java.kill()


ODD = """\
import java.util.*;

class Odd {
    static Object held;
    static int compared;
    static class Key { public boolean equals(Object other) { compared++; return other == this; } }
    public static void main(String... args) throws Exception {
        switch (new Scanner(System.in).nextLine()) {
            case "fills":
                while (true) held = new Object[] {held};
            case "fills nearly":
                Runtime machine = Runtime.getRuntime();
                while (machine.freeMemory() + machine.maxMemory() - machine.totalMemory() > machine.maxMemory() / 25)
                    held = new Object[] {held, new byte[200]};
                for (Object last = null; ; ) last = new Object[] {last == null ? new byte[2000] : null};
            case "wastes":
                while (true) held = new byte[100];
            case "handles":
                Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
                    System.out.println("handled");
                    System.exit(5);
                });
                throw new Exception();
            case "shuffles":
                List<Integer> all = new ArrayList<>();
                for (int i = 0; i < 50; i++) all.add(i);
                Collections.shuffle(all);
                System.out.println(all);
                break;
            case "takes":
                List<Key> keys = new ArrayList<>();
                for (int i = 0; i < 10; i++) keys.add(new Key());
                keys.remove(keys.get(9));
                System.out.println(compared + " " + keys.size());
                break;
        }
    }
}
"""


@pytest.mark.parametrize(
    ("way", "verdict", "exit_code", "output"),
    [
        ("fills", Verdict.MEMORY_LIMIT, 1, b""),
        ("handles", Verdict.RUNTIME_ERROR, 5, b"handled\n"),
        ("takes", Verdict.OK, 0, b"10 9\n"),
    ],
)
def test_a_main_of_a_class_that_is_not_public_runs_as_a_real_one(open_java, way, verdict, exit_code, output):
    program = open_java(ODD)
    ended = program.run(way.encode(), SMALL, keep_output=True)
    assert (ended.verdict, ended.exit_code, ended.output) == (verdict, exit_code, output), ended.stderr_tail
    real = program.confirm(way.encode(), SMALL, runs=1, keep_output=True)
    assert (real.verdict, real.exit_code, real.output) == (verdict, exit_code, output), real.stderr_tail


@pytest.mark.parametrize(
    ("way", "verdict", "said"),
    [("fills nearly", Verdict.MEMORY_LIMIT, b"the heap of 64 MB is full"), ("wastes", Verdict.TIME_LIMIT, b"")],
)
def test_a_run_that_only_collects_garbage_is_out_of_memory(open_java, way, verdict, said):
    program = open_java(ODD)
    limits = replace(SMALL, cpu_s=1.5)
    for ended in (program.run(way.encode(), limits), program.confirm(way.encode(), limits, runs=1)):
        assert (ended.verdict, ended.cut) == (verdict, True)
        assert said in ended.stderr_tail and (said or not ended.stderr_tail)


@pytest.mark.parametrize(
    ("flags", "heap_mb"), [((), 256), (("-Xmx64m",), 64), (("-Xmx1g", "-XX:+UseSerialGC", "-Xmx2G", "-Xss64m"), 2048)]
)
def test_the_heap_is_what_the_flags_say_last_or_the_limit(monkeypatch, flags, heap_mb):
    monkeypatch.syspath_prepend(str(RUNTIME))
    heap = importlib.import_module("java_heap")
    assert heap.heap_bytes(("java", *flags, "Main"), 256 << 20) == heap_mb << 20


def test_shuffled_lists_are_the_same_in_every_run(open_java):
    program = open_java(ODD)
    assert len({program.run(b"shuffles", LIMITS, keep_output=True).output for _ in range(3)}) == 1


READS = """\
import java.io.*;
import java.util.*;
public class Reads {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer words = new StringTokenizer(in.readLine());
        int n = Integer.parseInt(words.nextToken());
        int m = Integer.parseInt(words.nextToken());
        for (int i = 0; i < n; i++) {
            String line = in.readLine();
            System.out.println(line);
        }
    }
}
"""


def test_a_run_that_wants_more_of_an_open_input_ends_where_it_wants_it(open_java):
    program = open_java(READS)
    first = program.observe(b"", LIMITS, ends=False)
    assert first.waiting
    assert (first.hits[6], first.hits[7]) == (1, 0)
    later = program.observe(b"3 4\nx\n", LIMITS, ends=False)
    assert later.waiting
    assert (later.hits[10], later.hits[11], later.output) == (2, 1, b"x\n")
    assert not program.observe(b"1 4\nx\n", LIMITS, ends=False).waiting


PEEKS = """\
import java.nio.file.*;
import java.util.Scanner;
public class Peeks {
    public static void main(String[] args) throws Exception {
        System.out.println(Files.readString(Path.of(new Scanner(System.in).nextLine())));
    }
}
"""


def test_a_program_sees_nothing_of_the_user(open_java, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret", "utf-8")
    program = open_java(PEEKS)
    data = f"{secret}\n".encode()
    for outcome in (program.run(data, LIMITS), program.confirm(data, LIMITS, runs=1)):
        assert outcome.verdict is Verdict.RUNTIME_ERROR
        assert b"secret" not in outcome.stderr_tail.replace(str(secret).encode(), b"")


def test_flags_that_java_refuses_are_what_to_look_at(build_cache):
    settings = load({"cache_dir": build_cache, "java_flags": ("-Xbogus",)})
    with pytest.raises(TargetBroken, match="Unrecognized option: -Xbogus") as refused:
        open_executor(Solution(Path("Shared.java"), "java", SHARED.encode()), settings)
    assert "slowpath.java.flags: -Xbogus" in refused.value.remedy
