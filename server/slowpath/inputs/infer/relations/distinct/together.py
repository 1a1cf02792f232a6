"""Arrays whose values are all different together: "all card values are different", two hands of one deck.

A sentence says it of several arrays when it names two or more of them after "all", when it speaks of both
lists (or all of them), or when what it calls different is what several arrays are described to hold. A
sentence about each array for itself says nothing here: that is a trait (`meaning`). The caller drops what a
sample contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.model.expression import Expr
from slowpath.model.format import Array, IntType, Node, Records, Relation, Scalar, WordType
from slowpath.model.nodes import all_items
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.said_distinct import tuple_that_differs
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import ways_of
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Sentence

_HOLDERS = tuple("list array sequence stack row line hand set deck pile player team group queue case test".split())
_CONTAINER = late_regex(
    r"\b(?:in|of|on|from|over|across|among|within) (?:both|the two|two|all|all the|the three|the given)"
    rf"(?: of)?(?: the)? (?:\w+ )?(?:{'|'.join(_HOLDERS[:-2])})s?\b",
    re.I,
)
_ONE = late_regex(
    r"\b(?:in|of) (?:the|an?|one|its|this|that|first|second) (?:\w+ )?"
    r"(?:list|array|sequence|stack|row|line|hand|set|deck|pile|permutation)\b",
    re.I,
)
_COUNT = late_regex(r"((?:\b\d ?\*? ?|\b)[A-Za-z]\d?\b(?: ?[+*] ?[A-Za-z0-9]+\b)*) (?=\w{3,}s\b)")
_SEVERAL_TIMES = late_regex(r"(?P<lists>[2-9])\*?(?P<length>[A-Za-z]\w*)")
"""As many as several lists of one length have together: "all 2n cards"."""
_BY_WHAT = late_regex(r"\b(?:different|distinct|unique) (?!from\b|and\b)[a-z]|\b(?:at most|at least|exactly)\b", re.I)
"""Things that differ by their colours only, or some of them."""
_PROMISED = late_regex(r"^.*\b(?:guarantee[ds]?|assumed?|sure) that ", re.I)
_GENERIC = frozenset(
    {"number", "integer", "value", "element", "item", "entry", "input", "array", "given", "sequence", "the", "these"}
)


@dataclass(frozen=True)
class _Candidate:
    """A list of integers or words with what may tell which statement words mean it."""

    name: str
    path: tuple[str, ...]
    length: str
    type: IntType | WordType


def distinct_together(gathered: Gathered) -> None:
    """Gathers the "distinct" relations that sentences state."""
    candidates = list(_candidates(gathered.nodes))
    for sentence in gathered.sentences if len(candidates) > 1 else ():
        if (
            sentence.section in (*NOT_INPUT, "scoring")
            or spoken(sentence.text, "conditional")
            or tuple_that_differs(sentence.text)
        ):
            continue
        for names in _meant(sentence, candidates, gathered.knowledge):
            first, second, *others = map(Expr, names)
            gathered.add(Relation("distinct", first, "", second, tuple(others)), sentence)


def _candidates(nodes: tuple[Node, ...]) -> Iterator[_Candidate]:
    for path, item in all_items(nodes):
        if isinstance(item, Records) and not item.structure:
            for inner in item.fields:
                if isinstance(inner, Scalar) and isinstance(inner.type, IntType | WordType):
                    yield _Candidate(inner.name, path, item.count.text, inner.type)
        if isinstance(item, Array) and isinstance(item.type, IntType | WordType) and "parents" not in item.traits:
            yield _Candidate(item.name, path, item.length.text, item.type)


def _meant(sentence: Sentence, candidates: list[_Candidate], knowledge: Knowledge) -> list[list[str]]:
    """The groups of two and more lists that the sentence calls different together."""
    made = []
    for pattern in ways_of("distinct together"):
        for match in pattern.finditer(sentence.text):
            if spoken(sentence.text[: match.end()], "asked", "chosen", "apart"):
                continue
            subject = _PROMISED.sub("", match.group(1))
            chosen = _named(subject, candidates, knowledge)
            # A single list that is named, or some value with a subscript, is spoken of alone.
            if not chosen and not re.search(r"\b[A-Za-z]_\w", subject):
                chosen = _described(subject, sentence, candidates, knowledge)
            made += _by_scope(chosen) if len({one.name for one in chosen}) > 1 else []
    return made


def _named(subject: str, candidates: list[_Candidate], knowledge: Knowledge) -> list[_Candidate]:
    """The lists that are named: `all a_i and b_j`. Words of three letters and more are left to `_holds`."""
    words = [word for word in re.findall(r"[A-Za-z]\w*", subject) if len(word.split("_")[0]) < 3]
    # The English "a" and "I" are names only where they stand in a list of names.
    sure = [
        word
        for word in words
        if word not in ("a", "A", "I") or re.search(rf"\b{word}\b(?: and|,|$)|and {word}\b", subject)
    ]
    return [one for one in candidates if any(knowledge.same(word.split("_")[0], one.name) for word in sure)]


def _described(
    subject: str, sentence: Sentence, candidates: list[_Candidate], knowledge: Knowledge
) -> list[_Candidate]:
    """The lists of what the subject is made of: all of one kind of thing, or all of both containers."""
    if _ONE.search(sentence.text) and not _CONTAINER.search(sentence.text):
        return []
    counts = [text.replace(" ", "") for text in _COUNT.findall(subject)]
    if counts and any(one.length == counts[-1] for one in candidates):
        return []  # As many as one of the lists has: that one is meant.
    if counts and (several := _SEVERAL_TIMES.fullmatch(counts[-1])) is not None and not _BY_WHAT.search(sentence.text):
        chosen = [one for one in candidates if one.length == several["length"]]
        return _alike(chosen) if len(chosen) == int(several["lists"]) else []
    candidates = [one for one in candidates if isinstance(one.type, IntType)]  # Words are told apart by `columns`.
    nouns = [_stem(word) for word in re.findall(r"[A-Za-z]{3,}", subject)]
    special = [noun for noun in nouns if noun not in _GENERIC]
    if _CONTAINER.search(sentence.text):
        return _alike(candidates)
    if set(special) & set(_HOLDERS):
        return []  # The lists differ, not all of their values.
    if special:
        chosen = [one for one in candidates if any(_holds(one, noun, candidates, knowledge) for noun in special)]
        # Lists of one length describe the same things (points by x and y): then the things differ, not the values.
        return _alike(chosen) if len({one.length for one in chosen}) == len(chosen) else []
    return _alike(candidates) if nouns else []


def _holds(one: _Candidate, noun: str, candidates: list[_Candidate], knowledge: Knowledge) -> bool:
    """Whether the list is called after the noun, or the input's description of it speaks of such things."""
    if _stem(one.name.rstrip("0123456789_")) == noun:
        return True
    own = {one.name} | ({one.length} if sum(other.length == one.length for other in candidates) == 1 else set())
    for sentence in knowledge.statement.sentences:
        words = re.findall(r"[A-Za-z]\w*", sentence.text)
        if (
            sentence.section == "input"
            and noun in map(_stem, words)
            and any(
                knowledge.same(word.replace("_", "") if word[-1].isdigit() else word.split("_")[0], name)
                for word in words
                for name in own
                if len(word) < 4 or word == name
            )
        ):
            return True
    return False


def _alike(chosen: list[_Candidate]) -> list[_Candidate]:
    """`chosen` where all have the same bounds, as values of one kind have."""
    return chosen if len({one.type for one in chosen}) == 1 else []


def _by_scope(chosen: list[_Candidate]) -> list[list[str]]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in chosen:
        groups.setdefault(one.path, []).append(one.name)
    return [names for names in groups.values() if len(names) > 1]


def _stem(word: str) -> str:
    """A noun without its plural: cards, boxes, cities."""
    word = word.lower()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:[sx]|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
