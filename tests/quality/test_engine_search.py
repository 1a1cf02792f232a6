"""Does the search find hard things? Programs as cost functions with known worst inputs; budgets in executions.

None of them is an example of the repository. Each holds the best count found against the worst that is known.
"""

from __future__ import annotations

from itertools import count as counter
from itertools import pairwise
from math import gcd

import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

pytestmark = pytest.mark.quality


def insertion_sort(instance):
    moves, done = 0, []
    for value in instance["a"].tolist():
        place = len(done)
        while place and done[place - 1] > value:
            place -= 1
            moves += 1
        done.insert(place, value)
    return [len(done), moves]


def last_pivot_quicksort(instance):
    comparisons, stack = 0, [instance["a"].tolist()]
    while stack:
        values = stack.pop()
        if len(values) > 1:
            comparisons += len(values) - 1
            stack.append([v for v in values[:-1] if v <= values[-1]])
            stack.append([v for v in values[:-1] if v > values[-1]])
    return [len(instance["a"]), comparisons]


def search_tree(instance):
    """Depths of insertion into an unbalanced tree."""
    root, steps = None, 0
    for key in instance["a"].tolist():
        node, parent = root, None
        while node is not None:
            steps += 1
            parent, node = node, node[1] if key < node[0] else node[2]
        made = [key, None, None]
        if parent is None:
            root = made
        else:
            parent[1 if key < parent[0] else 2] = made
    return [len(instance["a"]), steps]


def euclid(instance):
    a, b, steps = instance["a"], instance["b"], 0
    while b:
        a, b, steps = b, a % b, steps + 1
    return [1, 1000 * steps]


def change(instance):
    """Tries all pairs until one pays exactly: dear only where the coins share a divisor and are small."""
    a, b, c = instance["a"], instance["b"], instance["c"]
    tried = 0
    for x in range(c // a + 1):
        left = c - x * a
        if left % b == 0:
            return [1, tried + left // b]
        tried += left // b + 1
    return [1, tried]


def windows(instance):
    """A window that is summed anew at every step."""
    n, k = instance["n"], instance["k"]
    return [n, (n - k + 1) * k]


def palindromes(instance):
    """Grows a palindrome around every centre."""
    word, steps = instance["s"], 0
    for centre in range(2 * len(word) - 1):
        left, right = centre // 2, (centre + 1) // 2
        while left >= 0 and right < len(word) and word[left] == word[right]:
            left, right, steps = left - 1, right + 1, steps + 1
    return [len(word), steps]


def depths(instance):
    """The sum of all depths of a rooted tree, walked vertex by vertex; a parent may have the larger number."""
    parent, depth = [0, 0, *instance["p"].tolist()], {1: 0}
    for vertex in range(1, len(parent)):
        way = [vertex]
        while way[-1] not in depth:
            way.append(parent[way[-1]])
        for above, lower in zip(reversed(way), reversed(way[:-1]), strict=False):
            depth[lower] = depth[above] + 1
    return [len(parent), sum(depth.values())]


def per_case(instance):
    """Work of a hundred steps for each test case, whatever its size."""
    return [len(instance["tests"]) * 100, sum(case["n"] for case in instance["tests"])]


def flood(instance):
    """Cells reached from the corner over open cells, each step looking at the whole row."""
    rows = instance["g"]
    seen, stack = set(), [(0, 0)]
    while stack:
        i, j = stack.pop()
        if not (0 <= i < len(rows) and 0 <= j < len(rows[0])) or (i, j) in seen or rows[i][j] != ".":
            continue
        seen.add((i, j))
        stack += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    return [1, len(seen) * len(rows[0])]


def stack_machine(instance):
    """`print` costs the size of the stack."""
    size = cost = 0
    for tag, *_ in instance["ops"]:
        if tag == "push":
            size += 1
        else:
            cost += size
    return [len(instance["ops"]), cost]


def range_scans(instance):
    """Each question of the second kind walks over its range; answers to the third are dearer where values differ."""
    values, steps = instance["a"].tolist(), 0
    for tag, *row in instance["ops"]:
        if tag == "1":
            values[row[0] - 1] = row[1]
        elif tag == "2":
            steps += row[1] - row[0] + 1
    return [len(values) + len(instance["ops"]), steps]


def late_scans(instance):
    """What was added by the first kind is walked over by the last, twice where the word is long."""
    held = steps = 0
    for tag, *row in instance["ops"]:
        if tag == "add":
            held += 1
        elif tag == "drop":
            held = max(0, held - 1)
        elif tag == "scan":
            steps += held * len(row[0])
    return [len(instance["ops"]), steps]


def coprime_pairs(instance):
    """Sums a cost over neighbours that is large only where they share a large divisor."""
    values = instance["a"].tolist()
    return [len(values), sum(gcd(a, b) for a, b in pairwise(values))]


def pruned_game(instance):
    """Minimax over halves with alpha-beta pruning: the leaves that are looked at."""
    leaves, seen = instance["a"].tolist(), 0

    def play(begin, end, is_first, low, high):
        nonlocal seen
        if end - begin == 1:
            seen += 1
            return leaves[begin]
        middle = begin + (end - begin) // 2
        left = play(begin, middle, not is_first, low, high)
        low, high = (max(low, left), high) if is_first else (low, min(high, left))
        if low >= high:
            return left
        right = play(middle, end, not is_first, low, high)
        return max(left, right) if is_first else min(left, right)

    play(0, len(leaves), True, 0, 1 << 60)
    return [1, 100 * seen]


TARGETS = [
    ("n: int 1..800\na: int[n] 1..10^9\n", insertion_sort, 800 + 800 * 799 // 2, 200),
    ("n: int 1..800\na: int[n] 1..n permutation\n", last_pivot_quicksort, 800 + 800 * 799 // 2, 200),
    ("n: int 1..400\na: int[n] 1..10^9 distinct\n", search_tree, 400 + 400 * 399 // 2, 200),
    ("a: int 1..10^9; b: int 1..10^9\n", euclid, 1 + 1000 * 43, 600),
    ("a: int 1..100; b: int 1..100; c: int 1..5000\n", change, 3_126_251, 1200),
    ("n: int 1..10000; k: int 1..n\n", windows, 10_000 + 5000 * 5001, 600),
    ('s: word 1..600 of "a-z"\n', palindromes, 600 + 600 * 601 // 2, 200),
    ("n: int 2..1500\np: int[n-1] 1..n parents\n", depths, 1501 + 1500 * 1499 // 2, 200),
    ("t: int 1..1000\ntests: cases[t]\n  n: int 1..2000\nwhere sum n <= 2000\n", per_case, 100_000 + 1000, 200),
    ('h: int 1..30; w: int 1..30\ng: word[h] w..w of ".#" lines\n', flood, 1 + 900 * 30, 300),
    ("q: int 1..1000\nops: queries[q]\n  push: x: int 1..100\n  print:\n", stack_machine, 1000 + 500 * 500, 400),
    (
        "n: int 1..1000; q: int 1..1000\na: int[n] 1..10^9\nops: queries[q]\n  1: i: int 1..n; x: int 1..10^9\n"
        "  2: l: int 1..n; r: int l..n\n",
        range_scans,
        2000 + 1000 * 1000,
        300,
    ),
    (
        "q: int 1..1000\nops: queries[q]\n  add: x: int 1..100\n  drop:\n  look: x: int 1..100\n  "
        'scan: s: word 1..20 of "a-z"\n',
        late_scans,
        1000 + 500 * 500 * 20,
        400,
    ),
    ("n: int 1..200\na: int[n] 1..10^6\n", coprime_pairs, 200 + 199 * 10**6, 200),
    ("n: int 1..8192\na: int[n] 1..1000\n", pruned_game, 1 + 100 * 8192, 3000),
]
SAMPLES = {
    "insertion_sort": b"2\n1 2\n",
    "last_pivot_quicksort": b"2\n1 2\n",
    "search_tree": b"2\n1 2\n",
    "euclid": b"4 2\n",
    "change": b"3 5 8\n",
    "windows": b"3 1\n",
    "palindromes": b"ab\n",
    "depths": b"2\n1\n",
    "per_case": b"1\n3\n",
    "range_scans": b"1 1\n5\n2 1 1\n",
    "late_scans": b"1\ndrop\n",
    "flood": b"1 2\n.#\n",
    "stack_machine": b"1\nprint\n",
    "coprime_pairs": b"2\n2 3\n",
    "pruned_game": b"2\n2 3\n",
}


@pytest.mark.parametrize(("text", "hits", "known_worst", "executions"), TARGETS, ids=[t[1].__name__ for t in TARGETS])
def test_reaches_nine_tenths_of_the_known_worst(text, hits, known_worst, executions, fake_executor):
    fmt = from_text(text)
    sample = SAMPLES[hits.__name__]
    parse(fmt, sample)
    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"",
        fmt,
        (("1.in", sample),),
        Budget(executions=executions),
        limits=RunLimits(cpu_s=10.0),
    )
    store: dict[str, bytes] = {}

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    view, ticks = CampaignView(), counter()
    for event in run_campaign(
        spec,
        fake_executor(fmt, hits, 2),
        campaign_id="c",
        keep_input=keep,
        clock=lambda: next(ticks) / 1000,
        stop=lambda: False,
    ):
        view = fold(view, event)
    best = view.slow_inputs[0]
    assert best.cost.count >= 0.9 * known_worst, best.origin.label
