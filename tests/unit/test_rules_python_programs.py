"""The rules for Python over whole programs of many styles: what they find is slow on the slow input and not on the
fast one of the same size, and looking disturbs neither."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass

import pytest

from slowpath.analysis.rules import all_rules
from slowpath.analysis.rules.python_view import view_of
from slowpath.inputs.text_form.text import from_text
from slowpath.instrument import with_checkers, without_checkers

RULES = tuple(rule for rule in all_rules() if rule.language == "python")

N = 150
NUMBERS = f"n: int 1..{N}\na: int[n] 1..10^6\n"


@dataclass(frozen=True)
class Program:
    """A problem's program: `rule` must give a constraint that `slow` satisfies and `fast`, as large, doesn't."""

    rule: str
    source: str
    form: str
    slow: str
    fast: str


def numbers(values: list[int]) -> str:
    return f"{len(values)}\n{' '.join(map(str, values))}\n"


def edges(pairs: list[tuple[int, int]], vertices: int) -> str:
    return f"{vertices} {len(pairs)}\n" + "".join(f"{a} {b}\n" for a, b in pairs)


def roads(vertices: int, direct: int) -> str:
    """From vertex 1 a road to every vertex, the farthest first, as dear as `direct` says for each vertex passed, and a
    chain of cheap roads."""
    rows = [f"1 {b} {1 + direct * b}" for b in range(vertices, 1, -1)] + [f"{b} {b + 1} 1" for b in range(2, vertices)]
    return f"{vertices} {len(rows)}\n" + "\n".join(rows) + "\n"


PROGRAMS = {
    "guests at module level": Program(
        "py-list-membership",
        """
n = int(input())
inside = []
for guest in list(map(int, input().split())):
    if guest in inside:
        inside.remove(guest)
    else:
        inside.append(guest)
print(len(inside))
""",
        NUMBERS,
        numbers(list(range(1, N + 1))),
        numbers([1 + i // 2 for i in range(N)]),
    ),
    "rumour from all tokens in main": Program(
        "py-list-front",
        """
import sys

def main():
    data = sys.stdin.read().split()
    n, m = int(data[0]), int(data[1])
    knows = [[] for _ in range(n + 1)]
    for i in range(m):
        a, b = int(data[2 + 2 * i]), int(data[3 + 2 * i])
        knows[a].append(b)
        knows[b].append(a)
    heard = [False] * (n + 1)
    heard[1] = True
    waiting = [1]
    told = 0
    while waiting:
        person = waiting.pop(0)
        told += 1
        for friend in knows[person]:
            if not heard[friend]:
                heard[friend] = True
                waiting.append(friend)
    print(told)

if __name__ == "__main__":
    main()
""",
        f"n: int 2..{N}; m: int 1..{N}\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n",
        edges([(1, i) for i in range(2, N + 1)], N),
        edges([(i, i + 1) for i in range(1, N)], N),
    ),
    "cards sorted by a class": Program(
        "py-inner-while",
        """
class Hand:
    def __init__(self, cards):
        self.cards = cards
        self.moves = 0

    def arrange(self):
        cards = self.cards
        for i in range(1, len(cards)):
            card, j = cards[i], i
            while j > 0 and cards[j - 1] > card:
                cards[j] = cards[j - 1]
                j -= 1
                self.moves += 1
            cards[j] = card


n = int(input())
hand = Hand([int(word) for word in input().split()])
hand.arrange()
print(hand.moves)
""",
        NUMBERS,
        numbers(list(range(N, 0, -1))),
        numbers(list(range(1, N + 1))),
    ),
    "quicksort that makes lists": Program(
        "py-slices-in-recursion",
        """
import sys
sys.setrecursionlimit(10000)

def ordered(a):
    if len(a) < 2:
        return a
    pivot, rest = a[0], a[1:]
    left = [x for x in rest if x < pivot]
    right = [x for x in rest if x >= pivot]
    return ordered(left) + [pivot] + ordered(right)

n = int(input())
print(*ordered(list(map(int, input().split()))))
""",
        f"n: int 1..{4 * N}\na: int[n] 1..10^6\n",
        numbers(list(range(1, 4 * N + 1))),
        numbers([i * 271 % 601 for i in range(1, 4 * N + 1)]),
    ),
    "quicksort in place in a nested function": Program(
        "py-unbalanced-split",
        """
import sys

def solve():
    sys.setrecursionlimit(10000)
    input = sys.stdin.readline
    n = int(input())
    a = list(map(int, input().split()))

    def sort(lo, hi):
        if lo >= hi:
            return
        pivot, at = a[hi], lo
        for i in range(lo, hi):
            if a[i] < pivot:
                a[i], a[at] = a[at], a[i]
                at += 1
        a[at], a[hi] = a[hi], a[at]
        sort(lo, at - 1)
        sort(at + 1, hi)

    sort(0, n - 1)
    print(*a)

solve()
""",
        f"n: int 1..{4 * N}\na: int[n] 1..10^6\n",
        numbers(list(range(1, 4 * N + 1))),
        numbers([i * 271 % 601 for i in range(1, 4 * N + 1)]),
    ),
    "clubs that merge": Program(
        "py-uncompressed-find",
        """
import sys
input = sys.stdin.readline
n, m = map(int, input().split())
leader = list(range(n + 1))

def top(x):
    while leader[x] != x:
        x = leader[x]
    return x

merged = 0
for _ in range(m):
    a, b = map(int, input().split())
    a, b = top(a), top(b)
    if a != b:
        leader[a] = b
        merged += 1
print(merged)
""",
        f"n: int 2..{N}; m: int 1..{N}\nrows[m]: u: int 1..n; v: int 1..n\n",
        edges([(1, i) for i in range(2, N + 1)], N),
        edges([(i, 1) for i in range(2, N + 1)], N),
    ),
    "tiles cut on one line": Program(
        "py-subtracting",
        """
a, b = map(int, input().split())
while a != b:
    if a > b: a -= b
    else: b -= a
print(a)
""",
        "a: int 1..10^4; b: int 1..10^4\n",
        "9999 1\n",
        "9999 6180\n",
    ),
    "steps of a solve per case": Program(
        "py-count-by-one",
        """
def solve():
    height, floor = map(int, input().split())
    lifts = 0
    while height > floor:
        height -= 1
        lifts += height & 1
    return lifts

for _ in range(int(input())):
    print(solve())
""",
        "t: int 1..20\ncases: cases[t]\n  h: int 1..10^4; f: int 1..10^4\n",
        "2\n9000 1\n9000 1\n",
        "2\n9000 8999\n1 1\n",
    ),
    "places in a line": Program(
        "py-list-middle",
        """
n = int(input())
line = []
for place in map(int, input().split()):
    line.insert(place % (len(line) + 1), place)
print(line[:3])
""",
        NUMBERS,
        numbers([i + 1 for i in range(N)]),
        numbers([1, *range(1, N)]),
    ),
    "distances corrected by a queue": Program(
        "py-queue-growth",
        """
from collections import deque
n, m = map(int, input().split())
roads = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b, w = map(int, input().split())
    roads[a].append((b, w))
far = [float("inf")] * (n + 1)
far[1] = 0
queue = deque([1])
while queue:
    a = queue.popleft()
    for b, w in roads[a]:
        if far[a] + w < far[b]:
            far[b] = far[a] + w
            queue.append(b)
print([x if x < float("inf") else -1 for x in far[1:]])
""",
        f"n: int 2..{N}; m: int 1..{3 * N}\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n",
        roads(N, 1000),
        roads(N, 0),
    ),
    "ways up the stairs": Program(
        "py-missing-memo",
        """
import sys

def climb(n):
    if n < 2:
        return 1
    total = climb(n - 1)
    total += climb(n - 2)
    return total

print(climb(int(sys.stdin.readline())))
""",
        "n: int 1..30\n",
        "23\n",
        "9\n",
    ),
    "kept apart": Program(
        "py-generator-scans",
        """
n = int(input())
kept = []
for x in (int(word) for word in input().split()):
    if not any(abs(x - y) < 5 for y in kept):
        kept.append(x)
print(len(kept))
""",
        NUMBERS,
        numbers([10 * i for i in range(N)]),
        numbers([1 + i % 4 for i in range(N)]),
    ),
    "marks on a ruler": Program(
        "py-small-steps",
        """
start, stop, step = map(int, input().split())
marks = 0
for i in range(start, stop, step):
    marks += i % 10 == 0
print(marks)
""",
        "a: int 1..10^4; b: int 1..10^4; s: int 1..10^4\n",
        "1 9999 1\n",
        "1 9999 5000\n",
    ),
    "many small cases": Program(
        "py-case-allocation",
        """
import sys

def main():
    words = iter(sys.stdin.read().split())
    SIZE = 5001
    for _ in range(int(next(words))):
        count = [0] * SIZE
        for _ in range(int(next(words))):
            count[int(next(words))] += 1
        print(max(count))

main()
""",
        "t: int 1..100\ncases: cases[t]\n  n: int 1..200\n  a: int[n] 1..5000\n",
        "100\n" + "1\n7\n" * 100,
        "1\n200\n" + "7 " * 199 + "7\n",
    ),
    "a word turned round by a closure": Program(
        "py-string-growth",
        """
def turned():
    word = ""

    def add(letter):
        nonlocal word
        word = letter + word

    for letter in input():
        if letter != "a":
            add(letter)
    return word

print(turned())
""",
        f's: word 1..{N} of "a-z"\n',
        "z" * N + "\n",
        "a" * N + "\n",
    ),
    "the first fitting number": Program(
        "py-fixed-rounds",
        """
target = int(input())
x = 0
while True:
    x += 1
    if x * x % 100003 == target or x > 100003:
        break
print(x)
""",
        "t: int 1..100002\n",
        "100002\n",
        "4\n",
    ),
    "a product of dice": Program(
        "py-big-integers",
        """
n = int(input())
product = 1
for die in map(int, input().split()):
    product *= die
print(product % 1000003)
""",
        "n: int 1..500\na: int[n] 1..10^9\n",
        numbers([10**9] * 500),
        numbers([1] * 500),
    ),
    "passes until nothing moves": Program(
        "py-nested-loops",
        """
import sys
read = iter(sys.stdin.buffer.read().split()).__next__
n = int(read())
a = [int(read()) for _ in range(n)]
moved, passes = True, 0
while moved:
    moved = False
    passes += 1
    for i in range(n - 1):
        if a[i] > a[i + 1]:
            a[i], a[i + 1] = a[i + 1], a[i]
            moved = True
print(passes)
""",
        NUMBERS,
        numbers(list(range(N, 0, -1))),
        numbers(list(range(1, N + 1))),
    ),
}


def run(source: bytes, data: str) -> tuple[str, dict[str, int]]:
    """What a program prints, and how often each of its checkers fired."""
    done = subprocess.run(
        [sys.executable, "-c", source.decode()],
        input=data,
        capture_output=True,
        text=True,
        env={**os.environ, "SLOWPATH_CHECKERS": "1"},
        timeout=300,
        check=True,
    )
    fired = re.findall(r"checker (\w+): fired (\d+) of", done.stderr)
    return done.stdout, {name: int(times) for name, times in fired}


@pytest.mark.parametrize("name", PROGRAMS)
def test_finds_what_the_slow_input_satisfies_and_the_fast_one_does_not(name: str) -> None:
    program = PROGRAMS[name]
    source = program.source.encode()
    view = view_of(source, from_text(program.form))
    all_found = [each for rule in RULES for each in rule.find(view) if each.condition is not None]
    checked = with_checkers(source, "python", all_found)
    assert not checked.rejected, checked.rejected
    assert without_checkers(checked.source, "python") == source
    slow, fired_on_slow = run(checked.source, program.slow)
    fast, fired_on_fast = run(checked.source, program.fast)
    assert (slow, fast) == (run(source, program.slow)[0], run(source, program.fast)[0])
    ids = [each.id for each in all_found if each.origin.name == program.rule]
    assert any(fired_on_slow[each] and not fired_on_fast[each] for each in ids), (ids, fired_on_slow, fired_on_fast)
