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

n, q = numbers(2)
ranged([n], 1, 50_000, "n")
ranged([q], 1, 20_000, "q")
ranged(numbers(n), 1, 1000, "d")
ranged(numbers(q), 1, n, "w")
check(not sys.stdin.read(), "something follows the input")
sys.exit(42)
