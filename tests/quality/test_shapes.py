"""Are shapes found of which no pattern is known? Programs as cost functions, no catalogue; budgets in executions.

Each has a worst case that says how its input goes on with size; what is found must come near it at full size, though
all of the search happens at a few hundred elements.
"""

from __future__ import annotations

from itertools import count as counter
from math import comb

import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import NO_CATALOGUE, Budget, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

pytestmark = pytest.mark.quality


def middle_pivot_quicksort(instance):
    values, steps = instance["a"].tolist(), 0
    stack = [(0, len(values) - 1)]
    while stack:
        low, high = stack.pop()
        if low >= high:
            continue
        pivot, i, j = values[(low + high) // 2], low, high
        while i <= j:
            while values[i] < pivot:
                i, steps = i + 1, steps + 1
            while values[j] > pivot:
                j, steps = j - 1, steps + 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i, j, steps = i + 1, j - 1, steps + 1
        stack += [(low, j), (i, high)]
    return [len(values), steps]


def own_hash_table(instance):
    """Chains of a table of 1009 places, each walked to its end."""
    chains, steps = {}, 0
    for value in instance["a"].tolist():
        chain = chains.setdefault(value % 1009, [])
        steps += len(chain)
        chain.append(value)
    return [len(instance["a"]), steps]


def leaves_by_depth(instance):
    """The depths of all leaves of a tree, each walked to the root: a broom."""
    n = instance["n"]
    neighbours = [[] for _ in range(n + 1)]
    for u, v in zip(instance["u"].tolist(), instance["v"].tolist(), strict=True):
        neighbours[u].append(v)
        neighbours[v].append(u)
    depth, stack, steps = {1: 0}, [1], 0
    while stack:
        vertex = stack.pop()
        if vertex > 1 and len(neighbours[vertex]) == 1:
            steps += depth[vertex]
        for other in neighbours[vertex]:
            if other not in depth:
                depth[other] = depth[vertex] + 1
                stack.append(other)
    return [n, steps]


def naive_search(instance):
    text, word, steps = instance["s"], instance["p"], 0
    for start in range(len(text) - len(word) + 1):
        steps += 1
        for at in range(len(word)):
            if text[start + at] != word[at]:
                break
            steps += 1
    return [len(text), steps]


def list_of_names(instance):
    """A list that is searched from its front."""
    held, steps = [], 0
    for kind, value in instance["ops"]:
        if kind == "add":
            held.append(value)
        else:
            steps += held.index(value) + 1 if value in held else len(held)
    return [len(instance["ops"]), steps]


def zigzag(instance):
    """Steps up and down between neighbours, in thousands."""
    values = instance["a"].tolist()
    return [len(values), sum(abs(b - a) for a, b in zip(values, values[1:], strict=False)) // 10**6]


def repeated_block(instance):
    """Every length of a block that divides the word's is tried until it repeats."""
    word, steps = instance["s"], 0
    for block in (block for block in range(1, len(word)) if len(word) % block == 0):
        wrong = next((at for at in range(block, len(word)) if word[at] != word[at % block]), None)
        steps += (len(word) if wrong is None else wrong) - block + 1
        if wrong is None:
            break
    return [len(word), steps]


def exact_change(instance):
    """Choices among coins, largest first, that could still pay a bill, counted by what they pay."""
    coins, bill, steps = sorted(instance["a"].tolist(), reverse=True), instance["s"], 0
    behind = sum(coins)
    paid = {0: 1}
    for coin in coins:
        steps += sum(paid.values())
        behind -= coin
        after: dict[int, int] = {}
        for amount, ways in paid.items():
            for choice in (amount, amount + coin):
                if bill - behind <= choice <= bill:
                    after[choice] = after.get(choice, 0) + ways
        if bill in after:
            break
        paid = after
    return [len(coins), steps]


def treasures(instance):
    """Branch and bound over things with weights and values; what is left can't help where it is worth too little."""
    things = list(zip(instance["w"].tolist(), instance["v"].tolist(), strict=True))
    best, steps = 0, 0
    stack = [(0, instance["c"], 0)]
    rest = [sum(value for _, value in things[place:]) for place in range(len(things) + 1)]
    while stack:
        place, left, value = stack.pop()
        best, steps = max(best, value), steps + 1
        if place < len(things) and value + rest[place] > best:
            stack.append((place + 1, left, value))
            if things[place][0] <= left:
                stack.append((place + 1, left - things[place][0], value + things[place][1]))
    return [len(things), steps]


TARGETS = [
    ("n: int 1..1200\na: int[n] 1..10^9\n", middle_pivot_quicksort, b"2\n1 2\n", 720_000, 1500),
    ("n: int 1..2000\na: int[n] 1..10^9 distinct\n", own_hash_table, b"2\n1 2\n", 1000 * 1999, 1200),
    (
        "n: int 2..1000\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
        leaves_by_depth,
        b"2\n1 2\n",
        500 * 500,
        1200,
    ),
    (
        's: word 1..2000 of "a-z"\np: word 1..2000 of "a-z"\nwhere len(p) <= len(s)\n',
        naive_search,
        b"ab\nb\n",
        1000 * 1002,
        1200,
    ),
    (
        "q: int 1..1200\nops: queries[q]\n  add: x: int 1..10^9\n  find: y: int 1..10^9\n",
        list_of_names,
        b"1\nadd 3\n",
        600 * 600,
        1200,
    ),
    ('s: word 1..20000 of "a-z"\n', repeated_block, b"abab\n", 80 * 15_120 - 59_520, 900),
    (
        "n: int 1..18; s: int 1..9000000\na: int[n] 1..500000\n",
        exact_change,
        b"2 3\n1 2\n",
        sum(comb(i, k) for i in range(18) for k in range(9) if i - k <= 9),
        1200,
    ),
    (
        "n: int 1..13; c: int 1..1000\nrows[n]: w: int 1..1000; v: int 1..1000\n",
        treasures,
        b"2 3\n1 2\n3 4\n",
        2**13,
        900,
    ),
    ("n: int 1..2000\na: int[n] 1..10^9\n", zigzag, b"2\n1 2\n", 1999 * 999, 900),
]


def found(text, hits, sample, executions, strategies, fake_executor):
    """The costliest input that a search by these strategies finds without the catalogue."""
    fmt = from_text(text)
    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"int chains[1009];",
        fmt,
        (("1.in", sample),),
        Budget(executions=executions),
        limits=RunLimits(cpu_s=10.0),
        ablations=(NO_CATALOGUE,),
        strategies=strategies,
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
    return view.slow_inputs[0]


def pile(instance):
    """Books put on a pile, and taken out from wherever they lie; those above must be lifted."""
    books: list[int] = []
    steps = 0
    for kind, book in zip(instance["t"].tolist(), instance["x"].tolist(), strict=True):
        if kind == 1 and book not in books:
            books.append(book)
        elif kind > 1 and book in books:
            steps += len(books) - 1 - books.index(book)
            books.remove(book)
            books += [book] * (kind == 2)
    return [instance["q"], steps]


def waiting_line(instance):
    """People who join at the end or leave from wherever they stand, counted from the front; and the line is read."""
    line: list[int] = []
    steps = 0
    for kind, person in zip(instance["t"].tolist(), instance["x"].tolist(), strict=True):
        steps += line.index(person) if kind < 3 and person in line else len(line) * (kind == 3)
        if kind == 1 and person not in line:
            line.append(person)
        elif kind == 2 and person in line:
            line.remove(person)
    return [instance["q"], steps]


OPERATIONS = "q: int 1..2000\nrows[q]: t: int 1..3; x: int 1..2000\n"


@pytest.mark.parametrize("hits", [pile, waiting_line])
def test_operations_in_phases_are_found(hits, fake_executor):
    """A fill by one kind, then another kind where it is dearest: neither costs anything without the other."""
    best = found(OPERATIONS, hits, b"2\n1 1\n2 1\n", 300, ("saturation", "script-climb"), fake_executor)
    assert best.cost.count >= 0.95 * 1000 * 999, f"{best.cost.count / 999_000:.3f}: {best.origin.label}"


@pytest.mark.parametrize(
    ("text", "hits", "sample", "worst", "executions"), TARGETS, ids=[target[1].__name__ for target in TARGETS]
)
def test_the_shape_of_the_worst_is_found_and_grown(text, hits, sample, worst, executions, fake_executor):
    best = found(
        text, hits, sample, executions, ("saturation", "small-world", "generalisation", "shape-climb"), fake_executor
    )
    assert best.cost.count >= 0.9 * worst, f"{best.cost.count / worst:.3f} {best.origin.strategy}: {best.origin.label}"
