"""How many outputs a second checkers judge: rows of `slowpath bench executor`.

The checkers compare tokens, the least that one may do, so what is measured is what a run costs beside the checker.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings
from slowpath.toolchain.answers import open_answer_checker
from slowpath.toolchain.java.jdk import found_jdks

SERIES_S = 2.0
AIMS = {"C++": 100.0, "Python": 30.0, "Java": 4.0}
"""A virtual machine is started for each output."""
CPP = """\
#include <fstream>
#include <iostream>
#include <string>
int main(int, char** arguments) {
    std::ifstream answer(arguments[2]);
    std::string right, printed;
    while (answer >> right)
        if (!(std::cin >> printed) || right != printed) return 43;
    return 42;
}
"""
PYTHON = """\
import collections, itertools, math, random, re, sys
with open(sys.argv[2]) as answer:
    sys.exit(42 if answer.read().split() == sys.stdin.read().split() else 43)
"""
JAVA = """\
import java.io.*;
import java.util.*;
public class Check {
    public static void main(String[] arguments) throws IOException {
        Scanner answer = new Scanner(new File(arguments[1])), printed = new Scanner(System.in);
        while (answer.hasNext()) if (!printed.hasNext() || !answer.next().equals(printed.next())) System.exit(43);
        System.exit(42);
    }
}
"""


def checker_rates(settings: Settings) -> Iterator[tuple[str, float, float]]:
    """(language, outputs judged a second one after the other, what is aimed at)."""
    programs = [("C++", "cpp", CPP), ("Python", "py", PYTHON)]
    programs += [] if all(found.objection for found in found_jdks(settings)) else [("Java", "java", JAVA)]
    for language, ending, text in programs:
        with tempfile.TemporaryDirectory(prefix="slowpath-checkers-") as made:
            path = Path(made) / f"check.{ending}"
            path.write_text(text, encoding="utf-8")
            checker = open_answer_checker(ValidatorSource("kattis", path, Path(made)), settings)

            def judge(number: int, check: Callable = checker.check) -> None:
                printed = number % 7
                assert check(b"1\n", b"5 %d\n" % printed, b"5 6\n").right is (printed == 6)

            yield language, rate(judge), AIMS[language]


def rate(judge: Callable[[int], None], clock: Callable[[], float] = time.perf_counter) -> float:
    """Calls a second, after some that only warm up."""
    for number in range(7):
        judge(number)
    began = clock()
    for number in count(1):
        judge(number)
        if clock() - began >= SERIES_S:
            return number / (clock() - began)
    raise AssertionError
