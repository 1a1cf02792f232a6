"""Java targets: runs end as runs end, and leave nothing to those after them."""

from __future__ import annotations

import pytest
from java_runs import LIMITS, SHORT, WAITING, needs_jdk

from slowpath.model.execution import RunRequest
from slowpath.model.verdict import Verdict

pytestmark = needs_jdk

WAYS = """\
import java.io.*;
import java.util.*;

class Helper { static int seen; }

public class Ways {
    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        String way = in.next();
        int n = in.nextInt();
        System.out.println(++Helper.seen);
        switch (way) {
            case "exit":
                try { System.exit(n); } finally { System.out.println("never"); }
            case "throws":
                System.out.println(new int[2][n]);
                System.out.println(new int[2][0][n]);
                break;
            case "deep":
                Thread kernel = new Thread(null, () -> System.out.println(deep(n)), "", 1L << 29);
                kernel.start();
                break;
            case "overflow":
                System.out.println(deep(-1));
                break;
            case "memory":
                List<int[]> kept = new ArrayList<>();
                while (true) kept.add(new int[1 << 20]);
            case "spin":
                long sum = 0;
                while (sum >= 0) {
                    sum += 1;
                }
                break;
            case "sleep":
                Thread.sleep(1_000_000);
                break;
            case "waits":
                new java.util.concurrent.CountDownLatch(1).await();
                break;
            case "prints":
                while (true) System.out.println("more and more");
            case "closes":
                in.close();
                System.out.close();
                break;
            case "writes":
                PrintWriter out = new PrintWriter(new FileOutputStream(FileDescriptor.out));
                out.println("written");
                out.close();
                break;
            case "threads":
                Thread[] all = new Thread[n];
                for (int i = 0; i < n; i++) { all[i] = new Thread(() -> { }); all[i].start(); }
                for (Thread each : all) each.join();
                break;
            case "bomb":
                while (true) new Thread(java.util.concurrent.locks.LockSupport::park).start();
            case "daemon":
                Thread left = new Thread(() -> { while (true) Thread.onSpinWait(); });
                left.setDaemon(true);
                left.start();
                break;
            case "lingers":
                java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(1);
                pool.submit(() -> System.out.println("done"));
                break;
            case "process":
                Runtime.getRuntime().exec("ls");
                break;
            case "swallows":
                while (true) try { System.exit(n); } catch (Throwable thrown) { }
            case "random":
                System.out.println(new Random().nextInt() + " " + Math.random());
                break;
            case "hook":
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
                if (n > 0) System.exit(0);
                System.out.println("end");
                break;
            case "reads":
                System.out.println(new Scanner(new File("input.txt")).next());
                break;
            case "connects":
                new java.net.Socket("127.0.0.1", 9).close();
                break;
            case "argument":
                System.out.println(args[n]);
                break;
            case "crash":
                java.lang.reflect.Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
                field.setAccessible(true);
                ((sun.misc.Unsafe) field.get(null)).putAddress(0, 0);
                break;
            case "file":
                try (FileWriter file = new FileWriter("kept")) { file.write("x"); }
                System.out.println(new File(".").list().length);
                break;
        }
    }
}
"""
SPUN = 33
WAITED = next(row for row, text in enumerate(WAYS.splitlines(), 1) if "await()" in text)


@pytest.mark.parametrize(
    ("way", "limits", "verdict", "exit_code", "output"),
    [
        ("exit 0", LIMITS, Verdict.OK, 0, b"1\n"),
        ("exit 3", LIMITS, Verdict.RUNTIME_ERROR, 3, b"1\n"),
        ("throws -1", LIMITS, Verdict.RUNTIME_ERROR, 1, b"1\n"),
        ("deep 100000", LIMITS, Verdict.OK, 0, b"1\n100000\n"),
        ("overflow 0", LIMITS, Verdict.RUNTIME_ERROR, 1, b"1\n"),
        ("memory 0", LIMITS, Verdict.MEMORY_LIMIT, 1, b"1\n"),
        ("spin 0", SHORT, Verdict.TIME_LIMIT, None, b"1\n"),
        ("sleep 0", WAITING, Verdict.IDLENESS_LIMIT, None, b"1\n"),
        ("lingers 0", WAITING, Verdict.IDLENESS_LIMIT, None, b"1\ndone\n"),
        ("closes 0", LIMITS, Verdict.OK, 0, b"1\n"),
        ("writes 0", LIMITS, Verdict.OK, 0, b"1\nwritten\n"),
        ("hook 0", LIMITS, Verdict.OK, 0, b"1\nend\nbye\n"),
        ("hook 1", LIMITS, Verdict.OK, 0, b"1\nbye\n"),
        ("none", LIMITS, Verdict.RUNTIME_ERROR, 1, b""),
    ],
)
def test_runs_end_as_real_ones_do(open_java, way, limits, verdict, exit_code, output):
    program = open_java(WAYS)
    ended = program.run(way.encode(), limits, keep_output=True)
    assert (ended.verdict, ended.exit_code, ended.output) == (verdict, exit_code, output), ended.stderr_tail
    real = program.confirm(way.encode(), limits, runs=1, keep_output=True)
    assert (real.verdict, real.exit_code) == (verdict, exit_code), real.stderr_tail
    assert verdict is Verdict.TIME_LIMIT or real.output == output


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("reads 0", b"[slowpath] the program wants a file; runs have standard input alone\n"),
        ("connects 0", b"[slowpath] the program wants the network; runs have none\n"),
        ("process 0", b"[slowpath] the program tried to start a process, which isn't allowed\n"),
        ("argument 0", b"[slowpath] the program wants arguments of the command line; runs have standard input alone\n"),
    ],
)
def test_says_what_runs_don_t_have(open_java, way, said):
    program = open_java(WAYS)
    for ended in (program.run(way.encode(), LIMITS), program.confirm(way.encode(), LIMITS, runs=1)):
        assert (ended.verdict, ended.exit_code) == (Verdict.RUNTIME_ERROR, 1)
        assert ended.stderr_tail.endswith(said)


def test_says_what_goes_on_once_main_has_ended(open_java):
    ended = open_java(WAYS).run(b"lingers 0", WAITING)
    assert b'[slowpath] main has ended, and thread "pool-1-thread-1" of the program goes on' in ended.stderr_tail
    assert b"[slowpath]" not in open_java(WAYS).run(b"sleep 0", WAITING).stderr_tail
    waits = f"[slowpath] main waits in line {WAITED}, and no thread of the program goes on\n"
    assert open_java(WAYS).run(b"waits 0", WAITING).stderr_tail.decode().endswith(waits)


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("reads 0", b'main" java.io.FileNotFoundException: input.txt'),
        ("overflow 0", b'main" java.lang.StackOverflowError\n\tat Ways.deep(Ways.java:7)\n'),
    ],
)
def test_a_trace_is_short_enough_for_its_first_line_to_be_seen(open_java, way, said):
    assert said in open_java(WAYS).run(way.encode(), LIMITS).stderr_tail
    real = open_java(WAYS).confirm(way.encode(), LIMITS, runs=1).stderr_tail
    assert said in real
    assert (b"[slowpath] the stack overflowed" in real) is (way == "overflow 0")


def test_a_machine_that_crashes_takes_no_other_run_with_it(open_java):
    program = open_java(WAYS)
    ended = program.run(b"crash 0", LIMITS)
    assert (ended.verdict, ended.exit_code, ended.signal) == (Verdict.RUNTIME_ERROR, None, 6)
    said = b"[slowpath] the Java virtual machine itself crashed: the program calls native or unsafe code\n"
    assert ended.stderr_tail.endswith(said)
    assert program.confirm(b"crash 0", LIMITS, runs=1).stderr_tail.endswith(said)
    assert program.run(b"exit 0", LIMITS).verdict is Verdict.OK


@pytest.mark.parametrize(
    ("way", "verdict", "said"),
    [
        ("prints 0", Verdict.OUTPUT_LIMIT, b""),
        ("swallows 4", Verdict.RUNTIME_ERROR, b""),
        ("daemon 0", Verdict.OK, b""),
        ("process 0", Verdict.RUNTIME_ERROR, b"tried to start a process"),
        ("overflow 0", Verdict.RUNTIME_ERROR, b"the stack overflowed"),
        ("throws -1", Verdict.RUNTIME_ERROR, b"NegativeArraySizeException: -1\n\tat Ways.main(Ways.java:18)\n"),
    ],
)
def test_what_a_run_leaves_or_wants_ends_with_it(open_java, way, verdict, said):
    program = open_java(WAYS)
    ended = program.run(way.encode(), LIMITS)
    assert ended.verdict is verdict
    assert said in ended.stderr_tail
    assert program.run(b"exit 0", LIMITS, keep_output=True).output == b"1\n"


def test_threads_without_end_are_ended(open_java):
    program = open_java(WAYS)
    for ended in (program.run(b"bomb 0", LIMITS), program.confirm(b"bomb 0", LIMITS, runs=1)):
        assert (ended.verdict, ended.exit_code, ended.signal) == (Verdict.RUNTIME_ERROR, None, 9)
        assert b"[slowpath] the program has 1000 threads at once" in ended.stderr_tail
    assert program.run(b"exit 0", LIMITS).verdict is Verdict.OK


def test_runs_find_nothing_of_earlier_ones(open_java):
    program = open_java(WAYS)
    requests = [RunRequest(b"file 0", LIMITS, True), RunRequest(b"random 0", LIMITS, True)] * 3
    files, random = ({run.output for run in list(program.run_many(requests))[at::2]} for at in (0, 1))
    assert files == {b"1\n1\n"}
    assert len(random) == 1
    varied = {program.repeat(b"random 0", LIMITS, keep_output=True).output for _ in range(3)}
    assert len(varied) > 1


def test_threads_are_told_unless_they_are_one_for_a_deep_recursion(open_java):
    program = open_java(WAYS)
    assert not program.run(b"deep 10", LIMITS).threads
    assert program.run(b"threads 3", LIMITS).threads


def test_a_run_that_is_cut_has_counted_up_to_there(open_java):
    program = open_java(WAYS)
    ended = program.run(b"spin 0", SHORT)
    assert ended.cut
    assert program.profile(ended).hits[SPUN] > 10_000
