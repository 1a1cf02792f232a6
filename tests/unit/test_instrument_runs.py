"""Checkers in programs that are compiled and run: nothing printed changes, and the report is what happened."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.instrument import with_checkers
from slowpath.model.constraint import AFTER, BEFORE, BODY, Condition, Constraint, ConstraintOrigin, Count, Place

COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]
ORIGIN = ConstraintOrigin("rule", "trial")
REPORT = re.compile(r"slowpath checker (\w+): fired (\d+) of (\d+)")

CPP = """\
#include <vector>
#include <cstdio>
#include <cstdlib>
#define int long long
#define double long double
#define endl '\\n'
#define rep(i, n) for (int i = 0; i < (n); i++)
#define FAST setvbuf(stdout, nullptr, _IOFBF, 1 << 16); srand(1);
namespace { int size; }
std::vector<int> a;
template <class T> T twice(T x) { if (x > 3) x += 1; else x += 2; return x * 2; }
struct Tree {
  std::vector<int> up;
  int find(int v) { return up[v] == v ? v : up[v] = find(up[v]); }
};
int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
signed main() {
  FAST
  int n, getenv = 1, write = 2;
  if (scanf("%lld", &n) != 1) return 1;
  rep(i, n) a.push_back(i * 7 % 5);
  rep(i, n) rep(j, n) if (a[i] < a[j]) size += write; else if (i == j) size -= getenv;
  switch (n) { case 1: size = 2; break; case 2: size++; /* fall through */ default: size += 5; }
  auto f = [&](int k) -> int { return k + n; };
  do size--; while (size > 300);
  Tree tree; rep(i, n) tree.up.push_back(i / 2);
again:
  if (n-- > 3) goto again;
  printf("%lld %lld %lld %lld %lld\\n", size, f(3), twice(n), tree.find((int)a.size() - 1), deep(20));
  if (n == 3) exit(3);
  return 0;
}
"""
PYTHON = '''\
"""Reads n."""
from __future__ import annotations
import sys, threading
input = sys.stdin.readline
float = len = os = None


def deep(n):
    """Goes down."""
    global most
    if n == 0: return 0
    most = n
    return 1 + deep(n - 1)


class Stack:
    size = 0

    def push(self, v):
        self.size += v


def main():
    n = int(input())
    stack = Stack()
    a = [i * 7 % 5 for i in range(n)]
    for i in a:
        for j in a:
            if i < j:
                stack.push(1)
            else:
                continue
    while True:
        n -= 1
        if n < 0:
            break
    try:
        a[len]
    except TypeError as error:
        print(error)
    print(stack.size, deep(20), most)
    if stack.size == 6:
        raise SystemExit(3)


threading.stack_size(1 << 26)
runner = threading.Thread(target=main)
runner.start()
runner.join()'''
INPUTS = ["1\n", "2\n", "4\n", "12\n", "x\n"]


def everywhere(source: str) -> list[Constraint]:
    """A constraint at every place that any column of any line has, with and without a count."""
    made = []
    for line, text in enumerate(source.split("\n"), 1):
        for column, where in itertools.product(range(len(text)), (BEFORE, AFTER, BODY)):
            if column == 0 or not (text[column - 1].isalnum() or text[column].isspace()):
                place = Place(where, line, column)
                count = Count(place) if column % 2 else None
                left = "_count" if count else "2"
                condition = Condition(left, place, "1", 2.0, count)
                made.append(Constraint(f"{where}_{line}_{column}", line, "Here.", condition, ORIGIN))
    return made


def run(command: list[str], data: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "SLOWPATH_CHECKERS"}
    return subprocess.run(command, input=data, capture_output=True, text=True, env={**kept, **environment}, check=False)


def built(compiler: str, source: bytes, folder: Path, name: str, *flags: str) -> list[str]:
    path = folder / f"{name}.cpp"
    path.write_bytes(source)
    made = subprocess.run(
        [compiler, "-Wall", "-Wextra", *flags, str(path), "-o", str(folder / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")
    return [str(folder / name)]


def runnable(language: str, source: bytes, folder: Path) -> list[str]:
    """The command that runs a program; skips without a compiler."""
    if language == "cpp":
        return built(COMPILERS[0], source, folder, "program") if COMPILERS else pytest.skip("there is no compiler")
    (folder / "program.py").write_bytes(source)
    return [sys.executable, str(folder / "program.py")]


def reported(text: str) -> dict[str, tuple[int, int]]:
    return {match[1]: (int(match[2]), int(match[3])) for match in REPORT.finditer(text)}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_checkers_everywhere_change_nothing_that_a_cpp_program_prints(compiler, tmp_path):
    made = with_checkers(CPP.encode(), "cpp", everywhere(CPP))
    assert len(made.inserted) > 80
    plain = built(compiler, CPP.encode(), tmp_path, "plain", "-std=c++11")
    checked = built(compiler, made.source, tmp_path, "checked", "-std=c++11")
    for data in INPUTS:
        before, quiet, told = run(plain, data), run(checked, data), run(checked, data, SLOWPATH_CHECKERS="1")
        assert (quiet.stdout, quiet.returncode, quiet.stderr) == (before.stdout, before.returncode, "")
        assert told.stdout == before.stdout
        assert set(reported(told.stderr)) == set(made.inserted)


@pytest.mark.parametrize("standard", ["c++17", "c++2b"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_checkers_compile_under_every_standard(compiler, standard, tmp_path):
    picked = [each for each in everywhere(CPP) if each.line in (11, 14, 22, 24)]
    source = with_checkers(CPP.encode(), "cpp", picked).source
    built(compiler, source, tmp_path, "checked", f"-std={standard}", "-fsyntax-only")


def test_checkers_everywhere_change_nothing_that_a_python_program_prints(tmp_path):
    made = with_checkers(PYTHON.encode(), "python", everywhere(PYTHON))
    assert len(made.inserted) > 40
    (tmp_path / "plain").mkdir()
    plain = runnable("python", PYTHON.encode(), tmp_path / "plain")
    checked = runnable("python", made.source, tmp_path)
    for data in INPUTS:
        before, quiet, told = run(plain, data), run(checked, data), run(checked, data, SLOWPATH_CHECKERS="1")
        assert (quiet.stdout, quiet.returncode) == (before.stdout, before.returncode)
        assert last_line(quiet.stderr) == last_line(before.stderr)
        assert told.stdout == before.stdout
        assert set(reported(told.stderr)) == set(made.inserted)


def last_line(text: str) -> str:
    return text.strip().split("\n")[-1]


COUNTING = {
    "cpp": """\
#include <cstdio>
int calls = 0;
int visit(int n) {
    for (int i = 0; i < n; i++) calls++;
    return n;
}
int main() {
    int n;
    while (scanf("%d", &n) == 1) visit(n);
    printf("%d\\n", calls);
}
""",
    "python": """\
calls = 0
def visit(n):
    global calls
    for i in range(n):
        calls += 1
    return n
for line in open(0):
    visit(int(line))
print(calls)
""",
}
LOOP = Place(BEFORE, 4)
CASES = {
    "a count of the whole run": (Condition("_count", Place(AFTER, 4), "8", 1.0, Count(Place(BODY, 4))), (1, 4)),
    "a count that begins anew": (
        Condition("_count", Place(AFTER, 4), "4", 1.0, Count(Place(BODY, 4), since=LOOP)),
        (2, 4),
    ),
    "a count of an amount": (Condition("_count", Place(AFTER, 4), "n", 4.0, Count(LOOP, "n * 2")), (2, 4)),
    "a right side of nought": (Condition("9", LOOP, "n", 1.0), (3, 4)),
    "a right side below nought": (Condition("9", LOOP, "n - 5", 1.0), (0, 4)),
    "a factor that isn't whole": (Condition("n", LOOP, "2", 2.5), (1, 4)),
    "a predicate": (Condition("n > 3", LOOP), (2, 4)),
    "a number that is no predicate": (Condition("n - 4", LOOP), (1, 4)),
    "a truth value on the left": (Condition("(n > 3)", LOOP, "1", 1.0), (2, 4)),
    "definitions": (Condition("half_of(n)", LOOP, "2", setup="in its language"), (2, 4)),
}
SETUPS = {"cpp": "double half_of(int n) { return n / 2.0; }", "python": "def half_of(n):\n    return n / 2"}


@pytest.mark.parametrize("language", COUNTING)
def test_a_report_says_how_often_a_condition_held(language, tmp_path):
    wanted = [
        Constraint(f"c{at}", 4, "Here.", replace(condition, setup=SETUPS[language] if condition.setup else ""), ORIGIN)
        for at, (condition, _) in enumerate(CASES.values())
    ]
    made = with_checkers(COUNTING[language].encode(), language, wanted, mode="stderr")
    assert not made.rejected
    command = runnable(language, made.source, tmp_path)
    told = run(command, "0\n4\n3\n5\n")
    assert told.stdout == "12\n"
    happened = reported(told.stderr)
    assert {name: happened[f"c{at}"] for at, name in enumerate(CASES)} == {
        name: expected for name, (_, expected) in CASES.items()
    }


@pytest.mark.parametrize("language", COUNTING)
def test_a_program_aborts_where_a_checker_fires_in_that_mode_alone(language, tmp_path):
    fires = Constraint("aa", 4, "Here.", Condition("n > 4", LOOP), ORIGIN)
    source = with_checkers(COUNTING[language].encode(), language, [fires], mode="abort").source
    command = runnable(language, source, tmp_path)
    assert run(command, "4\n3\n").returncode == 0
    assert run(command, "4\n5\n").returncode == -6


def test_a_python_checker_whose_expression_raises_ends_nothing(tmp_path):
    wanted = [
        Constraint(name, 4, "Here.", Condition(left, LOOP), ORIGIN)
        for name, left in (("unbound", "nobody"), ("divides", "1 / n"), ("words", "'a' + 'b'"))
    ]
    source = with_checkers(COUNTING["python"].encode(), "python", wanted, mode="stderr").source
    told = run(runnable("python", source, tmp_path), "0\n1\n")
    assert (told.stdout, told.returncode) == ("1\n", 0)
    assert reported(told.stderr) == {"unbound": (0, 0), "divides": (1, 1), "words": (0, 2)}
