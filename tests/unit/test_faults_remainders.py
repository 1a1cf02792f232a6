"""Wrong numbers that are the right ones but for a modulus or for lost bits."""

from __future__ import annotations

import pytest

from slowpath.faults.remainders import explained

M = 1_000_000_007


@pytest.mark.parametrize(
    "row",
    [
        "const int MOD = 1e9 + 7; x = (a - b) % MOD;",
        "#define MOD 1000000007\nx %= MOD;",
        "MOD = 10 ** 9 + 7\nx % MOD",
        "x = (a - b) % 1'000'000'007;",
        "constexpr long long MOD{1'000'000'007};\nx % MOD",
        "print(pow(a, b, 1000000007))",
        "const long long MOD = (long long)1e9 + 7;\nreturn r % MOD;",
        "MOD = int(1e9) + 7\nx % MOD",
    ],
)
def test_names_a_negative_remainder_and_one_that_was_forgotten(row):
    rows = row.split("\n")
    assert "negative" in explained(5 - M, 5, rows)
    assert "isn't taken" in explained(5 + 3 * M, 5, rows)
    assert not explained(6, 5, rows) and not explained(5, 5, rows) and not explained(5, 5 + M, rows)


def test_small_moduli_and_numbers_that_are_none_say_nothing():
    assert not explained(-1, 6, ["x % 7"])
    assert not explained(-5, M - 5, ["int a[1000000007];"])
    assert not explained(2_000_014, 0, ["x % y"])


def test_names_lost_bits():
    assert "2^32" in explained(-1_072_928_366, 3_222_038_930, ["x"])
    assert "2^64" in explained(2**63 - 2**64, 2**63, ["x"])
    assert not explained(2**16, 0, ["x"])
