"""The view of Python programs and the rules' care: names, kinds, places, aims, and what must not be found."""

from __future__ import annotations

import ast

import pytest

from slowpath.analysis.rules import all_rules
from slowpath.analysis.rules.python_view import View, view_of
from slowpath.analysis.rules.python_view_conditions import size
from slowpath.inputs.text_form.text import from_text
from slowpath.model.constraint import Constraint, WithTrait
from slowpath.model.format import InputFormat

RULES = tuple(rule for rule in all_rules() if rule.language == "python")


def shown(source: str, fmt: InputFormat | None = None) -> list[Constraint]:
    view = view_of(source.encode(), fmt)
    return [each for rule in RULES for each in rule.find(view)]


def rules_of(source: str) -> set[str]:
    return {each.origin.name for each in shown(source)}


def last_of(view: View, name: str) -> ast.Name:
    return next(
        site.node
        for site in reversed(list(view.sites(ast.Name)))  # type: ignore[return-value]
        if getattr(site.node, "id", "") == name
    )


KINDS = {
    "x = list(map(int, input().split()))\nx": "list int",
    "n, x = map(int, input().split())\nx": "int",
    "x = [[] for _ in range(9)]\nx[0].append(3)\nx": "list list",
    "import sys\ninput = sys.stdin.readline\nx = input().strip()\nx": "str str",
    "import sys\nx = sys.stdin.buffer.read().split()\nx": "list bytes",
    "x = ''\nfor c in input():\n    x = c + x\nx": "str str",
    "def f(x):\n    return x\nf([1])\nf([2])": "list int",
    "def f(x):\n    return x\nf([1])\nf('a')": "",
    "def g():\n    return {}\nx = g()\nx": "dict",
    "from collections import deque\nx = deque([1])\nx": "deque int",
    "x = []\nx = set()\nx": "",
    "class A:\n    def __init__(self):\n        self.q = []\n        self.q.append('a')\nx = A().q\nx": "",
    "x = 1\nx += 0.5\nx": "float",
    "import heapq\nh = [(1, 'a')]\nd, x = heapq.heappop(h)\nx": "str str",
    "for i, x in enumerate(input().split()):\n    x": "str str",
    "x = [int(c) for c in input()]\nx": "list int",
    "x = sorted(input().split())[::-1]\nx": "list str",
    "x = ''\nx = 'a' + input()[1:]\nx = x + 'b'\nx": "str str",
    "x = max([1, 2]) + len('ab') // 2\nx": "int",
}


@pytest.mark.parametrize("source", KINDS)
def test_knows_what_a_variable_holds_where_the_text_shows_it(source: str) -> None:
    view = view_of(source.encode())
    name = last_of(view, "x")
    kind = view.kinds.of(name)
    item = kind.element.name if kind.name in ("list", "str", "deque") else ""
    assert f"{kind.name} {item}".strip() == KINDS[source]


BOUND = {
    "x = 1\nprint(x)": True,
    "if input():\n    x = 1\nprint(x)": False,
    "if input():\n    x = 1\nelse:\n    x = 2\nprint(x)": True,
    "for x in input():\n    print(x)": True,
    "for x in input():\n    pass\nprint(x)": False,
    "def f():\n    print(x)\nx = 1\nf()": True,
    "def f():\n    print(x)\nif input():\n    x = 1\nf()": False,
    "def f():\n    print(x)\nf()\nx = 1": False,
    "def f(x):\n    def g():\n        print(x)\n    g()\nf(1)": True,
    "def f():\n    print(x)\n    x = 1\nf()": False,
    "x = 1\ndel x\nprint(x)": False,
    "try:\n    x = int(input())\nexcept ValueError:\n    pass\nprint(x)": False,
    "try:\n    pass\nexcept OSError as x:\n    pass\nprint(x)": False,
    "class A:\n    x = 1\n    def f(self):\n        print(x)\nA().f()": False,
}


@pytest.mark.parametrize("source", BOUND)
def test_names_only_what_surely_holds_a_value_there(source: str) -> None:
    view = view_of(source.encode())
    printed = next(site for site in view.sites(ast.Call) if view.text(site.node) == "print(x)")
    assert view.scopes.is_before("x", printed.statement) is BOUND[source]


SIZES = {
    "a = [1]\nprint(a[1:])": "max(0, len(a) - 1)",
    "a = [1]\ni = 2\nprint(a[:i])": "min(len(a), i)",
    "a = [1]\nprint(a[::-1])": "len(a)",
    "n = 3\nprint(range(2, n))": "len(range(2, n))",
    "n = 3\nprint([0] * (n + 1))": "n + 1",
    "d = {}\nprint(d.items())": "len(d)",
    "a = input().split()\nprint([x + y for x in a for y in a])": "len(a) * len(a)",
    "it = iter(input().split())\nprint(it)": None,
    "it = map(int, input().split())\nprint(list(it))": None,
    "len = 3\na = [1]\nprint(a)": None,
    "a = [[1]]\nprint(a[int(input())])": None,
}


@pytest.mark.parametrize("source", SIZES)
def test_asks_for_lengths_only_of_what_surely_has_one(source: str) -> None:
    view = view_of(source.encode())
    printed = next(site for site in view.sites(ast.Call) if view.text(site.node).startswith("print("))
    assert isinstance(printed.node, ast.Call)
    assert size(view, printed.node.args[0], printed.statement) == SIZES[source]


QUIET = {
    "a read for each case": "for _ in range(int(input())):\n    n = int(input())\n    a = input().split()\n"
    "    print(max(a), sorted(a), 'x' in a)\n",
    "a set": "seen = set()\nfor x in input().split():\n    if x in seen:\n        print(x)\n    seen.add(x)\n",
    "a short list": "for x in input().split():\n    if x in ['a', 'b']:\n        pass\n",
    "a sieve": "def main():\n    n = int(input())\n    for p in range(2, n):\n        for q in range(p * p, n, p):\n"
    "            pass\nmain()\n",
    "halving": "def f(a):\n    if len(a) < 2:\n        return a\n    m = len(a) // 2\n"
    "    return max(f(a[:m]), f(a[m:]))\nprint(f(input()))\n",
}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("a read for each case", "py-sort-in-loop"),
        ("a read for each case", "py-aggregates-in-loop"),
        ("a read for each case", "py-list-membership"),
        ("a set", "py-list-membership"),
        ("a short list", "py-list-membership"),
        ("a sieve", "py-small-steps"),
        ("halving", "py-missing-memo"),
    ],
)
def test_says_nothing_where_the_text_shows_that_it_is_fast(name: str, rule: str) -> None:
    assert rule not in rules_of(QUIET[name])


def test_never_looks_at_an_iterator_or_calls_the_program() -> None:
    source = (
        "import sys\nit = iter(sys.stdin.read().split())\nseen = []\nfor x in it:\n    if x in seen:\n"
        "        continue\n    seen.append(next(it))\n    y = [z for z in it if z in seen]\n    y.sort()\n"
    )
    for each in shown(source):
        condition = each.condition
        texts = (
            (condition.left, condition.right, condition.count.amount if condition and condition.count else "1")
            if condition
            else ()
        )
        for text in texts:
            names = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
            assert "it" not in names and "next" not in names


def test_takes_thresholds_from_the_format() -> None:
    source = (
        "n = int(input())\na = list(map(int, input().split()))\nseen = []\nfor x in a:\n    if x not in seen:\n"
        "        seen.append(x)\n"
    )
    forms = [from_text(f"n: int 1..{n}\na: int[n] 1..10^9\n") for n in (200, 100_000)]
    small, large = (
        next(
            each.condition.factor
            for each in shown(source, form)
            if each.condition and each.origin.name == "py-list-membership"
        )
        for form in forms
    )
    assert small * 100 < large


def test_aims_at_different_values_where_a_list_collects_the_new_ones() -> None:
    source = (
        "n = int(input())\na = list(map(int, input().split()))\nseen = []\nfor x in a:\n    if x not in seen:\n"
        "        seen.append(x)\n"
    )
    found = next(
        each
        for each in shown(source, from_text("n: int 1..5000\na: int[n] 1..10^9\n"))
        if each.origin.name == "py-list-membership"
    )
    assert WithTrait("a", "distinct") in found.aims
    assert any(str(aim) == "compare n >= 2500" or str(aim) == "n >= 2500" for aim in found.aims)


def test_sees_what_can_be_seen_of_broken_text() -> None:
    source = "a = [1]\nfor x in input(:\n    pass\nfor y in 'abc':\n    if y in a:\n        print(y\n"
    assert "py-list-membership" in rules_of(
        "a = [1]\nprint 'old'\nwhile a:\n    a.append(len(a))\n    if 3 in a:\n        break\n"
    )
    assert isinstance(shown(source), list)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\x00",
        "\ufeffx = 1",
        "x = " + "(" * 500 + ")" * 500,
        "if x:\n" * 200,
        "+".join(["a"] * 5000),
        "def f(:",
        "\t if",
        "class A:\n  x: int",
        "x = '\\d'",
        "match x:\n  case [a, *b]: print(a)",
        "lambda: (yield)",
        "a = a = a[a:a]",
    ],
)
def test_takes_any_text(source: str) -> None:
    assert isinstance(shown(source), list)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_condition_is_one_expression_and_stands_on_a_line_of_the_example(rule) -> None:  # type: ignore[no-untyped-def]
    text = rule.section("Example")
    lines = text.count("\n") + 1
    for each in rule.find(view_of(text.encode())):
        assert each.condition is not None
        count = each.condition.count
        for part in (each.condition.left, each.condition.right, count.amount if count is not None else "1"):
            ast.parse(part, mode="eval")
            assert "\n" not in part
        assert 1 <= each.condition.place.line <= lines and each.line in each.lines
        assert "line " not in each.sentence and each.sentence[-1] not in ".!"
