"""Statements as archives keep them in plain text: subscripts and powers flattened, formulas lost, lists behind a dash.
Each short statement with its program and sample gives the whole format."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

POLYNOMIALS = """#include <iostream>
int n, m, a, b, x;
int main() { std::cin >> n >> m >> a; for (int i = 0; i < n; i++) std::cin >> x;
  std::cin >> b; for (int i = 0; i < m; i++) std::cin >> x; std::cout << a + b; }
"""
ROADS = """n, k = map(int, input().split())
g = [[] for _ in range(n)]
for _ in range(n - 1):
    x, y = map(int, input().split())
    g[x - 1].append(y - 1)
    g[y - 1].append(x - 1)
"""
LAWN = "h, w = map(int, input().split())\nrows = [input() for _ in range(h)]\nprint(sum(r.count('T') for r in rows))\n"
STEPS = """#include <cstdio>
int n, a[1005], q;
int main() { scanf("%d", &n); for (int i = 1; i <= n; i++) scanf("%d", a + i); scanf("%d", &q);
  while (q--) { int t, l, r, x; scanf("%d%d%d", &t, &l, &r); if (t == 1) printf("%d", a[l] + a[r]);
    else { scanf("%d", &x); a[l] = x; } } }
"""
SHELL = """for _ in range(int(input())):
    s = input().split()
    if s[0] == 'list':
        print(1)
    else:
        print(s[1])
"""
SPANS = "s = input()\nfor _ in range(int(input())):\n    l, r = map(int, input().split())\n    print(s[l - 1:r])\n"
PHASES = """n, m = map(int, input().split())
for _ in range(m):
    p, q, w = map(int, input().split())
    print(p + q + w)
"""
BITS = """#include <cstdio>
int n, q, t[1 << 18];
int main() { scanf("%d%d", &n, &q); for (int i = 0; i < (1 << n); i++) scanf("%d", &t[i]);
  while (q--) { int p, b; scanf("%d%d", &p, &b); t[p - 1] = b; } }
"""
SWAPS = """#include <cstdio>
int main() { int n, m, k; scanf("%d%d%d", &n, &m, &k);
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { int v; scanf("%d", &v); }
  while (k--) { char c; int a, b; scanf(" %c %d %d", &c, &a, &b); printf("%d", a + b); } }
"""
KITCHEN = "s = input()\nhave = list(map(int, input().split()))\ncost = list(map(int, input().split()))\nprint(len(s))\n"

TEXTS = {
    "the factors behind a dash, of which the program reads the first apart": (
        "Input\n\nThe first line contains two integers n and m (0 ≤ n, m ≤ 50). The second line contains n + 1 "
        "space-separated integers — the factors of P(x): a0, a1, ..., an - 1, an ( - 9 ≤ ai ≤ 9, a0 ≠ 0). The third "
        "line contains m + 1 space-separated integers — the factors of Q(x): b0, b1, ..., bm ( - 7 ≤ bi ≤ 7).\n",
        "cpp",
        POLYNOMIALS,
        ("2 1\n1 1 1\n2 5\n", "0 1\n1\n-1 0\n"),
        "n: int 0..50; m: int 0..50\na: int[n+1] -9..9\nb: int[m+1] -7..7\nwhere a[0] != 0\n",
    ),
    "roads whose ends are named once, in a connected land": (
        "There are n towns and exactly n - 1 roads. One can get from any town to any other one.\n\nInput\n\nThe first "
        "line contains integers n and k (1 ≤ n ≤ 500; 0 ≤ k ≤ n - 1). Then n - 1 lines follow, each line describes a "
        "road. "
        "A road is given by a pair of integers ui and vi, its ends.\n",
        "python",
        ROADS,
        ("3 1\n1 2\n2 3\n",),
        "n: int 1..500; k: int 0..n-1\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
    ),
    "characters explained one by one": (
        "Input\n\nThe first line contains h and w (1 ≤ h, w ≤ 40). Then follow h lines containing w characters each. "
        '"L" means that the cell is lawn. "T" means that there is a tree.\n',
        "python",
        LAWN,
        ("1 3\nLLT\n",),
        'h: int 1..40; w: int 1..40\nrows_: word[h][w] 1..1 of "LT" joined\n',
    ),
    "kinds that are told by a number with a name": (
        "Input\n\nThe first line contains n (2 ≤ n ≤ 900), the second n integers a1, a2, ..., an (0 ≤ ai ≤ 99). The "
        "third "
        "line contains integer q (1 ≤ q ≤ 70). The i-th of the following q lines first contains an integer ti (1 ≤ "
        "ti ≤ 2) "
        "— the type of the i-th query. If ti = 1, a sum is asked for. If the i-th query is of type 1, then next "
        "follow two "
        "integers li, ri (1 ≤ li ≤ ri ≤ n). If the i-th query is of type 2, then next follow three integers li, ri, xi "
        "(1 ≤ li ≤ ri ≤ n, 1 ≤ xi ≤ 44).\n",
        "cpp",
        STEPS,
        ("3\n1 2 3\n2\n1 2 3\n2 1 3 9\n",),
        "n: int 2..900\na: int[n] 0..99\nq: int 1..70\nqueries: queries[q]\n"
        "  1: l: int 1..n; r: int l..n\n  2: l: int 1..n; r: int l..n; x: int 1..44\n",
    ),
    "the length of what stands behind a tag": (
        "Input\n\nThe first line contains n (1 ≤ n ≤ 50). Then follow n lines, each contains one command: list, or "
        "open "
        "followed by a space and a name. The name only contains lowercase letters. It has a length from 1 to 20 "
        "characters, inclusive.\n",
        "python",
        SHELL,
        ("2\nlist\nopen abc\n",),
        'n: int 1..50\nqueries: queries[n]\n  list:\n  open: s_1: word 1..20 of "a-z"\n',
    ),
    "places in a string by the name of its length": (
        'Input\n\nThe first line contains string s of length n (2 ≤ n ≤ 105), only of characters "+" and "-". The '
        "next line contains integer m (1 ≤ m ≤ 50). Each of the next m lines has integers li, ri (1 ≤ li < ri ≤ n).\n",
        "python",
        SPANS,
        ("++-\n1\n1 3\n",),
        's: word 2..100000 of "+\\\\-"\nm: int 1..50\nrows[m]: l: int 1..len(s)-1; r: int l+1..len(s)\n',
    ),
    "names behind the words that count them": (
        "Input\n\nThe first line contains n and m (1 ≤ n, m ≤ 60). Next m lines contain phases, the phase number i is "
        "written as three integers: ui, vi, di (1 ≤ ui ≤ vi ≤ n), (0 ≤ di ≤ 7).\n",
        "python",
        PHASES,
        ("4 1\n2 3 0\n",),
        "n: int 1..60; m: int 1..60\nrows[m] intervals: u: int 1..n; v: int u..n; d: int 0..7\n",
    ),
    "powers of two": (
        "More: https://example.org/two_powers\n\nInput\n\nThe first line contains n and q (1 ≤ n ≤ 12, 1 ≤ q ≤ 105). "
        "The "
        "next line contains 2n integers a1, a2, ..., a2n (0 ≤ ai < 230). The i-th of the next q lines contains "
        "integers "
        "pi, bi (1 ≤ pi ≤ 2n, 0 ≤ bi < 230).\n",
        "cpp",
        BITS,
        ("2 1\n1 6 3 5\n4 9\n",),
        "n: int 1..12; q: int 1..100000\na: int[2^n] 0..1073741823\nrows[q]: p: int 1..2^n; b: int 0..1073741823\n",
    ),
    "kinds of lines that all look alike": (
        "Input\n\nThe first line contains n, m and k (1 ≤ n, m ≤ 30, 1 ≤ k ≤ 77). Next n lines contain m numbers each. "
        'Each number p in the table is an integer, 0 ≤ p ≤ 555. Next k lines contain queries in the format "si xi '
        'yi", '
        'where si is one of the characters.\n\n  * If si = "u", then rows xi and yi are swapped (1 ≤ x, y ≤ n); \n'
        '  * If si = "v", then columns xi and yi are swapped (1 ≤ x, y ≤ m). \n',
        "cpp",
        SWAPS,
        ("2 3 2\n1 2 3\n4 5 0\nu 2 1\nv 3 3\n",),
        "n: int 1..30; m: int 1..30; k: int 1..77\nv: int[n][m] 0..555\nqueries: queries[k]\n"
        "  u: x: int 1..n; y: int 1..n\n  v: x2: int 1..m; y2: int 1..m\n",
    ),
    "titles in quotes, letters in brackets and lists of names": (
        'Input\n\nThe first line contains a non-empty string, the recipe of "Gateau de Ma Tante". Its length doesn\'t '
        "exceed 100, it contains only letters 'F' (uppercase English F) and 'E' (uppercase English E). The second line "
        "contains two integers nf, ne (1 ≤ nf, ne ≤ 80). The third line contains two integers pf, pe (1 ≤ pf, pe ≤ "
        "60).\n",
        "python",
        KITCHEN,
        ("FFE\n3 1\n1 2\n",),
        's: word 1..100 of "EF"\nnf: int[2] 1..80\npf: int[2] 1..60\n',
    ),
}


def inferred(statement: str, language: str, program: str, samples: tuple[str, ...]) -> str:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        statement,
        samples=tuple(Sample(str(number), sample.encode()) for number, sample in enumerate(samples, 1)),
    )
    return infer(problem, Solution(Path("case"), language, program.encode())).text


@pytest.mark.parametrize("manner", TEXTS)
def test_the_whole_format(manner: str) -> None:
    statement, language, program, samples, expected = TEXTS[manner]
    assert inferred(statement, language, program, samples) == expected


@pytest.mark.parametrize(
    ("bound", "high"),
    [("1 ≤ n ≤ 230", "230"), ("1 ≤ n ≤ 105, while 140 ≤ h ≤ 230", "100000"), ("1 ≤ n ≤ 105, 0 ≤ h < 230", "100000")],
)
def test_a_power_of_two_alone_is_a_number(bound: str, high: str) -> None:
    program = "n, h = map(int, input().split())\n" if "h" in bound else "n = int(input())\n"
    found = inferred(f"Input\n\nThe only line has integers ({bound}).\n", "python", program, ())
    assert found.startswith(f"n: int 1..{high}") and ("140..230" in found) == ("140" in bound)
    assert ("0..1073741823" in found) == ("<" in bound)


def test_a_table_of_powers_of_two_is_no_larger_than_its_array() -> None:
    assert inferred("", "cpp", BITS, ("2 1\n1 6 3 5\n4 9\n",)).startswith("n: int 1..18; q")


def test_strings_of_several_lengths_make_their_length_a_size() -> None:
    found = inferred(
        "", "python", "m, k = map(int, input().split())\ns = input()\nprint(s, k)\n", ("2 9\nab\n", "3 9\nabc\n")
    )
    assert found == 'm: int 1..200000; k: int 1..1000000000\ns: word m..m of "a-z"\n'
