"""What a failure is called: the same for inputs that fail alike, another for those that don't."""

from __future__ import annotations

import pytest

from slowpath.analysis.failures import failure_of, hint_of, words_of_failure
from slowpath.model.verdict import Verdict

CHAINED = b"""Traceback (most recent call last):
  File "/judge/solve.py", line 5, in <module>
    first()
ZeroDivisionError: division by zero

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/judge/solve.py", line 7, in <module>
    table[key]
  File "/usr/lib/python3.11/collections/__init__.py", line 99, in __missing__
    raise KeyError(key)
KeyError: 1729
"""
DEEP = b"""  File "/judge/solve.py", line 3, in f
    return f(x + 1)
  [Previous line repeated 990 more times]
RecursionError: maximum recursion depth exceeded
"""
THROWN = b"""terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 3) >= this->size() (which is 0)
"""


JAVA = b"""Exception in thread "main" java.util.NoSuchElementException
\tat java.base/java.util.Scanner.throwFor(Scanner.java:937)
\tat java.base/java.util.Scanner.nextInt(Scanner.java:2212)
\tat Main.read(Main.java:9)
\tat Main.main(Main.java:3)
"""


def reason(
    said: bytes, verdict: Verdict = Verdict.RUNTIME_ERROR, exit_code: int | None = 1, signal: int | None = None
) -> str:
    return failure_of(verdict, exit_code, signal, said, "solve.py", (1 << 30, 64 << 20)).reason


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (CHAINED, "KeyError, line 7"),
        (DEEP, "RecursionError"),
        (
            b'Traceback (most recent call last):\n  File "solve.py", line 2, in <module>\nmylib.Odd\n',
            "mylib.Odd, line 2",
        ),
        (THROWN, "std::out_of_range"),
        (b"search: solution.cpp:12: int main(): Assertion `n > 5' failed.\n", "assertion n > 5, line 12"),
        (JAVA, "NoSuchElementException, line 9"),
        (
            b'Exception in thread "main" Main$Odd: 17\n\tat Main$Solver.run(Main.java:5)\n\tat '
            b"Main.main(Main.java:2)\n",
            "Main$Odd, line 5",
        ),
        (b"free(): invalid pointer\n", "free(): invalid pointer"),
        (b"*** stack smashing detected ***: terminated\n", "stack smashing detected"),
        (b"[slowpath] the stack overflowed (endless or too deep recursion)\n", "stack overflow"),
        (b"wrong input\n", "exit code 1"),
        (b"", "exit code 1"),
    ],
)
def test_names_what_ended_the_program(said, expected):
    assert reason(said) == expected


@pytest.mark.parametrize(("signal", "expected"), [(11, "SIGSEGV"), (8, "SIGFPE"), (6, "SIGABRT"), (99, "signal 99")])
def test_names_the_signal_where_nothing_was_said(signal, expected):
    assert reason(b"", exit_code=None, signal=signal) == expected


def test_values_stand_in_the_detail_and_not_in_the_reason():
    two = [
        failure_of(Verdict.RUNTIME_ERROR, 1, None, CHAINED.replace(b"1729", key), "solve.py", (None, 1 << 20))
        for key in (b"1", b"22")
    ]
    assert two[0].reason == two[1].reason
    assert "22" in two[1].detail


INDEX = b"""Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 5
\tat Main.main(Main.java:10)
"""


def test_a_java_exceptions_own_line_stands_in_the_detail():
    detail = failure_of(
        Verdict.RUNTIME_ERROR, 1, None, INDEX + b"\tat Main.a\n" * 9, "Main.java", (None, 1 << 20)
    ).detail
    assert "Index 5 out of bounds for length 5\n" in detail and "Main.java:10" in detail


DEEP = (
    b'Exception in thread "main" java.lang.StackOverflowError\n\tat java.base/java.util.HashMap.get(HashMap.java:9)\n'
    b"\tat Main.walk(Main.java:4)\n\tat Main.next(Main.java:7)\n\tat Main.walk(Main.java:4)\n"
    b"[slowpath] the stack overflowed (endless or too deep recursion)\n"
)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (INDEX, "Index 5 out of bounds for length 5"),
        (JAVA, ""),
        (CHAINED, "1729"),
        (THROWN, "vector::_M_range_check: __n (which is 3) >= this->size() (which is 0)"),
        (b"wrong: input\n", ""),
        (b"", ""),
        (DEEP, "the innermost calls are of line 4"),
    ],
)
def test_an_exceptions_words_hold_its_values(said, words):
    assert words_of_failure(said) == words


WANTS = b"[slowpath] the program wants a file; runs have standard input alone\n"


@pytest.mark.parametrize(
    ("said", "reason_", "words"),
    [
        (INDEX + WANTS, "ArrayIndexOutOfBoundsException, line 10", "Index 5 out of bounds for length 5; the program"),
        (CHAINED + WANTS, "KeyError, line 7", "1729; the program wants a file"),
        (WANTS, "exit code 1", "the program wants a file"),
    ],
)
def test_what_the_target_says_explains_a_failure_and_is_no_part_of_its_name(said, reason_, words):
    found = failure_of(Verdict.RUNTIME_ERROR, 1, None, said, "solve.py", (None, 1 << 20))
    assert found.reason == reason_
    assert hint_of(found.detail) == "the program wants a file; runs have standard input alone"
    assert words_of_failure(said).startswith(words)


@pytest.mark.parametrize(
    ("verdict", "reason_", "detail"),
    [
        (Verdict.MEMORY_LIMIT, "out of memory", "1024 MB"),
        (Verdict.OUTPUT_LIMIT, "too much output", "64 MB"),
        (Verdict.IDLENESS_LIMIT, "sleeps or waits until it is ended", ""),
    ],
)
def test_a_limit_is_named_whatever_the_program_said(verdict, reason_, detail):
    found = failure_of(verdict, None, 6, THROWN, "solve.py", (1 << 30, 64 << 20))
    assert found.reason == reason_
    assert detail in found.detail
