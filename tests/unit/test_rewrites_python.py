"""Python rewrites: what they change prints the same, and what they can't be sure of they leave alone."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

import pytest

from slowpath.rewrites import all_rules, improved, proposals, rule_of
from slowpath.rewrites.rule import HEADINGS

PYTHON = [rule for rule in all_rules() if rule.language == "python"]


@dataclass(frozen=True)
class Case:
    """A program that a rule changes ("" for the example of its docstring), and inputs for both versions."""

    rule: str
    inputs: tuple[str, ...]
    source: str = ""

    @property
    def text(self) -> str:
        """The program."""
        return self.source or rule_of(self.rule).section("Example") + "\n"


ROW = ("1\n5\n", "5\n3 1 2 3 -4\n", "8\n7 7 1 0 2 2 9 7\n")
READ = "n = int(input())\na = list(map(int, input().split()))\n"
ONLY_SEARCHED = (
    READ + "k = 0\nseen = []\nfor x in a:\n    if x not in seen:\n        seen.append(x)\n        k += 1\nprint(k)\n",
    READ + "k = 0\nfor y in range(2):\n    seen = [(y, 0), (a[0], y)]\n    for x in a:\n"
    "        if seen and (x, y) in seen:\n            k += 1\n"
    "        elif x == 9:\n            seen.clear()\n        seen.append((y, x + 1))\nprint(k)\n",
    READ + "k = 0\nseen = []\n\n\ndef begin():\n    global seen\n    seen = [n]\n\n\nfor x in a:\n    if x == 7:\n"
    "        begin()\n    if x in seen:\n        k += 1\n    seen.append(x)\nprint(k)\n",
)
"""Programs with a list of which nobody asks more than what is in it: a set takes its place."""
CASES = [
    Case("py-counted", ("a b a\n", "x\n", "\n")),
    Case("py-counted", ("abca\n", "z\n"), "s = input()\nfor c in s:\n    if s.count(c) > 1:\n        print(c)\n"),
    Case("py-direct-membership", ("1\n", "10\n", "37\n")),
    Case("py-divisors-to-root", tuple(f"{n}\n" for n in (-3, 0, 1, 2, 3, 4, 5, 9, 15, 16, 25, 49, 91, 97, 121))),
    Case(
        "py-divisors-to-root",
        ("1\n", "30\n"),
        "n = int(input())\nprimes = []\nfor k in range(2, n):\n    for d in range(2, k // 2 + 1):\n"
        "        if k % d == 0:\n            break\n    else:\n        primes.append(k)\nprint(primes)\n",
    ),
    Case("py-double-ended", ("1\n", "2\n", "33\n")),
    Case(
        "py-double-ended",
        ROW,
        READ + "out = []\nwhile a:\n    x = a.pop(0)  # the first\n    if x > 2:\n"
        "        a.append(x - 3)\n    out.insert(0, x)\nprint(*out)\n",
    ),
    Case("py-early-exit", ROW),
    Case("py-early-exit", ROW, READ + "ok = True\nfor x in a:\n    if x < 0: ok = False\nprint(ok)\n"),
    Case("py-fast-input", ("2\n1 2\n3 4\n", "0\n")),
    Case(
        "py-fast-input",
        ("2\nab c\n d\n", "1\nx", "0\n"),
        "import sys\nn = int(input())\nfor _ in range(n):\n    s = input()\n    print(len(s), s)\n",
    ),
    Case("py-grown-list", ("0\n", "5\n")),
    Case(
        "py-grown-list",
        ("0\n", "5\n"),
        "n = int(input())\na = [1]\nfor i in range(n):\n    a = a + [len(a), a[-1]]\nprint(a)\n",
    ),
    Case("py-heap-front", ROW),
    Case("py-hoisted-call", ROW),
    Case(
        "py-hoisted-call",
        ("0\n\n", *ROW),
        READ + "k = 0\nfor x in a:\n    if x == sorted(a)[0] or x in set(a):\n        k += max(a) - min(a)\nprint(k)\n",
    ),
    Case("py-in-main", ("0\n", "9\n")),
    Case(
        "py-in-main",
        ("2\n3 4\n5 6\n",),
        "import sys\ninput = sys.stdin.readline\n\n\ndef area(w, h):\n    return w * h * scale\n\n\n# twice\n"
        "scale = 2\n"
        "for _ in range(int(input())):\n    w, h = map(int, input().split())\n    print(area(w, h),\n          w)\n",
    ),
    Case("py-joined-output", ("0\n", "1\n", "5\n")),
    Case(
        "py-joined-output",
        ("0\n", "3\n"),
        'n = int(input())\nfor i in range(n):\n    print(i, i * i, sep=", ", end="%")\n    if i % 2:\n'
        "        print()\n"
        '    print(*[i, 1.5], None, "x") if False else None\nprint(n)\n'.replace(
            '    print(*[i, 1.5], None, "x") if False else None\n', "    print(*[i, 1.5, None])\n"
        ),
    ),
    Case("py-joined-text", ("0\n", "1\n", "90\n")),
    Case(
        "py-joined-text",
        ("0\n", "7\n"),
        'n = int(input())\ns = "<"\nfor i in range(n):\n    if i == 5: break\n    s = s + str(i) + ","\n'
        '    s += "-"\n'
        "print(s)\n",
    ),
    Case("py-modular-power", ("2 5 7\n", "0 0 1\n", "3 200 -7\n", "5 0 3\n")),
    Case(
        "py-modular-power",
        ("2 5 7\n", "0 0 2\n", "3 1 5\n", "7 2 1\n", "-3 4 9\n"),
        "a, b, p = map(int, input().split())\n"
        "print(a ** b % (10 ** 9 + 7), (a - 1) ** (b + 2) % 13, (a + p) ** (p - 2) % p)\n",
    ),
    Case("py-square", ("0\n", "9\n")),
    Case(
        "py-square",
        ("3\n-3 4 0\n", "1\n123456789012345678901\n"),
        "n = int(input())\na = list(map(int, input().split()))\n\n\ndef far(x, y):\n"
        "    return -x ** 2 + pow(y, 2) // 3 - 7 % (1 + x ** 2)\n\n\n"
        "print([far(x % 9, x) for x in a], sum(x ** 2 for x in a))\n",
    ),
    Case(
        "py-square",
        ("3\n-3 4 0\n",),
        READ + "def far(n):\n    return(n)**2\n\n\nprint(sum(x**2for x in a), [1if(n)**2>9else pow(n, 2)for i in a])\n"
        'print(far(n), f"{far(n)} {n}")\n',
    ),
    Case(
        "py-modular-power",
        ("3 5\n", "0 2\n"),
        'a, b = map(int, input().split())\nprint(1if(a)**2%7==1else(a)**2%5, f"{a**2%3}")\n',
    ),
    Case("py-prefix-sums", ("5 4\n1 2 3 4 5\n0 5\n-2 9\n3 1\n2 -1\n", "1 1\n7\n0 1\n")),
    Case("py-remembered-results", ("0\n", "1\n", "15\n")),
    Case(
        "py-remembered-results",
        ("5 2\n1 2\n", "12 3\n5 1 3\n", "3 1\n7\n"),
        "n, k = map(int, input().split())\nc = list(map(int, input().split()))\n\n\ndef ways(left):\n"
        "    if left == 0:\n        return 1\n    total = 0\n    for x in c:\n        if x <= left:\n"
        "            total += ways(left - x)\n    return total % 1000007\n\n\nprint(ways(n))\n",
    ),
    Case(
        "py-remembered-results",
        ("3 6\n1 2 3\n", "5 9\n4 4 1 2 3\n"),
        "n, room = map(int, input().split())\nw = list(map(int, input().split()))\n\n\ndef best(i, left):\n"
        '    """The most."""\n    if i == n: return 0\n    most = best(i + 1, left)\n    if w[i] <= left:\n'
        "        most = max(most, best(i + 1, left - w[i]) + w[i] * w[i])\n    return most\n\n\n"
        "print(best(0, room))\n",
    ),
    Case("py-searched-set", ("5\na b a c b\n", "0\n\n")),
    Case(
        "py-searched-set",
        ROW,
        READ + "seen = [0]\nfor x in a:\n    if x not in seen:\n        seen.append(x)\nprint(seen)\n",
    ),
    *(Case("py-searched-set", ROW, source) for source in ONLY_SEARCHED),
    Case(
        "py-searched-set",
        ROW,
        READ + "b = [x * 2 for x in a]\nk = 0\nfor x in a:\n    if x in b:\n        k += 1\n"
        "    if x + 1 not in b: k += 100\nprint(k)\n",
    ),
]

KEPT = {
    "py-counted": [
        READ + "for x in a:\n    print(a.count(x))\n    a[0] = 5\n",
        READ + "b = a\nfor x in a:\n    print(a.count(x))\n    b.append(x)\n",
        "s = input()\nfor w in s.split():\n    print(s.count(w))\n",
        READ + "a.append([1])\nfor x in a:\n    print(a.count(x))\n",
    ],
    "py-direct-membership": [
        READ + "for x in a:\n    print(x in list(a))\n",
        READ + "d = {i: i for i in a}\nfor x in a:\n    print(x in list(d.values()), [x] in list(d))\n",
        READ + "s = set(a)\nfor x in a:\n    print(x in list(s)[:2])\n",
    ],
    "py-divisors-to-root": [
        "n = int(input())\nfor i in range(2, n):\n    if n % i == 0:\n        break\nprint(i)\n",
        "n = int(input())\nlast = 0\nfor i in range(2, n):\n    if n % i == 0:\n        last = i\nprint(last)\n",
        "n = int(input())\nm = 9\nok = True\nfor i in range(2, n):\n    if m % i == 0:\n        ok = False\n"
        "print(ok)\n",
        "n = float(input())\nok = True\nfor i in range(2, n):\n    if n % i == 0:\n        ok = False\nprint(ok)\n",
    ],
    "py-double-ended": [
        READ + "while a:\n    a.pop(0)\n    print(a)\n",
        READ + "b = a\nwhile a:\n    a.pop(0)\n    print(len(b))\n",
        READ + "for x in a:\n    if x > 2:\n        a.append(x - 1)\nwhile a:\n    a.pop(0)\n",
        READ + "while a != [1]:\n    a.pop(0)\n",
        "def first(a):\n    while a:\n        a.pop(0)\n" + READ + "first(a)\nprint(a[:1])\n",
        READ + "while a:\n    a.pop(0)\n    a.sort()\n",
    ],
    "py-early-exit": [
        READ + "ok = True\nk = 0\nfor x in a:\n    if x < 0:\n        ok = False\n        k += 1\nprint(ok, k)\n",
        READ + "ok = True\nit = iter(a)\nfor x in it:\n    if x < 0:\n        ok = False\nprint(ok, list(it))\n",
        READ + "ok = True\nfor x in a:\n    if a.pop():\n        ok = False\nprint(ok, a)\n",
        READ + "ok = True\nfor x in a:\n    if x < 0:\n        ok = False\nelse:\n    print(1)\nprint(ok)\n",
        READ + "ok = 0\nfor x in a:\n    if x > ok:\n        ok = 2\nprint(ok)\n",
    ],
    "py-fast-input": [
        'n = int(input("n? "))\nfor _ in range(n):\n    print(input())\n',
        "import sys\nn = int(input())\nfor _ in range(n):\n    print(input(), sys.stdin.readline())\n",
        'n = int(input())\nfor i in range(n):\n    print("?", i)\n    k = int(input())\n',
        'n = int(input())\nfor s in iter(input, ""):\n    print(input())\n',
        'def input():\n    return "1"\nfor _ in range(3):\n    print(input())\n',
    ],
    "py-grown-list": [
        "a = []\nb = a\nfor i in range(3):\n    a = a + [i]\nprint(b)\n",
        "a = [1]\nfor x in a:\n    if x < 5:\n        a = a + [x + 1]\nprint(a)\n",
        "a = []\nrows = []\nfor i in range(3):\n    a = a + [i]\n    rows += [a]\nprint(rows)\n",
        "def grown(a):\n    for i in range(3):\n        a = a + [i]\n    return a\nx = []\nprint(grown(x), x)\n",
    ],
    "py-heap-front": [
        READ + "while len(a) > 1:\n    a.sort()\n    a.pop(0)\n    a.append(a[0])\nprint(a[0])\n",
        READ + "while len(a) > 1:\n    a.sort()\n    a.pop(0)\nprint(sum(a))\n",
        "a = list(map(float, input().split()))\nwhile len(a) > 1:\n    a.sort()\n    print(a.pop(0))\n",
        READ + "while len(a) > 1:\n    a.sort(reverse=True)\n    print(a.pop(0))\n",
        READ + "while len(a) > 1:\n    a.sort()\n    x = a.pop(0)\n    a.append(1)\n    print(a.pop(0))\n",
    ],
    "py-hoisted-call": [
        READ + "for i in range(n):\n    print(sum(a))\n    a[i] = 0\n",
        READ + "b = a\nfor i in range(n):\n    print(sum(a))\n    b[i] = 0\n",
        "def change():\n    a[0] += 1\n" + READ + "for i in range(n):\n    print(max(a))\n    change()\n",
        READ + "for i in range(n):\n    b = sorted(a)\n    b[0] = 7\n    print(b)\n",
        "def sum(a):\n    return 1\n" + READ + "for i in range(n):\n    print(sum(a))\n",
    ],
    "py-in-main": [
        "def f(x):\n    return f(x - 1) if x else 0\nfor i in range(5):\n    print(f(i))\n",
        's = """a\nb"""\nfor i in range(5):\n    print(s)\n',
        "for i in range(5):\n    print(max(i, 1))\nmax = 3\n",
        "class A:\n    x = 1\nfor i in range(5):\n    print(A.x)\n",
        'k = 1\nfor i in range(5):\n    print(globals()["k"])\n',
    ],
    "py-joined-output": [
        "def f(i):\n    print(i)\nfor i in range(3):\n    f(i)\n    print(i)\n",
        "for i in range(3):\n    try:\n        print(1 // (i - 1))\n    except ZeroDivisionError:\n        pass\n",
        "import sys\nfor i in range(3):\n    print(i, file=sys.stderr)\n",
        "for i in range(3):\n    print(i, flush=True)\n    input()\n",
        "def f():\n    for i in range(3):\n        print(i)\n        if i: return\nf()\n",
    ],
    "py-joined-text": [
        's = ""\nfor i in range(3):\n    s += str(i)\n    print(s)\n',
        "s = 0\nfor i in range(3):\n    s += i\nprint(s)\n",
        's = ""\nfor i in range(3):\n    s = str(i) + s\n    s = s + "x"\nprint(s)\n',
        's = ""\ndef show():\n    print(s)\nfor i in range(3):\n    s += str(i)\n    show()\n',
        's = ""\nfor x in ["a", 1]:\n    s = x + s\nprint(s)\n',
    ],
    "py-modular-power": [
        "a, b, m = map(float, input().split())\nprint(a ** b % m)\n",
        "a, b = map(int, input().split())\nprint(a ** f() % 7)\n".replace("f()", "len([a])"),
        "a, b = map(float, input().split())\nprint(2 ** (a - b) % 7)\n",
        "a, b = map(int, input().split())\nprint(2 ** (a / b) % 7)\n",
        "a, b, m = map(int, input().split())\npow = max\nprint(pow(a, b) % m)\n",
    ],
    "py-square": [
        "n = float(input())\nfor k in range(3):\n    print(n ** 2)\n",
        "a = input().split()\nfor x in a:\n    x = float(x) if len(x) > 2 else int(x)\n    print(x ** 2)\n",
        "n = int(input())\nfor k in range(3):\n    print(n ** k, (n - 1) ** 2, n ** 2.0, n ** True)\n",
        "n = int(input())\nprint(n ** 2)\n",
        "pow = max\nn = int(input())\nfor k in range(3):\n    print(pow(n, 2))\n",
        "class Odd(int):\n    def __mul__(self, other):\n        return 0\n\n\nn = Odd(input())\nfor k in range(3):\n"
        "    print(n ** 2)\n",
        READ + "a[0] = float(input())\nfor x in a:\n    print(x ** 2)\n",
        "b, n = map(int, input().split())\na = [0] * 2\na[0] = b ** n\nfor x in a:\n    print(x ** 2)\n",
        "b, n = map(int, input().split())\na = [0] * 2\na[0] = pow(b, n)\nfor x in a:\n    print(x ** 2)\n",
        "dp = [0] * 3\ndp[1] = dp[0] + 0.37796883434360806\nfor x in dp:\n    print(x ** 2)\n",
        "a = [0]\na.extend(map(float, input().split()))\nfor x in a:\n    print(x ** 2)\n",
        "a = [0] * 2\na[0] /= 3\nfor x in a:\n    print(x ** 2)\n",
        "from math import sqrt\na = [0] * 2\na[0] = sqrt(7)\nfor x in a:\n    print(x ** 2)\n",
        "class Odd:\n    def __mul__(self, other):\n        return 0\n    def __pow__(self, other):\n"
        "        return 1\na = [0] * 2\na[0] = Odd()\nfor x in a:\n    print(x ** 2)\n",
        'n = int(input())\nfor k in range(n):\n    print(f"{k ** 2=}")\n',
        "from math import pow\nn = int(input())\nfor k in range(3):\n    print(pow(n, 2))\n",
        "import numpy as np\na = np.array([int(x) for x in input().split()])\nfor x in a:\n    print(x ** 2)\n",
    ],
    "py-prefix-sums": [
        "a = list(map(float, input().split()))\nfor i in range(3):\n    print(sum(a[:i]))\n",
        READ + "for i in range(n):\n    print(sum(a[i::2]))\n",
        READ + "b = a\nfor i in range(n):\n    print(sum(a[i:]))\n    b[i] = 0\n",
        "def more():\n    a.append(1)\n" + READ + "for i in range(n):\n    print(sum(a[i:]))\n    more()\n",
    ],
    "py-remembered-results": [
        "k = 1\ndef f(n):\n    if n < k:\n        return 1\n    return f(n - 1) + f(n - 2)\n"
        "for k in range(3):\n    print(f(9))\n",
        "def f(n):\n    for k in range(2, 5):\n        if n < k or f(n - k):\n            return 1\n    return 0\n"
        "print(f(int(input())))\n",
        "def f(n):\n    r = 0\n    for k in range(1, 5):\n        if k < n:\n            r = f(n - k)\n"
        "            break\n    return r + 1\nprint(f(int(input())))\n",
        "def f(n):\n    print(n)\n    if n < 2:\n        return 1\n    return f(n - 1) + f(n - 2)\n"
        "print(f(int(input())))\n",
        "def f(n):\n    if n < 2:\n        return [n]\n    return f(n - 1) + f(n - 2)\nx = f(int(input()))\n"
        "x.append(1)\nprint(x)\n",
        "def f(n, seen):\n    if n < 2:\n        return len(seen)\n    return f(n - 1, seen) + f(n - 2, seen)\n"
        "print(f(int(input()), [1]))\n",
        "def f(n):\n    if n < 2:\n        return 1\n    return f(n - 1) + f(n - 2)\nprint(f(3), f(3.0))\n",
    ],
    "py-searched-set": [
        READ + "seen = []\nfor x in a:\n    if x not in seen:\n        seen.append(x)\n    b = seen\n    b.append(x)\n",
        READ + "seen = []\nfor x in a:\n    if [x] not in seen:\n        seen.append([x])\nprint(seen)\n",
        READ + "for i in range(n):\n    if i in a:\n        a.remove(i)\nprint(a)\n",
        "def f(seen):\n    for i in range(3):\n        if i not in seen:\n            seen.append(i)\ns = []\nf(s)\n"
        "print(s)\n",
        READ + "seen = [[0]]\nfor x in a:\n    if x not in seen:\n        seen.append(x)\nprint(seen)\n",
        READ + "seen = []\nfor x in a:\n    if x not in seen:\n        seen.append(x or [])\n",
        READ + "seen = []\nfor x in a:\n    if x not in seen:\n        seen.append(x)\nprint(seen == a)\nseen += a\n",
    ],
}


def only(source: str, rule: str) -> str:
    """The program with all that one rule finds in it, one change after the other."""
    others = frozenset(other.id for other in PYTHON if other.id != rule)
    steps = improved(source.encode(), "python", without=others)
    assert steps, f"{rule} finds nothing in:\n{source}"
    assert len(steps) <= 4, f"{rule} finds something in what it made itself:\n{steps[-1].source.decode()}"
    return steps[-1].source.decode()


DRIVER = """
import contextlib, io, json, sys
jobs = json.load(sys.stdin)
said = []
for source, data in jobs:
    sys.stdin, out = io.StringIO(data), io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, "program", "exec"), {"__name__": "__main__"})
    said.append(out.getvalue())
json.dump(said, sys.stdout)
"""


def printed(sources: tuple[str, ...], inputs: tuple[str, ...]) -> list[list[str]]:
    """What each program prints on each input, all run by one interpreter."""
    jobs = [(source, data) for source in sources for data in inputs]
    done = subprocess.run(
        [sys.executable, "-I", "-c", DRIVER], input=json.dumps(jobs), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + "\n\n".join(sources)
    said = json.loads(done.stdout)
    return [said[index : index + len(inputs)] for index in range(0, len(said), len(inputs))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_changed_program_prints_the_same(case: Case):
    together = improved(case.text.encode(), "python")[-1].source.decode()
    as_it_was, changed, all_changed = printed((case.text, only(case.text, case.rule), together), case.inputs)
    assert changed == as_it_was
    assert all_changed == as_it_was


@pytest.mark.parametrize(("rule", "source"), [(rule, source) for rule, sources in KEPT.items() for source in sources])
def test_what_may_print_something_else_is_left_alone(rule: str, source: str):
    found = [rewrite for rewrite in proposals(source.encode(), "python") if rewrite.rule == rule]
    assert not found, found[0].source.decode()


@pytest.mark.parametrize("rule", PYTHON, ids=lambda rule: rule.id)
def test_every_rule_has_its_headings_and_leaves_its_counterexample_alone(rule):
    assert all(rule.section(heading) for heading in HEADINGS)
    source = rule.section("Not here").encode() + b"\n"
    assert not [found for found in proposals(source, "python") if found.rule == rule.id]
    assert {case.rule for case in CASES} >= {rule.id}
    assert len(KEPT[rule.id]) >= 3


def test_a_change_keeps_comments_style_and_line_ends():
    source = (
        READ + "# all of them\nout = []\nwhile a :\n    x = a.pop( 0 )  # the first\n    out.append( x )\nprint(*out)\n"
    )
    found = next(
        rewrite
        for rewrite in proposals(source.replace("\n", "\r\n").encode(), "python")
        if rewrite.rule == "py-double-ended"
    )
    expected = "from collections import deque\n" + source.replace("a.pop( 0 )", "a.popleft()").replace(
        "list(map(int, input().split()))", "deque(list(map(int, input().split())))"
    )
    assert found.source.decode() == expected.replace("\n", "\r\n")


@pytest.mark.parametrize("source", [b"", b"for i in range(:\n", b"\xff\xfe", b"x = 1\rprint(x)\r", b"\n\n# nothing\n"])
def test_a_text_that_cannot_be_read_is_left_alone(source: bytes):
    assert proposals(source, "python") == ()


@pytest.mark.parametrize("source", ONLY_SEARCHED)
def test_a_list_that_is_only_searched_becomes_a_set_itself(source):
    changed = only(source, "py-searched-set")
    assert "seen_set" not in changed and "seen.append" not in changed and "seen.add" in changed


def test_hot_lines_come_first():
    source = READ + "k = 0\nfor x in a:\n    k += sum(a)\nfor x in a:\n    k -= max(a)\nprint(k)\n"
    lines = [
        found.line
        for found in proposals(source.encode(), "python", hot_lines={7: 50, 5: 3})
        if found.rule == "py-hoisted-call"
    ]
    assert lines == [7, 5]
