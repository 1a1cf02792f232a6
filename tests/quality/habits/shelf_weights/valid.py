"""Exits with 42 where the input keeps the statement's rules, else with 43."""

import sys

lines = sys.stdin.read().split("\n")
n, q = map(int, lines[0].split(" "))
weights = list(map(int, lines[1].split(" ")))
asked = [list(map(int, line.split(" "))) for line in lines[2:-1]]
keeps = 1 <= n <= 5000 and 1 <= q <= 5000 and len(weights) == n and all(1 <= weight <= 1000 for weight in weights)
keeps = keeps and len(asked) == q and all(len(each) == 2 and 1 <= min(each) and max(each) <= n for each in asked)
sys.exit(42 if keeps and lines[-1] == "" else 43)
