"""Printing and reading are work, which happens where no counter sees it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from slowpath.model.execution import RunLimits
from slowpath.model.problem import Solution
from slowpath.settings import load
from slowpath.toolchain import open_executor

LIMITS = RunLimits(cpu_s=20, wall_s=120)
PROGRAMS = {
    "cpp": b"""#include <cstdio>
int main() {
    long long n, first;
    scanf("%lld %lld", &n, &first);
    for (int i = 0; i < n; i++)
        printf("%lld\\n", first + i);
}
""",
    "python": b"""n, first = map(int, input().split())
for i in range(n):
    print(first + i)
""",
}


@pytest.mark.parametrize(
    "language", [pytest.param("cpp", marks=pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")), "python"]
)
def test_of_two_runs_through_the_same_lines_that_which_prints_more_costs_more(language, build_cache):
    solution = Solution(Path(f"loud.{language}"), language, PROGRAMS[language])
    with open_executor(solution, load({"cache_dir": build_cache})) as executor:
        short, long = executor.run(b"2000 0000000000000", LIMITS), executor.run(b"2000 1000000000000", LIMITS)
        assert executor.profile(short) == executor.profile(long)
    assert long.count > short.count + 10 * (long.output_bytes - short.output_bytes)
    assert long.output_bytes > short.output_bytes + 10_000


EARLY = {
    "cpp": b"""#include <iostream>
#include <string>
int main() {
    std::ios::sync_with_stdio(false);
    std::string word;
    while (std::cin >> word)
        if (word == "end") return 0;
}
""",
    "python": b"""import sys
for line in sys.stdin:
    if line.strip() == "end":
        break
""",
}


@pytest.mark.parametrize(
    "language", [pytest.param("cpp", marks=pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")), "python"]
)
def test_what_a_program_leaves_unread_costs_nothing(language, build_cache):
    solution = Solution(Path(f"early.{language}"), language, EARLY[language])
    rest = b"word\n" * 100_000
    with open_executor(solution, load({"cache_dir": build_cache})) as executor:
        alone, early, whole = (executor.run(data, LIMITS).count for data in (b"end\n", b"end\n" + rest, rest))
    assert early < alone + whole / 10
    assert whole > 10 * alone
