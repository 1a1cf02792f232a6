"""What a program does with a value under another name, or after a step, says of which list it is an index."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

QUEUE = """from collections import deque
n, m, v = map(int, input().split())
graph = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b = map(int, input().split())
    graph[a].append(b)
    graph[b].append(a)
for i in range(n + 1):
    graph[i].sort()
seen = {v}
queue = deque([v])
while queue:
    u = queue.popleft()
    for w in graph[u]:
        if w not in seen:
            seen.add(w)
            queue.append(w)
print(len(seen))
"""
RECURSION = """n, s = map(int, input().split())
left = [0] * (n + 1)
def walk(u):
    return 0 if left[u] == 0 else walk(left[u])
print(walk(s))
"""
STEPPED = """n, m = map(int, input().split())
count = [1] * n
for _ in range(m):
    x, y = map(int, input().split())
    x -= 1; y -= 1
    count[x] -= 1
    count[y] += 1
print(sum(count))
"""
WALKED = """n, q = map(int, input().split())
a = list(map(int, input().split()))
for _ in range(q):
    s, t = map(int, input().split())
    total = 0
    for i in range(s - 1, t):
        total += a[i]
    print(total)
"""
SLICED = """n, q = map(int, input().split())
a = list(map(int, input().split()))
for _ in range(q):
    s, t = map(int, input().split())
    print(min(a[s - 1:t]))
"""
DICTIONARY = """n = int(input())
a = list(map(int, input().split()))
last = {}
for i in range(n):
    last[a[i]] = i
print(len(last))
"""
CPP = """#include <iostream>
using namespace std;
int a[1005];
int main() {
    int n, q;
    cin >> n >> q;
    for (int i = 1; i <= n; i++) cin >> a[i];
    while (q--) {
        int x, y, s = 0;
        cin >> x >> y;
        for (int i = x; i <= y; i++) s += a[i];
        cout << s;
    }
}
"""


def text_of(program: str, sample: str, language: str = "python") -> str:
    problem = Problem("case", "plain", Path("."), samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case"), language, program.encode())).text


@pytest.mark.parametrize(
    ("program", "sample", "language", "said"),
    [
        (QUEUE, "4 2 1\n1 2\n3 2\n", "python", "v: int 1..n\n"),
        (RECURSION, "4 2\n", "python", "s: int 1..n\n"),
        (STEPPED, "3 2\n1 2\n2 3\n", "python", "rows[m]: x: int 1..n; y: int 1..n\n"),
        (WALKED, "3 1\n5 6 7\n1 3\n", "python", "s: int 1..n; t: int s..n\n"),
        (SLICED, "3 1\n5 6 7\n1 3\n", "python", "s: int 1..n; t: int s..n\n"),
        (DICTIONARY, "3\n1 0 2\n", "python", "a: int[n] 0..1000000000\n"),
        (CPP, "3 1\n5 6 7\n1 3\n", "cpp", "x: int 1..n; y: int x..n\n"),
    ],
)
def test_an_index_by_another_name_or_after_a_step(program: str, sample: str, language: str, said: str) -> None:
    assert said in text_of(program, sample, language)


def test_a_sample_refutes_an_order_of_two_ends() -> None:
    assert "t: int s..n" not in text_of(WALKED, "3 2\n5 6 7\n1 3\n3 1\n")
