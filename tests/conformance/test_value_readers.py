"""The value reader of each language keeps the kit's contract."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.problem import Solution
from slowpath.sandbox.jail import Confinement
from slowpath.settings import load
from slowpath.toolchain import open_value_reader
from slowpath.toolchain.java.jdk import found_jdks
from slowpath.toolchain.values import BoundedValueReader, find_gdb, python_values

pytest.register_assert_rewrite("value_reader_kit")
_SPEC = importlib.util.spec_from_file_location("value_reader_kit", Path(__file__).with_name("value_reader_kit.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
kit = importlib.util.module_from_spec(_SPEC)
sys.modules["value_reader_kit"] = kit
_SPEC.loader.exec_module(kit)


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache})


def opened(language: str, suffix: str, settings, source: str = ""):
    text = (source or kit.PROGRAMS[language]).encode()
    return open_value_reader(Solution(Path(f"/nowhere/solution.{suffix}"), language, text), settings)


@pytest.fixture(scope="module")
def by_gdb(settings):
    if find_gdb(settings.search_path) is None or not shutil.which("g++"):
        pytest.skip("gdb with Python isn't installed")
    with opened("cpp", "cpp", settings) as reader:
        yield reader


class TestCpp(kit.ValueReaderKit):
    @pytest.fixture
    def language(self):
        return "cpp"

    @pytest.fixture
    def reader(self, by_gdb):
        return by_gdb


class TestPython(kit.ValueReaderKit):
    @pytest.fixture
    def language(self):
        return "python"

    @pytest.fixture
    def reader(self, settings):
        with opened("python", "py", settings) as reader:
            yield reader


class TestJava(kit.ValueReaderKit):
    @pytest.fixture
    def language(self):
        return "java"

    @pytest.fixture
    def reader(self, settings):
        if not any(not found.objection for found in found_jdks(settings)):
            pytest.skip("no JDK is here")
        with opened("java", "java", settings) as reader:
            yield reader


def test_without_gdb_there_is_no_reader_for_cpp(settings):
    assert opened("cpp", "cpp", replace(settings, search_path="/nowhere")) is None


def test_a_reader_whose_tool_does_not_start_says_nothing(tmp_path):
    reader = BoundedValueReader(
        python_values(Path("/nowhere/python"), tmp_path / "a.py", tmp_path / "a.py"), "", Confinement()
    )
    assert reader.read(b"", 1, 1) is None


@pytest.mark.parametrize(
    ("source", "line", "expected"),
    [
        (
            "class Node:\n    def __init__(self):\n        self.next = None\n        self.x = 4\nnode = Node()\n"
            "print(4)\n",
            6,
            {"node": "Node(next=None, x=4)"},
        ),
        ("class Odd:\n    def __repr__(self):\n        raise ValueError\nodd, n = Odd(), 3\nprint(n)\n", 5, {"n": "3"}),
        (
            "big, text = 7 ** 5000, 'x' * 1000\nprint(1)\n",
            2,
            {"big": "an int of 14037 bits", "text": repr("x" * 80)[:77] + "..."},
        ),
        (
            "from collections import deque, defaultdict\nqueue, groups = deque(range(20)), defaultdict(list)\n"
            "print(1)\n",
            3,
            {"queue": "[0, 1, 2, 3, 4, 5, 6, 7, ...]", "groups": "{}"},
        ),
        (
            "import threading\ndef work():\n    k = 2\n    print(k)\nt = threading.Thread(target=work)\nt.start()\n",
            4,
            {"k": "2"},
        ),
        (
            "import sys\nsys.setrecursionlimit(10 ** 6)\ndef deep(n):\n    if n:\n        return deep(n - 1)\n    "
            "return 1\n"
            "deep(20000)\n",
            6,
            {"n": "0"},
        ),
    ],
)
def test_values_of_python_are_short_and_say_no_address(settings, source, line, expected):
    with opened("python", "py", settings, source) as reader:
        assert dict(reader.read(b"", line, 1)) == expected


JAVA_KINDS = """\
import java.math.BigInteger;
import java.util.*;
public class Main {
    static final int MOST = 9;
    static class Node { Node next; int x = 4; }
    enum Way { UP, DOWN }
    int size = 6;
    class Inner {
        long own = 1L << 40;
        void work(char letter, boolean[] marks, Object nothing) {
            int later;
            Node node = new Node();
            Deque<Way> ways = new ArrayDeque<>(List.of(Way.DOWN));
            StringBuilder text = new StringBuilder("a\\"b".repeat(50));
            BigInteger big = BigInteger.TWO.pow(5000);
            Scanner in = new Scanner(System.in);
            Runnable shown = () -> System.out.println(node.x + own); // ## lambda
            Thread thread = new Thread(shown);
            thread.start();
            later = 3;
        }
    }
    public static void main(String[] args) {
        new Main().new Inner().work('c', new boolean[] {true, false}, null);
    }
}
"""


def test_values_of_java_are_short_and_say_no_address(settings):
    if not any(not found.objection for found in found_jdks(settings)):
        pytest.skip("no JDK is here")
    line = next(row for row, text in enumerate(JAVA_KINDS.splitlines(), 1) if "## lambda" in text)
    with opened("java", "java", settings, JAVA_KINDS) as reader:
        before, inside = (dict(reader.read(b"", line + step, 1)) for step in (1, 0))
    assert before == {
        "letter": "'c'",
        "marks": "[true, false]",
        "nothing": "null",
        "node": "Node(next=null, x=4)",
        "ways": "[DOWN]",
        "text": '"' + ('a"b' * 50)[:76] + "...",
        "big": "a BigInteger of 5001 bits",
        "own": "1099511627776",
        "size": "6",
    }
    assert inside["letter"] == "'c'" and "later" not in inside


JAVA_OVERFLOWS = """\
public class Main {
    static int hash(int x) { return x * 0x9E3779B9; }
    public static void main(String[] args) {
        int n = new java.util.Scanner(System.in).nextInt();
        int i = n - 5 + hash(n) * 0;
        if (n == 1) i = 2147483647 - i;
        if (n == 2) for (i = 2147483640; i > 0; i++) n = 0;
        if (n == 3) n = (int) (3e9 * n);
        if (n == 4) n = 1 << 33 + n;
        if (n == 5) System.out.println((n - 1L << 60) * 4);
    }
}
"""


def test_the_first_overflow_of_a_java_program_is_told_with_its_line_and_operands(settings):
    if not any(not found.objection for found in found_jdks(settings)):
        pytest.skip("no JDK is here")
    with opened("java", "java", settings, JAVA_OVERFLOWS) as reader:
        said = {n: reader.first_overflow(b"%d" % n) for n in range(1, 6)}
        assert reader.first_overflow(b"1", longs_only=True) is None
    assert {n: (each.line, each.message) for n, each in said.items() if each is not None} == {
        1: (6, "2147483647 - (-4) is 2147483651, which an int doesn't hold: it becomes -2147483645"),
        2: (7, "2147483647 + 1 is 2147483648, which an int doesn't hold: it becomes -2147483648"),
        3: (8, "9000000000 isn't held by an int: (int) makes 2147483647 of it"),
        4: (9, "1 << 37 is beyond an int: it becomes 32"),
        5: (10, "4611686018427387904 * 4 is 18446744073709551616, which a long doesn't hold: it becomes 0"),
    }


def test_numbers_that_are_meant_to_pass_what_they_hold_are_no_overflows(settings):
    if not any(not found.objection for found in found_jdks(settings)):
        pytest.skip("no JDK is here")
    source = """\
class A {
    static long state = 88172645463325252L;
    static long next() { return state = state * 6364136223846793005L + 1442695040888963407L; }
    static int mixed(int a, int b) { return (a * 73856093 ^ b * 19349663) & 1023; }
    public static void main(String[] a) {
        int h = 1 << 30;
        int hash = h * 31;
        hash *= 2;
        long key = (long) h << 32 | 7;
        System.out.println((int) key + mixed(h, 5) + next() + next());
    }
}
"""
    with opened("java", "java", settings, source) as reader:
        assert reader.first_overflow(b"") is None
