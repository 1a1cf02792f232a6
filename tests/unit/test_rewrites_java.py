"""Java rewrites: what they change prints the same, and what they can't be sure of they leave alone.

All programs and their versions are compiled at once, each class under a name of its own, and run by one machine.
"""

from __future__ import annotations

import re
import subprocess

import pytest
from rewritten_java import CHANGED, KEPT, SHARED, SHARED_KEPT, program

from slowpath.rewrites import all_rules, improved, proposals
from slowpath.rewrites.harmless import why_not_run
from slowpath.rewrites.rule import HEADINGS
from slowpath.settings import load
from slowpath.toolchain.java.jdk import find_jdk, found_jdks

needs_jdk = pytest.mark.skipif(not any(not found.objection for found in found_jdks(load())), reason="no JDK is here")
JAVA = [rule for rule in all_rules() if rule.language == "java"]
INPUTS = ("0", "1 5", "7 3 1 2 3 6 6 4", "3 -1 0 2", "1  \\r\\n\\t9")


def only(source: str, rule: str) -> str:
    """The program with all that one rule finds in it, one change after the other."""
    steps = improved(source.encode(), "java", without=frozenset(other.id for other in all_rules() if other.id != rule))
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
            java.net.URL here = new File(System.getProperty("java.class.path")).toURI().toURL();
            ClassLoader fresh = new java.net.URLClassLoader(new java.net.URL[] {here}, null);
            Class.forName(name, true, fresh).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
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
