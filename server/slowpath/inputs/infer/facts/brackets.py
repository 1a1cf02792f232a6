"""Strings that are balanced bracket sequences, where a statement assures it of the input.

Most sentences that speak of regular bracket sequences define them or ask for one. Only those count that give one
("you are given a regular bracket sequence s"), promise it, or describe an input line by it; samples must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from slowpath.inputs.filling.word_forms import bracket_pairs, form_flaw
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.model.format import Evidence
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.forms import forms_in
from slowpath.statement.claims.scope import is_about_input, rank
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_DESCRIBES = late_regex(r"\b(?:contains?|consists? of|has|have|with)\b", re.I)
"""In the input's description; elsewhere anybody may have brackets."""
_OTHERWISE = late_regex(
    r"\bsub-?(?:strings?|sequences?|segments?)\b|\bprefix(?:es)?\b|"
    r"\b(?:not|isn't|never|no) (?:an? )?(?:balanced|correct|regular|valid|well-formed|proper)\b",
    re.I,
)
"""What is balanced then is a part of the string, or nothing."""


def balanced(knowledge: Knowledge, name: str, values: Iterable[str], alphabet: str, alone: bool) -> list[Evidence]:
    """All that says that a string over brackets is balanced; `values` are those of the samples as far as they are
    known, `alone` says that it is the only string of the input."""
    if not bracket_pairs(alphabet) or any(form_flaw("brackets", value, alphabet) for value in values):
        return []
    return [
        sentence.ground(name, f"{name} is a balanced bracket sequence", 0.9)
        for sentence in knowledge.statement.sentences
        if _is_assured(sentence) and (alone or knowledge.mentions(sentence, name))
    ]


def _is_assured(sentence: Sentence) -> bool:
    if not is_about_input(sentence) or _OTHERWISE.search(sentence.text):
        return False
    if not any(form.form == "brackets" for form in forms_in(sentence)):
        return False
    before = sentence.text[: saying("brackets").search(sentence.text).start()]  # type: ignore[union-attr]
    is_described = rank(sentence) == 0 and _DESCRIBES.search(before) is not None
    return is_described or spoken(before, "promised", "given") is not None
