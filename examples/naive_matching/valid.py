"""Reads an input on standard input and exits with 42 when it keeps every rule of the statement, else with 43."""

import sys


def check(condition, message):
    if not condition:
        print(message, file=sys.stderr)
        sys.exit(43)


def ranged(values, low, high, what):
    check(all(low <= value <= high for value in values), f"{what} out of {low}..{high}")


s = sys.stdin.readline()
p = sys.stdin.readline()
check(s.endswith("\n") and p.endswith("\n"), "a line is missing or isn't ended")
ranged([len(p) - 1], 1, len(s) - 1, "|P|")
ranged([len(s) - 1], 1, 40_000, "|S|")
check(all("a" <= c <= "z" for c in s[:-1] + p[:-1]), "not lowercase letters")
check(not sys.stdin.read(), "something follows the input")
sys.exit(42)
