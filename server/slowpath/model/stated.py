"""What a problem's statement says of the input, as normalised records (STAB section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

STATED_KINDS = frozenset(
    {
        "range",  # 1 <= n <= 100000, the bounds of one variable by constants
        "indexed",  # 1 <= a_i <= 10^9, the bounds of every element
        "chain",  # 1 <= l <= r <= n
        "relation",  # l <= r, u != v: two sides with variables
        "product",  # n*m <= 10^6
        "expression",  # n+m <= 100, k1+k2 = n
        "length",  # 1 <= |s| <= 10^5, the number of characters
        "absolute",  # |x| <= 10^9
        "sum",  # sum n <= 200000, over test cases or elements
        "all",  # every number of the input: all values are at most 1000
        "cases",  # the number of test cases
        "divisible",  # n%2 == 0
        "number",  # p is prime, n is a power of 2
        "trait",  # a permutation, distinct values, an order
        "graph",  # tree, connected, simple, directed, ...
        "alphabet",  # the characters of strings
        "form",  # binary string, bracket sequence, integer of many digits, digits after the point
        "count",  # what stands on a described line: n integers a, two integers n and m
        "guarantee",  # what is promised in words that the format doesn't say: an answer exists
        "end",  # until the end of the input, or until a line "0 0"
    }
)


@dataclass(frozen=True)
class StatedConstraint:
    """One thing that a sentence of the statement says of the input.

    `kind` is one of `STATED_KINDS`, `relation` its normal form ("1 <= n <= 200000"), `variables` the names that it
    is about, in order, without subscripts. `sentence` are the words as they stand in the statement, `line` their
    1-based line. `confidence` is in 0..1. `alternatives` are other readings that were considered ("n <= 105").
    """

    kind: str
    variables: tuple[str, ...]
    relation: str
    sentence: str
    line: int
    confidence: float
    alternatives: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.relation if self.relation.startswith(self.kind) else f"{self.kind} {self.relation}"
