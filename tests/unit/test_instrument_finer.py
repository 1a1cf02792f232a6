"""A program with longer decimals: what changes, what stays, and when there is no such version."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from slowpath.instrument.languages import finer


@pytest.mark.parametrize(
    ("source", "finest"),
    [
        ("float a; double b; long double c;", "long double a; long double b; long double c;"),
        ("vector<pair<double,int>> v;", "vector<pair<long double,int>> v;"),
        (
            '// a double\nint doubled; double x; s = "double"; /* float */',
            '// a double\nint doubled; long double x; s = "double"; /* float */',
        ),
        ("auto x = static_cast<float>(a) / b;", "auto x = static_cast<long double>(a) / b;"),
    ],
)
def test_all_decimals_become_longer_and_nothing_else_does(source, finest):
    made = finer(source.encode(), "cpp")
    assert made is not None and made.decode() == finest


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("int a;", "cpp"),
        ("long double a;", "cpp"),
        ('double a; printf("%.5f", a);', "cpp"),
        ('double a; scanf("%lf", &a);', "cpp"),
        ("double a; memcpy(&a, b, 8);", "cpp"),
        ("x = float(input())", "python"),
    ],
)
def test_where_nothing_gets_longer_or_it_can_not_be_said_how_there_is_no_such_version(source, language):
    assert finer(source.encode(), language) is None


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_it_prints_what_the_program_would_without_rounding(tmp_path: Path):
    source = b"""#include <iostream>
int main() {
    long long n;
    std::cin >> n;
    float a = n;
    double b = n;
    std::cout << (long long)a - n << ' ' << (long long)b - n;
}
"""
    made = finer(source, "cpp")
    assert made is not None
    (tmp_path / "a.cpp").write_bytes(made)
    subprocess.run(["g++", "-o", tmp_path / "a", tmp_path / "a.cpp"], check=True)
    said = subprocess.run([tmp_path / "a"], input=b"9007199254740993", capture_output=True, check=True).stdout
    assert said == b"0 0"
