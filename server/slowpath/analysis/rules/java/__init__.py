"""The rules for Java: one file each, with a `RULE`; and those of C++ that speak of no library."""

from slowpath.analysis.rules.java_translated import TranslatedView
from slowpath.analysis.rules.java_view import view_of as view

__all__ = ["SHARED", "translated", "view"]

translated = TranslatedView
SHARED = frozenset(
    (
        "capped-simulation chain-walk count-by-one euclid-steps fixed-bound late-exit missing-early-exit missing-memo "
        "naive-matching nested-rounds nested-sizes pivot-choice queue-growth repeated-passes "
        "repeated-recomputation restarted-scan search-over-check search-tree step-size swap-sort trial-division "
        "unbalanced-recursion value-bounded"
    ).split()
)
"""What they find in the program's own loops and recursions holds for Java."""
