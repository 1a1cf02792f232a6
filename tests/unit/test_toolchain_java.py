"""Java targets: lines are counted, runs share a virtual machine without knowing of each other, and end as runs end."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.execution import RunLimits, RunRequest
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain.java.class_file import Member, read_class
from slowpath.toolchain.java.java_build import runtime_classes
from slowpath.toolchain.java.jdk import find_jdk, found_jdks
from slowpath.toolchain.java.library_calls import stands_in
from slowpath.toolchain.languages.java import LANGUAGE

HAS_JDK = any(not found.objection for found in found_jdks(load()))
needs_jdk = pytest.mark.skipif(not HAS_JDK, reason="no JDK is here")

# Processor time cuts, wherever it can: the wall clock runs on while a busy machine does something else.
LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 18)
SMALL = RunLimits(cpu_s=20.0, wall_s=120.0, memory_bytes=64 << 20, output_bytes=1 << 18)
SHORT = RunLimits(cpu_s=0.3, wall_s=120.0, memory_bytes=256 << 20, output_bytes=1 << 18)
WAITING = RunLimits(cpu_s=1.0, wall_s=1.0, memory_bytes=256 << 20, output_bytes=1 << 18)

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


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache, "parallel_runs": 1})


@pytest.fixture(scope="module")
def opened(settings):
    """Opens an executor on the text of a program, each text once; all are closed at the end."""
    executors = {}

    def open_program(text: str):
        if text not in executors:
            solution = Solution(Path("/nowhere/solution.java"), "java", text.encode())
            executors[text] = LANGUAGE.open_executor(solution, settings)
        return executors[text]

    yield open_program
    for executor in executors.values():
        executor.close()


@needs_jdk
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
        ("sleep 0", WAITING, Verdict.TIME_LIMIT, None, b"1\n"),
        ("lingers 0", WAITING, Verdict.TIME_LIMIT, None, b"1\ndone\n"),
        ("closes 0", LIMITS, Verdict.OK, 0, b"1\n"),
        ("writes 0", LIMITS, Verdict.OK, 0, b"1\nwritten\n"),
        ("hook 0", LIMITS, Verdict.OK, 0, b"1\nend\nbye\n"),
        ("hook 1", LIMITS, Verdict.OK, 0, b"1\nbye\n"),
        ("none", LIMITS, Verdict.RUNTIME_ERROR, 1, b""),
    ],
)
def test_runs_end_as_real_ones_do(opened, way, limits, verdict, exit_code, output):
    program = opened(WAYS)
    ended = program.run(way.encode(), limits, keep_output=True)
    assert (ended.verdict, ended.exit_code, ended.output) == (verdict, exit_code, output), ended.stderr_tail
    real = program.confirm(way.encode(), limits, runs=1, keep_output=True)
    assert (real.verdict, real.exit_code) == (verdict, exit_code), real.stderr_tail
    assert verdict is Verdict.TIME_LIMIT or real.output == output


@needs_jdk
@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("reads 0", b"[slowpath] the program wants a file; runs have standard input alone\n"),
        ("connects 0", b"[slowpath] the program wants the network; runs have none\n"),
        ("process 0", b"[slowpath] the program tried to start a process, which isn't allowed\n"),
    ],
)
def test_says_what_runs_don_t_have(opened, way, said):
    ended = opened(WAYS).run(way.encode(), LIMITS)
    assert (ended.verdict, ended.exit_code) == (Verdict.RUNTIME_ERROR, 1)
    assert ended.stderr_tail.endswith(said)


@needs_jdk
def test_says_what_goes_on_once_main_has_ended(opened):
    ended = opened(WAYS).run(b"lingers 0", WAITING)
    assert b'[slowpath] main has ended, and thread "pool-1-thread-1" of the program goes on' in ended.stderr_tail
    assert b"[slowpath]" not in opened(WAYS).run(b"sleep 0", WAITING).stderr_tail


@needs_jdk
@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("reads 0", b'main" java.io.FileNotFoundException: input.txt'),
        ("overflow 0", b'main" java.lang.StackOverflowError\n\tat Ways.deep(Ways.java:7)\n'),
    ],
)
def test_a_trace_is_short_enough_for_its_first_line_to_be_seen(opened, way, said):
    assert said in opened(WAYS).run(way.encode(), LIMITS).stderr_tail
    real = opened(WAYS).confirm(way.encode(), LIMITS, runs=1).stderr_tail
    assert said in real
    assert (b"[slowpath] the stack overflowed" in real) is (way == "overflow 0")


@needs_jdk
def test_a_machine_that_crashes_takes_no_other_run_with_it(opened):
    program = opened(WAYS)
    ended = program.run(b"crash 0", LIMITS)
    assert (ended.verdict, ended.exit_code, ended.signal) == (Verdict.RUNTIME_ERROR, None, 6)
    said = b"[slowpath] the Java virtual machine itself crashed: the program calls native or unsafe code\n"
    assert ended.stderr_tail.endswith(said)
    assert program.confirm(b"crash 0", LIMITS, runs=1).stderr_tail.endswith(said)
    assert program.run(b"exit 0", LIMITS).verdict is Verdict.OK


@needs_jdk
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
def test_what_a_run_leaves_or_wants_ends_with_it(opened, way, verdict, said):
    program = opened(WAYS)
    ended = program.run(way.encode(), LIMITS)
    assert ended.verdict is verdict
    assert said in ended.stderr_tail
    assert program.run(b"exit 0", LIMITS, keep_output=True).output == b"1\n"


@needs_jdk
def test_runs_find_nothing_of_earlier_ones(opened):
    program = opened(WAYS)
    requests = [RunRequest(b"file 0", LIMITS, True), RunRequest(b"random 0", LIMITS, True)] * 3
    files, random = ({run.output for run in list(program.run_many(requests))[at::2]} for at in (0, 1))
    assert files == {b"1\n1\n"}
    assert len(random) == 1
    varied = {program.repeat(b"random 0", LIMITS, keep_output=True).output for _ in range(3)}
    assert len(varied) > 1


@needs_jdk
def test_threads_are_told_unless_they_are_one_for_a_deep_recursion(opened):
    program = opened(WAYS)
    assert not program.run(b"deep 10", LIMITS).threads
    assert program.run(b"threads 3", LIMITS).threads


@needs_jdk
def test_a_run_that_is_cut_has_counted_up_to_there(opened):
    program = opened(WAYS)
    ended = program.run(b"spin 0", SHORT)
    assert ended.cut
    assert program.profile(ended).hits[SPUN] > 10_000


LINES = """\
import java.util.*;
public class Lines {
    interface Shape { default int area() { return 7; } }
    record Square(int side) implements Shape { public int area() { return side * side; } }
    enum Kind { SMALL, LARGE }
    static class Node {
        final Node next; final long value;
        Node(Node next, long value) { this.next = next; this.value = value; }
    }
    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException error) {
            return -1;
        } finally {
            calls++;
        }
    }
    static int calls;
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Node list = null;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            list = new Node(list, i % 2 == 0 ? i : -1L * i);
            if (i % 3 == 0)
                sum += list.value;
        }
        Runnable twice = () -> {
            for (int i = 0; i < 2; i++)
                parse(i + "x".substring(i));
        };
        twice.run();
        for (int i = 0; i < 4; i++) {
            switch (i) {
                case 0: sum += 1;
                case 1: sum += 10; break;
                case 1000: sum += 100; break;
                default: sum += 1000;
            }
            switch (Kind.values()[i % 2]) {
                case SMALL -> sum += 1;
                default -> sum += 2;
            }
        }
        synchronized (Lines.class) {
            Object shape = new Square(n > 2 ? 3 : 4);
            sum += shape instanceof Square square ? square.area() : new Shape() { }.area();
        }
        List<Integer> order = new ArrayList<>(List.of(3, 1, 2));
        order.sort((a, b) -> a - b);
        System.out.println(sum + " " + calls + " " + order + " " + (list == null));
        int[] none = new int[0];
        System.out.println(none[n]);
    }
}
"""


@needs_jdk
def test_lines_are_counted_as_they_ran(opened):
    program = opened(LINES)
    ended = program.run(b"9", LIMITS, keep_output=True)
    real = program.confirm(b"9", LIMITS, runs=1, keep_output=True)
    assert ended.output == real.output == b"2039 2 [1, 2, 3] false\n", ended.stderr_tail
    hits = program.profile(ended).hits
    wanted = {
        4: 1,
        8: 9,
        12: 2,
        14: 1,
        16: 1,
        22: 1,
        25: 10,
        26: 9,
        27: 9,
        28: 3,
        31: 3,
        32: 2,
        34: 1,
        35: 5,
        37: 1,
        38: 2,
        39: 0,
        40: 2,
        43: 2,
        44: 2,
        49: 1,
        52: 4,
        54: 1,
        55: 1,
    }
    assert {line: hits[line] for line in wanted} == wanted


@needs_jdk
def test_counts_are_the_same_in_every_run_and_every_machine(opened):
    program = opened(LINES)
    data = [f"{n}\n".encode() for n in (5, 40, 40)] * 12
    counts = [run.count for run in program.run_many([RunRequest(each, LIMITS) for each in data])]
    assert len(set(counts)) == 2
    assert program.run(b"40\n", LIMITS).count == program.repeat(b"40\n", LIMITS).count == counts[1]


@needs_jdk
def test_an_exception_leaves_the_lines_behind_it_uncounted(opened):
    program = opened(LINES)
    hits = program.profile(program.run(b"x", LIMITS)).hits
    assert (hits[21], hits[22], hits[23]) == (1, 1, 0)


ARGUED = """\
public class Argued {
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        System.out.println(n);
    }
}
"""


@needs_jdk
def test_a_program_that_wants_arguments_is_told_that_there_are_none(opened):
    ended = opened(ARGUED).run(b"3", LIMITS)
    assert ended.verdict is Verdict.RUNTIME_ERROR
    assert ended.stderr_tail.endswith(
        b"[slowpath] the program wants arguments of the command line; runs have standard input alone\n"
    )
    assert b"arguments" not in opened(LINES).run(b"0", LIMITS).stderr_tail


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


@needs_jdk
def test_runs_that_differ_in_a_shared_machine_get_one_each(opened):
    program = opened(SHARED)
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


@needs_jdk
@pytest.mark.parametrize("added", ["", "static { Locale.setDefault(Locale.US); } "], ids=["shared", "a machine each"])
def test_what_a_machine_takes_to_get_going_is_no_work_of_the_first_run(opened, added):
    program = opened(FIRST.replace("public static", f"{added}public static"))
    first, second = (program.run(b"3 1 2", LIMITS).cpu_ns for _ in range(2))
    whole_ns = program.confirm(b"3 1 2", LIMITS, runs=1).cpu_s * 1e9
    assert max(first, second) < whole_ns / 4


@needs_jdk
def test_that_is_learnt_of_a_machines_first_run_alone(opened):
    program = opened(FIRST.replace("First", "Later"))
    program.run(b"1 " * 300_000, LIMITS)
    program.run(b"3 1 2", LIMITS)
    of_another_machine = program.run(b"3 1 2", SMALL)
    whole_ns = program.confirm(b"3 1 2", LIMITS, runs=1).cpu_s * 1e9
    assert of_another_machine.cpu_ns < whole_ns / 4


ODD = """\
import java.util.*;

class Odd {
    static Object held;
    static int compared;
    static class Key { public boolean equals(Object other) { compared++; return other == this; } }
    public static void main(String... args) throws Exception {
        switch (new Scanner(System.in).next()) {
            case "fills":
                while (true) held = new Object[] {held};
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


@needs_jdk
@pytest.mark.parametrize(
    ("way", "verdict", "exit_code", "output"),
    [
        ("fills", Verdict.MEMORY_LIMIT, 1, b""),
        ("handles", Verdict.RUNTIME_ERROR, 5, b"handled\n"),
        ("takes", Verdict.OK, 0, b"10 9\n"),
    ],
)
def test_a_main_of_a_class_that_is_not_public_runs_as_a_real_one(opened, way, verdict, exit_code, output):
    program = opened(ODD)
    ended = program.run(way.encode(), SMALL, keep_output=True)
    assert (ended.verdict, ended.exit_code, ended.output) == (verdict, exit_code, output), ended.stderr_tail
    real = program.confirm(way.encode(), SMALL, runs=1, keep_output=True)
    assert (real.verdict, real.exit_code, real.output) == (verdict, exit_code, output), real.stderr_tail


@needs_jdk
def test_shuffled_lists_are_the_same_in_every_run(opened):
    program = opened(ODD)
    assert len({program.run(b"shuffles", LIMITS, keep_output=True).output for _ in range(3)}) == 1


LIBRARY = """\
import java.util.*;
public class Library {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String way = in.next();
        int n = in.nextInt();
        if (way.equals("joins")) { String text = ""; for (int i = 0; i < n; i++) text += "ab"; }
        if (way.equals("front")) { List<Integer> a = filled(n); while (!a.isEmpty()) a.remove(0); }
        if (way.equals("walks")) {
            List<Integer> a = new LinkedList<>(filled(n));
            for (int i = 0; i < n; i++) a.get(i);
        }
        if (way.equals("finds")) { List<Integer> a = filled(n); for (int i = 0; i < n; i++) a.contains(i); }
        if (way.equals("sorts")) { int[] a = new int[n]; Arrays.sort(a); }
        if (way.equals("fills")) { long[] a = new long[n]; for (int i = 0; i < n; i++) Arrays.fill(a, 7); }
        if (way.equals("backs")) java.util.regex.Pattern.compile("a*a*c").matcher("a".repeat(n / 10)).matches();
        if (way.equals("powers")) {
            java.math.BigInteger a = java.math.BigInteger.ONE;
            for (int i = 0; i < n; i++) a = a.multiply(java.math.BigInteger.valueOf(1 << 30));
        }
        for (int i = 0; i < n; i++) repeated(way, n);
    }
    static String text = "";
    static int[] numbers = {};
    static List<Integer> list = new ArrayList<>();
    static Map<List<Integer>, Integer> byList = new HashMap<>();
    static void repeated(String way, int n) {
        if (numbers.length != n) {
            numbers = new int[n];
            text = "a".repeat(n);
            list = filled(n);
        }
        switch (way) {
            case "takes": long[] made = new long[n]; break;
            case "grids": int[][] grid = new int[4][n]; break;
            case "clones": numbers.clone(); break;
            case "ranges": Arrays.copyOfRange(numbers, 1, n); break;
            case "copies": new ArrayList<>(list); break;
            case "appends": new StringBuilder().append(text); break;
            case "replaces": text.replace('a', 'b'); break;
            case "looks": text.indexOf('c'); break;
            case "compares": text.compareTo(text); break;
            case "hashes": byList.put(list, 1); break;
            case "streams": list.stream().mapToInt(value -> value).sum(); break;
            case "turns": Collections.reverse(list); break;
        }
    }
    static List<Integer> filled(int n) {
        List<Integer> made = new ArrayList<>();
        for (int i = 0; i < n; i++) made.add(i);
        return made;
    }
}
"""


@needs_jdk
@pytest.mark.parametrize(
    ("way", "least"),
    [
        ("joins", 2.3),
        ("front", 2.3),
        ("walks", 3.0),
        ("finds", 3.0),
        ("sorts", 2.0),
        ("fills", 3.0),
        ("backs", 3.0),
        ("powers", 3.0),
        *(
            (way, 2.5)
            for way in "takes grids clones ranges copies appends replaces looks compares hashes turns".split()
        ),
        ("streams", 2.5),
    ],
)
def test_the_count_knows_what_the_library_does(opened, way, least):
    program = opened(LIBRARY)
    one, two = (program.run(f"{way} {n}".encode(), LIMITS) for n in (2000, 4000))
    assert one.verdict is two.verdict is Verdict.OK
    floor = program.run(b"none 0", LIMITS).count
    assert (two.count - floor) / (one.count - floor) > least


@needs_jdk
def test_every_method_that_stands_in_for_another_is_there(settings):
    folder = runtime_classes(settings, find_jdk(settings))
    there = {
        Member(parsed.name, method.name, method.descriptor)
        for path in folder.rglob("*.class")
        for parsed in [read_class(path.read_bytes())]
        for method in parsed.methods
    }
    assert stands_in() <= there


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


@needs_jdk
def test_a_run_that_wants_more_of_an_open_input_ends_where_it_wants_it(opened):
    program = opened(READS)
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


@needs_jdk
def test_a_program_sees_nothing_of_the_user(opened, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret", "utf-8")
    program = opened(PEEKS)
    data = f"{secret}\n".encode()
    for outcome in (program.run(data, LIMITS), program.confirm(data, LIMITS, runs=1)):
        assert outcome.verdict is Verdict.RUNTIME_ERROR
        assert b"secret" not in outcome.stderr_tail.replace(str(secret).encode(), b"")


@needs_jdk
def test_the_search_build_has_one_collector_whatever_the_judge_has(build_cache):
    settings = load({"cache_dir": build_cache, "parallel_runs": 1, "java_flags": ["-XX:+UseParallelGC", "-Xss64m"]})
    program = LANGUAGE.open_executor(Solution(Path("/nowhere/solution.java"), "java", LIBRARY.encode()), settings)
    try:
        assert program.run(b"none 0", LIMITS).verdict is Verdict.OK
    finally:
        program.close()
