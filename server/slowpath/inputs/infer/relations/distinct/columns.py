"""Columns of rows in which no value stands twice: "all names are distinct", `S_i != S_j`, "no two cows share the same
x-coordinate".

What a sample contradicts is dropped by the caller.
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.facts.called import is_listed_once, is_noun_of, is_spoken_of
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.distinct.rows import is_of_other_rows
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.model.expression import Expr
from slowpath.model.format import Array, IntType, Records, Relation, Scalar, WordType
from slowpath.model.nodes import all_items
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.said_distinct import noun_that_differs, rows_differ, words_differ
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.phrases.manners import is_of_some
from slowpath.statement.phrases.rows import saying, ways_of
from slowpath.statement.sentences.statement import Sentence

_SO_MANY = late_regex(
    r"\b(?:[Ee]xactly (?P<count>[A-Za-z])|(?P<of>[A-Za-z]) of (?:the|these|them|those)) (?:\w+ )?"
    r"(?P<things>[a-z]{3,}s)\b"
)


def distinct_columns(gathered: Gathered) -> None:
    """Gathers the "distinct" relations of single columns that sentences state."""
    for _, node in all_items(gathered.nodes):
        if not isinstance(node, Records) or node.structure in ("tree", "graph"):
            continue
        counts = frozenset().union(*(field.length.names for field in node.fields if isinstance(field, Array)))
        for place, field in enumerate(node.fields):
            if field.name in counts or (place == 0 and "strictly-sorted" in node.traits):
                continue
            sentence = next((one for one in gathered.sentences if _says_it(one, field, node, gathered.knowledge)), None)
            if sentence is not None:
                gathered.add(Relation("distinct", Expr(field.name), "", Expr(field.name)), sentence, 0.7)


def _says_it(sentence: Sentence, field: Scalar | Array, node: Records, knowledge: Knowledge) -> bool:
    """Whether a sentence says it of this column alone; of the only words also by what words are called."""
    if not is_about_input(sentence) or not isinstance(field, Scalar) or not isinstance(field.type, IntType | WordType):
        return False
    if any(
        knowledge.same(match.group(1), field.name) and not is_of_some(sentence.text, match)
        for pattern in ways_of("distinct column")
        for match in pattern.finditer(sentence.text)
    ):
        return True
    if _counts_different_things(sentence, field, node, knowledge) or is_listed_once(field.name, sentence, knowledge):
        return True
    told = [one for one in traits_in(sentence) if one.trait == "distinct"]
    words = [
        one
        for one in node.fields
        if isinstance(one, Scalar) and isinstance(one.type, WordType) and one.type.form != "number"
    ]
    named = saying("distinct name").search(sentence.text)
    if (
        words == [field]
        and not knowledge.is_of_a_string_before(sentence, field.name)
        and ((named is not None and not is_of_some(sentence.text, named)) or (told and words_differ(sentence)))
    ):
        return True
    if words == [field] and any(_is_named(one.by, knowledge) for one in told if one.by):
        return True
    if is_of_other_rows(sentence, node, knowledge):
        return False
    differing = rows_differ(sentence)
    if differing == () and is_noun_of(field.name, noun_that_differs(sentence.text), knowledge):
        return True
    return differing is None and any(
        (len(one.names) == 1 and knowledge.same(one.names[0], field.name))
        or is_noun_of(field.name, one.by, knowledge)
        or (not one.names and is_spoken_of(field.name, one.before, knowledge))
        for one in told
    )


def _is_named(noun: str, knowledge: Knowledge) -> bool:
    """Whether the input's description says that a word names one of these things: "the name of a fruit"."""
    named = late_regex(rf"\bnames? of (?:an?|the|each|every|all) (?:\w+ )?{re.escape(noun.removesuffix('s'))}s?\b")
    return any(named.search(one.text) for one in knowledge.statement.sentences if one.section == "input")


def _counts_different_things(sentence: Sentence, field: Scalar, node: Records, knowledge: Knowledge) -> bool:
    """Whether a sentence says how many things there are of which each row names another one: "exactly k rooms have an
    alarm" beside k lines of which each says that "room r_i" has one."""
    line = knowledge.described.get(field.name)
    name = re.escape(knowledge.copies.get(field.name, field.name))
    return line is not None and any(
        knowledge.same(match["count"] or match["of"], node.count.text)
        and re.search(rf"\b{match['things'].rstrip('s')} {name}(?:_\w+)?\b", line.text, re.I)
        for match in _SO_MANY.finditer(sentence.text)
    )
