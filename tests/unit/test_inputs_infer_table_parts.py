"""Statements that say what stands on a grid's border, or in single cells of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

CELL_FIRST = "n, m = map(int, input().split())\nr, c = map(int, input().split())\ng = [input() for _ in range(n)]\n"
SAMPLE = "4 4\n2 2\n####\n#..#\n#.##\n####\n"
STATEMENT = (
    "## Input\n\nThe first line has n and m (3 <= n, m <= 50). The second r and c (1 <= r <= n, 1 <= c <= m). "
    "Then n lines with m characters each, `#` (a wall) or `.` (free). "
)
ATCODER = """## Problem Statement

There is a maze with $H$ rows. If $S_{i,j}$ is `.`, the square is a road; `#`, a wall.

## Constraints

- $1 \\leq H,W \\leq 10^3$
- $1 \\leq C_h,D_h \\leq H$
- $1 \\leq C_w,D_w \\leq W$
- $S_{ij}$ is `#` or `.`.
- CELLS

## Input

```
$H$ $W$
$C_h$ $C_w$
$D_h$ $D_w$
$S_{11}\\ldots S_{1W}$
$\\vdots$
$S_{H1}\\ldots S_{HW}$
```
"""
TWO_CELLS = (
    "H,W=map(int,input().split())\nCh,Cw=map(int,input().split())\nDh,Dw=map(int,input().split())\n"
    "S=[input() for _ in range(H)]\n"
)
FOUR = "4 4\n1 1\n4 4\n..#.\n..#.\n.#..\n.#..\n"


def report(statement: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("said", "relations"),
    [
        ("It is guaranteed that all cells on the border are walls.", ['border g == "#"']),
        ("The outermost cells are always `#`.", ['border g == "#"']),
        ("All cells on the border of the map are walls, of course.", ['border g == "#"']),
        ("The grid is surrounded by walls.", ['border g == "#"']),
        ("The cell (r, c) is guaranteed not to be a wall.", ['g[r-1][c-1] != "#"']),
        ("It is guaranteed that the starting cell doesn't contain a wall.", ['g[r-1][c-1] != "#"']),
        ("The starting cell (r, c) is always free.", ['g[r-1][c-1] == "."']),
        ("The border is made of walls except for exits.", []),
        ("Find out whether the cell (r, c) is not a wall.", []),
        ("All cells on the border are free.", []),
        ("Not all cells on the border are walls.", []),
        ("No cell on the border is a wall.", []),
        ("The outer border isn't always a wall.", []),
        ("It is not guaranteed that the cell (r, c) is free.", []),
    ],
)
def test_reads_what_parts_of_a_grid_hold(said: str, relations: list[str]) -> None:
    assert [str(one) for one in report(STATEMENT + said, CELL_FIRST, SAMPLE).format.relations] == relations


@pytest.mark.parametrize(
    "cells",
    [
        "$S_{C_h,C_w}=$ `.`\n- $S_{D_h,D_w}$ is `.`.",
        "$(C_h,C_w)$ and $(D_h, D_w)$ are roads.",
        "$S_{C_h,C_w} \\neq$ `#`\n- $S_{D_h,D_w} \\neq$ `#`",
    ],
)
def test_reads_cells_by_their_formulas(cells: str) -> None:
    text = report(ATCODER.replace("CELLS", cells), TWO_CELLS, FOUR).text
    assert text.startswith(
        "H: int 1..1000; W: int 1..1000\nCh: int 1..H; Cw: int 1..W\nDh: int 1..H; Dw: int 1..W\n"
        'S: word[H][W] 1..1 of "#." joined\n'
    )
    assert text.count("where S[Ch-1][Cw-1] ") == text.count("where S[Dh-1][Dw-1] ") == 1


def test_what_a_sample_contradicts_is_dropped() -> None:
    sample = "3 3\n2 2\n...\n.#.\n...\n"
    found = report(STATEMENT + "The cell (r, c) is guaranteed not to be a wall.", CELL_FIRST, sample)
    assert found.format.relations == () and found.misfits
