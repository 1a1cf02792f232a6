"""Exits with 42 where the input keeps the statement's rules, else with 43."""

import sys

lines = sys.stdin.read().split("\n")
n = int(lines[0])
values = list(map(int, lines[1].split(" ")))
keeps = 1 <= n <= 60_000 and len(values) == n and all(1 <= value <= 1000 for value in values) and lines[2:] == [""]
sys.exit(42 if keeps else 43)
