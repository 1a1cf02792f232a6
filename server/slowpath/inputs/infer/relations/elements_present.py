"""Elements that a statement promises to be there: "at least one non-negative value", "exactly one `S` in the grid",
"n integers, one of which is 1".

Read where the input is described or promised only: elsewhere such words ask for something. What a sample contradicts
is dropped by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relations.present import has_many
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Node, Relation, WordType
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.scope import rank
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import Sentence, in_quotes

_SIGNS = {
    "non-negative": (">=", 0),
    "nonnegative": (">=", 0),
    "positive": (">", 0),
    "negative": ("<", 0),
    "non-zero": ("!=", 0),
    "nonzero": ("!=", 0),
    "non-positive": ("<=", 0),
    "zero": ("==", 0),
}
_HOW_MANY = r"(?P<many>exactly|at least|only) (?:one|1|a single)"
_NUMBER = re.compile(
    rf"\b{_HOW_MANY} (?:\w+ )?(?P<sign>{'|'.join(_SIGNS)}) (?:number|value|element|integer|entry)\b", re.I
)
_VALUE = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!\bany )(?<!\bmost )(?<!\bthan )\b(?P<many>exactly |at least )?\bone of "
    r"(?:which|them|these|the (?:numbers|values|elements|integers|entries)) "
    r"(?:is|equals|will be|is guaranteed to be)(?: always| equal to){0,2} (?P<value>-?\d{1,18})"
    r"(?=$|[.,;)]| and\b)",
    re.I,
)
_CHARACTER = re.compile(
    rf"\b{_HOW_MANY} (?!of (?:the |these )?(?:\w+ )?(?:characters|letters|symbols|[\"'`]))"
    rf"(?:[\w-]+ ){{0,5}}?\(?[\"'`](?P<one>\S)[\"'`]\)?"
    r"(?: and (?:exactly )?(?:one )?(?:[\w-]+ ){0,4}?\(?[\"'`](?P<other>\S)[\"'`])?",
    re.I,
)
_BIT = re.compile(
    rf"\b{_HOW_MANY} (?P<one>[01])(?: and {_HOW_MANY.replace('many', 'much')} (?P<other>[01]))?"
    r"(?=$|[.,;]| (?:and|in)\b)",
    re.I,
)
"""Bits of a string, which statements seldom quote."""
_THINGS = r"(?:(?!from\b|to\b|between\b|into\b|near\b|for\b)[\w-]+ ){0,3}?"
_CAPITAL = re.compile(
    rf"\b{_HOW_MANY} {_THINGS}(?P<one>[A-Z])\b"
    rf"(?: and (?:{_HOW_MANY.replace('many', 'much')} )?{_THINGS}(?P<other>[A-Z])\b)?"
)
"""A capital without quotes is a character unless it names a variable or where a way ends ("one path from A")."""
_THE_ONE = re.compile(
    r"[\"'`](?P<one>[A-Za-z@*$])[\"'`]\)? (?:represents|denotes|marks|is|means|stands for|"
    r"indicates|for) (?:the|your) (?:(?!same|other|rest|empty|free|open|blocked)[a-z-]+ ){0,3}?"
    r"(?![a-z]*s\b)[a-z]{3,}"
    r"(?=$|[.,;)]| (?:in|of|on|at|and|where|which|from)\b)",
    re.I,
)
"""What one character stands for, where that is one thing: "`S` is the start"."""
_READ = re.compile(r"\b(?:lines?|input|file|case)\b[^.;]{0,40}\b(?:contains?|consists? of|has|have)(?: of)? $", re.I)
"""Before "exactly one positive integer", where that is what a line holds."""
_ASSURED = re.compile(
    r"^\W*(?:exactly|at least) one of\b|\bguaranteed\b|\bthere(?:'s| is| are| will be)\b|"
    r"\bcontains?\b|\bhas\b|\bappears?\b|\bconsists? of\b|\bcomprises?\b|\bincludes?\b",
    re.I,
)
_NOT_SAID = ("asked", "conditional", "whether", "chosen", "possible", "obliged", "moved", "apart")


def elements_present(nodes: tuple[Node, ...], knowledge: Knowledge, gathered: Gathered) -> None:
    """Gathers the "some" and "one" relations that sentences state."""
    known = places(InputFormat(nodes))
    for sentence in knowledge.statement.sentences:
        trust = rank(sentence)
        if trust is None or trust > 1:
            continue
        is_said = _ASSURED.search(sentence.text) and not spoken(sentence.text, *_NOT_SAID)
        stated = (
            (*_of_numbers(sentence, known, knowledge), *_of_characters(sentence, known, knowledge)) if is_said else ()
        )
        for relation in (*stated, *_of_single_things(sentence, known)):
            gathered.add(relation, sentence)


def _of_numbers(sentence: Sentence, known: dict[str, Place], knowledge: Knowledge) -> Iterator[Relation]:
    """Of the lists that the sentence names, or of the only one."""
    lists = [name for name, place in known.items() if has_many(place, False)]
    for match in _NUMBER.finditer(sentence.text):
        if match["many"].lower() != "at least" and _READ.search(sentence.text[: match.start()]):
            continue
        operator, bound = _SIGNS[match["sign"].lower()]
        yield from (
            Relation(_kind(match), Expr(name), operator, expr(bound)) for name in _meant(sentence, lists, knowledge)
        )
    for match in _VALUE.finditer(sentence.text):
        kind, value = "one" if (match["many"] or "").lower().startswith("exactly") else "some", int(match["value"])
        yield from (
            Relation(kind, Expr(name), "==", expr(value))
            for name in _meant(sentence, lists, knowledge)
            if _may_hold(known[name].item, value)
        )


def _may_hold(item: object, value: int) -> bool:
    """Whether the bounds of a list's elements let one of them be a number, as far as they are known."""
    of = getattr(item, "type", None)
    ends = (of.lo.constant, of.hi.constant) if isinstance(of, IntType) else (None, None)
    return (ends[0] is None or ends[0] <= value) and (ends[1] is None or value <= ends[1])


def _meant(sentence: Sentence, lists: list[str], knowledge: Knowledge) -> list[str]:
    """The list that a sentence names, or the only one."""
    words = {base_name(word) for word in re.findall(r"\b[A-Za-z]\w*_\w+|\b[b-zB-HJ-Z]\b", sentence.text)}
    named = [name for name in lists if any(knowledge.same(word, name) for word in words)]
    return named if len(named) == 1 else lists if len(lists) == 1 else []


def _of_characters(sentence: Sentence, known: dict[str, Place], knowledge: Knowledge) -> Iterator[Relation]:
    """Of the only string or grid that may hold the character."""
    written = in_quotes(sentence)
    matches = [*_CHARACTER.finditer(written), *_BIT.finditer(sentence.text)]
    capitals = (
        match for match in _CAPITAL.finditer(written) if not any(knowledge.same(match["one"], name) for name in known)
    )
    for match in matches or capitals:
        for character in filter(None, (match["one"], match["other"])):
            yield from _in_only_holder(_kind(match), character, known)


def _of_single_things(sentence: Sentence, known: dict[str, Place]) -> Iterator[Relation]:
    """Characters that each stand for one thing: "an M (`M`) represents the goal"."""
    for match in _THE_ONE.finditer(in_quotes(sentence)):
        yield from _in_only_holder("one", match["one"], known)


def _in_only_holder(kind: str, character: str, known: dict[str, Place]) -> Iterator[Relation]:
    holders = [
        name
        for name, place in known.items()
        if has_many(place, True) and isinstance(of := place.item.type, WordType) and character in of.alphabet  # type: ignore[union-attr]
    ]
    if len(holders) == 1:
        yield Relation(kind, Expr(holders[0]), "==", expr(ord(character)), (), character)


def _kind(match: re.Match[str]) -> str:
    return "some" if match["many"].lower() == "at least" else "one"
