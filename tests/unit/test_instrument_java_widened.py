"""A Java program with wider integers: what widens, what stays an int, and when there is no such version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slowpath import settings as settings_module
from slowpath.instrument.languages import widened
from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.toolchain import open_executor

LIMITS = RunLimits(20.0, 120.0, 1 << 30, 1 << 20)


def body(statements: str, members: str = "") -> str:
    """These statements in the wider program, without the name of the class that stands beside it."""
    source = f"class Main {{ {members} void go() {{ {statements} }} }}"
    (made,) = widened(source.encode(), "java")
    found = re.search(r"void go\(\) \{ (.*?) \} \}\nfinal class", made.decode(), re.DOTALL)
    assert found is not None
    return found[1].replace("SlowpathWide.", "")


@pytest.mark.parametrize(
    ("statements", "wider"),
    [
        ("int a = 5, b = a * 2;", "long a = 5, b = a * 2L;"),
        ("int[] a = new int[n]; a[i]++;", "long[] a = new long[given(n)]; a[given(i)]++;"),
        ("Integer a = 5; a = 6;", "Long a = 5L; a = 6L;"),
        ("Map<Integer, List<Integer>> m;", "Map<Long, List<Long>> m;"),
        ("int d = s.charAt(i + 1) - '0';", "long d = s.charAt(given(i + 1L)) - '0';"),
        ("int x = list.get(i) + map.get(k);", "long x = get(list, i) + get(map, k);"),
        ("int x = Integer.parseInt(t);", "long x = Long.parseLong(t);"),
        ("int x = Integer.parseInt(t, 2);", "long x = Long.parseLong(t, 2);"),
        ("int x = Integer.MAX_VALUE;", "long x = ((long) Integer.MAX_VALUE);"),
        ("int x = Integer.bitCount(m);", "long x = ((long) Integer.bitCount(given(m)));"),
        ("int n = s.length() + a.length;", "long n = ((long) s.length()) + ((long) a.length);"),
        ("int n; s.length();", "long n; s.length();"),
        ("int n; list.add(n, 1); list.add(1);", "long n; add(list, n, 1L); list.add(1L);"),
        ("int n; map.put(n, 1 << 20);", "long n; map.put(n, 1L << 20L);"),
        ("int n; switch (n) { case 1: f(); }", "long n; switch (given(n)) { case 1: f(); }"),
        ("int n; char c = 'a' + 1; byte b = 3;", "long n; char c = 'a' + 1; byte b = 3;"),
        ("int n; Arrays.fill(a, 0, n, -1);", "long n; Arrays.fill(a, 0, given(n), -1);"),
        ("int n; q.sort((a, b) -> a[0] - b[0]);", "long n; q.sort((a, b) -> sign(a[0] - b[0]));"),
        ("int n; m.merge(k, 1, Integer::sum);", "long n; m.merge(k, 1L, Long::sum);"),
        ("int n = s.mapToInt(Integer::parseInt).sum();", "long n = s.mapToLong(Long::parseLong).sum();"),
        ("int n; f(1, n);", "long n; f(1, n);"),
    ],
)
def test_integers_widen_and_places_stay_narrow(statements, wider):
    members = "void f(int a, int b) {}" if "f(1, n)" in statements else ""
    made = body(statements, members)
    assert made == wider.replace("f(1, n)", "f(1L, n)")


def test_what_the_library_asks_for_still_returns_int():
    source = """class P implements Comparable<P> { int x;
    public int compareTo(P o) { return x - o.x; }
    @Override public int hashCode() { return 31 * x; } }"""
    (made,) = widened(source.encode(), "java")
    assert b"public int compareTo(P o) { return SlowpathWide.sign(x - o.x); }" in made
    assert b"public int hashCode() { return (int)(31L * x); }" in made
    assert made.startswith(b"class P implements Comparable<P> { long x;\n")


@pytest.mark.parametrize(
    "statements",
    [
        "long a = 5;",
        "int a = b >>> 1;",
        "int a = new Random().nextInt(5);",
        "int a = 0xFFFFFFFF;",
        "int hash = 0; hash = 31 * hash + c;",
        "int a = (b * 1103515245 + 12345) & 0x7fffffff;",
        "int a; HashMap<Integer, Integer> m; for (int k : m.keySet()) f(k);",
        "int a = (;",
    ],
)
def test_where_nothing_widens_or_it_can_not_be_said_what_does_there_is_no_wider_version(statements):
    assert widened(f"class Main {{ void go() {{ {statements} }} }}".encode(), "java") == ()


def test_it_prints_what_the_program_would_without_overflows(tmp_path: Path, build_cache: Path):
    source = """\
import java.util.*;
import java.util.stream.*;

public class Main {
    static int[] dx = {1, 0, -1};
    record Edge(int to, int cost) implements Comparable<Edge> {
        public int compareTo(Edge other) { return cost - other.cost; }
    }
    static int most(int a, int b) { return Math.max(a, b); }
    static Integer half(int a) { return a < 0 ? 0 : a / 2; }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        List<Integer> list = new ArrayList<>(n);
        for (int i = 0; i < n; i++) list.add(2000000000);
        list.add(0, 7);
        list.remove(0);
        list.remove(Integer.valueOf(5));
        Map<Integer, Integer> seen = new TreeMap<>();
        for (int x : list) seen.merge(x, 1, Integer::sum);
        PriorityQueue<Edge> queue = new PriorityQueue<>();
        queue.add(new Edge(1, 2000000000));
        queue.add(new Edge(2, -2000000000));
        Collections.sort(list, (a, b) -> a - b);
        StringBuilder out = new StringBuilder("abc");
        out.setCharAt(n - 2, (char) ('a' + n));
        int total = 0;
        for (int i = 0; i < list.size(); i++) total += list.get(i);
        int[][] grid = new int[n][dx.length];
        Arrays.fill(grid[n - 1], 1 << 30);
        total = most(total, list.indexOf(2000000000)) + half(seen.get(2000000000));
        switch (n % 3) { case 0: out.append(total).append(' '); break; default: out.append("no"); }
        System.out.println(out + " " + queue.poll().to() + " " + Arrays.stream(grid[n - 1]).sum());
        System.out.println(IntStream.range(0, n).map(i -> i * 1000000000).boxed().collect(Collectors.toList()));
    }
}
"""
    (version,) = widened(source.encode(), "java")
    settings = settings_module.load({"cache_dir": build_cache})
    with open_executor(Solution(tmp_path / "Main.java", "java", version), settings) as executor:
        run = executor.run(b"3\n", LIMITS, keep_output=True)
    assert run.output == b"adc6000000001  2 3221225472\n[0, 1000000000, 2000000000]\n", run
