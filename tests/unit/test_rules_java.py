"""The view of Java programs and the rules' care: types, what is repeated, and that javac takes every condition."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slowpath.analysis.rules import all_rules, constraints_of
from slowpath.analysis.rules.java_view import size, view_of
from slowpath.inputs.text_form.text import from_text
from slowpath.instrument.probes_java import with_probes
from slowpath.model.problem import Solution
from slowpath.settings import load
from slowpath.source.cpp.values import text_of
from slowpath.toolchain.java import java_build
from slowpath.toolchain.java.jdk import find_jdk, found_jdks

needs_jdk = pytest.mark.skipif(not any(not found.objection for found in found_jdks(load())), reason="no JDK is here")
JAVA = tuple(rule for rule in all_rules() if rule.language == "java")


def main(body: str, members: str = "") -> str:
    return f"class A {{\n{members}\nstatic void main(String[] args) {{\n{body}\n}}\n}}\n"


def rules_of(source: str) -> set[str]:
    return {each.origin.name for each in constraints_of(source.encode(), "java", None)}


TYPES = {
    "List<Integer> x = new LinkedList<>(); use(x);": "LinkedList",
    "var x = new ArrayList<String>(); use(x);": "ArrayList",
    "java.util.List<Integer> x = f(); use(x);": "List",
    "int[] x = new int[3]; use(x);": "int[]",
    "int x[] = new int[3]; use(x);": "int[]",
    "for (String x : all) { use(x); }": "String",
    "{ long x = 1; } use(x);": "",
    'String x = ""; { use(x); }': "String",
}


@pytest.mark.parametrize("body", TYPES)
def test_knows_what_type_a_variable_has_where_it_is_used(body):
    view = view_of(main(body).encode(), None)
    (used,) = (node for node, _, _ in view.calls("use"))
    assert view.type_of("x", used) == TYPES[body]


def test_elements_fields_and_parameters_have_types():
    members = "static List<Integer>[][] x;\nstatic void f(Map<String, Long> y) { use(y); }"
    view = view_of(main("use(x[0][1]); use(y);", members).encode(), None)
    at = [
        (text_of(given[0]), view.type_of(text_of(given[0]), node), size(view, text_of(given[0]), node))
        for node, _, given in view.calls("use")
    ]
    assert at == [("y", "Map", "y.size()"), ("x[0][1]", "List", "x[0][1].size()"), ("y", "", None)]


REPEATED = {
    "a(); while (c) { b(); }": {"b"},
    "for (int i = a(); i < b(); c()) { }": {"b", "c"},
    "for (int x : a()) b();": {"b"},
    "Runnable r = () -> { a(); }; for (;;) { b(); }": {"b"},
}


@pytest.mark.parametrize("body", REPEATED)
def test_knows_what_is_reached_again(body):
    view = view_of(main(body).encode(), None)
    assert {
        text_of(node.child_by_field_name("name")) for node, _, _ in view.calls("a", "b", "c") if view.is_repeated(node)
    } == REPEATED[body]


def test_what_a_repeated_method_does_is_repeated():
    source = main(
        "while (c) { once(); }\nalone();",
        "static List<Integer> all = new ArrayList<>();\n"
        "static void once() { deeper(); }\nstatic void deeper() { all.remove(0); }\n"
        "static void alone() { all.indexOf(3); }",
    )
    assert rules_of(source) == {"java-list-front"}


NOT_HERE = {
    "a builder": "StringBuilder s = new StringBuilder(); for (;;) { s.append(1); s.length(); }",
    "a text of one round": 'for (;;) { String s = ""; s += 1; }',
    "the end of a list": "List<Integer> a = new ArrayList<>(); for (;;) a.remove(a.size() - 1);",
    "the front of a linked list": "LinkedList<Integer> a = new LinkedList<>(); for (;;) { a.add(0, 1); a.remove(0); }",
    "an index that looks like an element": "List<Integer> a = f(); int i = 1; for (;;) a.remove(i);",
    "a comment": "for (;;) { /* all.contains(x) */ }",
    "a broken program": "for (;;) { all.contains( }",
    "arrays of a round's own size": "for (;;) { int n = in.nextInt(); int[] a = new int[n + 1]; }",
    "small arrays": "for (;;) { int[] a = new int[2], b = new int[]{1, 2}; long[][] c = new long[26][3]; }",
    "arrays filled once": "int[] a = new int[5]; Arrays.fill(a, 1); for (;;) { int[] b = f(); Arrays.fill(b, 1); }",
    "a list of a round's own": "for (;;) { List<Integer> a = new ArrayList<>(); Collections.max(a); a.stream(); }",
    "the end of an array list": "int i = 1; List<Integer> a = new ArrayList<>(); for (;;) a.remove(a.size() - 1);",
    "the size of a tree": "TreeSet<Integer> a = new TreeSet<>(); for (;;) a.size();",
    "an unknown receiver": "for (;;) f().contains(1);",
}


@pytest.mark.parametrize("body", NOT_HERE.values(), ids=NOT_HERE)
def test_finds_nothing_where_nothing_is_slow(body):
    assert not rules_of(main(body))


@pytest.mark.parametrize(
    "call",
    [
        "Collections.max(a)",
        "Arrays.copyOf(b, 3)",
        "a.stream()",
        "m.containsValue(3)",
        "new ArrayList<>(a)",
        "t.headSet(3).size()",
        "m.subMap(1, 2).size()",
    ],
)
def test_what_goes_over_all_of_a_collection_again_and_again_is_found(call):
    declared = (
        "List<Integer> a = new ArrayList<>(); int[] b = f(); TreeSet<Integer> t = new TreeSet<>(); "
        "TreeMap<Integer, Integer> m = new TreeMap<>(); "
    )
    assert rules_of(main(f"{declared} for (;;) g({call});")) == {"java-whole-passes"}
    assert not rules_of(main(f"{declared} g({call});"))


def test_what_lives_for_a_call_of_its_method_is_not_long_each_time():
    own = "static String h() { StringBuilder s = new StringBuilder(); s.append(1); return s.toString(); }"
    kept = "static StringBuilder s = new StringBuilder(); static String h() { s.append(1); return s.toString(); }"
    assert not rules_of(main("for (;;) h();", own))
    assert rules_of(main("for (;;) h();", kept)) == {"java-whole-passes"}


@pytest.mark.parametrize("call", ["insert(0, 'a')", "deleteCharAt(0)", "delete(0, 2)"])
def test_the_front_of_a_builder_is_one(call):
    assert rules_of(main(f"StringBuilder s = new StringBuilder(); for (;;) s.{call};")) == {"java-list-front"}


@pytest.mark.parametrize(
    "body",
    [
        "for (;;) { boolean[] a = new boolean[1 << 20]; }",
        "int n = in.nextInt(); for (;;) { int[] a = new int[n + 1]; }",
        "int n = in.nextInt(); for (;;) { long[][] a = new long[26][n]; }",
        "int[] a = new int[5]; for (;;) { Arrays.fill(a, 1); }",
    ],
)
def test_arrays_for_the_largest_case_are_found_where_they_are_made_again(body):
    assert rules_of(main(body)) == {"java-case-allocation"}


TWISTED = 'String s = in.next(); Pattern p = Pattern.compile("(a+)+"), q = Pattern.compile("a+");'


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (TWISTED + "p.matcher(s).matches();", "java-regex-backtracking"),
        (TWISTED + "q.matcher(s).matches();", ""),
        (TWISTED + 'Pattern.compile("(a*)*b").matcher(s).find();', "java-regex-backtracking"),
        (TWISTED + 'Pattern.matches(".*.*b", s);', "java-regex-backtracking"),
        ('String s = in.next(), r = "(a|b|ab)*c+"; s.matches(r);', "java-regex-backtracking"),
        ('String s = in.next(); { String r = "(a+)+"; } { String r = "a"; s.matches(r); }', ""),
        ("BigInteger a, b, c; for (;;) { c = a.add(b); a = b; b = c; }", "java-big-integers"),
        ("BigInteger a, b, c; for (;;) { c = a.add(b); }", ""),
        ("List<Integer> a = new ArrayList<>(); int i = 1; for (;;) a.remove(i);", "java-list-middle"),
        ("StringBuilder a = new StringBuilder(); int i = 1; for (;;) a.insert(i, 'x');", "java-list-middle"),
        ("List<Integer> a = new ArrayList<>(); Integer i = 1; for (;;) a.remove(i);", "java-list-search"),
    ],
)
def test_patterns_and_large_numbers_are_followed_to_where_they_come_from(body, rule):
    assert rules_of(main(body)) == ({rule} if rule else set())


@pytest.mark.parametrize(("pattern", "many"), [("(a+)+b", 200), (r"(a+)+\\1b", 24)])
def test_a_pattern_that_refers_to_its_groups_is_slow_sooner(pattern, many):
    (found,) = constraints_of(main(f'String s = in.next(); s.matches("{pattern}");').encode(), "java", None)
    assert found.condition.factor == many


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("long[] a = f(); Arrays.sort(a);", "java-sort-order"),
        ("List<Integer> a = f(); Collections.sort(a);", "java-sort-order"),
        ("List<String> a = f(); a.sort(null);", "java-sort-order"),
        ("String[] a = f(); Arrays.sort(a);", "java-sort-order"),
        ("int[][] a = f(); Arrays.sort(a, order);", ""),
        ("List<Pair> a = f(); Collections.sort(a);", ""),
        ("Map<Integer, Integer> a = f(); for (;;) a.merge(x + 1, 1, Integer::sum);", "java-boxed-numbers"),
        ("Map<String, Integer> a = f(); for (;;) a.merge(x + 1, 1, Integer::sum);", ""),
    ],
)
def test_the_order_of_what_is_sorted_and_boxed_keys_are_found_by_types(body, rule):
    assert rules_of(main(body)) == ({rule} if rule else set())


ALGORITHMS = """\
import java.util.*;
import java.io.*;

public class Algorithms {
    static int[] a;
    static int[] parent;

    static void quick(int l, int r) {
        if (l >= r) return;
        int p = l;
        for (int i = l; i < r; i++)
            if (a[i] < a[r]) { int t = a[i]; a[i] = a[p]; a[p++] = t; }
        int t = a[p]; a[p] = a[r]; a[r] = t;
        quick(l, p - 1);
        quick(p + 1, r);
    }

    static int find(int x) {
        while (parent[x] != x) x = parent[x];
        return x;
    }

    static long ways(int n) {
        if (n <= 1) return 1;
        return ways(n - 1) + ways(n - 2);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer st = new StringTokenizer(in.readLine());
        int n = Integer.parseInt(st.nextToken());
        a = new int[n];
        parent = new int[n];
        st = new StringTokenizer(in.readLine());
        for (int i = 0; i < n; i++) { a[i] = Integer.parseInt(st.nextToken()); parent[i] = i; }
        quick(0, n - 1);
        for (int i = 0; i + 1 < n; i++) parent[find(i)] = find(a[i]);
        System.out.println(ways(n));
        String text = in.readLine(), word = in.readLine();
        int times = 0;
        for (int i = 0; i + word.length() <= text.length(); i++) {
            int j = 0;
            while (j < word.length() && text.charAt(i + j) == word.charAt(j)) j++;
            if (j == word.length()) times++;
        }
        long x = Long.parseLong(in.readLine());
        int parts = 0;
        for (long d = 2; d * d <= x; d++)
            while (x % d == 0) { x /= d; parts++; }
        boolean found = false;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (a[i] + a[j] == x) found = true;
        System.out.println(times + " " + parts + found);
    }
}
"""
SHARED = (
    "chain-walk",
    "late-exit",
    "missing-early-exit",
    "missing-memo",
    "naive-matching",
    "pivot-choice",
    "trial-division",
    "unbalanced-recursion",
)


@needs_jdk
def test_rules_about_plain_algorithms_find_them_in_java_and_javac_takes_their_conditions(build_cache):
    settings, source = load({"cache_dir": build_cache}), ALGORITHMS.encode()
    found = constraints_of(source, "java", None)
    assert {each.origin.name for each in found} >= set(SHARED)
    made = java_build.build(
        Solution(Path("/nowhere/Algorithms.java"), "java", source), settings, find_jdk(settings), constraints=found
    )
    assert set(made.probed) == {each.id for each in found}


def test_what_a_rule_of_another_language_says_is_written_in_java():
    found = {each.origin.name: each for each in constraints_of(ALGORITHMS.encode(), "java", None)}
    pivot, matching = found["pivot-choice"].condition, found["naive-matching"].condition
    assert pivot is not None and pivot.count is not None and "> 16 ? 1 : 0)" in pivot.count.amount
    assert matching is not None and matching.right == "(double) (text.length())"


def test_thresholds_come_from_the_format():
    source = next(rule for rule in JAVA if rule.id == "java-list-search").section("Example").encode()
    known, unknown = (
        next(each for each in constraints_of(source, "java", fmt) if each.origin.name == "java-list-search")
        for fmt in (from_text("n: int 1..1000\na: int[n] 1..9\n"), None)
    )
    assert known.condition is not None and unknown.condition is not None
    assert known.condition.factor == 10_000 and unknown.condition.factor == 200_000


@needs_jdk
def test_javac_takes_every_condition(build_cache):
    """All examples in one file, with all that the rules find there."""
    settings = load({"cache_dir": build_cache})
    texts, imports = [], set()
    for number, rule in enumerate(JAVA):
        text = rule.section("Example")
        imports |= set(re.findall(r"^import .*;$", text, re.MULTILINE))
        texts.append(
            re.sub(r"^import .*;$", "", text, flags=re.MULTILINE).replace("public class Main", f"class Main{number}")
        )
    source = "\n".join([*sorted(imports), *texts]).encode()
    found = constraints_of(source, "java", None, most=1000)
    assert {each.origin.name for each in found} >= {rule.id for rule in JAVA if rule.id != "java-slow-scanner"}
    assert not with_probes(source, found).rejected
    made = java_build.build(
        Solution(Path("/nowhere/All.java"), "java", source), settings, find_jdk(settings), constraints=found
    )
    assert set(made.probed) == {each.id for each in found} and not made.unprobed
