"""What contest statements usually say of their inputs, in words that several of them use, beside the format that says
the same and what of it is left open."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

HEAD = "#include <bits/stdc++.h>\nusing namespace std;int main(){"
ONE = "int n;cin>>n;"
WORD = "string s;cin>>s;"
REAL = "double x;cin>>x;"
THREE = "int a,b,c;cin>>a>>b>>c;"
LIST = "int n;cin>>n;vector<long long>a(n);for(auto&x:a)cin>>x;"
SIZED_LIST = "int n,k;cin>>n>>k;vector<long long>a(n);for(auto&x:a)cin>>x;"
SIZED_WORD = "int n;cin>>n;string s;cin>>s;"
CHANGED_WORD = "int n,k;cin>>n>>k;string s;cin>>s;"
TWO_WORDS = "int n,m;string a,b;cin>>n>>m>>a>>b;"
WORDS = "int n;cin>>n;while(n--){string s;cin>>s;}"
PAIRS = "int n;cin>>n;for(int i=0;i<n;i++){int x,y;cin>>x>>y;}"
NAMES = "int n;cin>>n;while(n--){string s;int x;cin>>s>>x;}"
EDGES = "int n,m;cin>>n>>m;for(int i=0;i<m;i++){int x,y;cin>>x>>y;}"
ASKED_EDGES = "int n,m,q;cin>>n>>m>>q;for(int i=0;i<m;i++){int a,b;cin>>a>>b;}for(int i=0;i<q;i++){int a,b;cin>>a>>b;}"
GRID = "int r,c;cin>>r>>c;vector<string>g(r);for(auto&x:g)cin>>x;"
TRIANGLE = "int n;cin>>n;for(int i=0;i<n-1;i++)for(int j=i+1;j<n;j++){int d;cin>>d;}"
TWO_LISTS = "int n;cin>>n;vector<int>a(n),b(n);for(auto&x:a)cin>>x;for(auto&x:b)cin>>x;"
N = "The first line has $n$ ($1 \\le n \\le 1000$). "


def reported(said: str, program: str, sample: str, story: str = "Story."):
    """The report of a problem with one sample, or none where that is ""."""
    samples = (Sample("1", sample.encode()),) if sample else ()
    statement = f"{story}\n\n## Input\n\n{said}\n\n## Output\n\nPrint the answer.\n"
    source = f"{HEAD}{program}}}".encode()
    return infer(Problem("p", "plain", Path("."), statement, samples=samples), Solution(Path("p.cpp"), "cpp", source))


@pytest.mark.parametrize(
    ("said", "program", "sample", "text"),
    [
        # Lengths beside what they are of.
        ("A string of length $n$ $(n \\leq 1000)$, the DNA.", WORD, "acgt\n", 's: word 1..1000 of "a-z"'),
        ("A line with a word. Its length $L$ satisfies $1 \\le L \\le 50$.", WORD, "ab\n", 's: word 1..50 of "a-z"'),
        (
            "The first line has $n$ ($1 \\le n \\le 1000$), the length of the string. The second line contains the "
            "string, which only has the letters a to z.",
            SIZED_WORD,
            "3\nabc\n",
            'n: int 1..1000\ns: word n..n of "a-z"',
        ),
        (
            "The first line contains the number of letters $n$ in the word ($1 \\le n \\le 9$). The second line "
            "contains "
            "the word in lowercase letters.",
            SIZED_WORD,
            "3\nabc\n",
            'n: int 1..9\ns: word n..n of "a-z"',
        ),
        (
            "The first line has $n$ and $k$ ($1 \\le k \\le n \\le 9$), the length of the string and the number of "
            "changes. The next line contains the string, which only has the letters a to z.",
            CHANGED_WORD,
            "3 2\nabc\n",
            'n: int 1..9; k: int 1..n\ns: word n..n of "a-z"',
        ),
        (
            "The first line has $n$ and $m$ ($1 \\le n, m \\le 20$), the lengths of the two strings. The second line "
            "contains the first string and the third line the second one. Both consist of lowercase letters.",
            TWO_WORDS,
            "2 3\nab\nabc\n",
            'n: int 1..20; m: int 1..20\na: word n..n of "a-z"\nb: word m..m of "a-z"',
        ),
        (
            "A string of length $n$ ($n \\le 9$) that only contains the 4 letters ACGT.",
            WORD,
            "ACGT\n",
            's: word 1..9 of "ACGT"',
        ),
        (
            N + "The next $n$ lines contain a name each, starting with an uppercase letter followed by lowercase "
            "letters. A name has at least 2 and at most 12 letters.",
            WORDS,
            "2\nAb\nCd\n",
            'n: int 1..1000\ns: word[n] 2..12 pattern "[A-Z][a-z]{1,11}" lines',
        ),
        # Bounds of what stands beside a name, or several.
        (
            N + "The second line consists of $n$ space separated non-negative integers, none of them exceeding $10^6$.",
            LIST,
            "3\n1 2 3\n",
            "n: int 1..1000\na: int[n] 0..1000000",
        ),
        (
            "Three positive integers $a$, $b$, $c$, each at most 1000. It is guaranteed that $a + b > c$.",
            THREE,
            "3 4 5\n",
            "a: int 1..1000; b: int 1..1000; c: int 1..min(a+b-1,1000)\nwhere a+b > c",
        ),
        (
            "The radius $r$, a positive real number of at most 1000 with at most 4 digits after the decimal point.",
            REAL,
            "2.5\n",
            "r: float 0.0001..1000.0 decimals 0..4",
        ),
        (
            N + "The second line has $n$ positive real numbers, each at most 1000 with at most two decimals.",
            "int n;cin>>n;vector<double>a(n);for(auto&x:a)cin>>x;",
            "1\n2.5\n",
            "n: int 1..1000\na: float[n] 0.01..1000.0 decimals 0..2",
        ),
        (
            "The only line contains $n$, a power of two ($1 \\le n \\le 1024$).",
            ONE,
            "4\n",
            "n: int 1..1024\nwhere 2^62%n == 0",
        ),
        # Orders, differences and graphs.
        (
            "Line one: $n$, the number of slices, and $k$ ($1\\le n,k\\le 500$). Line two: the weights of the slices "
            "in grams, integers from 1 "
            "to 1000, in non-decreasing order.",
            SIZED_LIST,
            "3 2\n1 2 3\n",
            "n: int 1..500; k: int 1..500\na: int[n] 1..1000 sorted",
        ),
        (
            N + "The following $n$ lines contain two integers $0 \\le x_i, y_i \\le 9$ each, the coordinates of tree "
            "$i$. "
            "All trees have different coordinates.",
            PAIRS,
            "2\n0 1\n3 4\n",
            "n: int 1..1000\nrows[n] distinct: x: int 0..9; y: int 0..9",
        ),
        (
            N + "Each of the $n$ lines has two integers $x$ and $y$ ($1\\le x,y\\le 30$). No two points have the same "
            "$x$ or "
            "the same $y$.",
            PAIRS,
            "2\n1 2\n3 4\n",
            "n: int 1..1000\nrows[n]: x: int 1..30; y: int 1..30\nwhere distinct x\nwhere distinct y",
        ),
        (
            "The first line has $n$, the number of dominoes ($1 \\le n \\le 28$). Each of the next $n$ lines contains "
            "two "
            "integers between 0 and 6, the numbers on a domino. No domino appears twice.",
            PAIRS,
            "2\n1 2\n3 4\n",
            "n: int 1..28\nrows[n] distinct: x: int 0..6; y: int 0..6",
        ),
        (
            "The first line has $N$ and $M$, the number of nodes ($2 \\le N \\le 10$) and edges ($0 \\le M \\le 50$). "
            "Then $M$ "
            "lines follow, each with two integers $u, v$ ($0 \\le u, v < N$), an undirected edge. The graph contains "
            "no "
            "self-loops and no multiple edges, and is connected.",
            EDGES,
            "3 2\n0 1\n1 2\n",
            "N: int 2..10; M: int 0..50\nrows[M] graph(u, v; N) connected no-loops simple: u: int 0..N-1; v: int "
            "0..N-1",
        ),
        (
            "The first line has $n$, $m$ and $q$ ($1 \\le n, m, q \\le 9$). Next follow $m$ lines with integers $a$ "
            "and $b$, a "
            "bridge between islands $a$ and $b$. Then follow $q$ lines with integers $a$ and $b$, the islands "
            "asked about. Islands are numbered from 1 to $n$, and no bridge connects an island to itself.",
            ASKED_EDGES,
            "3 1 1\n1 2\n2 3\n",
            "n: int 1..9; m: int 1..9; q: int 1..9\nrows[m] graph(a, b; n) no-loops: a: int 1..n; b: int 1..n\n"
            "rows[q]: a2: int 1..n; b2: int 1..n",
        ),
        # Signs in quotes, and what they stand for.
        (
            "The first line has $R$ and $C$ ($1 \\le R, C \\le 50$). The following $R$ lines contain $C$ characters "
            "each. A "
            "`#` is a wall and a `.` is empty.",
            GRID,
            "2 3\n.#.\n#..\n",
            'R: int 1..50; C: int 1..50\ng: word[R][C] 1..1 of "#." joined',
        ),
        (
            "The first line has $h$ and $w$ ($2 \\le h, w \\le 9$). Then the maze follows, $h$ lines of $w$ "
            "characters: `.` "
            "(free), `#` (wall) and `S` (start). The start occurs exactly once.",
            GRID,
            "2 3\n.#.\nS..\n",
            'h: int 2..9; w: int 2..9\nS: word[h][w] 1..1 of "#.S" joined\nwhere one S == "S"',
        ),
        (
            "The first line has $r$ and $c$ ($1 \\leq r, c \\leq 9$). Then $r$ lines with $c$ characters each: `\\#' "
            "for "
            "walls, `.' for free cells and `S' for the start.\n\nThere is exactly one `S'.",
            GRID,
            "2 3\n#.#\nS..\n",
            'r: int 1..9; c: int 1..9\ng: word[r][c] 1..1 of "#.S" joined\nwhere one g == "S"',
        ),
        # Names and numbers beside one another.
        (
            "The first line contains $n$ and $S$ ($1 \\le n \\le 1000$, $1 \\le S \\le 10^6$). The second line "
            "contains $n$ "
            "positive integers, none of them larger than $S$.",
            SIZED_LIST,
            "3 9\n1 2 3\n",
            "n: int 1..1000; S: int 1..1000000\na: int[n] 1..S",
        ),
        (
            "The first line contains $n$, the number of people ($2 \\le n \\le 1000$), and $k$, the size of the team "
            "($1 \\le k < n$). The second line contains the ages of the people, $n$ integers in the range 1 to 100.",
            SIZED_LIST,
            "3 2\n1 2 3\n",
            "n: int 2..1000; k: int 1..n-1\na: int[n] 1..100",
        ),
        (
            "A positive integer $n \\le 1000$, and on the next line $n$ integers, each at most $10^6$ in absolute "
            "value.",
            LIST,
            "2\n1 2\n",
            "n: int 1..1000\na: int[n] -1000000..1000000",
        ),
        (
            N + "The second line has $n$ integers. None of the integers is larger than 50 or less than 1.",
            LIST,
            "2\n1 2\n",
            "n: int 1..1000\na: int[n] 1..50",
        ),
        (
            N + "The second line has $n$ integers. Every integer is at least 1 and none is greater than 50.",
            LIST,
            "2\n1 2\n",
            "n: int 1..1000\na: int[n] 1..50",
        ),
        ("A single positive integer with at most 9 digits.", ONE, "100\n", "n: int 1..999999999"),
        (
            N + "Then $n$ lines follow, each with $i$ and $v$ ($1 \\le i \\le n$, $1 \\le v \\le 9$): the $i$-th road "
            "has $v$ miles.",
            PAIRS,
            "2\n1 2\n2 4\n",
            "n: int 1..1000\nrows[n]: i: int 1..n; v: int 1..9",
        ),
        (
            "One integer $n$. $n$ is at least 3 and at most 10000, and odd.",
            ONE,
            "3\n",
            "n: int 3..10000\nwhere n%2 == 1",
        ),
        (
            "A single line with a palindrome of at most 100 lowercase letters.",
            WORD,
            "aba\n",
            's: word 1..100 of "a-z"\nwhere palindrome s',
        ),
        (
            N + "The second line contains the $n$ words, separated by single spaces. Every word has between 1 and 20 "
            "lowercase letters.",
            "int n;cin>>n;cin.ignore();string s;getline(cin,s);",
            "2\nab cd\n",
            'n: int 1..1000\ns: word[n] 1..20 of "a-z"',
        ),
        # What stands on which line.
        (
            "The first line has $n$ ($2 \\le n \\le 100$). The $i$-th of the next $n-1$ lines contains $n-i$ "
            "integers, where "
            "the $j$-th is the distance between towns $i$ and $i+j$. All distances are between $1$ and $1000$.",
            TRIANGLE,
            "3\n1 2\n3\n",
            "n: int 2..100\nrows[n-1]: d: int[n-_row-1] 1..1000",
        ),
        (
            N + "The next $n$ lines have one integer each, between $1$ and $10$. The next $n$ lines have one integer "
            "each, "
            "between $20$ and $30$.",
            TWO_LISTS,
            "1\n1\n20\n",
            "n: int 1..1000\na: int[n] 1..10 lines\nb: int[n] 20..30 lines",
        ),
    ],
)
def test_what_is_usually_said_is_read_and_nothing_is_left_open(said, program, sample, text):
    report = reported(said, program, sample)
    assert report.text.strip() == text
    assert report.doubts == ()


@pytest.mark.parametrize(
    ("said", "program", "sample", "words"),
    [
        (
            N + "Each of the next $n$ lines has the name of a contestant, at most 20 letters a-z, followed by his "
            "score, an "
            "integer from 0 to 100. No two contestants have the same name or the same score.",
            NAMES,
            "2\nab 3\nc 5\n",
            "the same score",
        ),
        (
            N + "Each of the $n$ lines has two integers $x$ and $y$ ($1\\le x,y\\le 30$), the position of a stone. No "
            "two "
            "stones lie in the same row or in the same column.",
            PAIRS,
            "2\n1 2\n3 4\n",
            "the same column",
        ),
        (
            "The first line has $n$ and $m$ ($1\\le n,m\\le 50$). Then come $m$ lines, each with two distinct integers "
            "between 1 and $n$, the planets that a wormhole joins. There is at most one wormhole between any two "
            "planets, "
            "and you can get from any planet to any other planet.",
            EDGES,
            "3 2\n1 2\n2 3\n",
            "There is at most one wormhole",
        ),
        (
            "The first line has $n$ and $m$ ($1 \\le n, m \\le 9$). Each of the next $m$ lines has $a$ and $b$ ($1 "
            "\\le a < b \\le "
            "n$): $a$ knows $b$. If $a$ knows $b$ and $b$ knows $c$, then $a$ knows $c$.",
            EDGES,
            "3 1\n1 2\n",
            "If $a$ knows $b$",
        ),
        (
            N
            + "The second line has the times of the $n$ runners, integers from 1 to 9. No runner took more than twice "
            "as "
            "long as the winner.",
            LIST,
            "2\n3 4\n",
            "more than twice",
        ),
    ],
)
def test_what_the_format_does_not_say_is_left_open(said, program, sample, words):
    assert any(words in doubt.quote for doubt in reported(said, program, sample).doubts)


@pytest.mark.parametrize(
    "said",
    [
        "La primera línea contiene $n$ ($1 \\le n \\le 9$). La segunda línea contiene $n$ enteros distintos $a_i$ "
        "($1 \\le a_i \\le 9$).",
        "Pierwszy wiersz zawiera $n$ ($1 \\le n \\le 9$). Drugi wiersz zawiera $n$ różnych liczb $a_i$ ($1 \\le a_i "
        "\\le 9$).",
    ],
    ids=["Spanish", "Polish"],
)
def test_a_short_statement_in_a_language_that_is_not_read_is_doubted(said):
    assert [doubt.kind for doubt in reported(said, LIST, "2\n3 4\n", "").doubts] == ["language"]


GROUPS = "\n\n## Scoring\n\n| Group | Points | Constraints |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("rows", "doubts"),
    [
        (("$n \\le 10$, $1 \\le a_i \\le 10^9$", "$n \\le 200000$, $1 \\le a_i \\le 100$"), ["bounds"]),
        (("$n \\le 10$, $1 \\le a_i \\le 100$", "$n \\le 200000$, $1 \\le a_i \\le 10^9$"), []),
        (
            (
                "$n \\le 10$, $1 \\le a_i \\le 9$",
                "$n \\le 50$, $1 \\le a_i \\le 5$",
                "$n \\le 50$, $1 \\le a_i \\le 9$",
            ),
            [],
        ),
    ],
    ids=["no group has both", "the last has both", "one behind them has both"],
)
def test_largest_values_that_no_group_allows_together_are_doubted(rows, doubts):
    said = "The first line has an integer $n$ ($n \\ge 1$). The second line has $n$ integers $a_i$."
    table = GROUPS + "".join(f"| {at} | 20 | {row} |\n" for at, row in enumerate(rows, 1))
    statement = f"## Input\n\n{said}\n\n## Output\n\nPrint the sum.{table}"
    source = Solution(Path("p.cpp"), "cpp", f"{HEAD}{LIST}}}".encode())
    report = infer(Problem("p", "plain", Path("."), statement, samples=(Sample("1", b"2\n3 4\n"),)), source)
    assert [doubt.kind for doubt in report.doubts] == doubts


def test_parents_are_counted_from_one_where_no_sample_shows_it_and_that_is_doubted():
    said = "The first line has $n$ ($1 \\le n \\le 9$). The second line has $n-1$ integers $p_2..p_n$, the parents."
    report = reported(said, "int n;cin>>n;for(int i=2;i<=n;i++){int p;cin>>p;}", "")
    assert "p: int[n-1] 1..n parents" in report.text and [doubt.kind for doubt in report.doubts] == ["bounds"]
