"""Exits with 42 where the input keeps the statement's rules, else with 43."""

import sys

values = list(map(int, sys.stdin.read().split()))
keeps = len(values) == 3 and 1 <= min(values) and max(values[:2]) <= 100_000 and values[2] <= 10**9
sys.exit(42 if keeps else 43)
