"""Reads an input on standard input and exits with 42 when it keeps every rule of the statement, else with 43."""

import re
import sys

data = sys.stdin.read()
match = re.fullmatch(r"([1-9][0-9]{0,5})\n([a-z-]+)\n", data)
sys.exit(42 if match and int(match[1]) <= 100_000 and len(match[2]) == int(match[1]) else 43)
