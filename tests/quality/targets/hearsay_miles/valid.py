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


n, m, q = numbers(3)
ranged([n], 2, 40, "n")
ranged([m], 1, 80, "m")
ranged([q], 1, 60, "q")
for _ in range(m):
    a, b, w = numbers(3)
    ranged([a, b], 1, n, "a, b")
    check(a != b, "a road to the village where it begins")
    ranged([w], 1, 1000, "w")
for _ in range(q):
    i, v = numbers(2)
    ranged([i], 1, m, "i")
    ranged([v], 1, 1000, "v")
check(not sys.stdin.read(), "something follows the input")
sys.exit(42)
