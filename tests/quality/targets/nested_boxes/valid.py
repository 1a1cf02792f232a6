"""Reads an input on standard input and exits with 42 when it keeps every rule of the statement, else with 43."""

import sys


def check(condition, message):
    if not condition:
        print(message, file=sys.stderr)
        sys.exit(43)


def line():
    """The next line without its end."""
    text = sys.stdin.readline()
    check(text.endswith("\n"), "a line is missing or isn't ended")
    return text[:-1]


def numbers(count):
    """The next line as integers written without sign, leading zeros or extra blanks."""
    words = line().split(" ")
    check(all(word.isdigit() and str(int(word)) == word for word in words), f"not numbers: {words[:9]}")
    check(len(words) == count, f"{len(words)} numbers instead of {count}")
    return [int(word) for word in words]


def ranged(values, low, high, what):
    check(all(low <= value <= high for value in values), f"{what} out of {low}..{high}")


(n,) = numbers(1)
ranged([n], 1, 5000, "n")
for box, parent in enumerate(numbers(n), start=1):
    ranged([parent], 0, box - 1, "p")
check(not sys.stdin.read(), "something follows the input")
sys.exit(42)
