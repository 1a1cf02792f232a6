"""Mutants are whole programs that differ from the right one in one place."""

from __future__ import annotations

import ast
import contextlib
import io
import shutil
import subprocess

import pytest

from slowpath.model.breaking import FaultCategory
from slowpath.mutants import mutants, slower_ways

CPP = b"""#include <bits/stdc++.h>
using namespace std;
const int MOD = 1000000007;
int main() {
    int n;
    cin >> n;
    vector<long long> a(n), best(n + 1);
    for (int i = 0; i < n; i++) cin >> a[i];
    sort(a.begin(), a.end());
    long long sum = 0;
    if (n == 1) { cout << a[0] << "\\n"; return 0; }
    for (int i = 0; i < n; i++) {
        if (a[i] < 0 && sum > 0) break;
        sum = (sum + a[i]) % MOD;
        best[i + 1] = max(best[i], sum);
    }
    cout << best[n] << "\\n";
}
"""
PYTHON = b"""import sys
def main():
    n = int(input())
    a = list(map(int, input().split()))
    a.sort()
    total = 0
    for i in range(n):
        if a[i] < 0 and total > 0:
            continue
        total += a[i] // 2
    print(max(total, 0) % 1000)
main()
"""
JAVA = b"""import java.util.*;
public class Main {
    static final int MOD = 1000000007;
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[] a = new long[n], best = new long[n + 1];
        for (int i = 0; i < n; i++) a[i] = in.nextLong() * 2L;
        Arrays.sort(a);
        List<Long> kept = new ArrayList<>();
        long sum = 0;
        if (n == 1) { System.out.println(a[0]); return; }
        for (int i = 0; i < n; i++) {
            if (a[i] < 0 && sum > 0) break;
            sum = (sum + (long) n * i) % MOD;
            kept.add(sum);
            if (sum > 3) best[i + 1] = Math.max(best[i], sum); else best[i + 1] = best[i];
        }
        System.out.println(best[n] + kept.size());
    }
}
"""


CHOICES_CPP = b"""#include <bits/stdc++.h>
using namespace std;
int memo[100005];
int ways(const vector<int>& a, int n) {
    if (memo[n] != 0) return memo[n];
    for (int i = 2; i * i <= n; i++) if (n % i == 0) break; else memo[n]++;
    return memo[n] = min(a[n], 3);
}
int main() {
    int n;
    vector<pair<int, int>> shows(n);
    sort(shows.begin(), shows.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    long long most = LLONG_MAX, part = 1LL * n;
}
"""
CHOICES_PYTHON = b"""from functools import lru_cache
@lru_cache(None)
def ways(n, used):
    table = [0] * (n + 1)
    for i in range(n, 0, -1):
        table[i] = min(table[i - 1], i)
        if i in used:
            break
        else:
            table[i] = 1
    return sorted(table, reverse=True)[0]
"""


@pytest.mark.parametrize(
    ("language", "source", "kinds"),
    [
        (
            "cpp",
            CPP,
            {
                "comparison",
                "arithmetic",
                "condition",
                "off by one",
                "small bound",
                "half a bound",
                "no reduction",
                "narrow type",
                "other extreme",
                "dropped assignment",
                "no early exit",
                "no corner case",
                "other index",
                "no order",
                "one way only",
                "one requirement only",
                "other direction",
                "square of the size",
                "many times the size",
            },
        ),
        (
            "cpp",
            CHOICES_CPP,
            {
                "not remembered",
                "copied argument",
                "beyond the root",
                "other order",
                "other half",
                "no other case",
                "narrow number",
                "one way only",
                "no order",
                "no early exit",
            },
        ),
        (
            "python",
            PYTHON,
            {
                "comparison",
                "arithmetic",
                "condition",
                "off by one",
                "small bound",
                "half a bound",
                "no reduction",
                "float division",
                "other extreme",
                "short range",
                "no order",
                "dropped assignment",
                "no early exit",
                "no corner case",
                "other index",
                "one way only",
                "one requirement only",
            },
        ),
        (
            "python",
            CHOICES_PYTHON,
            {
                "not remembered",
                "copied to look",
                "other direction",
                "other order",
                "no other case",
                "square of the size",
                "many times the size",
                "no early exit",
            },
        ),
        (
            "java",
            JAVA,
            {
                "comparison",
                "arithmetic",
                "condition",
                "off by one",
                "small bound",
                "half a bound",
                "no reduction",
                "narrow type",
                "narrow number",
                "other extreme",
                "one way only",
                "dropped assignment",
                "no order",
                "dropped call",
                "no early exit",
                "no corner case",
                "no other case",
                "one requirement only",
                "other index",
            },
        ),
    ],
)
def test_every_kind_of_mistake_is_made(language, source, kinds):
    assert kinds <= {each.kind for each in mutants(source, language)}


@pytest.mark.parametrize(("source", "language"), [(CPP + CHOICES_CPP, "cpp"), (PYTHON + CHOICES_PYTHON, "python")])
def test_all_seven_kinds_of_bugs_are_planted(source, language):
    assert {each.category for each in mutants(source, language)} == set(FaultCategory)


def test_the_same_slip_is_another_kind_of_bug_elsewhere():
    def category(source: bytes, text: bytes) -> FaultCategory:
        return next(each.category for each in mutants(source, "python") if each.text == text)

    assert category(b"best[i] = best[i - 1] + a\n", b"-") is FaultCategory.DP
    assert category(b"total = price + a\n", b"-") is FaultCategory.NUMERIC
    assert category(b"a.sort(key=lambda p: p.x + p.y)\n", b"-") is FaultCategory.GREEDY


def test_a_loop_goes_the_other_way_over_the_same_numbers():
    ways = {
        each.text
        for source in (b"for i in range(2, 7): pass", b"for i in range(7, 2, -1): pass")
        for each in mutants(source, "python")
        if each.kind == "other direction"
    }
    assert sorted(sorted(eval(text)) for text in ways) == [[2, 3, 4, 5, 6], [3, 4, 5, 6, 7]]
    made = {each.text for each in mutants(b"int main() { for (int j = c; j >= w; j--) x(j); }", "cpp")}
    assert b"int j = (w); j <= (c); ++j" in made


@pytest.mark.parametrize(("language", "source"), [("cpp", CPP), ("python", PYTHON)])
def test_a_mutant_differs_in_one_place_and_in_nothing_else(language, source):
    made = mutants(source, language)
    assert len({each.source for each in made}) == len(made)
    for each in made:
        assert each.source == source[: each.begin] + each.text + source[each.end :] != source
        assert each.line == source[: each.begin].count(b"\n") + 1


def test_mutants_of_python_are_programs():
    for each in (*mutants(PYTHON, "python"), *mutants(CHOICES_PYTHON, "python")):
        ast.parse(each.source)


def test_includes_and_comments_stay_as_they_are():
    source = b"#include <vector>\n// 1 < 2\nint main() { }\n"
    assert mutants(source, "cpp") == []


def test_a_few_are_drawn_over_all_kinds_and_always_the_same():
    few = mutants(CPP, "cpp", most=13, seed=5)
    assert few == mutants(CPP, "cpp", most=13, seed=5) != mutants(CPP, "cpp", most=13, seed=6)
    assert len({each.kind for each in few}) == 13


def test_slow_ways_keep_what_a_program_says_and_change_how():
    source = b"""#include <bits/stdc++.h>
int up[9];
int find(int x) { return up[x] == x ? x : up[x] = find(up[x]); }
int main() { std::vector<int> a{2, 1}; std::sort(a.begin(), a.end()); std::map<int, int> m;
  std::cout << *lower_bound(a.begin(), a.end(), 2) << "\\n"; }
"""
    made = {each.kind: each.source for each in slower_ways(source, "cpp")}
    assert b"std::unordered_map<int, int> m" in made["a hash table"]
    assert b"find(up[x]); }" in made["long paths"] and b"up[x] = find" not in made["long paths"]
    assert b"std::endl" in made["flushed lines"]
    assert {"sorted by insertion", "looked for from the front"} <= made.keys()


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        (
            "from bisect import bisect_left\na = sorted([3, 1, 2])\ns = set(a)\nprint(bisect_left(a, 2), 3 in s)",
            {"a list for a set", "looked for from the front"},
        ),
        (
            "from collections import Counter, deque\nq = deque([3, 1])\nq.append(4)\nq.appendleft(7)\n"
            "while q: print(q.popleft(), len(q))",
            {"a queue that moves all"},
        ),
        (
            "from heapq import heappush, heappop\nh = []\nfor x in 5, 2, 9, 2: heappush(h, x)\nprint(h[0], "
            "heappop(h), h[0])",
            {"a sorted list for a heap"},
        ),
        (
            "import heapq\nh = [4, 1, 3]\nheapq.heapify(h)\nprint(heapq.heappushpop(h, 0), heapq.heapreplace(h, 9), "
            "h[0])",
            {"a sorted list for a heap"},
        ),
        ("print(pow(3, 10, 7), pow(2, 5))", {"whole powers"}),
        ("import sys\ninput = sys.stdin.readline\nprint(5)", {"lines read by input"}),
    ],
)
def test_slow_ways_of_python_give_the_same_answers(source, kinds):
    made = {each.kind: each.source for each in slower_ways(source.encode(), "python")}
    assert made.keys() >= kinds
    assert {ran(each) for each in made.values()} == {ran(source.encode())}


def ran(source: bytes) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source, {})
    return out.getvalue()


@pytest.mark.parametrize(
    "source",
    [
        b"from heapq import heappush, nlargest\n",
        b"import heapq\nheapq.merge([], [])\n",
        b"from heapq import heappop as pop\n",
        b"from collections import deque\nq = deque(maxlen=3)\n",
        b"from collections import deque as queue\n",
    ],
)
def test_what_a_slow_stand_in_has_not_got_keeps_the_library(source):
    assert slower_ways(source, "python") == []


def test_slow_queues_of_cpp_stand_behind_the_last_include_and_are_of_no_line(tmp_path):
    source = b"""#include <iostream>
#include <queue>
int main() { std::ios::sync_with_stdio(false); std::priority_queue<int, std::vector<int>, std::greater<int>> a;
  std::queue<int> b; a.push(3); a.emplace(1); a.push(2); b.push(7); b.emplace(8);
  std::cout << a.top(); a.pop(); std::cout << a.top() << a.size() << b.front() << b.back(); b.pop();
  std::cout << b.front() << b.empty(); }
"""
    made = {each.kind: each for each in slower_ways(source, "cpp")}
    queues = [made["a queue looked through"], made["a queue that moves all"]]
    assert {each.line for each in queues} == {0} and [each.label for each in queues] == [each.kind for each in queues]
    assert b"(false)" not in made["streams in step"].source
    begin = queues[0].begin
    assert source[:begin].endswith(b"#include <queue>") or source[:begin].endswith(b"#include <queue>\n")
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("g++ isn't installed")
    both = source[:begin] + b"".join(each.text for each in queues) + source[begin:]
    subprocess.run([compiler, "-x", "c++", "-std=c++17", "-", "-o", str(tmp_path / "a")], input=both, check=True)
    assert subprocess.run([str(tmp_path / "a")], check=True, capture_output=True).stdout == b"1227880"


def test_recursion_that_nobody_lets_go_deep_is_a_mutant():
    (made,) = [
        each
        for each in mutants(b"import sys\nsys.setrecursionlimit(10**6)\n", "python")
        if each.kind == "shallow recursion"
    ]
    assert made.source == b"import sys\npass\n"


def test_a_language_whose_text_is_not_changed_has_no_mutants():
    assert mutants(b"ADD 1 TO A.", "cobol", most=9, seed=0) == []
