"""Of what a sentence speaks: of the input, of a subtask of it, or of something else.

Inequalities also stand where they bound nothing that is read: in the output section ("print x, 1 <= x <= n"), in
definitions and notes, over an index ("for all 1 <= i <= n"). `rank` orders what is left by trust, smallest first.
"""

from __future__ import annotations

import re
from functools import lru_cache

from slowpath.model.patterns import late_regex
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Sentence

_RANKS = {"constraints": 0, "input": 0, "": 1, "scoring": 3}
SUBTASK = 3
_CONFIDENCE = {0: 0.95, 1: 0.85, 2: 0.6, SUBTASK: 0.4}
_GROUP = late_regex(r"\b(?:sub-?task|(?:test )?group) (?:\#|no\.? ?)?(\d{1,2})\b", re.I)
_QUANTIFIED = late_regex(
    r"\b(?:for|where|any|all|each|every|exists?|some)(?: (?:all|each|every|any|some|valid|both|"
    r"integers?|index|indices|pairs?|values?|of|such|that|the))* \(?(?:-?\w+ <=? )?([ijk]\b(?!')(?:\s*(?:,|<=?|!=|"
    r"and)\s*[ijk]\b){0,3})"
)


@lru_cache(maxsize=4096)
def rank(sentence: Sentence) -> int | None:
    """How far a sentence can be trusted to bound the input, 0 best; None when it doesn't."""
    if sentence.section in NOT_INPUT or spoken(sentence.text, "output", "in a sample"):
        return None
    if sentence.section == "scoring" or sentence.group or spoken(sentence.text, "subtask"):
        return SUBTASK
    if sentence.section == "" and spoken(sentence.text, "task"):
        return 2
    return _RANKS.get(sentence.section, 1)


def is_about_input(sentence: Sentence) -> bool:
    """Whether a sentence describes all of the input, or is of a story that asks for nothing."""
    return rank(sentence) in (0, 1)


def scoring_group(sentence: Sentence) -> str:
    """The number of the scoring group that a sentence speaks of alone, "" where it speaks of none or of several."""
    found = set(_GROUP.findall(sentence.text)) if not sentence.group and rank(sentence) == SUBTASK else set()
    return found.pop() if len(found) == 1 else sentence.group


def confidence(sentence: Sentence) -> float:
    """How sure a bound of this sentence is one of the input's, in 0..1."""
    trust = rank(sentence)
    return _CONFIDENCE[trust] if trust is not None else 0.0


_NUMBERED = late_regex(r"\b(?:lines?|rows?) ([ijk])\b(?! ?[+<=-])|\b([ij]) ?-? ?th\b|_([ij])\b", re.I)
"""Which of some like lines or things a sentence describes, by a letter."""
_READ = late_regex(
    r"\b(?:integers?|numbers?(?! of\b)|indices|values?|coordinates?|pairs?)\b[^.;:]{0,30}?\b[ij]\b(?! ?-? ?th\b)|"
    r"^\W*\w+(?: [A-Za-z])*? [ij](?: [A-Za-z])* ?[(:]|"
    r"\blines?\b[^.;:]{0,30}\bwith (?:[A-Za-z] ?,? (?:and )?)*?[ij]\b(?! ?-? ?th\b)",
    re.I,
)
"""Such a letter as a variable that is read: also of a query, "1 i x (1 <= i <= n)", or of "lines with i and v"."""
_OWN_NUMBER = late_regex(r"\b(?!and\b)([A-Za-z]{3,}) [ij]\b(?! ?[_+<=-])")


def indices(sentence: Sentence) -> frozenset[str]:
    """The names that a sentence uses as indices: "for each i (1 <= i <= n)", "line i", "the i-th"."""
    quantified = (name for part in _QUANTIFIED.findall(sentence.text) for name in re.findall(r"\b[ijk]\b", part))
    numbered = [] if _READ.search(sentence.text) else _NUMBERED.findall(sentence.text)
    return frozenset(quantified) | {name for names in numbered for name in names if name}


def without_own_number(text: str) -> str:
    """A sentence about the line or thing with a letter without that letter: "line i describes room i", "edge i is given
    by u_i and v_i" name no variable i."""
    return _OWN_NUMBER.sub(r"\1", text) if _NUMBERED.search(text) and not _READ.search(text) else text
