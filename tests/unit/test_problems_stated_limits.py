"""Limits in the words of a statement."""

from __future__ import annotations

import pytest

from slowpath.problems.stated_limits import stated_limits

MIB = 1 << 20


@pytest.mark.parametrize(
    ("text", "time_s", "memory_bytes"),
    [
        ("time limit per test: 2 seconds\nmemory limit per test: 256 megabytes", 2.0, 256 * MIB),
        ("time limit per test\n1.5 seconds", 1.5, None),
        (r"\begin{problem}{Cut}{standard input}{standard output}{1 second}{256 megabytes}", 1.0, 256 * MIB),
        (r"\begin{problem}{Cut}{in.txt}{out.txt}{500 ms}{64 MB}", 0.5, 64 * MIB),
        ("Time Limit: 2 sec / Memory Limit: 1024 MB", 2.0, 1024 * MIB),
        ("CPU Time limit 1 second", 1.0, None),
        ("**Time limit:** 500 ms", 0.5, None),
        ("| Memory limit | 64 MiB |", None, 64 * MIB),
        ("There is a limit on the time that he has: 5 seconds.", None, None),
        ("time limit: 0 seconds", None, None),
        ("", None, None),
    ],
)
def test_reads_what_judges_print(text, time_s, memory_bytes):
    limits = stated_limits(text)
    assert (limits.time_s, limits.memory_bytes) == (time_s, memory_bytes)
