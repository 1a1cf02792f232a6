"""Statements as archives of contests have them: what is said twice, asked for in a list, or written with lost braces,
beside the format that says it. None of them leaves anything open."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

HEAD = "#include <bits/stdc++.h>\nusing namespace std;int main(){"
ONE = "int n;cin>>n;"
TWO = "int a,b;cin>>a>>b;"
WORD = "string s;cin>>s;"
LETTERS = "string a,b;cin>>a>>b;"
LIST = "int n;cin>>n;vector<long long>a(n);for(auto&x:a)cin>>x;"
LISTS = "int n;cin>>n;vector<int>a(n),b(n);for(auto&x:a)cin>>x;for(auto&x:b)cin>>x;"
WALK = "int n,m;cin>>n>>m;for(int i=0;i<m;i++){int u,v;cin>>u>>v;}int k;cin>>k;vector<int>p(k);for(auto&x:p)cin>>x;"
CASES = "int t;cin>>t;while(t--){int n;cin>>n;}"
N = "The first line contains $n$ ($1 \\le n \\le 100$). "
LETTER = "The line has a string $S$ of at most 9 lowercase letters."


def reported(said: str, program: str, sample: str, story: str = "Story."):
    statement = f"{story}\n\n## Input\n\n{said}\n\n## Output\n\nPrint the answer.\n"
    source = f"{HEAD}{program}}}".encode()
    problem = Problem("p", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("p.cpp"), "cpp", source))


@pytest.mark.parametrize(
    ("story", "said", "program", "sample", "text"),
    [
        # What a list of the story asks for, or defines, is nothing that the input is.
        (
            "A string is strong if all of the following hold:\n\n- S is a palindrome.\n- Its first half is one, too.\n",
            LETTER,
            WORD,
            "ab\n",
            'S: word 1..9 of "a-z"',
        ),
        # How many letters there are doesn't say which.
        (
            "Story.",
            "The line has $n$ ($1 \\le n \\le 26$), the number of Latin letters. The next line has the string $s$ "
            "of exactly $n$ lowercase Latin letters.",
            f"{ONE}{WORD}",
            "2\nab\n",
            'n: int 1..26\ns: word n..n of "a-z"',
        ),
        # Neighbours whose braces were lost.
        (
            "Story.",
            f"{N}The next line contains $a_1, \\dots, a_n$ ($1 \\le a_i \\le 9$, $a_i < a_i + 1$).",
            LIST,
            "2\n1 2\n",
            "n: int 1..100\na: int[n] 1..9 strictly-sorted",
        ),
        # As many test cases as a sum over all of them leaves room for.
        (
            "Story.",
            "The first line contains $t$ ($t \\ge 1$), the number of test cases. Each has a line with $n$ "
            "($2 \\le n \\le 100$). The sum of $n$ over all test cases is at most $1000$.",
            CASES,
            "2\n3\n4\n",
            "t: int 1..500\ntests: cases[t]\n  n: int 2..100\nwhere sum n <= 1000",
        ),
        # The same again.
        (
            "We have two distinct integers a and b.",
            "A line with $a$ and $b$ ($1 \\le a, b \\le 9$). $a$ and $b$ are distinct.",
            TWO,
            "1 2\n",
            "a: int 1..9; b: int 1..9\nwhere a != b",
        ),
        (
            "Each of a and b is H or D.",
            "A line with $a$ and $b$.\n\n- a=H or a=D.\n- b=H or b=D.",
            LETTERS,
            "H D\n",
            'a: word 1..1 of "DH"; b: word 1..1 of "DH"',
        ),
        # Where there are no words, nothing has leading zeros.
        (
            "Story.",
            "A line with $a$ and $b$ ($0 \\le a, b \\le 59$). It is guaranteed that both are given without leading "
            "zeros.",
            TWO,
            "1 2\n",
            "a: int 0..59; b: int 0..59",
        ),
        # What a number is, in a clause with a verb.
        (
            "Story.",
            "A line with $a$ and $b$ ($1 \\le a, b \\le 9$), the number of coins that Ann has, and the number of "
            "coins she can spend.",
            TWO,
            "1 2\n",
            "a: int 1..9; b: int 1..9",
        ),
        # Digits up to one of them.
        (
            "Story.",
            "A string $S$ of length between 2 and 9. Each character in S is 1, 2, ..., or 7.",
            WORD,
            "1234567\n",
            'S: word 2..9 of "1-7"',
        ),
        # All of several lists, with what that means behind it.
        (
            "Story.",
            f"{N}The second line has $a_1, \\dots, a_n$, the third $b_1, \\dots, b_n$ ($1 \\le a_i, b_i \\le 1000$). "
            "It is guaranteed that the $2n$ integers are pairwise distinct, that is, there is no pair such that "
            "$a_i = b_j$.",
            LISTS,
            "2\n1 2\n3 4\n",
            "n: int 1..100\na: int[n] 1..1000 distinct\nb: int[n] 1..1000 distinct\nwhere distinct a, b",
        ),
        # A walk in a graph that was read.
        (
            "Story.",
            "The first line has $n$ and $m$ ($2 \\le n \\le 9$, $1 \\le m \\le 20$). Each of the next $m$ lines has "
            "$u$ and $v$ ($1 \\le u, v \\le n$), two cities that are joined by a road. Then a line with "
            "$k$ ($1 \\le k \\le 9$) and one with $p_1, \\dots, p_k$ ($1 \\le p_i \\le n$), a trip. Consecutive cities "
            "of it are always joined by a road.",
            WALK,
            "3 2\n1 2\n2 3\n3\n1 2 1\n",
            "n: int 2..9; m: int 1..20\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\nk: int 1..9\np: int[k] 1..n\n"
            "where walk p along u, v",
        ),
        # What a story says of something else, and a sample contradicts.
        (
            "Change some numbers so that there are at most two different integers written on the cards.",
            f"{N}The second line has $a_1, \\dots, a_n$ ($1 \\le a_i \\le 9$). They may repeat, or coincide.",
            LIST,
            "3\n1 1 2\n",
            "n: int 1..100\na: int[n] 1..9",
        ),
    ],
)
def test_what_is_said_is_read_and_nothing_is_left_open(story, said, program, sample, text):
    report = reported(said, program, sample, story)
    assert (report.text.strip(), [doubt.text for doubt in report.doubts]) == (text, [])


def test_digits_of_a_word_that_a_program_takes_apart_are_no_integer():
    program = b"s = input()\nprint(min(abs(753 - int(s[i - 3 : i])) for i in range(3, len(s) + 1)))\n"
    statement = "# A\n\n## Input\n\nA string S of length between 4 and 9. Each character in S is a digit.\n"
    problem = Problem("p", "plain", Path("."), statement, samples=(Sample("1", b"1234567\n"),))
    assert infer(problem, Solution(Path("p.py"), "python", program)).text.strip() == 'S: word 4..9 of "0-9"'


def test_a_number_of_test_cases_of_which_nothing_is_said_is_bounded_by_a_sum_or_stays_open():
    said = "The first line contains $t$, the number of test cases. Each has a line with $n$ ($2 \\le n \\le 100$). "
    report = reported(f"{said}The sum of all $n$ is at most $1000$.", CASES, "2\n3\n4\n")
    assert (report.doubts, report.text.splitlines()[0]) == ((), "t: int 1..500")
    assert "bounds" in [doubt.kind for doubt in reported(said, CASES, "2\n3\n4\n").doubts]


def test_a_sample_that_contradicts_what_the_input_section_says_stays_a_doubt():
    said = f"{N}The second line has $a_1, \\dots, a_n$ ($1 \\le a_i \\le n$, $a_i \\ne i$)."
    assert [doubt.kind for doubt in reported(said, LIST, "2\n1 1\n").doubts] == ["samples"]


def test_items_of_a_list_of_what_is_read_count_where_there_are_no_headings():
    story = "Your program must read the following numbers:\n\n- n, where 1 <= n <= 100.\n\nPrint its square.\n"
    problem = Problem("p", "plain", Path("."), story, samples=(Sample("1", b"3\n"),))
    report = infer(problem, Solution(Path("p.cpp"), "cpp", f"{HEAD}{ONE}}}".encode()))
    assert report.text.strip() == "n: int 1..100"


@pytest.mark.parametrize(
    ("said", "program", "sample"),
    [
        # A restriction isn't met by a word of one letter somewhere, nor by a comparison of the same names.
        (f"{N}A line with $s$, a lowercase letter. $n \\ne 3$ or $n \\ne 4$ or so.", f"{ONE}{WORD}", "5\na\n"),
        (
            "A line with $a$ and $b$ ($1 \\le a \\le b \\le 9$). It is guaranteed that a way to make a of b exists.",
            TWO,
            "1 2\n",
        ),
        # A clause that restricts, though its verb ends it.
        (
            f"{N}The line has $a_1, \\dots, a_n$ ($1 \\le a_i \\le 9$), and the neighbours will differ.",
            LIST,
            "2\n1 2\n",
        ),
    ],
)
def test_what_looks_alike_stays_open(said, program, sample):
    assert reported(said, program, sample).doubts
