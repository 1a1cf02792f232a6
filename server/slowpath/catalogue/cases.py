"""How a total is spread over test cases: one big, very many tiny, or even (issue: sums over test cases).

Work done once per test case whatever its size (a `memset` of the whole table) is worst under very many tiny
cases; superlinear work under one big one. The names are the case plans of `slowpath.inputs.filling.plan`.
"""

from __future__ import annotations

from slowpath.inputs.filling.plan import CasePlan

CASES: dict[str, CasePlan] = {
    "very many tiny cases": "tiny",
    "one big case": "one",
    "many tiny cases, then a big one": "tail",
    "even cases": "even",
    "random cases": "random",
}
