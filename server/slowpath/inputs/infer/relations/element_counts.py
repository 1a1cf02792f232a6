"""Sentences that say how often values occur: "each number appears at most twice", "exactly n/2 of which are 1".

Where nothing else reads it (`occurrences`, `elements_present`), no format says it, nor that letters are the first k
where k is read, nor that no row of a ragged table holds its own number; so such sentences are named.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.statement import Sentence

_OFTEN = (r"(?:exactly|at (?:most|least)|(?:no|not) more than|more than|(?:no|not) less than) [^.;,]{0,15}?"
          r"\b(?:once|twice|thrice|times?)\b")
_THINGS = r"(?:elements?|numbers?|integers?|values?|characters?|letters?|symbols?|entries|cells?)"
_BITS = r"(?:ones?|zeroe?s?|opening|closing|[01]'?s|[\"'`][^\s\"'`][\"'`])"
_COUNTS = re.compile(
    rf"\b(?:each|every|no|any|all)\b[^.;]{{0,60}}\b(?:appears?|occurs?|(?:is|are) (?:present|repeated|contained|used)|"
    rf"presents?)\b[^.;,]{{0,30}}\b{_OFTEN}|"
    rf"\bfor (?:each|every) (?:\w+ ){{1,3}}there (?:is|are|exists?) (?:exactly|at least|at most) |"
    rf"\b(?:exactly|at most|at least) (?!one\b|1\b)[^.;,]{{1,14}}? (?:of (?:which|them|these|those|the {_THINGS})\b|"
    rf"{_THINGS} (?:are|is|equal) (?!given|in\b)|(?:{_THINGS} )?{_BITS}(?!\w))|"
    rf"\b(?:has|have|contains?|consist\w* of) (?:exactly )?(?:[a-z]|\d+|\(?[a-z]\)? ?/ ?\(?2\)?|the same number of|"
    rf"an? equal number of|as many) (?:{_THINGS} )?{_BITS}(?!\w)", re.I)
_FIRST_LETTERS = re.compile(r"\bfirst [A-Za-z] (?:[\w-]+ ){0,3}(?:letters|characters)\b")
_OWN_INDEX = re.compile(r"\b[A-Za-z]_\w+ ?!= ?[ijk]\b(?!_)")
_ASKED = re.compile(r"\b(?:if|whether|find|print|output|choose|select|can|must|should|such that|answer|"
                    r"operations?)\b", re.I)


def tells_counts(sentence: Sentence, facts: Collection[str]) -> bool:
    """Whether a sentence of the input's description promises what no format says; `facts` are those read from
    its row."""
    if rank(sentence) != 0:
        return False
    found = _COUNTS.search(sentence.text) or _FIRST_LETTERS.search(sentence.text)
    is_read = any(fact.startswith("times ") or fact.endswith("permutation") for fact in facts)
    if found is not None and not _ASKED.search(sentence.text[:found.start()]) \
            and not (is_read and re.search(_OFTEN, found.group(), re.I)):
        return True
    return _OWN_INDEX.search(sentence.text) is not None and not any("_row" in fact for fact in facts)
