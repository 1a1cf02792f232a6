"""Programs without statement and samples, run by the real toolchain: what `slowpath format` makes of the bare file."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from slowpath import cli, pipeline
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.settings import load

CPP = {
    "a_reader_class_and_recursion": (
        """
#include <cstdio>
struct In {
    template <class T> In &operator()(T &x) {
        int c = getchar();
        while (c != '-' && (c < '0' || c > '9'))
            if ((c = getchar()) < 0)
                return *this;
        for (x = 0; c >= '0' && c <= '9'; c = getchar())
            x = x * 10 + (c - '0');
        return *this;
    }
} in;
long total;
void edges(int left) {
    if (left == 0)
        return;
    int a = 0, b = 0;
    in(a);
    in(b);
    total += a * b;
    edges(left - 1);
}
int main() {
    int n = 0, m = 0;
    in(n)(m);
    edges(m);
    printf("%ld", total + n);
}
""",
        "%: int; %: int\nrows[%]: %: int; %: int",
    ),
    "a_loop_by_goto": (
        """
#include <cstdio>
int main() {
    int h, w, i = 0, x;
    long s = 0;
    if (scanf("%d %d", &h, &w) != 2)
        return 0;
again:
    if (i < h * w) {
        if (scanf("%d", &x) == 1)
            s += x * i;
        i++;
        goto again;
    }
    printf("%ld", s);
}
""",
        "%: int; %: int\n%: int[%*%]",
    ),
    "constructors_that_read": (
        """
#include <iostream>
#include <functional>
#include <map>
struct Push { long v; Push() { std::cin >> v; } };
struct Swap {
    long a, b;
    Swap() {
        std::cin >> a;
        std::cin >> b;
    }
};
int main() {
    int q;
    long s = 0;
    std::cin >> q;
    std::map<int, std::function<long()>> by{
        {1, [] { return Push().v; }},
        {2, [] { Swap made; return made.a - made.b; }}};
    while (q--) {
        int t;
        std::cin >> t;
        if (!by.count(t))
            return 0;
        s += by[t]();
    }
    std::cout << s;
}
""",
        "%: int\nqueries: queries[%]\n  1: %: int\n  2: %: int; %: int",
    ),
}
PYTHON = {
    "a_generator_over_lines": (
        """
import sys
def numbers():
    for line in sys.stdin:
        for word in line.split():
            yield int(word)
given = numbers()
take = given.__next__
class Point:
    def __init__(self):
        self.x = take()
        self.y = take()
n = take()
points = []
while len(points) < n:
    points.append(Point())
print(sum(p.x * p.y for p in points))
""",
        "%: int\nrows[%]: %: int; %: int",
    ),
    "ragged_lines": (
        """
rows = []
for _ in range(int(input())):
    k, *rest = map(int, input().split())
    assert len(rest) == k
    rows.append(rest)
print(max(map(len, rows)))
""",
        "%: int\nrows[%]: %: int; %: int[%]",
    ),
    "everything_at_once": (
        """
import sys
data = list(map(int, sys.stdin.buffer.read().split()))
n, m = data[0], data[1]
a = data[2:2 + n]
rest = data[2 + n:2 + n + 2 * m]
assert len(rest) == 2 * m
print(sum(a[i % n] * j for i, j in zip(rest[::2], rest[1::2])))
""",
        None,
    ),
}


@pytest.fixture(scope="module")
def settings(build_cache):
    return load({"cache_dir": build_cache})


def inferred(language: str, source: str, settings, problem: Problem | None = None):
    problem = problem or Problem("bare", "plain", Path("."))
    return pipeline.infer_format(problem, Solution(Path(f"p.{language}"), language, source.encode()), settings)


def shape(text: str) -> str:
    """The text form with its bounds and sums left out and all names alike."""
    text = re.sub(r" -?\d+\.\.\S+?(?=;|\s|$)", "", re.sub(r"\nwhere .*", "", text)).strip()
    return re.sub(r"\b(?!int\b|rows\b|queries\b|cases\b)[A-Za-z_]\w*", "%", text)


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
@pytest.mark.parametrize("name", sorted(CPP))
def test_a_bare_cpp_program_has_a_format(name, settings):
    source, expected = CPP[name]
    report = inferred("cpp", source, settings)
    assert shape(report.text) == expected
    assert report.assumed


@pytest.mark.parametrize("name", sorted(PYTHON))
def test_a_bare_python_program_has_a_format(name, settings):
    source, expected = PYTHON[name]
    report = inferred("python", source, settings)
    assert report.format is not None
    assert expected is None or shape(report.text) == expected


def test_a_deep_recursion_bounds_what_was_assumed(settings):
    source = "def down(n):\n    return 0 if n == 0 else 1 + down(n - 1)\nn = int(input())\nprint(down(n))\n"
    report = inferred("python", source, settings)
    assert re.fullmatch(r"n: int [01]\.\.500\n", report.text)
    assert report.assumed == ("n",)
    assert any(re.fullmatch(r"the program crashes with n = \d+, not with 500", each.quote) for each in report.evidence)


def test_without_settings_nothing_is_run(tmp_path):
    mark = tmp_path / "ran"
    report = pipeline.infer_format(
        Problem("bare", "plain", Path(".")),
        Solution(Path("p.py"), "python", f"open({str(mark)!r}, 'w')\nn = int(input())\n".encode()),
    )
    assert report.format is not None
    assert not mark.exists()


@pytest.mark.parametrize("chosen", [["--no-run"], []])
def test_the_command_runs_the_program_unless_it_is_told_not_to(chosen, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SLOWPATH_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "p.py").write_text("n = int(input())\na = [int(input()) for _ in range(n)]\nprint(sum(a))\n")
    options = cli.parser().parse_args(["format", str(tmp_path / "p.py"), "--json", *chosen])
    assert options.run(options) == 0
    sources = {evidence["source"] for evidence in json.loads(capsys.readouterr().out)["evidence"]}
    assert ("oracle" in sources) == (not chosen)


def test_nothing_is_built_where_there_is_no_doubt(tmp_path):
    cache = tmp_path / "cache"
    problem = Problem("bare", "plain", Path("."), samples=(Sample("s", b"3\n"),))
    assert inferred("python", "print(int(input()))\n", load({"cache_dir": cache}), problem).format is not None
    assert not cache.exists()


def test_a_program_that_doesn_t_compile_still_has_the_format_of_its_text(settings):
    report = inferred("cpp", "#include <iostream>\nint main() { int n; std::cin >> n; return nothing; }\n", settings)
    assert report.text.startswith("n: int")
    assert [misfit.decision for misfit in report.misfits] == ["decided without running the program"]
