"""What the inference makes of a statement's sentences, beside the program's reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport
from slowpath.model.problem import NamedBound, Problem, Sample, Solution

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
ROWS = "n = int(input())\nfor i in range(n):\n    x, y = map(int, input().split())\n"
HEIGHTS = "n = int(input())\nheights = list(map(int, input().split()))\n"
HEAT = "heat, height = map(int, input().split())\n"
PAIRS = "D = int(input())\nq = int(input())\nfor i in range(q):\n    v, u = map(int, input().split())\n"
WORDS = "n, m = map(int, input().split())\na = input().strip()\nb = input().strip()\n"
PAIR = "n, k = map(int, input().split())\n"
WORD = "s = input()\n"
PARTS = "n, m = map(int, input().split())\na = list(map(int, input().split()))\n"
MOVES = "n = int(input())\ns = input()\n"
ROADS = """n, m = map(int, input().split())
roads = []
for _ in range(m):
    u, v, d = map(int, input().split())
    roads.append(d)
q = int(input())
for _ in range(q):
    t, a, b = map(int, input().split())
    print(t + a + b)
"""
RAGGED = """n, m = map(int, input().split())
for _ in range(m):
    k, *users = map(int, input().split())
    print(users)
"""
NAMES = "n = int(input())\nnames = [input() for _ in range(n)]\nprint(len(set(names)))\n"
VERDICTS = """n = int(input())
for _ in range(n):
    t, v = input().split()
    print(int(t) if v == 'AC' else 0)
"""
FOUND = "a = input()\nb = input()\nprint(a in b)\n"
TWO = "a = input()\nb = input()\nprint(a[::-1] + b[::-1])\n"
WIDTHS = "n = int(input())\nfor _ in range(n):\n    first, second = map(int, input().split())\n"
LISTS = "n = int(input())\na = list(map(int, input().split()))\nb = list(map(int, input().split()))\n"
STACK = """q = int(input())
held = []
for _ in range(q):
    parts = input().split()
    if parts[0] == 'push':
        held.append(int(parts[1]))
    elif parts[0] == 'pop':
        held.pop()
    else:
        print(max(held))
"""
START = "n = int(input())\nstart = int(input())\nseen = [0] * (n + 1)\nseen[start] = 1\n"
SAME = "q = int(input())\nfor _ in range(q):\n    t, x = map(int, input().split())\n"
MARBLES = """n, q = map(int, input().split())
m = list(map(int, input().split()))
for _ in range(q):
    p, colour = map(int, input().split())
"""
SENTINEL = """while True:
    n = int(input())
    if n == 0:
        break
    print(max(map(int, input().split())))
"""
QUERIES = """n, q = map(int, input().split())
for _ in range(q):
    parts = input().split()
    if parts[0] == '1':
        i, x = int(parts[1]), int(parts[2])
    else:
        x = int(parts[1])
"""
LONG = "x = input()\nprint(x[::-1])\n"
FORMATS = {
    "numbers that lie side by side": (
        ROWS,
        "One n (1 <= n <= 9). Each of the next n lines has x_i and y_i (0 <= x_i, y_i <= 70, |x_i - y_i| = 1).",
        "n: int 1..9\nrows[n]: x: int 0..70; y: int 0..70\nwhere abs(x-y) == 1\n",
    ),
    "a distance that is only spoken of": (
        PAIR,
        "Two integers n and k (1 <= n, k <= 90). They are friends if |n - k| = 6.",
        "n: int 1..90; k: int 1..90\n",
    ),
    "a list that sums up to a number of its letter": (
        PARTS,
        "The first line contains two integers n and m (1 <= n <= m <= 90). The second line contains "
        "$n$ integers $m_1, \\ldots, m_n$ ($1 \\le m_i \\le m$). It is guaranteed that the $m_i$ sum up to $m$.",
        "n: int 1..90; m: int n..90\nm2: int[n] 1..m\nwhere sum m2 == m\n",
    ),
    "a sum in signs": (
        PARTS,
        "Two integers n and m (1 <= n <= m <= 90). The second line contains k_1, ..., k_n (1 <= k_i <= m, "
        "$k_1 + k_2 + \\ldots + k_n = m$).",
        "n: int 1..90; m: int n..90\nk: int[n] 1..m\nwhere sum k == m\n",
    ),
    "a sum that is only asked for": (
        PARTS,
        "Two integers n and m (1 <= n, m <= 90). The second line contains k_1, ..., k_n (1 <= k_i <= "
        "90).\nOutput\nPrint how many to take such that the sum of k_i is m.",
        "n: int 1..90; m: int 1..90\nk: int[n] 1..90\n",
    ),
    "an alphabet as a class": (
        MOVES,
        "One n (1 <= n <= 90). A string of length $n$ of characters `[chds]`, the moves.",
        'n: int 1..90\ns: word n..n of "cdhs"\n',
    ),
    "letters of several classes, two of them": (
        WORD,
        "A string of three characters that matches `[a-f][2-9b][A-Cc]?`.",
        's: word 3..3 of "2-9ABCa-f"\n',
    ),
    "a letter that stands for another thing in each kind of query": (
        QUERIES,
        "Two integers n and q (1 <= n, q <= 90). Then q lines:\n"
        "- `1 i x`: sets it (1 <= i <= n, 1 <= x <= 500).\n- `2 x`: prints the x-th smallest (1 <= x <= n).",
        "n: int 1..90; q: int 1..90\nqueries: queries[q]\n  1: i: int 1..n; x: int 1..500\n  2: x2: int 1..n\n",
    ),
    "kinds of queries with a heading": (
        QUERIES,
        "Two integers n and q (1 <= n, q <= 90). Then q lines, `1 i x` or `2 x`.\n\n"
        "- For queries of type `1 i x`:\n   - 1 <= i <= n\n   - 0 <= x <= 500\n- For queries of type `2 x`:\n"
        "   - 1 <= x <= n",
        "n: int 1..90; q: int 1..90\nqueries: queries[q]\n  1: i: int 1..n; x: int 0..500\n  2: x2: int 1..n\n",
    ),
    "two upper bounds that both hold": (
        PAIR,
        "Two integers n and k (1 <= k <= 60, 1 <= n <= 50, k < 3 + n). ",
        "n: int 1..50; k: int 1..min(3+n-1,60)\n",
    ),
    "lines behind a colon, several to a sentence": (
        ROADS,
        "Line 1: N, M. Then M lines: U_i V_i D_i. Then a line with Q, then Q lines of the form `1 B R` or "
        "`2 S W`.\n1 <= N, M, Q <= 90. 1 <= U_i < V_i <= N. 1 <= D_i <= 7. For a query `1 B R`: 1 <= B <= M, "
        "1 <= R <= 8.\nFor a query `2 S W`: 1 <= S <= N, 1 <= W <= 9.",
        "N: int 1..90; M: int 1..90\nrows[M]: U: int 1..N-1; V: int U+1..N; D: int 1..7\nQ: int 1..90\n"
        "queries: queries[Q]\n  1: B: int 1..M; R: int 1..8\n  2: S: int 1..N; W: int 1..9\n",
    ),
    "how many test cases until a sentinel": (
        SENTINEL,
        "There are at most 20 test cases. Each begins with a line with n (1 <= n <= 70). The next line has n "
        "integers a_1, ..., a_n (0 <= a_i <= 9). A line with 0 ends the input.",
        'count: count 1..20 until "0"\ntests: cases[count]\n  n: int 1..70\n  a: int[n] 0..9\n',
    ),
    "rows in the order of their first field": (
        ROWS,
        "One n (1 <= n <= 9). Each of the next n lines has x_i and y_i (0 <= x_i, y_i <= 7). They are given in "
        "non-decreasing order of x.",
        "n: int 1..9\nrows[n] sorted: x: int 0..7; y: int 0..7\n",
    ),
    "a bound over the number of the row": (
        ROWS,
        "One n (1 <= n <= 9). The i-th of the next n lines has x_i and y_i (0 <= x_i <= i + 2, 1 <= y_i <= 70).",
        "n: int 1..9\nrows[n]: x: int 0.._row+1+2; y: int 1..70\n",
    ),
    "different numbers on each line": (
        RAGGED,
        "Two integers n and m (1 <= n, m <= 90). Then m lines follow, each begins with $k_i$ "
        "(0 <= k_i <= n) and has $k_i$ distinct integers, the users.",
        "n: int 1..90; m: int 1..90\nrows[m]: k: int 0..n; users: int[k] 1..n distinct\n",
    ),
    "different words": (
        NAMES,
        "First n (1 <= n <= 90). Then n lines, each with a name of between 1 and 20 lowercase letters; "
        "all names are distinct.",
        'n: int 1..90\nnames: word[n] 1..20 of "a-z" lines distinct\n',
    ),
    "different words in the order of the alphabet": (
        NAMES,
        "First n (1 <= n <= 90). Then n lines, each with a name of between 1 and 20 lowercase letters. "
        "The names are in alphabetical order and are all distinct.",
        'n: int 1..90\nnames: word[n] 1..20 of "a-z" lines strictly-sorted\n',
    ),
    "a word that is one of a few": (
        VERDICTS,
        "First n (1 <= n <= 90). Then n lines, each with a team t (1 <= t <= 70) and a verdict, either `AC` or `WA`.",
        'n: int 1..90\nrows[n]: t: int 1..70; v: word one of "AC" "WA"\n',
    ),
    "two lines that each hold a number of many digits": (
        TWO,
        "Two lines, each with a non-negative integer of at most $10^5$ digits, without leading zeros.",
        'a: word 1..100000 of "0-9" number\nb: word 1..100000 of "0-9" number\n',
    ),
    "names in a language that isn't read": (
        WIDTHS,
        "В первой строке дано число $n$ ($1 \\le n \\le 90$). В следующих $n$ строках даны пары $w_i$, $h_i$ "
        "($1 \\le w_i, h_i \\le 70$). Гарантируется, что $w_i \\ge h_i$.",
        "n: int 1..90\nrows[n]: w: int 1..70; h: int 1..w\n",
    ),
    "a comparison behind the sentence that bounds both": (
        WIDTHS,
        "The first line contains n (1 <= n <= 90). The next n lines contain w_i and h_i (1 <= w_i, h_i <= 70). "
        "It is guaranteed that w_i >= h_i.",
        "n: int 1..90\nrows[n]: w: int 1..70; h: int 1..w\n",
    ),
    "lists that are bounded where they are described": (
        LISTS,
        "The first line contains an integer n, at most 90. The second line contains n integers between 1 and "
        "50. The third line contains n numbers from -7 to 7.",
        "n: int 1..90\na: int[n] 1..50\nb: int[n] -7..7\n",
    ),
    "numbers that are bounded in brackets": (
        HEIGHTS,
        "Read a number of days n (at most 366) and then n heights (integers from -50 to 50, all on one line).",
        "n: int 1..366\nheights: int[n] -50..50\n",
    ),
    "a list whose sum bounds its values": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (0 <= a_i). The sum of all a_i is at most 99.",
        "n: int 1..9\na: int[n] 0..99\nwhere sum a <= 99\n",
    ),
    "queries that take what others added": (
        STACK,
        "First q (1 <= q <= 90). Then q lines:\n- `push v` (1 <= v <= 7): pushes v.\n- `pop`: removes the top, "
        "the stack isn't empty.\n- `max`: prints the largest, the stack isn't empty.",
        "q: int 1..90\nqueries: queries[q] holding 0\n  push adds: v: int 1..7\n  pop takes:\n  max needs:\n",
    ),
    "queries that may find nothing": (
        STACK,
        "First q (1 <= q <= 90). Then q lines:\n- `push v` (1 <= v <= 7): pushes v.\n- `pop`: removes the top.\n"
        "- `max`: prints the largest, or -1 if the stack is empty.",
        "q: int 1..90\nqueries: queries[q]\n  push: v: int 1..7\n  pop:\n  max:\n",
    ),
    "a place that only the program bounds": (
        START,
        "The first line holds n (1 <= n <= 90), the second line where the walk begins.",
        "n: int 1..90\nstart: int 1..n\n",
    ),
    "triples one a line, bounded in square brackets": (
        ROADS,
        "First come n and m [1 <= n <= 90, 1 <= m <= 80], the cities and flights. Then m triples follow, one "
        "per line: a b c [1 <= a, b <= n; 1 <= c <= 7]. A line with the number of queries q [1 <= q <= 5] follows. "
        "Then q triples follow, one per line: t, x, y [1 <= t, x, y <= n].",
        "n: int 1..90; m: int 1..80\nrows[m]: a: int 1..n; b: int 1..n; c: int 1..7\nq: int 1..5\n"
        "rows[q]: t: int 1..n; x: int 1..n; y: int 1..n\n",
    ),
    "lists whose elements are compared": (
        LISTS,
        "The first line contains n (1 <= n <= 90). The second line contains n integers a_1, ..., a_n "
        "(-5 <= a_i <= 50). The third line contains b_1, ..., b_n (b_i <= a_i).",
        "n: int 1..90\na: int[n] -5..50\nb: int[n] -1000000000..50\nwhere b <= a\n",
    ),
    "a string of as many characters": (
        MOVES,
        "One n (0 <= n <= 90). Then a string s of lowercase letters, a string of $n$ characters.",
        'n: int 0..90\ns: word n..n of "a-z"\n',
    ),
    "kinds that all have the same names": (
        SAME,
        "First q (1 <= q <= 90). Then q lines:\n- `0 x`: adds x.\n- `1 x`: removes x.\n- `2 x`: counts x.\n"
        "0 <= x <= 50.",
        "q: int 1..90\nrows[q]: t: int 0..2; x: int 0..50\n",
    ),
    "a letter of a list and of a field of rows": (
        MARBLES,
        "The first line contains n and q (1 <= n, q <= 90). The second line contains n integers $m_i$ "
        "(1 <= m_i <= 60). Then q lines, each with $p_x$ and $m_x$ (0 <= p_x <= |m|, 1 <= m_x <= 60).",
        "n: int 1..90; q: int 1..90\nm: int[n] 1..60\nrows[q]: p: int 0..1000000000; m2: int 1..60\n",
    ),
    "a sum of elements": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (1 <= a_i <= 50). The sum of all a_i is at most 99.",
        "n: int 1..9\na: int[n] 1..50\nwhere sum a <= 99\n",
    ),
    "a sum of which a story tells": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (1 <= a_i <= 50). A team is strong if the sum of all a_i is at "
        "least 7, and weak when the sum of all a_i is at most 4.",
        "n: int 1..9\na: int[n] 1..50\n",
    ),
    "a sum that is so of the integers given": (
        LIST,
        "The first line contains n (1 <= n <= 9). The second line contains n integers a_1, ..., a_n "
        "(1 <= a_i <= 50) such that the sum of all a_i is at most 99. Find teams such that the sum of all a_i is "
        "at most 77.",
        "n: int 1..9\na: int[n] 1..50\nwhere sum a <= 99\n",
    ),
    "a sum with both bounds in words": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (0 <= a_i <= 50). It is guaranteed that sum of all a_i is not "
        "less than 1 and not greater than 99.",
        "n: int 1..9\na: int[n] 0..50\nwhere sum a >= 1\nwhere sum a <= 99\n",
    ),
    "a sum between two numbers": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (0 <= a_i <= 50). It is guaranteed that "
        "the sum of all a_i is between 3 and 99.",
        "n: int 1..9\na: int[n] 0..50\nwhere sum a >= 3\nwhere sum a <= 99\n",
    ),
    "an absolute value whose bound lost its caret": (
        LIST,
        "One n (1 <= n <= 2000). Then a_1, ..., a_n (|a_i| <= 105). The answer fits into 2*109.",
        "n: int 1..2000\na: int[n] -100000..100000\n",
    ),
    "lengths of strings by the lines that they stand on": (
        FOUND,
        "The first line contains a string of at most 100 lowercase letters. The second line contains a string "
        "of at most 200 lowercase letters.",
        'a: word 1..100 of "a-z"\nb: word 1..200 of "a-z"\n',
    ),
    "a length of a string that another one stands before": (
        FOUND,
        "The first line contains a string a of at most 100 lowercase letters. The second line contains a "
        "string, whose length is at most 200, of lowercase letters.",
        'a: word 1..100 of "a-z"\nb: word 1..200 of "a-z"\n',
    ),
    "rows of divisors": (
        PAIRS,
        "The first line has D (1 <= D <= 10^15), the second q (1 <= q <= 9). Each of the next q lines has v and "
        "u (1 <= v, u <= D). It is guaranteed that D is divisible by both v and u (both v and u are divisors of D).",
        "D: int 1..1000000000000000\nq: int 1..9\nrows[q]: v: int 1..D; u: int 1..D\nwhere D%v == 0\nwhere D%u == 0\n",
    ),
    "rows that differ": (
        ROWS,
        "One n (1 <= n <= 9). Each of the next n lines has x_i and y_i (0 <= x_i, y_i <= 7). No two points coincide.",
        "n: int 1..9\nrows[n] distinct: x: int 0..7; y: int 0..7\n",
    ),
    "rows that may be equal": (
        ROWS,
        "One n (1 <= n <= 9). Each of the next n lines has x_i and y_i (0 <= x_i, y_i <= 7). The points are not "
        "necessarily distinct.",
        "n: int 1..9\nrows[n]: x: int 0..7; y: int 0..7\n",
    ),
    "divisibility": (
        PAIR,
        "Two integers n and k (1 <= n <= 90, 2 <= k <= 9). n is even and n is divisible by k.",
        "n: int 1..90; k: int 2..9\nwhere n%2 == 0\nwhere n%k == 0\n",
    ),
    "a prime": (
        PAIR,
        "Two integers n and k (1 <= n <= 90, 2 <= k <= 9). k is a prime.",
        "n: int 1..90; k: int 2..9\nwhere prime k\n",
    ),
    "a count that names an ordered list": (
        LIST,
        "One n (1 <= n <= 9). The second line has n numbers in non-decreasing order, each from 1 to 20.",
        "n: int 1..9\na: int[n] 1..20 sorted\n",
    ),
    "a list that the program calls by a word": (
        HEIGHTS,
        "One n (1 <= n <= 9). The second line has n integers, the heights (1 <= h_i <= 70).",
        "n: int 1..9\nh: int[n] 1..70\n",
    ),
    "a letter that may stand for two words": (
        HEAT,
        "Two integers (1 <= h_i <= 70), first the heat.",
        "heat: int 1..1000000000; height: int 1..1000000000\n",
    ),
    "two strings with lengths of their own": (
        WORDS,
        "Two integers n and m (1 <= n, m <= 20). A string a of n lowercase letters. A string b of m lowercase letters.",
        'n: int 1..20; m: int 1..20\na: word n..n of "a-z"\nb: word m..m of "a-z"\n',
    ),
    "a string by its length's name": (
        WORD,
        "A string s of length N of lowercase letters. 1 <= N <= 40.",
        's: word 1..40 of "a-z"\n',
    ),
    "a number of many digits": (LONG, "A number x is given. 0 <= x < 10^{5000}.", 'x: word 1..5000 of "0-9" number\n'),
    "a number of many digits with a minus": (
        LONG,
        "A number x is given. -10^{5000} < x < 10^{5000}.",
        'x: word 1..5000 of "0-9\\\\-" number\n',
    ),
    "a number of many digits in another base": (
        LONG,
        "A hexadecimal number x is given. |x| < 16^{900}.",
        'x: word 1..900 of "0-9A-F\\\\-" number\n',
    ),
    "a number without leading zeros, in words": (
        LONG,
        "A string x of length at most 30, a number without leading zeros.",
        'x: word 1..30 of "0-9" number\n',
    ),
    "an element that is fixed": (
        LIST,
        "One n (1 <= n <= 9). Then a_0, ..., a_{n-1} (0 <= a_i <= 50).\na_0 = 3.\na_{n-1} != 0.",
        "n: int 1..9\na: int[n] 0..50\nwhere a[0] == 3\nwhere a[n-1] != 0\n",
    ),
    "an element counted from one": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (0 <= a_i <= 50).\na_1 = 3.",
        "n: int 1..9\na: int[n] 0..50\nwhere a[0] == 3\n",
    ),
    "an element that a sample contradicts": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (0 <= a_i <= 50).\na_1 = 7.",
        "n: int 1..9\na: int[n] 0..50\n",
    ),
    "a running element": (
        LIST,
        "One n (1 <= n <= 9). Then a_1, ..., a_n (0 <= a_i <= 50).\na_i != 9.",
        "n: int 1..9\na: int[n] 0..50\nwhere a != 9\n",
    ),
    "an output's inequality": (
        PAIR,
        "Two integers n and k (1 <= k <= n <= 90).\nOutput\nPrint k such that 5 <= k <= 7.",
        "n: int 1..90; k: int 1..n\n",
    ),
    "a product that some of the tests keep small": (
        PAIR,
        "Two integers n and k (1 <= n, k <= 90). In half of the tests, n^2 <= 100.\nFor 30% of the points n*k <= 9.",
        "n: int 1..90; k: int 1..90\n",
    ),
    "a product": (
        PAIR,
        "Two integers n and k (1 <= n, k <= 90). n*k <= 100.",
        "n: int 1..90; k: int 1..90\nwhere n*k <= 100\n",
    ),
    "subtasks beside the whole": (
        PAIR,
        "Two integers n and k (1 <= k <= 7, n >= 1).\nSubtasks\n- n <= 10 (20 points)\n- n <= 500 (80 points)",
        "n: int 1..500; k: int 1..7\n",
    ),
}
SAMPLES = {
    FOUND: "abc\nxy\n",
    PAIRS: "12\n2\n3 4\n12 1\n",
    LIST: "2\n3 4\n",
    ROWS: "2\n1 2\n4 3\n",
    PAIR: "8 2\n",
    WORD: "abc\n",
    PARTS: "2 5\n3 2\n",
    MOVES: "3\nchd\n",
    QUERIES: "3 2\n1 2 100\n2 3\n",
    WIDTHS: "2\n5 4\n3 3\n",
    STACK: "4\npush 3\nmax\npop\npush 5\n",
    SAME: "2\n0 5\n2 5\n",
    MARBLES: "2 1\n5 6\n2 3\n",
    START: "5\n3\n",
    LISTS: "2\n5 4\n-3 3\n",
    RAGGED: "3 2\n2 1 3\n0\n",
    NAMES: "3\nann\nbo\neve\n",
    VERDICTS: "2\n1 AC\n2 AC\n",
    TWO: "12\n0\n",
    ROADS: "3 2\n1 2 5\n1 3 2\n2\n1 1 2\n2 3 1\n",
    SENTINEL: "2\n5 6\n1\n7\n0\n",
    LONG: "12345678901234567890123\n",
    HEIGHTS: "2\n3 4\n",
    HEAT: "8 2\n",
    WORDS: "3 2\nabc\nxy\n",
}


def report(source: str, statement: str, sample: str, bounds: tuple[NamedBound, ...] = ()) -> FormatReport:
    """What is inferred for a program with one sample."""
    problem = Problem(
        "p", "plain", Path("."), f"Input\n{statement}", samples=(Sample("s", sample.encode()),), bounds=bounds
    )
    return infer(problem, Solution(Path("p.py"), "python", source.encode()))


@pytest.mark.parametrize("name", FORMATS)
def test_a_sentence_becomes_part_of_the_format(name: str) -> None:
    source, statement, expected = FORMATS[name]
    assert report(source, statement, SAMPLES[source]).text == expected


def test_what_a_sample_contradicts_is_dropped_and_said() -> None:
    found = report(PAIR, "Two integers n and k (1 <= n, k <= 90). n is odd.", "8 2\n")
    assert found.text == "n: int 1..90; k: int 1..90\n"
    assert any("contradict" in misfit.message for misfit in found.misfits)


def test_a_lost_caret_is_decided_by_the_other_bound_of_its_variable() -> None:
    found = report(PAIR, "Two integers n (1000 <= n <= 105) and k (1 <= k <= 10).", "2000 2\n")
    assert found.text == "n: int 1000..100000; k: int 1..10\n"
    assert any("lost its caret" in misfit.message for misfit in found.misfits)


def test_a_constant_of_the_package_may_stand_in_a_bound() -> None:
    found = report(PAIR, "1 <= n <= LIMIT, 1 <= k <= n", "8 2\n", (NamedBound("limit", 70, "package"),))
    assert found.text == "n: int 1..70; k: int 1..n\n"


def test_the_report_holds_all_that_is_stated() -> None:
    stated = report(PAIR, "Two integers n and k (1 <= k <= n <= 90).", "8 2\n").stated
    assert ("chain", "1 <= k <= n <= 90") in {(record.kind, record.relation) for record in stated}


def test_what_a_permutation_and_a_grid_are_leaves_nothing_to_assume() -> None:
    permuted = report(LIST, "One n (1 <= n <= 9). The second line has a permutation a of 1, ..., n.", "2\n2 1\n")
    assert (permuted.text, permuted.assumed) == ("n: int 1..9\na: int[n] 1..n permutation\n", ())
    grid = report(
        "n, m = map(int, input().split())\ng = [input() for _ in range(n)]\n",
        "Two integers n and m (1 <= n, m <= 9), then a grid of n rows of m characters, each . or #.",
        "2 3\n#..\n.#.\n",
    )
    assert (grid.text, grid.assumed) == ('n: int 1..9; m: int 1..9\ng: word[n][m] 1..1 of "#." joined\n', ())


SQUARE = "3\nann\nbob\nann\n"


def test_words_as_long_as_they_are_many_are_a_grid_only_where_something_says_so() -> None:
    said = "The first line contains n (1 <= n <= 90). "
    apart = report(NAMES, f"{said}Each of the next n lines contains a name of lowercase letters.", SQUARE)
    assert apart.text == 'n: int 1..90\nnames: word[n] 1..200000 of "a-z" lines\n'
    for more in ("Each of the next n lines contains n lowercase letters.", "Then follows the grid of letters."):
        assert "names: word[n][n] 1..1" in report(NAMES, said + more, SQUARE).text


def test_words_whose_lengths_the_statement_gives_are_no_grid() -> None:
    found = report(
        "n, k = map(int, input().split())\nnames = [input() for _ in range(n)]\nprint(names[k - 1])\n",
        "Two integers n and k (1 <= n, k <= 90). Each of the next n lines contains a name. Each name has at "
        "least 1 and at most 20 lowercase letters.",
        "2 3\nann\nbob\n",
    )
    assert found.text == 'n: int 1..90; k: int 1..90\nnames: word[n] 1..20 of "a-z" lines\n'


@pytest.mark.parametrize(
    ("said", "bounds"),
    [
        ("The input contains at most 50000 words of lowercase letters, each at most 10 characters long.", "1..50000"),
        ("You are given between 2 and 10^3 words. Each has at most 10 letters.", "2..1000"),
        ("Each line of the input contains at most 7 words of at most 10 letters.", "1..200000"),
    ],
)
def test_a_count_that_the_input_does_not_have_is_bounded_by_words_about_the_whole(said: str, bounds: str) -> None:
    found = report("import sys\nfor w in sys.stdin.read().split():\n    print(w)\n", said, "the cat\nand the dog\n")
    count, word = found.text.splitlines()[:2]
    assert count == f"w_count: count {bounds} until end"
    assert word.startswith("w: word[w_count] 1..10 of ")


def test_a_bound_over_another_variable_that_a_sample_breaks_gives_way_to_the_other_bounds() -> None:
    source = "q, k = map(int, input().split())\nfor i in range(q):\n    p, m = map(int, input().split())\n"
    said = "Two integers q and k (1 <= q, k <= 90). Each of the next q lines has p and m (0 <= p <= m, 1 <= m <= 70)."
    assert "m: int max(p,1)..70" in report(source, said, "2 1\n1 1\n2 3\n").text
    found = report(source, said, "2 1\n4 3\n2 3\n")
    assert found.text == "q: int 1..90; k: int 1..90\nrows[q]: p: int 0..1000000000; m: int 1..70\n"
    assert any("breaks" in misfit.message for misfit in found.misfits)


@pytest.mark.parametrize("sample", ["2 1\n4 3\n2 3\n", "2 1\n1 3\n2 2\n"])
def test_a_format_never_refuses_the_samples_that_it_was_made_of(sample: str) -> None:
    source = "q, k = map(int, input().split())\nfor i in range(q):\n    p, m = map(int, input().split())\n"
    for said in ("0 <= p <= m <= q", "p < m", "m < p <= 9, 1 <= m", "1 <= p <= q, 1 <= m <= p"):
        made = report(source, f"Two integers q and k (1 <= q, k <= 90), then q lines with p and m ({said}).", sample)
        assert made.format is not None
        assert not violations(made.format, parse(made.format, sample.encode()))


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("One line with a balanced sequence s (2 <= |s| <= 40).", " brackets"),
        ("One line with a sequence s of brackets (2 <= |s| <= 40). Can it be made a balanced sequence?", ""),
    ],
)
def test_a_balanced_sequence_is_one_of_brackets_where_the_samples_are(said: str, form: str) -> None:
    assert report(WORD, said, "(()())\n").text == f's: word 2..40 of "()"{form}\n'


@pytest.mark.parametrize(
    "said",
    [
        "a string of $n$ lowercase letters",
        "a string of length $n$ consisting of lowercase English letters",
        "$n$ lowercase letters",
        "exactly $n$ lowercase English letters without spaces",
        "a word of $n$ characters",
        "a string consisting of $n$ lowercase letters",
        "the string, $n$ letters long",
        "a string $s$ with $n$ letters",
    ],
)
def test_a_string_without_a_name_is_as_long_as_said_where_it_is_described(said: str) -> None:
    statement = (
        "How many different substrings of length $k$ are there?\n\n## Input\n\nThe first line contains two "
        f"integers $n$ and $k$ ($1 \\le k \\le n \\le 2000$). The second line contains {said}."
    )
    made = report(PAIR + "s = input()\nprint(s[k:])\n", statement, "5 3\nabcab\n").text
    assert "s: word n..n" in made
