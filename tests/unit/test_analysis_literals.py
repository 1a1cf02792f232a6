"""The integers and texts that a program's text shows."""

from __future__ import annotations

import pytest

from slowpath.analysis.literals import MOST, integer_literals, text_literals

CASES = [
    ("cpp", "const int MOD = 1e9 + 7;", (1_000_000_007, 1_000_000_000, 7)),
    ("cpp", "int a[200'005]; x = 0x1F; y = 1LL << 20; z = 998244353ULL;", (31, 1 << 20, 998_244_353, 200_005, 20)),
    ("cpp", 'n = 5; // 66\n/* 77\n78 */ puts("79");', (5,)),
    ("cpp", "if (x > 1.5 || x < 0 || x == 1) v12 = w.x3;", ()),
    ("python", "M = 10**9  # 66\nz = 1_000\nif x > 37: pass\n", (10**9, 1000, 10, 9, 37)),
    ("python", "x = 1e400 + 2**200", (2, 200)),
    ("python", "x = x // 2 if odd else 3 * x  # 4\ny = '55'", (2, 3)),
]


@pytest.mark.parametrize(("language", "source", "wanted"), CASES)
def test_finds_the_integers_that_a_program_shows(language, source, wanted):
    assert integer_literals(source.encode(), language) == wanted


def test_keeps_only_so_many():
    assert len(integer_literals(" ".join(map(str, range(2, 500))).encode(), "cpp")) == MOST


@pytest.mark.parametrize(
    ("language", "source", "wanted"),
    [
        (
            "cpp",
            '#include "a.h"\nif (w.substr(0, 4) == "post" || w == "ab") puts("yes\\n"); // "no"\n/* "nor" */',
            ("post", "ab"),
        ),
        (
            "python",
            "if w in ('left', \"right\", 'left'):  # 'not this'\n    print('a b', 'x', 'q\\n')\n",
            ("left", "right"),
        ),
        ("cpp", f'x = "{"a" * 41}"; y = "{"b" * 40}";', ("b" * 40,)),
    ],
)
def test_finds_the_texts_that_a_word_could_hold(language, source, wanted):
    assert text_literals(source.encode(), language) == wanted


def test_texts_are_limited_in_number():
    source = "".join(f'"w{number}" ' for number in range(3 * MOST)).encode()
    assert len(text_literals(source, "cpp")) == MOST
