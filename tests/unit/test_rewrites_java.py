"""Java rewrites: what they change prints the same, and what they can't be sure of they leave alone.

All programs and their versions are compiled at once, each class under a name of its own, and run by one machine.
"""

from __future__ import annotations

import re
import subprocess

import pytest

from slowpath.rewrites import RULES, improved, proposals
from slowpath.rewrites.harmless import why_not_run
from slowpath.rewrites.rule import HEADINGS
from slowpath.settings import load
from slowpath.toolchain.java.jdk import find_jdk, found_jdks

needs_jdk = pytest.mark.skipif(not any(not found.objection for found in found_jdks(load())), reason="no JDK is here")
JAVA = [rule for rule in RULES if rule.language == "java"]
INPUTS = ("0", "1 5", "7 3 1 2 3 6 6 4", "3 -1 0 2", "1  \\r\\n\\t9")


def program(body: str, members: str = "") -> str:
    """A whole program that has read n and a list of as many numbers."""
    return (
        "import java.util.*;\npublic class Main {\n" + members + "    public static void main(String[] args) {\n"
        "        Scanner in = new Scanner(System.in);\n        int n = in.nextInt();\n"
        "        List<Integer> all = new ArrayList<>();\n"
        "        for (int i = 0; i < n; i++) all.add(in.nextInt());\n"
        + "".join(f"        {line}\n" for line in body.split("\n"))
        + "    }\n}\n"
    )


LINES = """\
import java.util.*;
public class Main {
    static Scanner in;
    public static void main(String[] args) {
        in = new Scanner(System.in);
        for (int left = in.nextInt(); left > 0; left--) {
            String line = in.nextLine();
            System.out.println("<" + line + ">");
            if (line.isBlank()) System.out.println(in.next());
            break;
        }
    }
}
"""
CHANGED = {
    "java-searched-set": [
        program(
            "int c = 0;\nfor (int x = 0; x < 9; x++)\n    for (int y = 0; y < 9; y++)\n"
            "        if (all.contains(x * y)) c++;\nSystem.out.println(c);"
        ),
        program(
            "int c = 0, x = 9;\nwhile (!all.contains(x) && x > 0) { x--; c += all.size(); }\nSystem.out.println(c + x);"
        ),
    ],
    "java-text-builder": [
        program(
            'String s = "<";\nint k = 0;\nfor (int x : all) {\n    if (x == 2) continue;\n    s += x + 1;\n'
            "    s += ' ';\n    s += k++ + \"-\" + null;\n    if (x > 5) break;\n}\n"
            'System.out.println(s + ">");'
        ),
        program(
            "String s = null;\nchar[] w = {'a'};\nfor (int i = 0; i < n; i++) { s += w[0]; s += i > 1; }\n"
            "System.out.println(s);"
        ),
    ],
    "java-indexed-list": [
        program(
            "List<Integer> b = new LinkedList<>(all);\nlong c = 0;\nb.add(7);\nfor (int x : b) c += x;\n"
            "for (int i = 0; i < b.size(); i++) { c += b.get(i); b.set(i, 1); }\nSystem.out.println(c);"
        )
    ],
    "java-double-ended": [
        program(
            "ArrayList<Integer> b = new ArrayList<>();\nb.addAll(all);\nlong c = 0;\n"
            "while (b.size() > 1) { c = c * 3 + b.get(0) - b.get(b.size() - 1); b.remove(0); }\n"
            "for (int x : b) c += x;\nb.clear();\nfor (int x : all) b.add(0, x);\nSystem.out.println(c + b.toString());"
        )
    ],
    "java-plain-number": [
        program("Integer c = n;\nwhile (c > 1) { c = c - 2; c--; }\nSystem.out.println(c + 1);\nSystem.out.print(c);"),
        program("Double c = 0.5;\nfor (int x : all) c *= x;\nSystem.out.print(c);"),
    ],
    "java-shuffled-sort": [
        program(
            "long[] b = new long[n];\nfor (int at = 0; at < n; at++) b[at] = all.get(at);\nArrays.sort(b);\n"
            "System.out.println(Arrays.toString(b));"
        )
    ],
    "java-primitive-keys": [
        program(
            "Map<Integer, Integer> m = new HashMap<>();\n"
            "for (int x : all) { m.merge(x, n, Integer::sum); m.put(x * x, 1); }\n"
            "int c = 0;\nfor (int i = -2; i < 50; i++) {\n    if (m.containsKey(i)) c += m.get(i) * i;\n"
            "    m.put(i, m.getOrDefault(i, 3));\n    if (m.get(i) == 1) m.put(i, m.get(i) + 1);\n"
            "    c = m.getOrDefault(i, 3) + c;\n    System.out.println(m.getOrDefault(i, 7));\n}\n"
            "System.out.println(c + m.size());\nm.clear();\nSystem.out.println(m.isEmpty());"
        ),
        program(
            "HashSet<Long> s = new HashSet<>(100);\nint c = 0;\nfor (long i = 0; i < 2000; i++) {\n"
            "    if (s.add(i * i % 997 << 40)) c++;\n    if (s.contains(i + 0L)) c += 10;\n}\n"
            "System.out.println(c + s.size());"
        ),
    ],
    "java-single-repetition": [
        program(
            'int c = 0;\nfor (int x : all) {\n    String s = "a".repeat(x & 7) + (x > 2 ? "b" : "");\n'
            '    if (s.matches("(a+)+")) c++;\n    if (s.matches("(?:[a-c]*)+b?")) c += 10;\n'
            '    if (s.matches("x|(\\\\w+)*a")) c += 100;\n}\nSystem.out.println(c);'
        )
    ],
    "java-modular-power": [
        program(
            "java.math.BigInteger m = java.math.BigInteger.TEN, b = java.math.BigInteger.TWO;\n"
            "java.math.BigInteger r = b;\nfor (int i = 1; i <= n; ++i) { r = r.multiply(b).mod(m); }\n"
            "System.out.println(r);\nfor (long i = 2; i < n; i++) r = r.multiply(b).mod(m);\nSystem.out.println(r);"
        )
    ],
    "java-fast-input": [
        program("System.out.println(n);\nin.close();"),
        program(
            "System.out.print(line(in));",
            '    static String line(Scanner from) { String line = ""; for (int i = 0; i < 1; i++) line = "" + i'
            " + from.hasNext(); return line; }\n",
        ),
        LINES,
    ],
    "java-buffered-output": [
        program(
            'for (int x : all) { System.out.println(x); if (x == 6) System.exit(0); }\nSystem.out.printf("%d%n", n);'
        )
    ],
}
KEPT = {
    "java-searched-set": [
        program("for (int i = 0; i < n; i++) { add(all); if (all.contains(i)) n--; }"),
        program("List<Integer> other = all;\nfor (int i = 0; i < n; i++) if (all.contains(i)) other.add(i);"),
        program("Runnable r = () -> all.add(3);\nfor (int i = 0; i < n; i++) if (all.contains(i)) r.run();"),
        program("if (all.contains(3)) n++;"),
        program("List<int[]> b = new ArrayList<>();\nfor (int i = 0; i < n; i++) if (b.contains(args)) n--;"),
    ],
    "java-text-builder": [
        program('String s = "";\nfor (int x : all) { s += x; System.out.print(s); }'),
        program(
            'String s = "";\ntry { for (int x : all) { s += 1 / x; } } catch (Exception e) { }\nSystem.out.print(s);'
        ),
        program('String s = "";\na: for (;;) { for (int x : all) { s += x; break a; } }\nSystem.out.print(s);'),
        program('for (int x : all) { String s = ""; s += x; }'),
    ],
    "java-indexed-list": [
        program("LinkedList<Integer> b = new LinkedList<>();\nfor (int i = 0; i < b.size(); i++) b.get(i);"),
        program("List<Integer> b = new LinkedList<>();\nfor (int i = 0; i < b.size(); i++) { b.get(i); b.remove(0); }"),
        program("List<Integer> b = new LinkedList<>();\nf(b);\nfor (int i = 0; i < b.size(); i++) b.get(i);"),
        program("List<Integer> b = new LinkedList<>();\nfor (int i : b) b.indexOf(0);"),
    ],
    "java-double-ended": [
        program("while (all.size() > 1) { all.remove(0); n += all.get(1); }"),
        program("all.add(0, 3);"),
        program("List<Integer> other = all;\nwhile (!other.isEmpty()) { all.remove(0); }"),
        program("for (int x : all) { all.remove(0); if (x > 3) break; }"),
        program("while (!all.isEmpty()) { all.remove(0); Collections.sort(all); }"),
    ],
    "java-plain-number": [
        program("Integer c = null;\nfor (int x : all) c = x + 1;\nSystem.out.println(c);"),
        program("Integer c = 0, d = 0;\nfor (int x : all) { c += x; d += x; }\nSystem.out.println(c == d);"),
        program("Integer c = 0, d = all.get(0);\nfor (int x : all) c += x;"),
        program("Integer c = 0;\nfor (int x : all) { c += x; if (c == d) break; }"),
        program("Long c = 0L;\nfor (int x : all) { c += x; all.remove(c); }"),
        program("Integer c = 0;\nfor (int x : all) { c = all.get(x); c++; }"),
        program("Integer c = 0;\nSystem.out.println(c);"),
    ],
    "java-shuffled-sort": [
        program("int[] b = new int[n];\nArrays.sort(b, 0, n / 2);"),
        program("int[] b = new int[n];\nArrays.sort(b);\nn = new Random(7).nextInt(3);"),
        program("char[] b = new char[n];\nArrays.sort(b);"),
        program("String[] b = new String[n];\nArrays.sort(b);"),
    ],
    "java-primitive-keys": [
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) m.put(x, null);"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) if (m.get(x) == null) m.put(x, 1);"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) System.out.println(m.get(x));"),
        program('Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) n += ("" + m.get(x)).length();'),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (long x = 0; x < n; x++) if (m.containsKey(x)) n--;"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) m.put(x, 1);\nSystem.out.println(m);"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) if (m.get(x) == m.get(n)) n--;"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) m.put(x, m.get(n));"),
        program("Map<Integer, Integer> m = new TreeMap<>();\nfor (int x : all) m.put(x, 1);"),
        program("Set<Integer> s = new HashSet<>(all);\nfor (int x : all) s.add(x);"),
        program("Set<Integer> s = new HashSet<>();\nfor (int x : all) { s.add(x); s.remove(x); }"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) { int y = m.put(x, 1); }"),
    ],
    "java-single-repetition": [
        program('System.out.println("".matches("(ab+)+"));'),
        program('System.out.println("".matches("(a+)+?b"));'),
        program('System.out.println("".matches("(a+)++b"));'),
        program('System.out.println("".replaceAll("(a+)+", "$1"));'),
        program('System.out.println("".matches("(?=x)(a+)+"));'),
        program('System.out.println(matches("(a+)+"));', "    static int matches(String s) { return 1; }\n"),
    ],
    "java-modular-power": [
        program(
            "java.math.BigInteger r = java.math.BigInteger.TEN, b = r;\n"
            "for (int i = 0; i < n; i++) r = r.multiply(r).mod(b);"
        ),
        program("java.math.BigInteger r, b, m;\nfor (int i = 0; i < n; i += 2) r = r.multiply(b).mod(m);"),
        program("java.math.BigInteger r, b, m;\nfor (int i = 0; i < n; i++) r = r.multiply(b).remainder(m);"),
        program(
            "java.math.BigInteger r, b, m;\nif (n > 3) for (int i = 0; i < n; i++) r = r.multiply(b).mod(m); else n++;"
        ),
        program("java.math.BigInteger r, b, m;\nfor (int i = 0; i < all.size(); i++) r = r.multiply(b).mod(m);"),
    ],
    "java-fast-input": [
        program("double d = in.nextDouble();"),
        program("System.out.println(System.in.read());"),
        program("while (in.hasNext()) System.out.println(in.nextLine());"),
        program("try { in.next(); } catch (Exception e) { }"),
        program("Object kept = in;"),
        program("Iterator<String> words = words(in);"),
        program("in = new Scanner(args[0]);"),
    ],
    "java-buffered-output": [
        program("System.out.println(n);"),
        program('for (int x : all) { System.out.println("? " + x); in.next(); }'),
        program("java.io.PrintStream o = System.out;\nfor (int x : all) { System.out.println(x); o.println(x); }"),
        program("for (int x : all) System.out.println(x);\nRuntime.getRuntime().halt(0);"),
    ],
}


SHARED = {
    "cpp-divisors-to-root": [
        program(
            "boolean prime = n > 1;\nfor (int i = 2; i < n; i++) {\n    if (n % i == 0) prime = false;\n}\n"
            "System.out.println(prime);"
        ),
        program(
            "for (long x : all) System.out.println(prime(x));",
            "    static boolean prime(long x) {\n        for (long d = 2; d < x; d++)\n"
            "            if (x % d == 0) return false;\n        return x > 1;\n    }\n",
        ),
    ],
    "cpp-early-exit": [
        program(
            "int[] a = new int[n];\nfor (int i = 0; i < n; i++) a[i] = all.get(i);\nboolean twice = false;\n"
            "for (int i = 1; i < n; i++)\n    if (a[i] == a[i - 1]) twice = true;\nSystem.out.println(twice);"
        )
    ],
}
"""Rules of C++, and what they find in Java."""
SHARED_KEPT = [
    program("boolean odd = false;\nfor (int i = 0; i < n; i++)\n    if (in.nextInt() % 2 == 1) odd = true;"),
    program("boolean odd = false;\nfor (int x : all)\n    if (all.add(x)) odd = true;"),
    program("int last = 0;\nfor (int i = 2; i < n; i++)\n    if (n % i == 0) last = i;\nSystem.out.println(last);"),
]


def only(source: str, rule: str) -> str:
    """The program with all that one rule finds in it, one change after the other."""
    steps = improved(source.encode(), "java", without=frozenset(other.id for other in RULES if other.id != rule))
    assert steps, f"{rule} finds nothing in:\n{source}"
    assert len(steps) <= 4, f"{rule} finds something in what it made itself:\n{steps[-1].source.decode()}"
    return steps[-1].source.decode()


DRIVER = """
import java.io.*;
class Driver {
    public static void main(String[] names) throws Exception {
        PrintStream out = System.out;
        for (String name : names) for (String input : INPUTS) {
            System.setIn(new ByteArrayInputStream(input.getBytes()));
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            System.setOut(new PrintStream(said));
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            System.out.flush();
            out.println(said.toString().replace("\\n", "|"));
        }
    }
    static final String[] INPUTS = {%s};
}
"""


@needs_jdk
def test_changed_programs_print_the_same(tmp_path):
    pairs = [(rule.id, text) for rule in JAVA for text in (rule.section("Example") + "\n", *CHANGED[rule.id])]
    pairs += [(rule, text) for rule, texts in SHARED.items() for text in texts]
    versions = [version for rule, text in pairs for version in (text, only(text, rule))]
    jdk = find_jdk(load())
    for number, version in enumerate(versions):
        (tmp_path / f"M{number}.java").write_text(version.replace("public class Main", f"public class M{number}"))
    (tmp_path / "Driver.java").write_text(DRIVER % ", ".join(f'"{each}"' for each in INPUTS))
    made = subprocess.run(
        [jdk.javac, "-nowarn", *sorted(path.name for path in tmp_path.glob("*.java"))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    quiet = [str(jdk.java), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(tmp_path)]
    plain = [f"M{number}" for number in range(len(versions)) if pairs[number // 2][0] != "java-buffered-output"]
    said = subprocess.run([*quiet, "Driver", *plain], capture_output=True, text=True, check=True).stdout.split("\n")
    rows = [said[at * len(INPUTS) : (at + 1) * len(INPUTS)] for at in range(len(plain))]
    assert all(rows) and rows[::2] == rows[1::2]
    ended = [
        subprocess.run([*quiet, f"M{number}"], input=INPUTS[2], capture_output=True, text=True, check=False)
        for number in range(len(versions))
        if f"M{number}" not in plain
    ]
    assert [(each.stdout, each.returncode) for each in ended[::2]] == [
        (each.stdout, each.returncode) for each in ended[1::2]
    ]


@pytest.mark.parametrize(("rule", "source"), [(rule, source) for rule, sources in KEPT.items() for source in sources])
def test_what_may_print_something_else_is_left_alone(rule, source):
    found = [rewrite for rewrite in proposals(source.encode(), "java") if rewrite.rule == rule]
    assert not found, found[0].source.decode()


@pytest.mark.parametrize("source", SHARED_KEPT)
def test_what_a_rule_of_another_language_may_change_in_meaning_is_left_alone(source):
    assert not [found for found in proposals(source.encode(), "java") if found.rule in SHARED]


@pytest.mark.parametrize("rule", JAVA, ids=lambda rule: rule.id)
def test_every_rule_has_its_headings_and_leaves_its_counterexample_alone(rule):
    assert all(rule.section(heading) for heading in HEADINGS)
    source = rule.section("Not here").encode() + b"\n"
    assert not [found for found in proposals(source, "java") if found.rule == rule.id]
    assert rule.id in CHANGED and len(KEPT[rule.id]) >= 3


def test_a_change_keeps_comments_style_and_line_ends():
    source = program(
        'String s = "";  // empty\nfor (int x : all) {\n    s  +=  x;  // more\n}\nSystem.out.println( s );'
    )
    found = next(
        each for each in proposals(source.replace("\n", "\r\n").encode(), "java") if each.rule == "java-text-builder"
    ).source.decode()
    before = "\r\n        StringBuilder sBuilder = new StringBuilder().append(s);\r\n"
    assert f"{before}        for (int x : all) {{\r\n" in found
    assert "            sBuilder.append(x);  // more\r\n        }\r\n        s = sBuilder.toString();\r\n" in found
    assert not re.search(r"(?<!\r)\n", found)


@pytest.mark.parametrize("source", [b"", b"class A {", b"\xff\xfe", b"class List { void main() { } }"])
def test_a_text_that_cannot_be_read_is_left_alone(source):
    assert proposals(source, "java") == ()


OWN = b"""
import java.io.*;
import java.util.*;
public class Main {
    public static void main(String[] args) throws IOException {
        Thread kernel = new Thread(null, () -> { }, "", 1 << 26);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println(Integer.parseInt(in.readLine()));
        out.flush();
    }
}
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("int[] a = {1}; Arrays.sort(a); out.println(a[0]);", ""),
        ("new Thread(() -> { }).start(); java.nio.charset.StandardCharsets.UTF_8.name();", "the name nio"),
        ("Runtime.getRuntime().exec(in.readLine());", "the name Runtime"),
        ("new FileWriter(in.readLine());", "the name FileWriter"),
        ("new PrintWriter(in.readLine());", "other than System.out"),
        ("out.getClass().getMethods();", "the name getClass"),
        ("Runt\\u0069me.getRuntime().halt(1);", "escaped letters"),
        ("} static native void away(); static {", "native"),
    ],
)
def test_a_models_java_runs_where_it_can_only_compute_read_and_print(line, said):
    changed = OWN.replace(b"out.flush();", line.encode() + b" out.flush();")
    why = why_not_run(changed, "java", OWN)
    assert said in why if said else why == ""


def test_a_models_java_imports_what_computes_or_what_the_program_imports():
    foreign = b"import java.net.*;" + OWN
    assert "java.net" in why_not_run(foreign, "java", OWN)
    assert why_not_run(foreign, "java", foreign) == ""
    harmless = b"import static java.lang.Math.max; import java.math.BigInteger;" + OWN
    assert why_not_run(harmless, "java", OWN) == ""
