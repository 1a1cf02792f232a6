"""Strings that are numbers of many digits: by a bound on their value (`A < 10^{1000000}`), or by the words for them.

Samples must agree: one with a leading zero, or with another character, makes it a string like any other.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

from slowpath.inputs.filling.word_forms import MINUS, form_flaw
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.format import Evidence
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.forms import forms_in
from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.statement import Sentence

_DECIMAL = 10
_BASES = {
    2: late_regex(r"\b(?:in binary|binary (?:number|integer|representation|notation)|base (?:2|two))\b", re.I),
    8: late_regex(r"\b(?:octal|base (?:8|eight))\b", re.I),
    16: late_regex(r"\b(?:hexa-?decimal|base (?:16|sixteen))\b", re.I),
}
_HEXADECIMAL = string.digits + "ABCDEF"


@dataclass(frozen=True)
class BigNumber:
    """The characters of the numbers, and what says that they are some."""

    alphabet: str
    evidence: Evidence


def big_number(knowledge: Knowledge, name: str, site: Site, alone: bool) -> BigNumber | None:
    """What a string variable is where it is a number; `alone` says that it is the only string of the input."""
    counted = knowledge.counted_digits(name)
    if counted is not None:
        return _as_seen(name, site, counted.base, counted.negative, counted.sentence)
    for sentence in knowledge.statement.sentences:
        said = any(form.form == "number" for form in forms_in(sentence)) and (rank(sentence) or 0) <= 1
        if said and site.visits and (alone or knowledge.mentions(sentence, name)):
            base = next((base for base, words in _BASES.items() if words.search(sentence.text)), _DECIMAL)
            return _as_seen(name, site, base, False, sentence)
    return None


def _as_seen(name: str, site: Site, base: int, negative: bool, sentence: Sentence) -> BigNumber | None:
    digits = _HEXADECIMAL[:base]
    if any(value != value.upper() for value in site.values):
        digits = digits.lower()
    alphabet = digits + (MINUS if negative or MINUS in site.alphabet else "")
    if not site.alphabet <= set(alphabet) or any(form_flaw("number", value, alphabet) for value in site.values):
        return None
    kind = "a number" if base == _DECIMAL else f"a number in base {base}"
    signed = "with or without a minus" if MINUS in alphabet else "without a minus"
    return BigNumber(alphabet, sentence.ground(name, f"{name} is {kind} of many digits, {signed}", 0.9))
