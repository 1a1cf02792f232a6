"""Formats of statements that list their constraints and show their lines: lists of lists in order, cells by places that
are read, tables of distances."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

STATEMENT = "A story.\n\n## Constraints\n\n{}\n\n## Input\n\n```\n{}\n```\n"


def inferred(constraints: str, lines: str, program: str, sample: str) -> tuple[str, list[str]]:
    problem = Problem(
        "case", "plain", Path("."), STATEMENT.format(constraints, lines), samples=(Sample("1", sample.encode()),)
    )
    report = infer(problem, Solution(Path("case.py"), "python", program.encode()))
    return report.text, [doubt.text for doubt in report.doubts]


@pytest.mark.parametrize(
    ("constraints", "lines", "program", "sample", "text"),
    [
        (
            "- $1 \\leq N, M \\leq 100$\n- $1 \\leq K_i \\leq M$\n"
            "- $1 \\leq A_{i,1} < A_{i,2} < \\dots < A_{i,K_i} \\leq M$",
            "N M\nK_1 A_{1,1} ... A_{1,K_1}\n:\nK_N A_{N,1} ... A_{N,K_N}",
            "n, m = map(int, input().split())\nfor _ in range(n):\n    k, *a = map(int, input().split())\n",
            "2 3\n1 2\n2 1 3\n",
            "N: int 1..100; M: int 1..100\nrows[N]: K: int 1..M; A: int[K] 1..M strictly-sorted\n",
        ),
        (
            "- $1 \\leq H, W \\leq 500$\n- $1 \\leq s_h, t_h \\leq H$, $1 \\leq s_w, t_w \\leq W$\n"
            "- $(s_h, s_w) \\neq (t_h, t_w)$\n- Each $c_{i,j}$ is `.` or `#`.\n"
            "- $c_{s_h,s_w}$ and $c_{t_h,t_w}$ are `.`.",
            "H W\ns_h s_w\nt_h t_w\nc_{1,1}...c_{1,W}\n:\nc_{H,1}...c_{H,W}",
            "h, w = map(int, input().split())\na, b = map(int, input().split())\nc, d = map(int, input().split())\n"
            "g = [input() for _ in range(h)]\n",
            "2 3\n1 1\n2 3\n..#\n#..\n",
            "H: int 1..500; W: int 1..500\nsh: int 1..H; sw: int 1..W\nth: int 1..H; tw: int 1..W\n"
            'c: word[H][W] 1..1 of "#." joined\nwhere abs(sh-th)+abs(sw-tw) >= 1\n'
            'where c[sh-1][sw-1] == "."\nwhere c[th-1][tw-1] == "."\n',
        ),
        (
            "- $2 \\leq N \\leq 8$\n- $D_{i,j}$ $(i \\neq j)$ is an integer between $1$ and $100$.\n"
            "- $D_{i,i} = 0$\n- $D_{i,j} = D_{j,i}$",
            "N\nD_{1,1} ... D_{1,N}\n:\nD_{N,1} ... D_{N,N}",
            "n = int(input())\nd = [list(map(int, input().split())) for _ in range(n)]\n",
            "2\n0 5\n5 0\n",
            "N: int 2..8\nD: int[N][N] 0..100\nwhere diagonal D == 0\nwhere symmetric D\nwhere offdiagonal D >= 1\n",
        ),
        (
            "- $1 \\leq N \\leq 9$\n- $0 \\leq A_i \\leq 23$",
            "N\nA_1\n:\nA_N",
            "n = int(input())\na = [input().split(':') for _ in range(n)]\n",
            "2\n3\n5\n",
            "N: int 1..9\nA: int[N] 0..23 lines\n",
        ),
    ],
)
def test_reads_constraints_that_are_listed(constraints: str, lines: str, program: str, sample: str, text: str) -> None:
    assert inferred(constraints, lines, program, sample) == (text, [])


def test_a_time_that_is_taken_apart_at_once_is_one_word() -> None:
    text, doubts = inferred(
        "- The time is given in the format HH:MM:SS, with $00 \\leq HH \\leq 23$ and $00 \\leq MM, SS \\leq 59$.",
        "T",
        "h, m, s = map(int, input().split(':'))\n",
        "23:05:00\n",
    )
    assert text.endswith('pattern "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"\n')
    assert doubts == []


def test_numbers_behind_a_name_that_a_program_unpacks() -> None:
    text, _ = inferred(
        "- $1 \\leq N, K \\leq 9$\n- $S_i$ is a string of $1$ to $5$ lowercase letters.\n- $0 \\leq P_{i,j} \\leq 50$",
        "N K\nS_1 P_{1,1} ... P_{1,K}\n:\nS_N P_{N,1} ... P_{N,K}",
        "n, k = map(int, input().split())\nfor _ in range(n):\n    s, *p = input().split()\n"
        "    p = list(map(int, p))\n",
        "2 2\nann 10 20\nbob 0 50\n",
    )
    assert text == 'N: int 1..9; K: int 1..9\nrows[N]: S: word 1..5 of "a-z"; P: int[K] 0..50\n'
