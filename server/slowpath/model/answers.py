"""How outputs are compared where no program judges them: what a judge's own comparison was told."""

from __future__ import annotations

from dataclasses import dataclass

TEXT, DECIMALS, REALS, NUMBERS = "text", "decimals", "reals", "numbers"


@dataclass(frozen=True)
class AnswerRules:
    """Outputs are compared token by token.

    `any_case`: capitals are the same as small letters. `blanks`: white space counts too. `numbers` says which tokens
    are compared as numbers: none ("text"), those that the answer writes with a point or exponent ("decimals"), also
    those that the output writes so ("reals"), or all numbers ("numbers"); they may be off by `absolute`, or by the
    share `relative` of the answer. `source` says where that was read, "" where it is only assumed;
    `is_judge` that the package's judge compares so, with one right answer.
    """

    any_case: bool = False
    blanks: bool = False
    numbers: str = DECIMALS
    absolute: float = 1e-6
    relative: float = 1e-6
    source: str = ""
    is_judge: bool = False

    @property
    def said(self) -> str:
        """The rules in a few words, for people."""
        words = [
            "token by token" if not self.blanks else "with its white space",
            "capitals don't matter" if self.any_case else "capitals matter",
        ]
        if self.numbers == TEXT:
            words.append("numbers as text")
        else:
            which = "numbers" if self.numbers == NUMBERS else "decimals"
            words.append(f"{which} within {_off(self)}")
        return f"{', '.join(words)} ({self.source or 'assumed'})"


def _off(rules: AnswerRules) -> str:
    if rules.absolute == rules.relative:
        return f"{rules.absolute:g}"
    return " or ".join(
        part
        for part in (
            f"{rules.absolute:g} absolutely" if rules.absolute else "",
            f"{rules.relative:g} relatively" if rules.relative else "",
        )
        if part
    )


EXACT = AnswerRules(numbers=TEXT, absolute=0.0, relative=0.0)
"""The same tokens, to the letter."""
ASSUMED = AnswerRules()


def rules_of_flags(flags: tuple[str, ...], source: str, is_judge: bool = False) -> AnswerRules:
    """The rules that the flags of the ICPC/Kattis judge give: case and white space don't matter and numbers are text
    unless they say otherwise. Flags that aren't known there say nothing."""
    absolute = relative = None
    for word, value in zip(flags, (*flags[1:], ""), strict=False):
        off = as_tolerance(value)
        if word in ("float_tolerance", "float_absolute_tolerance") and off is not None:
            absolute = off
        if word in ("float_tolerance", "float_relative_tolerance") and off is not None:
            relative = off
    is_text = absolute is None and relative is None
    return AnswerRules(
        "case_sensitive" not in flags,
        "space_change_sensitive" in flags,
        TEXT if is_text else NUMBERS,
        absolute or 0.0,
        relative or 0.0,
        source,
        is_judge,
    )


def most_lenient(rules: tuple[AnswerRules, ...]) -> AnswerRules:
    """Rules by which an output is right wherever it is by any of these, at least one."""
    some = rules[0]
    for other in rules[1:]:
        numbers = some.numbers if other.numbers == TEXT else other.numbers
        some = AnswerRules(
            some.any_case or other.any_case,
            some.blanks and other.blanks,
            numbers,
            max(some.absolute, other.absolute),
            max(some.relative, other.relative),
            some.source,
            some.is_judge and other.is_judge,
        )
    return some


def as_tolerance(text: str) -> float | None:
    """The number, None where it's none or no distance."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None
