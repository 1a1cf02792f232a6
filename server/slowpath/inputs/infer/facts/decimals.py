"""Decimal numbers: their bounds, which may be decimals themselves and may be open (`0 < p < 1`), and how many digits
stand behind the point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from slowpath.inputs.infer.facts.bounds_found import said
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.mentioned import is_same
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.format import Evidence, FloatType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import DECIMAL, Chain, Operand
from slowpath.statement.claims.forms import decimals_in
from slowpath.statement.claims.names import base_name, names_in
from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.statement import Sentence, Statement

USUAL_LARGEST = 10**6
USUAL_DIGITS = 6
_MOST_DIGITS = 12
_FORMS = ("", "bar")
_NAME = r"[A-Za-z](?:\d|_\w{1,8})?(?![\w'])"
_INTEGERS = late_regex(rf"\bintegers? ?,? ?({_NAME}(?:(?: ?, and | ?, | and ){_NAME})*)(?! (?:real|decimal|floating))")

_POSITIVE = late_regex(
    r"(?<!non-)(?<!non )\bpositive (?:(?:real|decimal|floating|rational)\b|numbers?\b)|\bis positive\b", re.I
)
_INTEGER = late_regex(r"\bintegers?\b|\bwhole numbers?\b", re.I)
_FRACTION = late_regex(
    r"\b(?:real|decimals?|floating|fraction\w*|rational|double|float|digits? after|"
    r"probabilit\w+|percent\w*)\b|\d\.\d",
    re.I,
)


@dataclass(frozen=True)
class End:
    """One end of a range: `is_open` says that the number itself is outside, `rank` how trustworthy it is, 0 best."""

    value: Decimal
    is_open: bool
    rank: int
    chain: Chain

    def inside(self, step: Decimal) -> Decimal:
        """The first number of the range; `step` leads into it, from an end that numbers of so many digits may have."""
        return self.value + step if self.is_open and self.value % step == 0 else self.value


@dataclass(frozen=True)
class Found:
    """A decimal number's type; `is_assumed` says that nothing bounds it from above."""

    type: FloatType
    evidence: tuple[Evidence, ...]
    is_assumed: bool


def decimal_type(knowledge: Knowledge, name: str, site: Site) -> Found:
    """What the statement says of a decimal number, widened to what the samples hold. Where no sentence names it, those
    about all values count."""
    lows, highs = _ends(knowledge, name, False)
    if not lows and not highs:
        lows, highs = _ends(knowledge, name, True)
    low, high = _widest(lows, -1), _widest(highs, 1)
    seen = [Decimal(value) for value in site.values if _is_number(value)]
    digits = min(max(_stated_digits(knowledge, name), site.decimals) or USUAL_DIGITS, _MOST_DIGITS)
    step = Decimal(1).scaleb(-digits)
    top = high.inside(-step) if high is not None else Decimal(USUAL_LARGEST)
    usual = (
        -top if any(value < 0 for value in seen) else min(step if _is_positive(knowledge, name) else Decimal(0), top)
    )
    bottom = low.inside(step) if low is not None else usual
    top, bottom = max([top, *seen]), min([bottom, *seen])
    evidence = [
        said(name, f"{name} {sign}{'' if end.is_open else '='} {end.value}", end.chain)
        for sign, end in ((">", low), ("<", high))
        if end is not None
    ]
    evidence += [
        sentence.ground(name, f"{name} has <= {most} digits after the point")
        for most, sentence in _digits_stated(knowledge, name)[:1]
    ]
    fractions = [value.partition(".")[2] for value in site.values]
    is_shortest = any(len(one) < digits for one in fractions) and not any(one.endswith("0") for one in fractions)
    return Found(FloatType(float(min(bottom, top)), float(top), digits, is_shortest), tuple(evidence), high is None)


def _is_positive(knowledge: Knowledge, name: str) -> bool:
    """Whether the sentence that bounds a number, or describes its line, calls it positive."""
    told = [knowledge.described[name]] if name in knowledge.described else []
    told += [one for one in knowledge.statement.sentences if rank(one) is not None and knowledge.mentions(one, name)]
    return any(_POSITIVE.search(one.text) for one in told)


def are_decimal(site: Site) -> bool:
    """Whether the samples have numbers there, and nothing else."""
    return bool(site.values) and all(_is_number(value) for value in site.values)


def is_called_decimal(knowledge: Knowledge, name: str, site: Site) -> bool:
    """Whether what a program reads as a string is a decimal number: in all samples, and the statement bounds it or says
    how many digits it has."""
    return (
        are_decimal(site)
        and any("." in value for value in site.values)
        and bool(any(_ends(knowledge, name, False)) or _stated_digits(knowledge, name))
    )


def is_called_integer(knowledge: Knowledge, name: str, site: Site) -> bool:
    """Whether what a program reads as a decimal number is an integer: by a sentence, and in all samples."""
    if site.visits and site.integers and _speaks_of_integers_alone(knowledge.statement):
        return True
    return (site.integers or not site.visits) and any(
        knowledge.same(base_name(word), name)
        for sentence in knowledge.statement.sentences
        if rank(sentence) is not None
        for listed in _INTEGERS.findall(sentence.text)
        for word in re.findall(r"[A-Za-z]\w*", listed)
        if word != "and"
    )


def _speaks_of_integers_alone(statement: Statement) -> bool:
    """Whether the statement describes an input of integers, and nothing that has a fraction."""
    told = [sentence.text for sentence in statement.sentences if sentence.section in ("input", "constraints")]
    return any(_INTEGER.search(text) for text in told) and not any(_FRACTION.search(text) for text in told)


def _ends(knowledge: Knowledge, name: str, nameless: bool) -> tuple[list[End], list[End]]:
    """All lower and upper ends that sentences give a variable, or, `nameless`, all values."""
    lows: list[End] = []
    highs: list[End] = []
    for chain in knowledge.clauses.get(name, knowledge.chains) if nameless else knowledge.chains:
        trust = rank(chain.sentence)
        if chain.summed or trust is None:
            continue
        for place, operands in enumerate(chain.operands):
            speaking = [each for each in operands if knowledge.speaks(chain, each, name, _FORMS, nameless)]
            for operand in speaking:
                for is_high, value, is_open in _beside(chain, place):
                    end = End(value, is_open, trust, chain)
                    if chain.implied and value > 0:  # "a positive number" is any above 0
                        end = End(Decimal(0), True, trust, chain)
                    (highs if is_high else lows).append(end)
                    if is_high and operand.form == "bar":
                        lows.append(End(-value, is_open, trust, chain))
    return lows, highs


def _beside(chain: Chain, place: int) -> Iterator[tuple[bool, Decimal, bool]]:
    """(is it the upper end, its value, is it open) of the nearest constants on both sides of a place."""
    for step in (-1, 1):
        at, is_open = place, False
        while 0 <= at + step < len(chain.operands):
            operator = chain.operators[at if step > 0 else at - 1]
            at += step
            if operator in ("!=", "="):
                break
            is_open = is_open or operator in ("<", ">")
            value = _constant(chain.operands[at][0])
            if value is not None:
                yield (operator in ("<", "<=")) == (step > 0), value, is_open
                break


def _constant(operand: Operand) -> Decimal | None:
    text = operand.written if operand.form == DECIMAL else operand.text if not operand.form else ""
    return Decimal(text) if _is_number(text) else None


def _widest(ends: list[End], sign: int) -> End | None:
    """The widest of the ends that are trusted most; `sign` is 1 for upper ends, -1 for lower ones."""
    best = min((end.rank for end in ends), default=0)
    return max((end for end in ends if end.rank == best), key=lambda end: sign * end.value, default=None)


def _stated_digits(knowledge: Knowledge, name: str) -> int:
    """How many digits behind the point the statement gives the variable, by its name or to all; 0 where it doesn't."""
    return max((digits for digits, _ in _digits_stated(knowledge, name)), default=0)


def _digits_stated(knowledge: Knowledge, name: str) -> list[tuple[int, Sentence]]:
    line = knowledge.described.get(name)
    about = [
        (names_in(sentence.text), (digits, sentence))
        for sentence in knowledge.statement.sentences
        if rank(sentence) is not None
        for digits in decimals_in(sentence)
    ]
    named = [
        said
        for names, said in about
        if any(knowledge.same(each, name) for each in names) or (line is not None and is_same(said[1], line))
    ]
    return named or [said for names, said in about if not any(each in knowledge.known for each in names)]


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except ArithmeticError:
        return False
