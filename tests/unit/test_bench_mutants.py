"""Mutants are whole programs that differ from the right one in one place."""

from __future__ import annotations

import ast

import pytest

from slowpath.bench.mutants import mutants

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


@pytest.mark.parametrize(("language", "source", "kinds"), [
    ("cpp", CPP, {"comparison", "arithmetic", "condition", "off by one", "small bound", "no reduction", "narrow type",
                  "other extreme", "dropped call", "dropped assignment", "no early exit", "no corner case",
                  "other index"}),
    ("python", PYTHON, {"comparison", "arithmetic", "condition", "off by one", "small bound", "no reduction",
                        "float division", "other extreme", "short range", "dropped call", "dropped assignment",
                        "no early exit", "no corner case", "other index"})])
def test_every_kind_of_mistake_is_made(language, source, kinds):
    assert {each.kind for each in mutants(source, language)} == kinds


@pytest.mark.parametrize(("language", "source"), [("cpp", CPP), ("python", PYTHON)])
def test_a_mutant_differs_in_one_place_and_in_nothing_else(language, source):
    made = mutants(source, language)
    assert len({each.source for each in made}) == len(made)
    for each in made:
        assert each.source == source[:each.begin] + each.text + source[each.end:] != source
        assert each.line == source[:each.begin].count(b"\n") + 1


def test_mutants_of_python_are_programs():
    for each in mutants(PYTHON, "python"):
        ast.parse(each.source)


def test_includes_and_comments_stay_as_they_are():
    source = b"#include <vector>\n// 1 < 2\nint main() { }\n"
    assert mutants(source, "cpp") == []


def test_a_few_are_drawn_over_all_kinds_and_always_the_same():
    few = mutants(CPP, "cpp", most=13, seed=5)
    assert few == mutants(CPP, "cpp", most=13, seed=5) != mutants(CPP, "cpp", most=13, seed=6)
    assert len({each.kind for each in few}) == 13
