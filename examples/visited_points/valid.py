"""Reads an input on standard input and exits with 42 when it keeps every rule of the statement, else with 43."""

import sys


def check(condition, message):
    if not condition:
        print(message, file=sys.stderr)
        sys.exit(43)


def numbers(count=None):
    """The next line as integers written without sign, leading zeros or extra blanks."""
    line = sys.stdin.readline()
    check(line.endswith("\n"), "a line is missing or isn't ended")
    words = line[:-1].split(" ")
    check(all(word.isdigit() and str(int(word)) == word for word in words), f"not numbers: {line[:60]!r}")
    check(count is None or len(words) == count, f"{len(words)} numbers instead of {count}")
    return [int(word) for word in words]


def ranged(values, low, high, what):
    check(all(low <= value <= high for value in values), f"{what} out of {low}..{high}")

(n,) = numbers(1)
ranged([n], 1, 3000, "n")
for _ in range(n):
    ranged(numbers(2), 0, 1_000_000, "a point")
check(not sys.stdin.read(), "something follows the input")
sys.exit(42)
