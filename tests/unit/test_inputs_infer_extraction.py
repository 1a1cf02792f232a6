"""What a statement's sentences become as records, in every style in which judges write."""

from __future__ import annotations

import pytest

from slowpath.model.stated import StatedConstraint
from slowpath.statement.claims.endings import endings_of
from slowpath.statement.records import extract
from slowpath.statement.sentences.statement import read_statement

RANGES = [
    ("$1 \\le n \\le 10^5$", "range 1 <= n <= 100000"),
    ("(1 ≤ n ≤ 2·10⁵)", "range 1 <= n <= 200000"),
    ("1 ⩽ n ⩽ 10<sup>5</sup>", "range 1 <= n <= 100000"),
    ("1 &le; n &le; 10<sup>5</sup>", "range 1 <= n <= 100000"),
    ("<var>1 \\leq N \\leq 3 \\times 10^5</var>", "range 1 <= N <= 300000"),
    ("$1 \\leqslant n \\leqslant 10^{6}$", "range 1 <= n <= 1000000"),
    ("1 <= n <= 10**6", "range 1 <= n <= 1000000"),
    ("1 <= n <= 1e5", "range 1 <= n <= 100000"),
    ("1 <= n <= 1.5e6", "range 1 <= n <= 1500000"),
    ("1 <= n <= 2*10^5", "range 1 <= n <= 200000"),
    ("1 <= n <= 2 x 10^5", "range 1 <= n <= 200000"),
    ("1 <= n <= 2.10^5", "range 1 <= n <= 200000"),
    ("1 ≤ n ≤ 200 000", "range 1 <= n <= 200000"),
    ("1 ≤ n ≤ 200,000", "range 1 <= n <= 200000"),
    ("1 ≤ n ≤ 200\u2009000", "range 1 <= n <= 200000"),
    ("1 ≤ n ≤ 100.000", "range 1 <= n <= 100000"),
    ("1 ≤ n ≤ 1'000'000", "range 1 <= n <= 1000000"),
    ("$1 \\le n \\le 200{,}000$", "range 1 <= n <= 200000"),
    ("$1 \\le n \\le 1\\,000\\,000$", "range 1 <= n <= 1000000"),
    ("$0 \\le x < 2^{31}$", "range 0 <= x < 2147483648"),
    ("0 <= x <= 2^31 - 1", "range 0 <= x <= 2147483647"),
    ("2 ≤ p ≤ 10^9 + 7", "range 2 <= p <= 1000000007"),
    ("$1 \\le p < 998244353$", "range 1 <= p < 998244353"),
    ("n is at most one million", "range n <= 1000000"),
    ("n does not exceed 2 million", "range n <= 2000000"),
    ("n is between 1 and 50, inclusive", "range 1 <= n <= 50"),
    ("n will be between 1 and 50 inclusive", "range 1 <= n <= 50"),
    ("n in the range from 3 to 100", "range 3 <= n <= 100"),
    ("an integer n in the range [1, 10^6]", "range 1 <= n <= 1000000"),
    ("$x \\in [0, 100)$", "range 0 <= x <= 99"),
    ("x is 0 or 1", "range 0 <= x <= 1"),
    ("$x \\in \\{0, 1, 2\\}$", "range 0 <= x <= 2"),
    ("n is no more than 30", "range n <= 30"),
    ("n is less than 30", "range n < 30"),
    ("n is not less than 3 and not greater than 9", "range n >= 3", "range n <= 9"),
    ("100 ≥ n ≥ 1", "range 100 >= n >= 1"),
    ("n, the number of cities, is at most 100", "range n <= 100"),
    ("the number n of nodes (3 ≤ n ≤ 50)", "range 3 <= n <= 50"),
    ("1 <= n, m <= 10", "range 1 <= n <= 10", "range 1 <= m <= 10"),
    ("n, m (1 ≤ n ≤ 5, 2 ≤ m ≤ 7)", "range 1 <= n <= 5", "range 2 <= m <= 7"),
    ("$1 \\le N \\le 10^{18}$", "range 1 <= N <= 1000000000000000000"),
    ("$-10^9 \\le x \\le 10^9$", "range -1000000000 <= x <= 1000000000"),
    ("max(n, m) ≤ 500", "range n <= 500", "range m <= 500"),
    ("$N \\le 10^5$", "range N <= 100000"),
]
INDEXED = [
    ("$1 \\le a_i \\le 10^9$", "indexed 1 <= a_i <= 1000000000"),
    ("1 ≤ a[i] ≤ 100", "indexed 1 <= a_i <= 100"),
    ("<var>0 \\leq A_{i,j} \\leq 9</var>", "indexed 0 <= A_ij <= 9"),
    ("$1 \\le x_i, y_i \\le 10^9$", "indexed 1 <= x_i <= 1000000000", "indexed 1 <= y_i <= 1000000000"),
    ("1 ≤ a<sub>i</sub> ≤ 50", "indexed 1 <= a_i <= 50"),
    ("1 ≤ aᵢ ≤ 50", "indexed 1 <= a_i <= 50"),
    ("n numbers ai (1 ≤ ai ≤ 100)", "indexed 1 <= a_i <= 100"),
    ("a_i ≤ 7 and a_i ≥ 0", "indexed a_i <= 7", "indexed a_i >= 0"),
    ("all numbers are at most 1000 in absolute value", "absolute |every value| <= 1000"),
    ("|x_i| ≤ 10^6", "absolute |x| <= 1000000"),
    ("the absolute value of x_i does not exceed 1000", "absolute |x| <= 1000"),
]
TOGETHER = [
    ("1 ≤ l ≤ r ≤ n", "chain 1 <= l <= r <= n"),
    ("$1 \\le l_i \\le r_i \\le n$", "chain 1 <= l_i <= r_i <= n"),
    ("$1 \\le u, v \\le n; u \\ne v$", "chain 1 <= u <= n", "chain 1 <= v <= n", "relation u != v"),
    ("1 ≤ k ≤ min(n, m)", "chain 1 <= k <= min(n,m)"),
    ("$1 \\le m \\le \\frac{n(n-1)}{2}$", "chain 1 <= m <= n*(n-1)//2"),
    ("n·m ≤ 10^6", "product n*m <= 1000000"),
    ("$N \\times M \\le 10^6$, $1 \\le N, M$", "product N*M <= 1000000", "range 1 <= N", "range 1 <= M"),
    ("1 ≤ N, M and NM ≤ 500", "range 1 <= N", "range 1 <= M", "product N*M <= 500"),
    ("n + m ≤ 100", "expression n+m <= 100"),
    ("k1 + k2 = n", "expression k1+k2 = n"),
    ("1 ≤ k ≤ 2n", "chain 1 <= k <= 2*n"),
    ("l ≤ r", "relation l <= r"),
    ("x does not exceed n", "relation x <= n"),
    ("$0 \\leq i_0 < \\cdots < i_{K-1} \\leq N - 1$", "chain 0 <= i_K-1 <= N-1"),
]
DISTANCES = [
    ("$|x_1 - x_2| + |y_1 - y_2| = 1$", "expression abs(x1-x2)+abs(y1-y2) = 1"),
    ("$|a_i - b_i| \\le k$", "expression abs(a-b) <= k"),
    ("The absolute difference between a and b is at most 5", "expression abs(a-b) <= 5"),
    ("$|p_i - p_{i+1}| \\le 1$",),
    ("$|a_i - a_j| = 1$",),
]
ALL = [
    ("The second line contains n integers between 1 and 1000", "all 1 <= every value <= 1000"),
    ("n is an integer between 1 and 5", "range 1 <= n <= 5"),
    ("Then n lines follow, each with a number from 1 to 9", "all 1 <= every value <= 9"),
    ("n distinct integers from 1 to 9", "all 1 <= every value <= 9"),
    ("two integers a and b between 1 and 9", "range 1 <= a <= 9", "range 1 <= b <= 9"),
    ("A_i is a number between 3 and 9", "indexed 3 <= A_i <= 9"),
]
LENGTHS = [
    ("a string s (1 ≤ |s| ≤ 10^5)", "length 1 <= |s| <= 100000"),
    ("the length of s does not exceed 100", "length len(s) <= 100"),
    ("a string of at most 80 characters", "length <= 80"),
    ("A word has no more than twenty letters", "length <= 20"),
    ("1 <= len(s) <= 30", "length 1 <= |s| <= 30"),
    ("1 <= s.length <= 30", "length 1 <= |s| <= 30"),
    ("$1 \\le \\lvert S \\rvert \\le 12$", "length 1 <= |S| <= 12"),
    ("an integer of up to 1000 digits", "length <= 1000"),
]
SUMS = [
    ("It is guaranteed that the $m_i$ sum up to $m$", "sum m_i = m"),
    ("The numbers a_i add up to exactly S", "sum a_i = S"),
    ("The a_i sum up to at most 100", "sum a_i <= 100"),
    ("the sum of all $a_i$ is equal to $n$", "sum a_i = n"),
    ("$a_1 + a_2 + \\ldots + a_n = m$", "sum a_i = m"),
    ("$k_1+\\dots+k_m\\le 10^5$", "sum k_i <= 100000"),
    ("the sum of a_i is odd",),
    ("the sum of n over all test cases does not exceed 2*10^5", "sum n <= 200000"),
    ("It is guaranteed that the sum of all n is at most 1000", "sum n <= 1000"),
    ("$\\sum n \\le 10^6$", "sum n <= 1000000"),
    ("$\\sum_{i=1}^{k} a_i \\le 10^6$", "sum a_i <= 1000000"),
    ("The sum of $n \\cdot m$ over all test cases does not exceed $10^5$", "sum n*m <= 100000"),
    ("The sum of values n over all test cases doesn't exceed 50", "sum n <= 50"),
    ("the total length of all strings does not exceed 10^6", "sum length <= 1000000"),
    ("the sum of |s| over all tests is at most 77", "sum |s| <= 77"),
    ("The sum of the lengths of all strings s is at most 77", "sum len(s) <= 77"),
    ("The sum of n and the sum of m over all test cases do not exceed 30", "sum n <= 30", "sum m <= 30"),
    ("the sum of n across all test cases is no more than 5000", "sum n <= 5000"),
]
CARETS = [
    ("1 ≤ n ≤ 105", "range 1 <= n <= 100000", "range 1 <= n <= 105"),
    ("1 ≤ n ≤ 2·105", "range 1 <= n <= 200000", "range 1 <= n <= 210"),
    ("1 ≤ mod ≤ 109 + 7", "range 1 <= mod <= 1000000007", None),
    ("-109 ≤ x ≤ 109", "range -1000000000 <= x <= 1000000000", None),
    ("0 ≤ x ≤ 231 - 1", "range 0 <= x <= 2147483647", None),
    ("1 ≤ n ≤ 105, 1 ≤ x ≤ 10^9", "range 1 <= n <= 105", "range 1 <= n <= 100000"),
]
WORDS = [
    ("The second line contains n distinct integers a_1, ..., a_n", "trait a: distinct"),
    ("All a_i are distinct", "trait a: distinct"),
    ("The a_i are pairwise different", "trait a: distinct"),
    ("$a_i \\neq a_j$ for $i \\neq j$", "trait a: distinct", "relation a_i != a_j"),
    ("The integers a_1, ..., a_n are not necessarily distinct",),
    ("No two of the numbers are equal", "trait values: distinct"),
    ("$P$ is a permutation of $1, 2, \\ldots, N$", "trait P: permutation of 1.."),
    (
        "You are given a permutation p_1, p_2, ..., p_n of the integers from 1 to n",
        "trait p: permutation of 1..",
        "chain 1 <= p_n <= n",
    ),
    ("a permutation $P$ of $\\lbrace 0, 1, \\dots, N-1 \\rbrace$", "trait P: permutation of 0.."),
    ("n integers a_1, ..., a_n in non-decreasing order", "trait a: sorted"),
    ("The times t_1, ..., t_n are given in increasing order", "trait t: sorted"),
    ("$a_i < a_{i+1}$", "trait a: strictly-sorted", "relation a_i < a_i+1"),
    ("$x_1 \\le x_2 \\le \\dots \\le x_n$", "trait x: sorted"),
    ("the heights h_i are sorted in descending order", "trait h: reverse-sorted"),
    ("n is even", "divisible n%2 == 0"),
    ("all a_i are multiples of 3", "divisible a%3 == 0"),
    ("integers l_i, where 2 <= l_i <= 40 is an even integer", "divisible l%2 == 0", "indexed 2 <= l_i <= 40"),
    ("The words are in alphabetical order.", "trait values: sorted"),
    (
        "The words are in lexicographic order and are all different.",
        "trait values: sorted",
        "trait values: strictly-sorted",
        "trait values: distinct",
    ),
    ("an odd integer n", "divisible n%2 == 1"),
    ("n is divisible by k", "divisible n%k == 0"),
    ("N is a multiple of 4", "divisible N%4 == 0"),
    ("k divides n", "divisible n%k == 0"),
    ("n mod 3 = 1", "divisible n%3 == 1"),
    ("n and m are both even", "divisible n%2 == 0", "divisible m%2 == 0"),
    ("Check whether n is even",),
    ("The graph is undirected", "graph undirected"),
    ("a directed graph", "graph directed"),
    ("One can reach every city from any other", "graph connected"),
    ("From each town you can travel to any other town", "graph connected"),
    (
        "The graph is connected and contains no self-loops or multiple edges",
        "graph connected",
        "graph simple",
        "graph no-loops",
    ),
    ("The graph doesn't contain any self-loops", "graph no-loops"),
    ("The roads don't have multiple edges", "graph simple"),
    ("The graph may contain self-loops and multiple edges",),
    ("The graph is not necessarily connected",),
    ("It is guaranteed that the edges form a tree", "graph tree"),
    ("The roads are one-way", "graph directed"),
    ("a bipartite graph", "graph bipartite"),
    ("a directed acyclic graph", "graph directed", "graph acyclic"),
    ("$(u_i, v_i) \\neq (u_j, v_j)$", "graph simple"),
    ("There is at most one road between any pair of cities", "graph simple"),
    ("a tree rooted at vertex 1", "graph tree", "graph rooted"),
    ("a binary string s", "alphabet characters 01", "form binary"),
    ("a correct bracket sequence", "alphabet characters ()", "form brackets"),
    ("each cell is `.` or `#`", "alphabet characters #."),
    ("a real number x with at most 3 digits after the decimal point", "form 3 decimals"),
    ("real numbers given with two decimal places", "form 2 decimals"),
    ("each word has only letters `a-z`", "alphabet characters abcdefghijklmnopqrstuvwxyz"),
    ("p is a prime", "number p is prime"),
    ("n is a power of two", "number n is power of 2"),
    ("A different problem",),
    ("D is divisible by both u and v", "divisible D%u == 0", "divisible D%v == 0"),
    ("the k-th number is a_k",),
    ("a big integer of up to 1000 digits", "length <= 1000", "form number", "alphabet characters 0123456789"),
]
ENDS = [
    ("The last line contains 0 0 and should not be processed", "0 0"),
    ("The input is terminated by a line containing two zeros", "0 0"),
    ("The input ends with a line containing a single zero", "0"),
    ("A line with n = m = 0 marks the end of the input", "0 0"),
    ("The input is terminated by n = 0", "0"),
    ("A case with n = 0 and m = 0 terminates the input", "0 0"),
    ("Input ends with a line that holds -1", "-1"),
    ("The end of the input is indicated by a line consisting of '#'", "#"),
    ("The last line of the input is the word END, which is not to be processed", "END"),
    ("The input consists of several test cases until the end of file", ""),
    ("Process until EOF", ""),
    ("Input is terminated by end-of-file", ""),
    ("There are several data sets; read to the end of input", ""),
    ("The last line contains n integers", None),
    ("The last line contains an integer k (0 <= k <= 9)", None),
    ("The second line ends with the number m", None),
    ("A list of integers is terminated by 0", "0"),
    ("The final line contains three zeros", "0 0 0"),
    ('The end of each test is signified by the word "DONE"', "DONE"),
]
LINES = [
    ("Input\nThe first line contains two integers n and m.", "line: n, m"),
    ("Input\nThe first line contains three integers: h, w, n -- the sides.", "line: h, w, n"),
    ("Input\nThe second line contains n integers a_1, a_2, ..., a_n.", "line: a[n]"),
    ("Input\nThe line has $a_0, \\ldots, a_{n-1}$.", "line: a[n]"),
    ("Input\nThe next $n - 1$ lines each contain two integers $u$ and $v$.", "n-1 lines: u, v"),
    ("Input\nEach of the next q lines contains l and r.", "q lines: l, r"),
    ("Input\nThe next m lines describe roads. The i-th of these lines contains integers u_i and v_i.", "m lines: u, v"),
    ("Input\nThe next m lines describe roads. A road is given as a pair of integers (u_i, v_i).", "m lines: u, v"),
    ("Input\nThe line contains the integer k. Then follow k integers, the cards.", "line: k, ?[k]"),
    ("Input\nThe line holds a string s of length n.", "line: s"),
    ("Input\nThe first line of each test case contains n.", "line of each case: n"),
    ("Input\n```\nN M\nA_1 A_2 ... A_N\n```", "line: N, M", "line: A[N]"),
    ("Input\n```\n$N$ $M$\n$u_1$ $v_1$\n:\n$u_M$ $v_M$\n```", "line: N, M", "M lines: u, v"),
    ("Input\n```\n$N$\n$x_0$ $y_0$\n$x_1$ $y_1$\n$\\vdots$\n$x_{N-1}$ $y_{N-1}$\n```", "line: N", "N lines: x, y"),
    (
        "<h3>Input</h3>\n<pre><var>H</var> <var>W</var>\n<var>A_{1,1}</var> <var>\\ldots</var> <var>A_{1,W}</var>\n:\n"
        "<var>A_{H,1}</var> <var>\\ldots</var> <var>A_{H,W}</var>\n</pre>",
        "line: H, W",
        "H lines: A[W]",
    ),
    ("Input\n```\nN\nS_1\n:\nS_N\n```", "line: N", "N lines: S"),
]
WHOLE = {
    "outputs bound nothing": (
        "Input\nOne n (1 <= n <= 9).\nOutput\nPrint x, 1 <= x <= n.\nNote\nHere 1 <= y <= 5.",
        ["range 1 <= n <= 9"],
    ),
    "a note right behind constraints is one of them": (
        "## Constraints\n1 <= n <= 9\n\n**Note:** It is guaranteed that 1 <= m <= 5.",
        ["range 1 <= n <= 9", "range 1 <= m <= 5"],
    ),
    "a sample's own headings don't end the examples": (
        "## Input\n1 <= n <= 9\n## Example\n### Input\nx <= 4\n### Output\ny <= 5\n",
        ["range 1 <= n <= 9"],
    ),
    "a heading may have its text beside it": ("Input: the integer n <= 9.\nOutput: the x <= 5.", ["range n <= 9"]),
    "dashes around headings": ("-----Input-----\n1 <= n <= 9\n-----Output-----\nx <= 5", ["range 1 <= n <= 9"]),
    "HTML on one line": (
        "<h3>Constraints</h3><ul><li>1 &lt;= n &lt;= 9</li><li>1 &lt;= m</li></ul><h3>Output</h3><p>x &lt; 5</p>",
        ["range 1 <= n <= 9", "range 1 <= m"],
    ),
    "LaTeX sections and items": (
        "\\section*{Input}\n\\begin{itemize}\n\\item $1 \\leq n \\leq 9$\n\\end{itemize}\n\\section*{Output}\n"
        "$x \\leq 3$",
        ["range 1 <= n <= 9"],
    ),
    "Kattis commands": (
        "\\section{Input}\nOne line with two integers $n$ and $k$ ($2 \\le k \\le n \\le 10^4$).",
        ["chain 2 <= k <= n <= 10000"],
    ),
    "Japanese": ("### 制約\n- $1 \\leq N \\leq 5$\n### 出力\n$x \\leq 7$", ["range 1 <= N <= 5"]),
    "Russian": ("Входные данные\nЧисло n (1 ≤ n ≤ 5).\nВыходные данные\nx ≤ 7", ["range 1 <= n <= 5"]),
    "Chinese": (
        "## 输入格式\n一个整数 $n$。\n## 数据范围\n$1 \\le n \\le 10^5$。\n## 输出格式\n$x \\le 7$",
        ["range 1 <= n <= 100000"],
    ),
    "an index bounds no variable": (
        "Input\nn (1 <= n <= 9); for all i (1 <= i <= n) the a_i is small.",
        ["range 1 <= n <= 9"],
    ),
    "the answer isn't read": ("Input\n1 <= n <= 9. The answer for n does not exceed 10^18.", ["range 1 <= n <= 9"]),
    "a wrapped line goes on": ("Input\nThe integer n\n(1 <= n\n<= 9).", ["range 1 <= n <= 9"]),
    "a table of constraints": (
        "Constraints\n| name | limits |\n|---|---|\n| n | $1 \\le n \\le 9$ |\n",
        ["range 1 <= n <= 9"],
    ),
    "several variables of a grid": (
        "Input\nA grid of h lines (1 <= h, w <= 50).",
        ["range 1 <= h <= 50", "range 1 <= w <= 50"],
    ),
    "a lost subscript": (
        "Input\nai, bi (0 ≤ ai < bi ≤ 9). It holds that bi < ai + 1.",
        ["chain 0 <= a_i < b_i <= 9", "relation b_i < a_i+1"],
    ),
    "names of several letters": (
        "Input\n1 <= width, height <= 20",
        ["range 1 <= width <= 20", "range 1 <= height <= 20"],
    ),
    "as many digits as fit in no integer": ("Input\n0 <= A < 10^1000", ["length len(A) <= 1000"]),
    "positive numbers": ("Input\nTwo positive integers n and m.", ["range n >= 1", "range m >= 1"]),
    "at most so many cases": ("Input\nThere are at most 20 test cases.", ["cases test cases <= 20"]),
    "the number of what has no name": (
        "Input\n1 <= n <= 9. The total number of points over all tests is at most 50.",
        ["range 1 <= n <= 9"],
    ),
    "what ends the input": ("Input\n1 <= n <= 9. The input ends where n = m = 0.", ["range 1 <= n <= 9"]),
    "an implied length": ("Input\n1 <= k <= |s|", ["chain 1 <= k <= |s|"]),
    "bars after names": ("Input\nReal x and y, |x|, |y| <= 5", ["absolute |x| <= 5", "absolute |y| <= 5"]),
    "subtasks by percent": ("Input\nn <= 1000. For 30% of the tests n <= 10.", ["range n <= 1000", "range n <= 10"]),
    "an error of the output": (
        "Input\n1 <= n <= 9. An absolute error of at most 10^-6 is accepted.",
        ["range 1 <= n <= 9"],
    ),
}
NUMBERS = frozenset(
    {"range", "indexed", "chain", "relation", "product", "expression", "length", "absolute", "sum", "all", "cases"}
)


def records(statement: str) -> tuple[StatedConstraint, ...]:
    """What is extracted from a statement."""
    return extract(read_statement(statement))


@pytest.mark.parametrize(
    "row", [*RANGES, *INDEXED, *TOGETHER, *DISTANCES, *ALL, *LENGTHS, *SUMS], ids=lambda row: row[0]
)
def test_reads_comparisons_in_any_style(row: tuple[str, ...]) -> None:
    found = [str(record) for record in records(f"Input\n{row[0]}.") if record.kind in NUMBERS]
    assert sorted(found) == sorted(row[1:])


@pytest.mark.parametrize("row", CARETS, ids=lambda row: row[0])
def test_reads_a_number_without_its_caret_both_ways(row: tuple[str, ...]) -> None:
    text, chosen, other = row
    record = next(record for record in records(f"Input\n{text}.") if str(record) == chosen)
    assert record.alternatives
    assert record.confidence < 0.95
    assert other is None or f"range {record.alternatives[0]}" == other


@pytest.mark.parametrize("row", WORDS, ids=lambda row: row[0])
def test_reads_what_words_say(row: tuple[str, ...]) -> None:
    found = [str(record) for record in records(f"Input\n{row[0]}.") if record.kind != "count"]
    assert sorted(found) == sorted(row[1:])


@pytest.mark.parametrize(("text", "until"), ENDS)
def test_reads_how_the_input_ends(text: str, until: str | None) -> None:
    found = endings_of(read_statement(f"Input\n{text}."))
    assert [ending.until for ending in found] == ([] if until is None else [until])


@pytest.mark.parametrize("row", LINES, ids=lambda row: row[0])
def test_reads_what_stands_on_each_line(row: tuple[str, ...]) -> None:
    assert [record.relation for record in records(row[0]) if record.kind == "count"] == list(row[1:])


@pytest.mark.parametrize("name", WHOLE)
def test_reads_only_what_is_said_of_the_input(name: str) -> None:
    text, expected = WHOLE[name]
    assert [str(record) for record in records(text) if record.kind in NUMBERS] == expected


def test_bounds_of_subtasks_are_known_as_such() -> None:
    text = "Input\n1 <= n <= 1000.\n## Subtasks\n- Subtask 1 (20 points): n <= 10\n- Subtask 2 (80 points): n <= 1000\n"
    found = {record.relation: record.confidence for record in records(text)}
    assert found["n <= 10"] < 0.5 < found["1 <= n <= 1000"]


def test_a_story_is_trusted_less_than_the_input_section() -> None:
    found = {record.relation: record.confidence for record in records("Let k > 3 be big.\n## Input\nn (1 <= n <= 9)")}
    assert found["k > 3"] < found["1 <= n <= 9"]
