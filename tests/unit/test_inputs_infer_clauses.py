"""A clause of a sentence of which another part was understood is accounted for by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

STATEMENT = """Numbers. {story}

## Input

The first line has $n$ ($1 \\le n \\le 1000$). The second line has $n$ {integers}. {more}

## Output

Print the sum.
"""
CPP = b"#include <bits/stdc++.h>\nusing namespace std;int main(){%s}"
PROGRAM = CPP % b"int n;cin>>n;vector<int>a(n);for(auto&x:a)cin>>x;"
BOUNDED = "integers $a_i$ ($1 \\le a_i \\le 10^6$)"


def doubts(integers: str, more: str, story: str = "") -> list[str]:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        STATEMENT.format(integers=integers, more=more, story=story),
        samples=(Sample("1", b"3\n1 2 3\n"),),
    )
    return [doubt.text for doubt in infer(problem, Solution(Path("a.cpp"), "cpp", PROGRAM)).doubts]


@pytest.mark.parametrize(
    ("integers", "more", "said"),
    [
        (BOUNDED, "The values are distinct, and their gcd is 1.", "their gcd is 1"),
        (BOUNDED, "All values are distinct and the list can be split into two parts of one sum.", "can be split"),
        (f"{BOUNDED}, forming a mountain", "", "forming a mountain"),
        (f"distinct {BOUNDED} whose product is a square", "", "whose product is a square"),
        (f"{BOUNDED}, which can be halved again and again", "", "which can be halved"),
        (BOUNDED, 'Each a_i is followed by "end".', '"end"'),
        (f"{BOUNDED} with $a_1 + \\dots + a_n$ even", "", "a_n even"),
        (f"{BOUNDED}, the sums of all pairs of her values", "", "sums of all pairs"),
        (f"{BOUNDED}, no two of which have a common divisor", "", "common divisor"),
    ],
)
def test_what_nothing_stands_for_is_a_doubt(integers, more, said):
    (doubt,) = doubts(integers, more)
    assert said in doubt


@pytest.mark.parametrize("last", ["the whole floor isn't covered", "nobody takes two of them"])
def test_what_a_last_clause_denies_is_a_doubt_whatever_the_others_say(last):
    section = "n ($1 \\le n \\le 9$), then n lines of x1, y1, x2, y2 ($0 \\le x1 < x2 \\le 9$, $0 \\le y1 < y2 \\le 9$)"
    text = f"A floor.\n\n## Input\n\n{section}: rectangles. Rectangles may touch but do not overlap, and {last}.\n"
    program = CPP % b"int n;cin>>n;while(n--){int a,b,c,d;cin>>a>>b>>c>>d;}"
    problem = Problem("case", "plain", Path("."), text, samples=(Sample("1", b"1\n0 0 1 1\n"),))
    report = infer(problem, Solution(Path("a.cpp"), "cpp", program))
    assert "where disjoint" in report.text
    assert any(last in doubt.text for doubt in report.doubts)


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("All runners finished at different times.", "different times"),
        ("The runners are listed by their times, fastest first.", "listed by"),
        ("There are fewer medals than runners.", "fewer medals than"),
        ("Each time was reached by an even number of runners.", "an even number of"),
        ("Every runner has a time of his own.", "of his own"),
        ("Runners do not overtake themselves.", "not overtake themselves"),
        ("Each runner has a rival with at least one better time.", "at least one"),
    ],
)
def test_what_a_story_says_of_what_is_listed_is_a_doubt(story, said):
    (doubt,) = doubts(f"{BOUNDED}, the times of the runners", "", story)
    assert said in doubt


MAZE = """A maze.

## Input

The first line has $r$ and $c$ ($2 \\le r, c \\le 100$). Then $r$ lines have $c$ characters each: `.` is floor, `#` is
a wall, `R` is the robot and `X` the exit. There is exactly one `R` and exactly one `X`. {more}
"""


def test_a_letter_from_which_a_way_avoids_walls_is_no_wall():
    source = CPP % b"int r,c;cin>>r>>c;vector<string>g(r);for(auto&x:g)cin>>x;"
    problem = Problem(
        "maze",
        "plain",
        Path("."),
        MAZE.format(more="There is a path from `R` to `X` that avoids walls."),
        samples=(Sample("1", b"2 3\nR#.\n..X\n"),),
    )
    text = infer(problem, Solution(Path("a.cpp"), "cpp", source)).text
    assert "avoiding" not in text or 'avoiding "#"' in text


def test_at_least_so_many_different_letters_are_no_length():
    source = CPP % b"int k;string s;cin>>k>>s;"
    text = "## Input\n\nThe first line has $k$ ($1 \\le k \\le 26$). The word $s$ ($1 \\le |s| \\le 1000$) has "
    for said in ("at least $k$ different letters.", "at least $k$ distinct letters."):
        report = infer(Problem("word", "plain", Path("."), text + said), Solution(Path("a.cpp"), "cpp", source))
        assert "s: word 1..1000" in report.text
        assert ["at least k" in doubt.text for doubt in report.doubts] == [True]


@pytest.mark.parametrize(
    ("integers", "more"),
    [
        (BOUNDED, "All values are distinct, and they are separated by single blanks."),
        (BOUNDED, "The values are distinct, and no value is larger than $n^2$."),
        (f"distinct {BOUNDED}, where the number $a_i$ is that of the card $i$", ""),
    ],
)
def test_what_is_understood_or_says_nothing_is_none(integers, more):
    assert doubts(integers, more) == []
