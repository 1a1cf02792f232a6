"""What a sentence compares, as values: chains of operands and signs between them (`1 <= n, m <= 5`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.model.expression import expr
from slowpath.statement.claims.names import subscript, variable_name
from slowpath.statement.sentences.statement import Sentence

DECIMAL = "decimal"
_MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


@dataclass(frozen=True)
class Operand:
    """One side of a comparison. `text` is an expression over base names; `name` is set when it is one bare variable.

    `form` is "" (its value), "bar" (`|x|`: absolute value or length; without a name that of every value), "length"
    (where that has no name `written` may be the noun that has it), "all" (every value, where prose names none), "cases"
    (the number of test cases), "number" (how many things there are, where that has no name), "noun" (what is called
    `written`), "count" (how many of what is called so), "digits" (`written`, which is 2, 8, 10 or 16, to that power) or
    `DECIMAL` (`written`, a number with a fraction, while `text` is empty); `lost` is the other reading of a number that
    may have lost its caret (`105` = 10^5), `written` the number as it stands."""

    text: str
    name: str = ""
    form: str = ""
    lost: str = ""
    subscript: str = ""
    written: str = ""


def named(word: str, form: str = "") -> Operand:
    """The operand that a variable's name is."""
    base = variable_name(word)
    return Operand(base, base, form, "", subscript(word))


@dataclass(frozen=True)
class Chain:
    """`operands[0] operators[0] operands[1] ...`; each place holds one or more operands (`n, m`). `summed` says
    that the operands are summed before they are compared: over test cases, or over elements; `implied` that a word
    gives the bound ("positive"), which yields to those that are written. Where it bounds the number of digits
    (`A < 10^{1000000}`), `base` is the one in which they are counted, else 0; `negative` says that the numbers may
    have a minus."""

    operands: tuple[tuple[Operand, ...], ...]
    operators: tuple[str, ...]
    sentence: Sentence
    summed: bool = False
    implied: bool = False
    base: int = 0
    negative: bool = False

    def pairs(self) -> Iterator[tuple[tuple[Operand, ...], str, tuple[Operand, ...]]]:
        """What is compared with what: the places beside each sign."""
        return zip(self.operands[:-1], self.operators, self.operands[1:], strict=True)

    def beside(self, place: int) -> list[tuple[str, Operand]]:
        """What the operand at a place is compared with, the sign turned where that stands before it."""
        after = [(self.operators[place], self.operands[place + 1][0])] if place < len(self.operators) else []
        before = self.operators[place - 1] if place else ""
        return after + ([(_MIRRORED[before], self.operands[place - 1][0])] if before in _MIRRORED else [])

    def sides(self) -> list[tuple[tuple[Operand, ...], str, Operand]]:
        """What a chain of one or two signs says of what stands first, or in its middle: (operands, sign, bound)."""
        if len(self.operators) == 1:
            return [(self.operands[0], self.operators[0], self.operands[1][0])]
        if len(self.operators) == 2 and set(self.operators) <= {"<", "<="}:
            low, high = self.operators
            return [
                (self.operands[1], low.replace("<", ">"), self.operands[0][0]),
                (self.operands[1], high, self.operands[2][0]),
            ]
        return []


def letters_of(chains: list[Chain]) -> frozenset[str]:
    """The one-letter variables that chains mention."""
    return frozenset(
        name
        for chain in chains
        for place in chain.operands
        for operand in place
        for name in ([operand.name] if operand.name else expr(operand.text or "0").names)
        if len(name) == 1
    )
