"""Whether a statement leaves room for several right answers, where nothing says that there are any."""

from __future__ import annotations

import re
from collections.abc import Iterable

from slowpath.analysis.answer_shape import QUESTION
from slowpath.analysis.statement_text import sentences
from slowpath.model.patterns import late_regex

_ONE_ANSWER = late_regex(
    r"\bthe (?:\w+ )?(?:number|length|sum|minimum|maximum|minimal|maximal|smallest|largest|least|greatest|shortest|"
    r"longest|total|amount|cost|count|size|distance|area|probability)\b|"
    r"\bhow (?:many|much|long|far)\b|\bmodulo\b|"
    r"\bhur (?:många|mycket|långt?)\b|\bantal(?:et)?\b|\b(?:minsta|största|kortaste|längsta)\b",
    re.I,
)
_THE_ANSWER = late_regex(r"\b(?:the|their|your) answers?\b|\bsvaret\b", re.I)
_ASKING = late_regex(
    r"\b(?:find|determine|compute|calculate|print|output|report|write|how (?:many|much|long|far)|what is|beräkna|"
    r"bestäm|hur (?:många|mycket|långt?))\b",
    re.I,
)
_OF_PLACE = late_regex(r"\bthe\s+\w-th\b|\bon\s+line\s+\w\b", re.I)
_EXTREMES = {
    1: late_regex(
        r"\b(?:maxim(?:um|al|i[sz]ed?)|largest|greatest|longest|highest|most\s+\w+\s+(?:possible|that\s+can)|"
        r"(?:many|much|large|long|high)(?:\s+\w+){0,3}\s+as\s+possible|maximal[ta]?|största|längsta|högsta|som\s+mest)\b",
        re.I,
    ),
    -1: late_regex(
        r"\b(?:minim(?:um|al|i[sz]ed?)|smallest|fewest|shortest|lowest|cheapest|(?<!at )least|"
        r"(?:few|little|small|short|low)(?:\s+\w+){0,3}\s+as\s+possible|minimal[ta]?|minsta|kortaste|lägsta|som\s+minst)\b",
        re.I,
    ),
}
WORD = late_regex(r"[^\W\d_]+")


def asks_for_a_number(statement: str, section: str = "") -> bool:
    """Whether it asks for one number, of which no two are right, in what it says in that section ("" anywhere). Of an
    output that is called "the answer" the sentence says it that asks for it."""
    if not section:
        return bool(_ONE_ANSWER.search(statement))
    said = tuple(sentences(statement))
    of_section = [each.text for each in said if each.section == section]
    if any(map(_THE_ANSWER.search, of_section)):
        told = [each.text for each in said if each.section not in ("input", "example", "note")]
        of_section += [text for text in told if _ASKING.search(text)]
    return any(map(_ONE_ANSWER.search, of_section))


def answers_many_questions(statement: str) -> bool:
    """Whether the words about the output say that each of many test cases or queries has an answer of its own, or what
    the i-th line has."""
    said = [each.text for each in sentences(statement) if each.section == "output"]
    return any(QUESTION.search(text) or _OF_PLACE.search(text) for text in said)


def is_one_of_its_words(statement: str, answers: Iterable[bytes]) -> bool:
    """Whether answers consist of words alone that the statement gives for the output."""
    said = {word.decode("utf-8", "replace").lower() for answer in answers for word in answer.split()}
    return said <= {
        word
        for sentence in sentences(statement)
        if sentence.section == "output"
        for word in WORD.findall(sentence.text.lower())
    }


def sought_extreme(statement: str) -> int:
    """1 where the statement asks for the largest of something, -1 for the smallest, 0 where it speaks of neither, or of
    both: of what it says of the output, else of all but the input."""
    told = [each for each in sentences(statement) if each.section not in ("input", "example", "note")]
    for texts in ([each.text for each in told if each.section == "output"], [each.text for each in told]):
        found = {sign for sign, words in _EXTREMES.items() if any(map(words.search, texts))}
        if found:
            return found.pop() if len(found) == 1 else 0
    return 0
