"""What lists and rows are by what sentences say of them: permutations, distinct, in an order, parents, intervals.

A trait that a sample contradicts is dropped, and said, by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from slowpath.inputs.infer.beside_others import is_below_itself
from slowpath.inputs.infer.called import is_called, is_noun_of
from slowpath.inputs.infer.extraction.names import base_name
from slowpath.inputs.infer.extraction.traits import (
    Trait,
    noun_that_differs,
    rows_differ,
    said_to_differ,
    traits_in,
)
from slowpath.inputs.infer.knowledge import Knowledge
from slowpath.inputs.infer.statement import Sentence
from slowpath.model.format import Array, Evidence, IntType, Records, Scalar, WordType

_PARENTS = re.compile(r"\bparents?\b|\bboss\b|\bsupervisor\b|\bsuperior\b|\bmanager\b", re.I)
WORDS = (r"(?:words?|names?|strings?|cards?|codes?|passwords?|identifiers?|logins?|nicknames?|handles?|"
         r"(?:phone|telephone|serial|account|licen[cs]e|registration) numbers?)")
WORDS_DIFFER = re.compile(rf"\b{WORDS}\b[^.;,]{{0,30}}\b(?:distinct|different|unique|same|equal|identical)\b|"
                           rf"\b(?:distinct|different|unique) (?:[\w-]+ ){{0,2}}{WORDS}\b", re.I)
LETTERS_DIFFER = re.compile(rf"\b(?:letters?|characters?|symbols?|digits?)\b[^.;,]{{0,20}}\b{WORDS}\b[^.;,]{{0,30}}"
                             r"\b(?:distinct|different|unique)\b", re.I)
_WORD = re.compile(rf"\b{WORDS}\b", re.I)
_BY_LETTERS = re.compile(r"\b(?:alphabetic|lexicographic|dictionary order)", re.I)
_BY_TIME = re.compile(r"\bchronological order\b(?! (?:of|by)\b)", re.I)
"""Rows begin with when it is, where anything on them is a time."""
_COORDINATES = 3
"""Fields of the rows that are points, at most."""
_COMMON = frozenset({"each", "line", "contain", "integer", "number", "which", "these", "next", "that", "with",
                     "position", "location", "point", "coordinate", "same", "different", "distinct", "their",
                     "where", "describe",
                     "following", "have", "will", "guaranteed", "first", "second", "given", "value", "follow", "then"})
_ORDERS = frozenset({"sorted", "strictly-sorted", "reverse-sorted"})


def with_row_meaning(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows that are no edges with what they are together, and the lists on them with their traits."""
    fields = tuple(with_traits(field, knowledge, evidence) if isinstance(field, Array) else field
                   for field in node.fields)
    node = _in_order(replace(node, fields=fields), knowledge, evidence)
    if _is_interval(node):
        node = replace(node, structure="intervals", endpoints=())
    return _with_different_rows(node, knowledge, evidence)


def with_traits(node: Array, knowledge: Knowledge, evidence: list[Evidence]) -> Array:
    if isinstance(node.type, WordType) and node.separator in (" ", "\n"):
        return _with_word_traits(node, knowledge, evidence)
    if not isinstance(node.type, IntType) or node.separator not in (" ", "\n"):
        return node
    traits: set[str] = set()
    for sentence in knowledge.statement.sentences:
        found = {one.trait for one in traits_in(sentence)
                 if any(knowledge.same(name, node.name) or (name == node.length.text and _may_mean(
                     sentence, node.name, knowledge)) for name in one.names)
                 or (not one.names and is_called(node.name, one.before, sentence, knowledge))
                 or is_noun_of(node.name, one.by, knowledge)
                 or (one.trait == "permutation" and (_is_alone_on(sentence, node.name, knowledge) or (
                     not one.names and one.before.strip() == "" and knowledge.lists == {node.name})))}
        if node.length.text.endswith("-1") and _speaks_of(sentence, node.name, knowledge) \
                and (_PARENTS.search(sentence.text) or is_below_itself(node, sentence, knowledge)):
            found.add("parents")
        evidence += [Evidence(node.name, f"{node.name} {'are' if trait == 'parents' else 'is'} {trait}", "statement",
                              sentence.quote[:300], sentence.line, 0.8) for trait in sorted(found)]
        traits |= found
    if "strictly-sorted" in traits:
        traits -= {"sorted"}
    if "permutation" in traits:
        traits = {"permutation"}
    return replace(node, traits=node.traits | traits)


def _is_alone_on(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    """Whether a sentence describes the line of a list, and of no other: "a number v, followed by a permutation"."""
    return [other for other, line in knowledge.described.items() if line == sentence and other in knowledge.lists] \
        == [name]


def _may_mean(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    """Whether a sentence about a list of n elements may speak of this one: it isn't about the line of another one."""
    about = {other for other, line in knowledge.described.items() if line == sentence}
    return name in about or not about & knowledge.lists


def _with_word_traits(node: Array, knowledge: Knowledge, evidence: list[Evidence]) -> Array:
    """Words of which no two are the same, or that are sorted: "all names are distinct", "in alphabetical order"."""
    traits: set[str] = set()
    for sentence in knowledge.statement.sentences:
        if sentence.section == "output" or LETTERS_DIFFER.search(sentence.text):
            continue
        found = {one.trait for one in traits_in(sentence) if _is_of_words(one, node.name, sentence, knowledge)}
        evidence += [Evidence(node.name, f"{node.name} is {trait}", "statement", sentence.quote[:300], sentence.line,
                              0.7) for trait in sorted(found)]
        traits.update(found)
    traits -= {"distinct", "sorted"} if "strictly-sorted" in traits else set()
    return replace(node, traits=node.traits | traits)


def _is_of_words(trait: Trait, name: str, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a trait is one that a list of words can have, and is said of that list."""
    if trait.trait == "distinct":
        return WORDS_DIFFER.search(sentence.text) is not None or ("!=" in sentence.text and any(
            knowledge.same(one, name) for one in trait.names)) or is_called(name, trait.before, sentence, knowledge)
    return trait.trait in ("sorted", "strictly-sorted") and _BY_LETTERS.search(sentence.text) is not None and (
        _WORD.search(trait.before) is not None or is_called(name, trait.before, sentence, knowledge))


def _speaks_of(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    return any(knowledge.same(base_name(word), name) and ("_" in word or len(name) > 1 or name not in "aAI" or
               re.search(rf"\b{re.escape(word)}\b(?! [a-z]+ )", sentence.text) is not None)
               for word in re.findall(r"\b[A-Za-z]\w*\b", sentence.text))


def _with_different_rows(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows that are points or cells, of which no two are the same: "all points are distinct"."""
    fields = [field.name for field in node.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    if len(fields) != len(node.fields) or len(fields) < 2:
        return node
    for sentence in knowledge.statement.sentences:
        named = rows_differ(sentence)
        meant = [field for field in fields if any(knowledge.same(name, field) for name in named or ())]
        if named is None or len(meant) < len(named) or (not named and (
                len(fields) > _COORDINATES or _is_about_others(sentence, fields, knowledge)
                or any(is_noun_of(field, noun_that_differs(sentence.text), knowledge) for field in fields))):
            continue  # What is one field's is said of this field: see `distinct_columns`.
        if named and len(meant) < len(fields):
            if len(meant) == 2 and not node.structure:
                evidence.append(Evidence(fields[0], f"no two rows have the same {', '.join(meant)}", "statement",
                                         sentence.quote[:300], sentence.line, 0.7))
                return replace(node, structure="points", endpoints=(meant[0], meant[1]),
                               traits=node.traits | {"distinct"})
            continue
        if named or len(fields) == 2 or re.search(r"\bpoints?\b", sentence.text):
            evidence.append(Evidence(fields[0], f"rows of {', '.join(fields)} are distinct", "statement",
                                     sentence.quote[:300], sentence.line, 0.7))
            return replace(node, traits=node.traits | {"distinct"})
    return node


def _is_about_others(sentence: Sentence, fields: Sequence[str], knowledge: Knowledge) -> bool:
    """Whether a sentence names things of other lines, and none of these fields' own: "no two pirates are at the same
    place" says nothing of walls."""
    own: set[str] = set()
    others: set[str] = set()
    for name, line in knowledge.described.items():
        (own if name in fields else others).update(_things(line.text))
    said = _things(said_to_differ(sentence.text))
    return bool(own) and not _name_one(own, said) and _name_one(others, said)


def _things(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"[a-z]{4,}", text.lower())} - _COMMON


def _name_one(things: set[str], said: set[str]) -> bool:
    """Whether two texts name one thing: "drops" are "droplets"."""
    return any(one.startswith(other) or other.startswith(one) for one in things for other in said)


def _in_order(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows in the order of their first field: "given in non-decreasing order of s"."""
    first = node.fields[0] if node.fields else None
    if not isinstance(first, Scalar) or not isinstance(first.type, IntType):
        return node
    for sentence in knowledge.statement.sentences:
        for one in traits_in(sentence):
            if one.trait in _ORDERS and ((len(one.names) == 1 and knowledge.same(one.names[0], first.name))
                                         or is_noun_of(first.name, one.by, knowledge)
                                         or (not one.names and _BY_TIME.search(sentence.text))):
                evidence.append(Evidence(first.name, f"rows are {one.trait} by {first.name}", "statement",
                                         sentence.quote[:300], sentence.line, 0.8))
                return replace(node, traits=node.traits | {one.trait})
    return node


def _is_interval(node: Records) -> bool:
    fields = [field for field in node.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    return len(fields) >= 2 and fields[1].type.lo.text == fields[0].name  # type: ignore[union-attr]
