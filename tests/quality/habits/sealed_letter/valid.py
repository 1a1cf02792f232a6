"""Exits with 42 where the input keeps the statement's rules, else with 43."""

import sys

lines = sys.stdin.read().split("\n")
sys.exit(42 if len(lines) == 2 and lines[1] == "" and 1 <= int(lines[0]) <= 10**8 else 43)
