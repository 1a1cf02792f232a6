"""Tests about one character: which characters pass `c == '0' || c == '1'` or `'a' <= c && c <= 'z'`."""

from __future__ import annotations

from slowpath.inputs.checktestdata.syntax import Both, Comparison, Not, String, Test, Variable
from slowpath.inputs.relations.single_elements import TESTS

PRINTABLE = "".join(map(chr, range(33, 127)))


def spoken_of(test: Test) -> Variable | None:
    """The one variable that a test compares with single characters, None where it does anything else."""
    match test:
        case Not():
            return spoken_of(test.of)
        case Both():
            left, right = spoken_of(test.left), spoken_of(test.right)
            return left if left == right else None
        case Comparison(left=Variable() as variable, right=String(text)) if len(text) == 1:
            return variable
        case Comparison(left=String(text), right=Variable() as variable) if len(text) == 1:
            return variable
    return None


def holds_for(test: Test, character: str) -> bool:
    """Whether such a test holds where the variable is this character."""
    match test:
        case Not():
            return not holds_for(test.of, character)
        case Both():
            sides = (holds_for(test.left, character), holds_for(test.right, character))
            return all(sides) if test.operator == "&&" else any(sides)
        case Comparison():
            left, right = (side.text if isinstance(side, String) else character for side in (test.left, test.right))
            return bool(TESTS[test.operator](left, right))
    raise AssertionError(test)
