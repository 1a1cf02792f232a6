"""Java targets: lines are counted as they ran, the library's work with them, the same in every run."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest
from java_runs import LIMITS, needs_jdk

from slowpath.catalogue.dual_pivot import until_java_13
from slowpath.model.execution import RunRequest
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.settings import load
from slowpath.toolchain.java.class_file import Member, read_class
from slowpath.toolchain.java.java_runtime import java_runtime
from slowpath.toolchain.java.jdk import find_jdk
from slowpath.toolchain.java.library_calls import stands_in
from slowpath.toolchain.languages.java import LANGUAGE

pytestmark = needs_jdk

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


def test_lines_are_counted_as_they_ran(open_java):
    program = open_java(LINES)
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


def test_counts_are_the_same_in_every_run_and_every_machine(open_java):
    program = open_java(LINES)
    data = [f"{n}\n".encode() for n in (5, 40, 40)] * 12
    counts = [run.count for run in program.run_many([RunRequest(each, LIMITS) for each in data])]
    assert len(set(counts)) == 2
    assert program.run(b"40\n", LIMITS).count == program.repeat(b"40\n", LIMITS).count == counts[1]


def test_an_exception_leaves_the_lines_behind_it_uncounted(open_java):
    program = open_java(LINES)
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


def test_a_program_that_wants_arguments_is_told_that_there_are_none(open_java):
    ended = open_java(ARGUED).run(b"3", LIMITS)
    assert ended.verdict is Verdict.RUNTIME_ERROR
    assert ended.stderr_tail.endswith(
        b"[slowpath] the program wants arguments of the command line; runs have standard input alone\n"
    )
    assert b"arguments" not in open_java(LINES).run(b"0", LIMITS).stderr_tail


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
        if (way.equals("sorts")) Arrays.sort(ordered("mixed", n));
        if (way.startsWith("numbers")) Arrays.sort(ordered(way, n));
        if (way.startsWith("objects")) {
            List<Integer> a = new ArrayList<>();
            for (int each : ordered(way, n)) a.add(each);
            Collections.sort(a);
        }
        if (way.startsWith("keys")) {
            Map<Long, Integer> seen = new HashMap<>();
            Set<Object> words = new HashSet<>();
            for (int i = 0; i < n; i++) {
                // Equal halves cancel out in a number's hash code; "Aa" and "BB" have the same one.
                seen.put(way.endsWith("colliding") ? (long) i << 32 | i : (long) i, i);
                String word = String.format("%14s", Integer.toBinaryString(i));
                words.add(way.endsWith("colliding") ? word.replace("1", "Aa").replaceAll("[0 ]", "BB") : word + word);
            }
        }
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
    static NavigableSet<Integer> tree = new TreeSet<>();
    static Map<List<Integer>, Integer> byList = new HashMap<>();
    static void repeated(String way, int n) {
        if (numbers.length != n) {
            numbers = new int[n];
            text = "a".repeat(n);
            list = filled(n);
            tree = new TreeSet<>(list);
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
            case "parts": tree.headSet(n).size(); break;
            case "wholes": tree.size(); break;
            case "turns": Collections.reverse(list); break;
        }
    }
    static int[] ordered(String way, int n) {
        int[] a = new int[n];
        int mixed = 1;
        for (int i = 0; i < n; i++) {
            mixed = mixed * 1103515245 + 12345;
            a[i] = (mixed >>> 8) % n;
            if (way.endsWith("rising")) a[i] = i;
            if (way.endsWith("tent")) a[i] = Math.min(i, n - i);
            if (way.endsWith("two")) a[i] &= 1;
        }
        return a;
    }
    static List<Integer> filled(int n) {
        List<Integer> made = new ArrayList<>();
        for (int i = 0; i < n; i++) made.add(i);
        return made;
    }
}
"""


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
            for way in "takes grids clones ranges copies appends replaces looks compares hashes parts turns".split()
        ),
        ("streams", 2.5),
    ],
)
def test_the_count_knows_what_the_library_does(open_java, way, least):
    program = open_java(LIBRARY)
    one, two = (program.run(f"{way} {n}".encode(), LIMITS) for n in (2000, 4000))
    assert one.verdict is two.verdict is Verdict.OK
    floor = program.run(b"none 0", LIMITS).count
    assert (two.count - floor) / (one.count - floor) > least


def test_a_whole_tree_knows_its_size(open_java):
    program = open_java(LIBRARY)
    one, two = (program.run(f"wholes {n}".encode(), LIMITS).count for n in (2000, 4000))
    assert two - one < 1.5 * one


@pytest.mark.parametrize(
    ("kind", "order", "times"),
    [("numbers", "rising", 5), ("numbers", "tent", 3), ("numbers", "two", 3), ("objects", "rising", 5)],
)
def test_a_sort_costs_what_the_order_of_what_it_is_given_makes_of_it(open_java, kind, order, times):
    program = open_java(LIBRARY)
    floor, mixed, ordered = (
        program.run(f"{way} 20000".encode(), LIMITS).count for way in ("none", f"{kind}-mixed", f"{kind}-{order}")
    )
    assert mixed - floor > times * (ordered - floor)


OLD_SORT = """\
import java.util.*;
class Asked {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            long[] all = Arrays.stream(in.nextLine().split(" ")).mapToLong(Long::parseLong).toArray();
            System.out.println(slowpath.OldSort.steps(all));
        }
    }
}
"""


def test_what_an_order_makes_of_the_sort_until_java_13_is_followed(build_cache, tmp_path):
    settings = load({"cache_dir": build_cache})
    jdk = find_jdk(settings)
    (tmp_path / "Asked.java").write_text(OLD_SORT)
    rng = np.random.default_rng(1)
    orders = [until_java_13(4000, 1, 10**9, rng), rng.integers(1, 10**9, 4000), rng.integers(0, 2, 4000)]
    made = subprocess.run(
        [jdk.java, "-cp", java_runtime(settings, jdk).jar, tmp_path / "Asked.java"],
        input="\n".join(" ".join(map(str, order)) for order in orders),
        capture_output=True,
        text=True,
        check=True,
    )
    killed, mixed, two = map(int, made.stdout.split())
    assert killed > 4000**2 / 10 and mixed < 4000 * 12 and two <= 4000 * 2


def test_keys_that_share_a_place_of_a_table_cost_more(open_java):
    program = open_java(LIBRARY)
    apart, together = (program.run(f"keys-{way} 4000".encode(), LIMITS) for way in ("apart", "colliding"))
    assert together.count - apart.count > 4000 * 2 * 5 * 150  # Levels of a tree.
    assert program.run(b"keys-colliding 4000", LIMITS).count == together.count


def test_every_method_that_stands_in_for_another_is_there(build_cache):
    settings = load({"cache_dir": build_cache})
    jar = zipfile.ZipFile(java_runtime(settings, find_jdk(settings)).jar)
    there = {
        Member(parsed.name, method.name, method.descriptor)
        for name in jar.namelist()
        for parsed in [read_class(jar.read(name))]
        for method in parsed.methods
    }
    assert stands_in() <= there


def test_the_search_build_has_one_collector_whatever_the_judge_has(build_cache):
    settings = load({"cache_dir": build_cache, "parallel_runs": 1, "java_flags": ["-XX:+UseParallelGC", "-Xss64m"]})
    program = LANGUAGE.open_executor(Solution(Path("/nowhere/solution.java"), "java", LIBRARY.encode()), settings)
    try:
        assert program.run(b"none 0", LIMITS).verdict is Verdict.OK
    finally:
        program.close()


def test_says_which_methods_are_too_long_for_counters(open_java):
    many = "\n".join(
        f"        if (n == {number}) sum += sum * {number} ^ n * {number} + n;" for number in range(100_000, 102_200)
    )
    program = open_java(
        "public class Long {\n    public static void main(String[] args) {\n        int n = args.length, sum = 0;\n"
        f"{many}\n        System.out.println(sum);\n    }}\n}}\n"
    )
    told = program.profile(program.run(b"", LIMITS)).approximate
    assert told == "no lines are counted in Long.main: the method is too long to be counted in"
