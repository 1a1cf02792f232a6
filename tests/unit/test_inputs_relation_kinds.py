"""Kinds of relations, one file each: rows told apart by keys, counts of values, intervals, ways, references, sums."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from format_laws import assert_every_source_follows

from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.write import to_script
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.relation_kinds.rectangles import Layout, clashes
from slowpath.inputs.relation_kinds.registry import all_kinds
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat
from slowpath.wire import decode, encode

ROOT = Path(__file__).parents[2]
DOCUMENTED = (ROOT / "docs" / "format.md").read_text("utf-8")
COLOURED = (ROOT / "extension" / "language" / "slowpath-format.tmLanguage.json").read_text("utf-8")
WORDS = 'n: int 1..9\nrows[n]: u: word 1..2 of "ab"; v: word 1..2 of "ab"\n'
EDGES = "n: int 2..6; m: int 1..9\nrows[m]: u: int 1..n; v: int 1..n\n"
WALK = EDGES + "k: int 0..6\np: int[k] 1..n\n"
ONE_WAY = WALK.replace("rows[m]", "rows[m] graph(u, v; n) directed")
GRID = 'h: int 2..5; w: int 2..5\ng: word[h][w] 1..1 of ".#SE" joined\nwhere one g == "S"\nwhere one g == "E"\n'
SPANS = "n: int 1..6\nrows[n]: l: int 1..30; r: int l..30\n"
RECTANGLES = "n: int 1..6\nrows[n]: x1: int 0..12; y1: int 0..9; x2: int 0..12; y2: int 0..9\n"
POINTS = "n: int 3..9\nrows[n]: x: int 0..30; y: int -9..20\n"
NAMES = 'n: int 1..5; k: int 1..4\nnames: word[n] 1..3 of "abc" distinct\n'
TIMES = "n: int 1..9\nrows[n]: d: int 0..5; h: int 0..3; m: int 0..59\n"
SETS = "n: int 1..4; q: int 1..12\nqs: queries[q]\n  open: a: int 1..n\n  close: b: int 1..n; c: int 0..1\n  ask:\n"
QUERIES = "q: int 1..8\nqs: queries[q]\n  1: x: int 1..20; y: int 1..3\n  2: z: int 1..3\n"

FORMATS = [
    WORDS + "where distinct pair u, v\n",
    WORDS + "where distinct key u\n",
    EDGES + "where distinct pair u, v\n",
    EDGES + "where u != v\nwhere distinct key u, v\n",
    QUERIES + "where distinct key x, y\n",
    "n: int 1..6\nrows[n]: a: int 1..4; b: int 1..4; c: int a..9\nwhere distinct in row a, b, c\n",
    "n: int 1..4\ng: int[n][n] 1..9\nwhere distinct in row g\n",
    "n: int 1..9; k: int 1..4\na: int[n] 1..6\nwhere different a == k\n",
    "n: int 1..9\na: int[n] 1..6 sorted\nwhere different a <= 2\n",
    'n: int 1..9\nw: word[n] 1..2 of "ab"\nwhere different w >= 2\n',
    's: word 1..9 of "a-f"\nwhere different s > 1\n',
    "n: int 2..9\nrows[n]: x: int 1..9; y: int 0..3\nwhere different x <= 3\nwhere different y >= 2\n",
    SPANS + "where disjoint l, r\n",
    SPANS.replace("n:", "n:") + "where l < r\nwhere disjoint l, r touching\n",
    "t: int 1..3\ntests: cases[t]\n  n: int 1..5\n  rows[n] intervals(l, r): l: int 0..20; r: int 0..20\n"
    "where sum n <= 9\nwhere disjoint l, r\n",
    NAMES + 'sub: word[k] 1..3 of "abc"\nwhere sub in names\n',
    NAMES + 'fav: word 1..3 of "abc"\nwhere fav in names\n',
    NAMES + 'qs: queries[k]\n  ask: w: word 1..3 of "abc"\n  end:\nwhere w in names\n',
    "n: int 1..6\nids: int[n] 1..99 distinct\nrows[n]: i: int 1..99; j: int 1..99\nwhere i in ids\nwhere j in ids\n",
    GRID + 'where path g from "S" to "E" avoiding "#"\n',
    'h: int 1..5; w: int 1..5; r: int 1..h; c: int 1..w\ng: word[h][w] 1..1 of ".#" joined\nwhere g[0][0] == "."\n'
    'where g[r-1][c-1] == "."\nwhere path g from [0][0] to [r-1][c-1] avoiding "#"\n',
    "n: int 2..6; m: int n-1..2*n\nrows[m] graph(u, v; n) directed: u: int 1..n; v: int 1..n\nwhere u != v\n"
    "where path u, v from 1 to n\n",
    "n: int 2..6; m: int n-1..2*n; s: int 1..n\nrows[m]: u: int 1..n; v: int 1..n\nwhere path u, v from s to n\n",
    'n: int 1..5; k: int 5..60\nw: word[n] 1..20 of "ab"\nwhere sum len(w) <= k\n',
    "n: int 1..5; k: int 1..300\nrows[n]: x: int 0..30; y: int 1..30\nwhere sum x*y <= k\n",
    "k: int 8..300\n" + QUERIES + "where sum x <= k\n",
    "n: int 1..6\na: int[n-1] 1..n\nb: int[n-1] 1..n\nwhere tree a, b on n\n",
    "n: int 2..6; m: int 1..9\na: int[m] 0..n-1\nb: int[m] 0..n-1\nwhere connected simple graph a, b on n\n",
    "n: int 2..6; m: int 1..9\nrows[m]: a: int 1..n; b: int 1..n; c: int 0..9\n"
    "where no-loops acyclic directed graph a, b on n\n",
    'n: int 1..5; k: int 5..90\nrows[n]: w: word 1..20 of "ab"; c: int 1..4\nwhere sum len(w)*c == k\n',
    "n: int 2..6\nrows[n]: k: int 0..n-1; a: int[k] 1..n distinct\nwhere a != _row+1\n",
    "n: int 1..6\nrows[n]: low: int 0..9; k: int 0..4; a: int[k] 0..19 sorted\nwhere a > low\n",
    's: word 1..9 of "abc"\nwhere palindrome s\n',
    'n: int 1..5\nw: word[n] 1..6 of "ab"\nwhere palindrome w\n',
    "n: int 1..9\na: int[n] 1..10^30\nb: int[n] 1..4\nwhere palindrome a\nwhere palindrome b\n",
    's: word 1..9 of "abc"\nt: word len(s)..len(s) of "abc"\nwhere anagram t, s\n',
    'n: int 1..5\nrows[n]: s: word 1..6 of "ab"; t: word 1..6 of "ab"\nwhere anagram t, s\n',
    "n: int 1..9\na: int[n] 1..10^30\nb: int[n] 1..10^30\nwhere anagram a, b\n",
    "n: int 1..9\nrows[n]: a: int 1..4; b: int 1..4\nwhere anagram a, b\n",
    QUERIES + 'where includes qs "2"\n',
    SETS + "where present b after a\n",
    SETS + "where present b after a once\n",
    SETS + "where present b after a full\n",
    SETS + "where present b after a full once\n",
    TIMES + "where sorted h, m\n",
    "t: int 1..3\ntests: cases[t]\n  n: int 1..6\n  rows[n]: x: int 0..9; k: int 0..3; a: int[k] 0..3; y: int x..9\n"
    "  rows[n]: u: int 1..n; v: int 1..3\nwhere sorted y, x\nwhere sorted v\nwhere u != v\n",
    "q: int 1..8\nqs: queries[q] holding 0\n  push adds: x: int 1..9\n  pop takes:\n  look needs: i: int 0.._held-1\n"
    'where includes qs "pop" or "look"\n',
    "n: int 2..9\na: int[n] 1..9\nb: int[n] 5..30\nwhere a one of 1 2 5\nwhere next b >= b-1\nwhere times b <= 3\n",
    "n: int 2..9\na: int[n] 1..9\nb: int[n] 1..30\nwhere apart a\nwhere distinct b\nwhere b[0] != 7\n"
    "where some a >= 2\n",
    "n: int 2..9\np: int[n] 2..97\nwhere prime p\n",
    'n: int 2..6\nd: int[n][n] 0..9\ng: word[n][n] 1..1 of "#." joined\nwhere symmetric d\nwhere diagonal d == 0\n'
    'where offdiagonal d >= 1\nwhere border g == "#"\n',
    WALK + "where walk p along u, v\n",
    ONE_WAY + "where walk p along u, v\n",
    POINTS + "where polygon x, y\n",
    POINTS + "where strictly clockwise polygon x, y\n",
    "t: int 1..3\ntests: cases[t]\n  n: int 3..6\n  rows[n]: x: int 0..99; y: int 0..99; c: int 1..9\n"
    "where sum n <= 20\nwhere strictly convex counterclockwise polygon x, y\n",
    'n: int 1..5\ns: text[n] 1..9 of " ab" lines\nt: text 0..9 of " ab"\nwhere spaced s\nwhere spaced t\n',
    RECTANGLES + "where disjoint x1, x2, y1, y2\n",
    RECTANGLES + "where x1 < x2\nwhere y1 < y2\nwhere disjoint x1, x2, y1, y2 touching\n",
]

COUNTED = [
    'h: int 2..5; w: int 2..5\ng: word[h][w] 1..1 of "#.HS" joined\nwhere exactly 2 g == "H"\nwhere one g == "S"\n',
    's: word 3..9 of "01"\nk: int 0..3\nwhere exactly k s == "1"\n',
    "n: int 2..9\na: int[n] 0..9 distinct\nwhere exactly n-1 a >= 1\n",
]


@pytest.mark.parametrize("text", [*FORMATS, *COUNTED])
def test_generated_mutated_small_and_minimised_inputs_follow(text: str) -> None:
    assert_every_source_follows(text)


@pytest.mark.parametrize("kind", sorted(all_kinds().keys() - {"check"}))
def test_every_kind_is_among_what_the_laws_are_tried_on(kind: str) -> None:
    written = [
        str(relation)
        for text in (*FORMATS, *COUNTED)
        for relation in from_text(text).relations
        if relation.kind == kind
    ]
    assert written
    offered = all_kinds()[kind].offered
    if offered is not None:
        word = offered.insert.split()[0]
        assert f'"{word}"' in DOCUMENTED.partition("## Grammar")[2].partition("```\n\n")[0]
        assert any(f"`where {word} " in part for part in (DOCUMENTED, DOCUMENTED.replace("\n", " ")))
        assert re.search(rf"[|(]{word}[|)]", COLOURED)


@pytest.mark.parametrize("text", [*FORMATS, *COUNTED])
def test_boundaries_can_be_made_and_the_wire_keeps_all(text: str) -> None:
    fmt = from_text(text)
    assert decode(InputFormat, encode(fmt)) == fmt
    found = boundaries(fmt)
    assert found
    for boundary in found[:3]:
        plan = Plan(sizes=boundary.sizes, cases=boundary.cases)
        assert violations(fmt, generate(fmt, plan, np.random.default_rng(1))) == []


@pytest.mark.parametrize(
    ("text", "data", "found"),
    [
        (FORMATS[0], b"2\na b\nb a\n", "b, a stands in two rows"),
        (FORMATS[1], b"2\na b\na a\n", "a stands in two rows"),
        (FORMATS[3], b"3 2\n1 2\n1 2\n", "1, 2 stands in two rows"),
        (FORMATS[4], b"2\n1 3 1\n1 3 1\n", "3, 1 stands in two rows"),
        (FORMATS[5], b"1\n1 1 2\n", "in row 1 a value stands twice"),
        (FORMATS[6], b"2\n1 2\n3 3\n", "in row 2 a value stands twice"),
        (FORMATS[7], b"3 2\n4 4 4\n", "there are 1 different values, the bound 2"),
        (FORMATS[10], b"aa\n", "there are 1 different values, the bound 1"),
        (FORMATS[12], b"2\n3 5\n1 3\n", "1..3 and 3..5 overlap"),
        (FORMATS[13], b"2\n3 5\n1 4\n", "1..4 and 3..5 overlap"),
        (FORMATS[15], b"1 1\na\nb\n", "b isn't listed in names"),
        (FORMATS[19], b"2 3\nS#E\n.#.\n", "there is no such way"),
        (FORMATS[20], b"1 3 1 3\n.#.\n", "there is no such way"),
        (FORMATS[21], b"3 2\n2 1\n3 2\n", "no way leads from 1 to 3"),
        (FORMATS[26], b"3\n1 1\n2 1\n", "isn't a tree on 3 vertices"),
        (WALK + "where walk p along u, v\n", b"3 2\n2 1\n3 2\n2\n1 3\n", "no edge leads from 1 to 3"),
        (ONE_WAY + "where walk p along u, v\n", b"3 2\n2 1\n3 2\n2\n1 2\n", "no edge leads from 1 to 2"),
        (FORMATS[27], b"2 2\n0 1\n1 0\n", "the graph isn't simple"),
        (FORMATS[24], b"1 5\n2 3\n", "the sum of x*y is 6, the bound 5"),
        (QUERIES + 'where includes qs "2"\n', b"1\n1 5 2\n", "none of qs is of kind 2"),
        (SETS + 'where includes qs "ask" or "close"\n', b"2 1\nopen 1\n", "none of qs is of kind ask or close"),
        (SETS + "where present b after a\n", b"2 2\nopen 1\nclose 2 0\n", "query 2 takes 2, which isn't there"),
        (SETS + "where present b after a full once\n", b"2 1\nopen 1\n", "query 1 puts 1, which is there already"),
        (TIMES + "where sorted h, m\n", b"2\n1 2 5\n0 2 4\n", "2 4 stands behind 2 5"),
        ('s: word 1..9 of "a-c"\nwhere palindrome s\n', b"abca\n", "abca reads otherwise from its end"),
        ("n: int 1..9\na: int[n] 1..4\nwhere palindrome a\n", b"3\n1 2 3\n", "1, 2, 3 reads otherwise from its end"),
        (
            POINTS + "where polygon x, y\n",
            b"4\n0 0\n2 2\n2 0\n0 2\n",
            "the sides from corners 1 and 3 have a point in common",
        ),
        (POINTS + "where convex polygon x, y\n", b"4\n0 0\n9 0\n2 2\n0 9\n", "the polygon isn't convex"),
        (
            POINTS + "where strictly polygon x, y\n",
            b"4\n0 0\n2 0\n4 0\n0 9\n",
            "corner 2 lies on one line with those beside it",
        ),
        (POINTS + "where clockwise polygon x, y\n", b"3\n0 0\n2 0\n0 2\n", "the corners aren't in clockwise order"),
        ('s: text 1..9 of " ab"\nwhere spaced s\n', b"a  b\n", "'a  b' has two blanks in a row, or one at an end"),
        ('s: text 1..9 of " ab"\nwhere spaced s\n', b"ab \n", "'ab ' has two blanks in a row, or one at an end"),
        (
            's: word 3..3 of "ab"\nt: word 3..3 of "ab"\nwhere anagram t, s\n',
            b"aab\nabb\n",
            "abb hasn't the same elements as s",
        ),
    ],
)
def test_says_what_is_wrong(text: str, data: bytes, found: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data))[0].message == found


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (FORMATS[3], b"3 2\n1 2\n2 1\n"),
        (FORMATS[4], b"3\n1 3 1\n2 3\n1 3 2\n"),
        (FORMATS[13], b"2\n3 5\n1 3\n"),
        (FORMATS[19], b"2 3\nS#E\n...\n"),
        (FORMATS[22], b"3 2 2\n2 1\n3 1\n"),
        (QUERIES + 'where includes qs "2" or "1"\n', b"1\n1 5 2\n"),
        (WALK + "where walk p along u, v\n", b"3 2\n2 1\n3 2\n4\n1 2 1 2\n"),
        (TIMES + "where sorted h, m\n", b"3\n5 1 9\n0 2 4\n0 2 4\n"),
        (SETS + "where present b after a\n", b"2 5\nopen 1\nopen 1\nclose 1 0\nask\nclose 1 1\n"),
        (SETS + "where present b after a full once\n", b"2 3\nclose 1 0\nclose 2 0\nopen 1\n"),
    ],
)
def test_takes_what_is_right(text: str, data: bytes) -> None:
    fmt = from_text(text)
    assert violations(fmt, parse(fmt, data)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WORDS + "where distinct pair u\n", "a pair has two fields"),
        (WORDS + "where distinct key n\n", "no single field of rows"),
        (QUERIES + "where distinct key x, z\n", "no single field of the same rows"),
        (QUERIES + 'where includes qs "2" or "3"\n', "have no kind '3'"),
        (SETS + "where present b after c\n", "fields of different kinds of the same queries"),
        (SETS + "where present n after a\n", "fields of different kinds of the same queries"),
        (WORDS + "where distinct in row u\n", "several fields"),
        (WORDS + "where different n == 1\n", "no list, table or field"),
        (WORDS + "where disjoint u, v\n", "two integer fields"),
        (SPANS + "where disjoint l, r, n\n", "is no single field of the same rows"),
        ("n: int 1..9\nrows[n]: a: int 1..9; b: int 1..9; c: int 1..9\nwhere disjoint a, b, c\n", "four the sides"),
        ("n: int 1..9\na: int[n] 1..9\nb: int[n-1] 1..9\nwhere tree a, b on n\n", "two integer arrays of one length"),
        (NAMES + "where k in names\n", "could stand in 'names'"),
        (NAMES + "where names in k\n", "no list of words or integers"),
        (GRID + 'where path g from "S" to "E" avoiding "S"\n', "the walls are some"),
        (NAMES + 'where path names from "a" to "b" avoiding "c"\n', "no grid"),
        (EDGES + "where path u from 1 to n\n", "no grid"),
        (WALK + "where walk u along p, v\n", "no array of integers"),
        (WALK + "where walk p along u\n", "two integer fields"),
        (WORDS + "where sorted u\n", "rows are sorted by integers"),
        (EDGES + "where sorted u, n\n", "no single field of the same rows"),
        ('s: text 1..9 of " "\nwhere spaced s\n', "no text of blanks and other characters"),
        (POINTS + "where polygon x, n\n", "no single field of the same rows"),
        (POINTS + "where polygon x\n", "two integer fields of the same rows"),
        (POINTS + "where convex strictly polygon x, y\n", "in this order"),
        ("n: int 1..9\na: int[n] 1..9\nb: int[n] 1..9\nwhere sum a*b <= n\n", "can only be bounded above by a number"),
    ],
)
def test_refuses_what_has_no_sense(text: str, message: str) -> None:
    with pytest.raises(FormatSyntaxError, match=message):
        from_text(text)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (FORMATS[12], b"2\n5 6\n1 4\n", b"2\n4 6\n1 4\n"),
        (FORMATS[13], b"2\n4 6\n1 4\n", b"2\n3 6\n1 4\n"),
        (FORMATS[15], b"2 2\na b\nb b\n", b"2 1\na b\nc\n"),
        (FORMATS[16], b"2 2\na b\nb\n", b"2 1\na b\nc\n"),
        (FORMATS[-2], b"2\n0 0 2 2\n0 3 2 9\n", b"2\n0 0 2 2\n0 2 2 9\n"),
        (FORMATS[-1], b"2\n0 0 2 2\n0 2 2 9\n", b"2\n0 0 2 2\n1 1 2 9\n"),
        (FORMATS[0], b"3\na b\nb b\na a\n", b"2\na b\nb a\n"),
        (FORMATS[1], b"2\na b\nb b\n", b"2\na b\na a\n"),
        (FORMATS[3], b"3 2\n1 2\n2 1\n", b"3 2\n1 2\n1 2\n"),
        (FORMATS[4], b"3\n1 3 1\n2 3\n1 3 2\n", b"3\n1 3 1\n2 3\n1 3 1\n"),
        (FORMATS[5], b"1\n1 3 2\n", b"1\n1 1 2\n"),
        (FORMATS[6], b"2\n1 2\n2 1\n", b"2\n1 2\n3 3\n"),
        (FORMATS[7], b"3 2\n4 4 5\n", b"3 2\n4 4 4\n"),
        (FORMATS[9], b"2\na b\n", b"2\na a\n"),
        (FORMATS[11], b"2\n1 2\n1 3\n", b"2\n1 2\n1 2\n"),
        (FORMATS[19], b"3 2\nS#\n.#\n.E\n", b"2 3\nS#E\n.#.\n"),
        (FORMATS[19], b"2 2\nS#\n.E\n", b"2 2\nSS\n.E\n"),
        (FORMATS[20], b"2 3 1 3\n.#.\n...\n", b"1 3 1 3\n.#.\n"),
        (FORMATS[21], b"3 2\n1 2\n2 3\n", b"3 2\n2 1\n3 2\n"),
        (FORMATS[22], b"3 2 2\n2 1\n3 1\n", b"3 2 2\n1 1\n3 3\n"),
        (FORMATS[26], b"3\n1 1\n2 3\n", b"3\n1 1\n2 1\n"),
        (WALK + "where walk p along u, v\n", b"3 2\n2 1\n3 2\n3\n1 2 3\n", b"3 2\n2 1\n3 2\n3\n1 3 2\n"),
        (ONE_WAY + "where walk p along u, v\n", b"3 2\n2 1\n3 2\n2\n2 1\n", b"3 2\n2 1\n3 2\n2\n1 2\n"),
        (TIMES + "where sorted h, m\n", b"3\n5 1 9\n0 2 4\n0 2 4\n", b"2\n1 2 5\n0 2 4\n"),
        (TIMES + "where sorted d, h, m\n", b"3\n1 2 9\n1 3 4\n2 0 0\n", b"3\n1 2 9\n1 3 4\n1 2 10\n"),
        (
            'n: int 1..9\ng: word[n][n] 1..1 of "a-z" joined\nwhere symmetric g\nwhere border g != "a"\n',
            b"2\nxy\nyx\n",
            b"2\nxy\nzx\n",
        ),
    ],
)
def test_checktestdata_says_the_same(text: str, right: bytes, wrong: bytes) -> None:
    written = to_script(from_text(text))
    script = read_script(written.text)
    assert written.left_out == ()
    assert check(script, right) is None
    assert check(script, wrong) is not None


@pytest.mark.parametrize(
    "text",
    [
        "n: int 20000..20000\nrows[n]: u: int 1..200; v: int 1..200\nwhere distinct pair u, v\n",
        "n: int 60000..60000\nrows[n]: x1: int 1..10^9; x2: int 1..10^9; y1: int 1..10^9; y2: int 1..10^9\n"
        "where disjoint x1, x2, y1, y2\n",
        "n: int 50000..50000\nrows[n]: l: int 1..10^9; r: int l..10^9\nwhere disjoint l, r\n",
        "n: int 20000..20000\nrows[n]: x: int 1..10^9; y: int 1..10^9\nwhere strictly convex clockwise polygon x, y\n",
        "n: int 20000..20000\nrows[n]: x: int 1..10^9; y: int 1..10^9\nwhere strictly polygon x, y\n",
        "n: int 100000..100000; k: int 1000..1000\na: int[n] 1..10^9\nwhere different a == k\n",
        "n: int 50000..50000; k: int 10^6..10^6\nrows[n]: x: int 0..1000; y: int 1..1000\nwhere sum x*y == k\n",
        "n: int 50000..50000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\np: int[n] 1..n\n"
        "where walk p along u, v\n",
        'n: int 300..300\ng: word[n][n] 1..1 of ".#" joined\nwhere path g from [0][0] to [n-1][n-1] avoiding "#"\n'
        'where g[0][0] == "."\nwhere g[n-1][n-1] == "."\n',
        'n: int 300..300\ng: word[n][n] 1..1 of ".#SE" joined\nwhere one g == "E"\n'
        'where path g from "S" to "E" avoiding "#"\n',
    ],
)
def test_large_inputs_follow_too(text: str) -> None:
    fmt = from_text(text)
    assert violations(fmt, generate(fmt, Plan(), np.random.default_rng(5))) == []


@pytest.mark.parametrize("others", ["nested", "slats"])
def test_very_many_rectangles_that_one_place_holds_are_laid_out_in_time(others: str) -> None:
    """A step for each of them would take minutes."""
    count, most = 20_000, 10**9
    place = np.arange(count)
    if others == "nested":
        sides = np.stack((place, most - place, place, most - place), axis=1)
    else:
        sides = np.stack((place * 4000, place * 4000 + 1, 0 * place, 0 * place + most), axis=1)
        sides[0] = 0, most, 5, 10
    made = Layout((0, most, 0, most), (1, 1), True).kept_apart(sides)
    assert made is not None
    assert [*clashes(made, True)] == []


def test_a_script_says_in_comments_what_it_leaves_out() -> None:
    written = to_script(from_text('n: int 2..9\na: int[n] 1..9\nwhere check "hidden"\n  return n < 9\n'))
    assert [f"# {what}" for what in written.left_out] == written.text.splitlines()[:1] != []
    assert check(read_script(written.text), b"2\n1 2\n") is None


def test_a_kind_that_must_be_there_stands_behind_what_it_needs() -> None:
    """Even where all others add nothing, or take what was added."""
    fmt = from_text(
        "q: int 2..9\nqs: queries[q] holding 0\n  push adds: x: int 1..9\n  pop takes:\n  look needs: k: int 1.._held\n"
        '  size:\nwhere includes qs "look"\n'
    )
    for tag in ("push", "pop", "size"):
        plan = Plan(sizes={"q": 9}, tags={"qs": lambda count, tags, rng, tag=tag: [tag] * count})
        for seed in range(20):
            made = generate(fmt, plan, np.random.default_rng(seed))
            assert violations(fmt, made) == []
