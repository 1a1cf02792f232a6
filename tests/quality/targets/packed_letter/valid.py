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


def ranged(values, low, high, what):
    check(all(low <= value <= high for value in values), f"{what} out of {low}..{high}")


s = line()
ranged([len(s)], 1, 10_000, "|s|")
check(all("a" <= letter <= "z" for letter in s), "not lower-case letters")
check(not sys.stdin.read(), "something follows the input")
sys.exit(42)
