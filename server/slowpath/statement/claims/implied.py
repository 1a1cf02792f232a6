"""Bounds that a word implies: "two positive integers n and m", "n is a non-negative integer", "natural numbers a_i".

They hold where no sentence bounds the variable itself.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import variable_name
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.sentences.statement import Sentence

_LEAST = {"positive": "1", "natural": "1", "non-negative": "0", "nonnegative": "0", "non negative": "0"}
_KIND = rf"(?P<sign>{'|'.join(_LEAST)})"
_NOUN = r"(?:integer numbers?|integers?|whole numbers?|numbers?|values?)"
_MANY = r"(?:integer numbers|integers|whole numbers|numbers|values)"
_NAME = r"[A-Za-z](?:_\w{1,8})?(?![\w'])"
_LIST = rf"(?P<names>{_NAME}(?:(?:,? and |, ?| ?\.\.\. ?,? ?)(?:\.\.\. ?,? ?)?{_NAME}){{0,12}})"
_BEFORE = late_regex(rf"\b{_KIND},? (?:[\w-]+ ){{0,3}}?{_NOUN}:? (?:-- )?{_LIST}", re.I)
_AFTER = late_regex(rf"\b{_LIST} (?:is|are|be) (?:all |both |always )?(?:an? )?(?:[\w-]+ ){{0,1}}?{_KIND}\b", re.I)
_ALL = late_regex(
    rf"(?:\b(?:all|every|each|these) (?:the )?(?:\w+ )?{_NOUN}(?: in the \w+)? (?:is|are) (?:an? )?|"
    r"^\W*(?:they|all(?: of them)?|both) are (?:all |both |always )?|"
    rf"\b[a-z]{{3,}}s \((?=[\w-]+ {_NOUN}\))|"
    rf"\b(?:[a-zA-Z]|\d+|{'|'.join(WORDS)}) (?:[\w-]+ ){{0,2}}?(?=[\w-]+ {_MANY}\b(?!:? (?:-- )?{_NAME}))){_KIND}\b",
    re.I,
)


def implied_in(sentence: Sentence) -> list[tuple[str, str, str]]:
    """(variable, its name as written, the least value that a word gives it); a name of "" where that is said of all
    values: "all numbers are non-negative", "n prices (positive integers)", "n non-negative integers"."""
    made = [("", "", _LEAST[match.group("sign").lower()]) for match in _ALL.finditer(sentence.text)]
    for pattern in (_BEFORE, _AFTER):
        for match in pattern.finditer(sentence.text):
            listed = "..." in match.group("names")
            words = [word for word in re.findall(r"[A-Za-z]\w*", match.group("names")) if word != "and"]
            for word in words:
                if (len(words) > 1 or word not in ("a", "A", "I")) and not (listed and word[-1].isdigit()):
                    made.append((variable_name(word), word, _LEAST[match.group("sign").lower()]))
    return list(dict.fromkeys(made))
