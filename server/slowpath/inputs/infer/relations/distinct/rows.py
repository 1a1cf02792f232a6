"""Rows that are points or cells, of which no two are the same: "all points are distinct"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from slowpath.inputs.infer.facts.called import is_noun_of, named_together
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.model.format import Evidence, FloatType, IntType, Records, Scalar
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.counted_things import numbers_called
from slowpath.statement.claims.said_distinct import noun_that_differs, rows_differ, said_to_differ
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.phrases.manners import is_of_some
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_COORDINATES = 3
"""Fields of the rows that are points, at most."""
_PLACES = frozenset("point cell position location coordinate coordinates square place spot".split())
_AXES = frozenset({("x", "y"), ("r", "c"), ("row", "col"), ("row", "column")})
"""What the coordinates of a place are called."""
_PLAINLY = late_regex(
    r"(?:^|[,;] (?:and )?|\b(?:guaranteed|assume) that )\W*no two [a-z]+ (?:are|stand|lie|live|share|have)(?: located)?"
    r"(?: exactly)?(?: at| on| in)? (?:exactly )?the same "
    r"(?:point|cell|position|location|place|spot|square|coordinates)\W*$",
    re.I,
)
"""Said of the places alone, beside which rows have other things."""
_DESCRIBED = late_regex(
    r"\b(?:[Ee]ach|[Ee]very|[Aa]n?) ([a-z]{3,}) is (?:described|given|specified|represented) (?:by|on|in|as)\b"
)
_OF = late_regex(r"\b(?:of|in|on|for|between|with)\b", re.I)
"""Behind the things that a sentence speaks of."""
_COMMON = frozenset(
    (
        "each line contain integer number which these next that with position location point coordinate same "
        "different distinct their where describe following have will guaranteed first second given value follow "
        "then"
    ).split()
)


def with_different_rows(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows of which no two are the same, by the places that they are or the things that they describe."""
    made = _with_different_places(node, knowledge, evidence)
    if made is node and (whole := _things_differ(node, knowledge)) is not None:
        evidence.append(whole.ground(node.fields[0].name, "rows are distinct", 0.7))
        return replace(node, traits=node.traits | {"distinct"})
    return made


def _with_different_places(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows that are points or cells, of which no two are the same: "all points are distinct"."""
    fields = [
        field.name for field in node.fields if isinstance(field, Scalar) and isinstance(field.type, IntType | FloatType)
    ]
    if len(fields) < 2:
        return node
    are_all = len(fields) == len(node.fields)
    said: list[Evidence] = []
    for sentence in knowledge.statement.sentences:
        named = rows_differ(sentence)
        if not are_all and (len(fields) > 2 or not _PLAINLY.search(sentence.text)):
            continue
        if named is not None and is_of_other_rows(sentence, node, knowledge):
            continue
        if named == ():
            is_placed = noun_that_differs(sentence.text) in _PLACES and not _is_about_others(
                sentence, fields, knowledge
            )
            named = (is_placed and _coordinates(fields, are_all, sentence, knowledge)) or named_together(
                noun_that_differs(sentence.text) or "-", knowledge
            )
        meant = [field for field in fields if any(knowledge.same(name, field) for name in named or ())]
        if (
            named is None
            or len(meant) < len(named)
            or (
                not named
                and (
                    not are_all
                    or len(fields) > _COORDINATES
                    or _is_about_others(sentence, fields, knowledge)
                    or any(is_noun_of(one, noun_that_differs(sentence.text), knowledge) for one in knowledge.described)
                )
            )
        ):
            continue  # What is one field's, or a list's, is said of this one: see `columns`.
        if named and len(meant) < len(node.fields):
            if len(meant) == 2 and not node.structure:
                evidence.append(sentence.ground(fields[0], f"no two rows have the same {', '.join(meant)}", 0.7))
                return replace(
                    node, structure="points", endpoints=(meant[0], meant[1]), traits=node.traits | {"distinct"}
                )
            continue
        if named or len(fields) == 2 or re.search(r"\bpoints?\b", sentence.text):
            said.append(sentence.ground(fields[0], f"rows of {', '.join(fields)} are distinct", 0.7))
    evidence += said
    return replace(node, traits=node.traits | {"distinct"}) if said else node


def is_of_other_rows(sentence: Sentence, node: Records, knowledge: Knowledge) -> bool:
    """Whether the things that differ are those of other rows, by what the numbers of rows are called: "no two pirates
    ..." behind "p, the number of pirates" says nothing of w walls."""
    heads = [_OF.split(one.before)[0].split()[-1:] for one in traits_in(sentence) if one.trait == "distinct"]
    things = {word.lower() for head in heads for word in head}
    counts = [
        name
        for each in (knowledge.statement.sentences if things else ())
        for thing, name in numbers_called(each.text)
        if thing.lower() in things
    ]
    return bool(counts) and not any(knowledge.same(name, node.count.text) for name in counts)


def _coordinates(fields: Sequence[str], are_all: bool, sentence: Sentence, knowledge: Knowledge) -> tuple[str, ...]:
    """The two fields of rows of more that say where something is: those that are called so, of three else the first two
    where their line is said to give such a place. () where none or several are. `are_all` says that the rows have no
    fields beside these."""
    axes = [re.sub(r"\d+$", "", field).lower() for field in fields]
    pairs = [place for place, pair in enumerate(pairwise(axes)) if pair in _AXES]
    line = knowledge.described.get(fields[0])
    if not pairs and len(fields) == _COORDINATES and line is not None:
        gives_place = re.search(rf"\b{noun_that_differs(sentence.text).removesuffix('s')}s?\b", line.text) is not None
        pairs = [0] if gives_place else []
    return tuple(fields[pairs[0] : pairs[0] + 2]) if len(pairs) == 1 and not (are_all and len(fields) == 2) else ()


def _things_differ(node: Records, knowledge: Knowledge) -> Sentence | None:
    """What says that no two of the things are the same which the rows are: "no two recipes are the same" behind "n, the
    number of recipes", "no card occurs twice" beside "each card is described by a line"."""
    sentences = [one for one in knowledge.statement.sentences if is_about_input(one)]
    things = {
        _singular(thing)
        for sentence in sentences
        for thing, name in numbers_called(sentence.text)
        if knowledge.same(name, node.count.text)
    } | {_singular(match[1]) for sentence in sentences for match in _DESCRIBED.finditer(sentence.text)}
    for sentence in sentences if things and len(node.fields) > 1 else ():
        found = saying("distinct things").search(sentence.text)
        nouns = [] if found is None or is_of_some(sentence.text, found) else [next(filter(None, found.groups()))]
        nouns += [one.by for one in traits_in(sentence) if one.trait == "distinct" and one.by]
        if any(
            _singular(noun.lower()) in things
            and not any(is_noun_of(field.name, noun.lower(), knowledge) for field in node.fields)
            for noun in nouns
        ):
            return sentence
    return None


def _singular(noun: str) -> str:
    return re.sub(r"(?:(?<=o|x)e|(?<=ch|sh|ss)e)s$|(?<!s)s$", "", re.sub(r"ies$", "y", noun))


def _is_about_others(sentence: Sentence, fields: Sequence[str], knowledge: Knowledge) -> bool:
    """Whether a sentence names things of other lines, and none of these fields' own: "no two pirates are at the same
    place" says nothing of walls. Nor does "no two stops are at the same position" of trips between stops, where another
    line tells positions."""
    own: set[str] = set()
    others: set[str] = set()
    for name, line in knowledge.described.items():
        (own if name in fields else others).update(_things(line.text))
    noun = late_regex(rf"\b{re.escape(noun_that_differs(sentence.text).removesuffix('s') or '-')}s?\b")
    tell = {name in fields for name, line in knowledge.described.items() if noun.search(line.text)}
    if tell == {False}:
        return True
    said = _things(said_to_differ(sentence.text))
    return bool(own) and not _name_one(own, said) and _name_one(others, said)


def _things(text: str) -> set[str]:
    return {
        re.sub("ies$", "y", re.sub("ices$", "ex", word)).rstrip("s") for word in re.findall(r"[a-z]{4,}", text.lower())
    } - _COMMON


def _name_one(things: set[str], said: set[str]) -> bool:
    """Whether two texts name one thing: "drops" are "droplets"."""
    return any(one.startswith(other) or other.startswith(one) for one in things for other in said)
