"""What strings and decimals look like, in words: binary strings, bracket sequences, integers of many digits,
digits after the decimal point.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.phrases.manners import is_asked, spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_NUMBER = rf"(\d+|{'|'.join(WORDS)})"
_DECIMALS = late_regex(
    rf"\b(?P<how>at most|no more than|up to|not more than|exactly|with|have|has|"
    rf"<=)?\s*{_NUMBER} (?:decimal )?(?:digits?|places?|figures?|decimals?)\s*"
    r"(?:after|behind|following|past|to the right of|of precision)?(?:the )?(?:decimal|fraction\w*|dot|point|"
    r"comma)?",
    re.I,
)
_ABOUT_POINT = late_regex(
    r"\b(?:after|behind|following|past|right of) the (?:decimal )?(?:point|dot|comma|period|"
    r"decimal separator)|decimal places?\b|\bdecimals\b|"
    r"\bfractional digits\b|\bdigits? of precision",
    re.I,
)
_FORMS = ("brackets", "number", "binary", "grid")


@dataclass(frozen=True)
class Form:
    """`form` is brackets, number, binary, grid or decimals; `value` the number of digits of decimals."""

    form: str
    value: int = 0


def forms_in(sentence: Sentence) -> list[Form]:
    """The forms that a sentence gives."""
    made = [Form("decimals", digits) for digits in decimals_in(sentence)]
    for form in _FORMS:
        match = saying(form).search(sentence.text)
        asked = form == "brackets" and match and _is_asked(sentence.text[: match.start()])
        if match and not asked and not (form == "number" and made):
            made.append(Form(form))
    return made


def _is_asked(before: str) -> bool:
    """Whether what stands before a form asks for it or supposes it, rather than to promise it."""
    promised = spoken(before, "promised")
    is_sure = promised is not None and not spoken(before[promised.end() :], "conditional", "whether", "denied")
    return is_asked(before) or (
        spoken(before, "called", "conditional", "whether", *(() if is_sure else ("defined",)), reach=3) is not None
    )


def decimals_in(sentence: Sentence) -> list[int]:
    """The numbers of digits after the point that a sentence of the input gives (at most one)."""
    text = sentence.text
    about = _ABOUT_POINT.search(text)
    if about is None or re.search(r"\berror\b|\bround|\bprecis(?:ely|ion of your)", text, re.I):
        return []
    near = text[max(0, about.start() - 60) : about.end() + 4]
    found = [match.group(2) for match in _DECIMALS.finditer(near)]
    value = next((int(word) if word.isdigit() else WORDS[word.lower()] for word in reversed(found)), None)
    return [value] if value is not None and value <= 30 else []
