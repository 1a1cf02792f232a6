"""Whether a statement leaves room for several right answers, where nothing says that there are any."""

from __future__ import annotations

import re
from collections.abc import Iterable

from slowpath.analysis.statement_text import sentences

_ONE_ANSWER = re.compile(
    r"\bthe (?:\w+ )?(?:number|length|sum|minimum|maximum|minimal|maximal|smallest|largest|least|greatest|shortest|"
    r"longest|total|amount|cost|count|size|distance|area|probability)\b|"
    r"\bhow (?:many|much|long|far)\b|\bmodulo\b|"
    r"\bhur (?:många|mycket|långt?)\b|\bantal(?:et)?\b|\b(?:minsta|största|kortaste|längsta)\b",
    re.I,
)
WORD = re.compile(r"[^\W\d_]+")


def asks_for_a_number(statement: str, section: str = "") -> bool:
    """Whether it asks for one number, of which no two are right, in what it says in that section ("" anywhere)."""
    if not section:
        return bool(_ONE_ANSWER.search(statement))
    return any(_ONE_ANSWER.search(each.text) for each in sentences(statement) if each.section == section)


def is_one_of_its_words(statement: str, answers: Iterable[bytes]) -> bool:
    """Whether answers consist of words alone that the statement gives for the output."""
    said = {word.decode("utf-8", "replace").lower() for answer in answers for word in answer.split()}
    return said <= {
        word
        for sentence in sentences(statement)
        if sentence.section == "output"
        for word in WORD.findall(sentence.text.lower())
    }
