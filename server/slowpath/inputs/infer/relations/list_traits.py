"""What lists and rows are by what sentences say of them: permutations, distinct, in an order, parents, intervals.

A trait that a sample contradicts is dropped, and said, by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.facts.called import GENERIC, is_called, is_listed_once, is_noun_of, is_spoken_of
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.mentioned import is_same
from slowpath.inputs.infer.facts.numbered import are_all_numbers
from slowpath.inputs.infer.relations.beside_others import is_below_itself
from slowpath.inputs.infer.relations.distinct.rows import with_different_rows
from slowpath.inputs.traits import root_marked
from slowpath.model.expression import expr
from slowpath.model.format import Array, Evidence, IntType, Node, Records, Relation, Scalar, WordType
from slowpath.model.nodes import changed_nodes
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.graphs import graph_words
from slowpath.statement.claims.mentions import is_told_nowhere
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.claims.traits import ALONG, Trait, traits_in
from slowpath.statement.phrases.rows import RELATIONS, rows, saying
from slowpath.statement.sentences.sentence import OUTPUT
from slowpath.statement.sentences.statement import Sentence

_UNITS = {11: 0, 12: 0, 30: 1, 31: 1, 23: 2, 24: 2, 59: 3, 60: 3}
"""The largest number of months, days, hours, minutes and seconds, with how small the unit is."""
_LETTERS = late_regex(r"\b(?:distinct|different|unique) (?:[\w-]+ ){0,3}?(?:letters|characters|symbols)\b", re.I)
_WORDS = frozenset({"word", "words", "name", "names", "string", "strings"})
_ORDERS = frozenset({"sorted", "strictly-sorted", "reverse-sorted"})


def with_row_meaning(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows that are no edges with what they are together, and the lists on them with their traits."""
    fields = tuple(
        with_traits(field, knowledge, evidence) if isinstance(field, Array) else field for field in node.fields
    )
    node = _in_order(replace(node, fields=fields), knowledge, evidence)
    if _is_interval(node):
        node = replace(node, structure="intervals", endpoints=())
    return with_different_rows(node, knowledge, evidence)


def with_orders(nodes: tuple[Node, ...], orders: Mapping[str, str], evidence: list[Evidence]) -> tuple[Node, ...]:
    """The nodes with the lists that the program takes to be in an order, by name."""

    def ordered(node: Any) -> Any:
        order = orders.get(node.name) if isinstance(node, Array) else None
        if order is None:
            return node
        evidence.append(Evidence(node.name, f"{node.name} is {order}", "reads", "", 0, 0.5))
        return replace(node, traits=node.traits | {order})

    return changed_nodes(nodes, ordered, in_rows=False)


def single_letters(marks: Mapping[str, frozenset[str]], evidence: list[Evidence]) -> Iterator[Relation]:
    """That letters stand in grids once, by their names."""
    for name, letters in marks.items():
        for letter in sorted(letters):
            evidence.append(Evidence(name, f'one {name} == "{letter}"', "reads", "", 0, 0.5))
            yield Relation("one", expr(name), "==", expr(ord(letter)), (), letter)


def with_traits(node: Array, knowledge: Knowledge, evidence: list[Evidence]) -> Array:
    if isinstance(node.type, WordType) and node.separator in (" ", "\n"):
        return _with_word_traits(node, knowledge, evidence)
    if not isinstance(node.type, IntType) or node.separator not in (" ", "\n"):
        return node
    traits: set[str] = set()
    for sentence in knowledge.statement.sentences:
        found = {one.trait for one in traits_in(sentence) if _is_said_of(node, one, sentence, knowledge)}
        if (
            node.length.text.endswith("-1")
            and (
                _speaks_of(sentence, node.name, knowledge)
                or _is_alone_on(sentence, node.name, knowledge)
                or knowledge.goes_on_about(sentence, node.name)
            )
            and (saying("parents").search(sentence.text) or is_below_itself(node, sentence, knowledge))
        ):
            found.add("parents")
        if _is_permuted_again(sentence, node.name, knowledge):
            found.add("permutation")
        if _is_done_once(sentence, node.name, knowledge) or is_listed_once(node.name, sentence, knowledge):
            found.add("distinct")
        evidence += [
            sentence.ground(node.name, f"{node.name} {'are' if trait == 'parents' else 'is'} {trait}")
            for trait in sorted(found)
        ]
        traits |= found
    if (whole := _says_tree(node, knowledge)) is not None:
        evidence.append(whole.ground(node.name, f"{node.name} are parents"))
        traits.add("parents")
    if (numbering := are_all_numbers(node.name, node.length.text, knowledge)) is not None:
        evidence.append(numbering.ground(node.name, f"{node.name} is permutation"))
        traits.add("permutation")
    if "strictly-sorted" in traits:
        traits -= {"sorted"}
    if "permutation" in traits:
        traits = {"permutation"}
    return replace(node, traits=node.traits | traits)


def _is_permuted_again(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    """Whether the line of a list holds the numbers of a permutation before it: "the same numbers in another order"."""
    if not saying("permuted again").search(sentence.text) or not _is_alone_on(sentence, name, knowledge):
        return False
    before = [line for other, line in knowledge.described.items() if other in knowledge.lists and other != name]
    return any(one.trait == "permutation" for line in before if line.line <= sentence.line for one in traits_in(line))


def _is_done_once(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    """Whether what a list has the numbers of is done to nothing twice: "the numbers of the roads that are closed. No
    road is closed twice"."""
    found, line = saying("done once").search(sentence.text), knowledge.described.get(name)
    if found is None or line is None or re.search(rf"\b{found['done']}\b", line.text) is None:
        return False
    noun, stated = re.escape(found["noun"].removesuffix("s")), re.escape(knowledge.copies.get(name, name))
    numbers = (
        rf"\b(?:numbers?|indices|ids|labels) of (?:(?:the|all) )*{noun}s?\b|\b{noun}s? (?:number )?{stated}(?:_\w+)?\b"
    )
    return re.search(numbers, line.text) is not None


def _says_tree(node: Array, knowledge: Knowledge) -> Sentence | None:
    """What says that the parents on a line, with a mark for the root's, have no cycles."""
    low = node.type.lo.constant if isinstance(node.type, IntType) else None
    line = knowledge.described.get(node.name)
    if line is None or low not in (0, -1) or not root_marked(node, low) or not saying("parents").search(line.text):
        return None
    sentences = [one for one in knowledge.statement.sentences if is_about_input(one)]
    words = graph_words([one.text for one in sentences])
    said = words.get("acyclic") or words.get("connected", "")  # From one root each, they are all reached.
    ways = [row.pattern for row in rows(RELATIONS) if row.gives == "one root"]
    is_rooted = any(way.search(one.text) for way in ways for one in sentences)
    return next((one for one in sentences if one.text == said), None) if is_rooted else None


def _is_said_of(node: Array, one: Trait, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a sentence states a trait of a list: by its name or that of its length, by what its elements are called,
    or where no other list can be meant."""
    name = node.name
    if _is_of_whole_lists(one, sentence, knowledge):
        return False
    if any(
        knowledge.same(stated, name) or (stated == node.length.text and _may_mean(sentence, stated, name, knowledge))
        for stated in one.names
    ):
        return True
    if not one.names and is_called(name, one.before, sentence, knowledge):
        return True
    if f"{one.by}s" in GENERIC and knowledge.lists == {name}:
        return True
    if is_noun_of(name, one.by, knowledge) or (one.by and _is_only_place(name, one.by, sentence, knowledge)):
        return True
    is_only = not one.names and one.before.strip() == "" and knowledge.lists == {name}
    if one.trait in _ORDERS and not one.names and not one.by:
        return _is_alone_on(sentence, name, knowledge)
    return one.trait == "permutation" and (is_only or _is_alone_on(sentence, name, knowledge))


def _is_of_whole_lists(one: Trait, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a list is set against another one, rather than its elements against each other: "p and q are different",
    "b is a permutation of a"."""
    found = {
        "distinct": re.search(r"\b([A-Za-z]) and ([A-Za-z]) (?:are|differ)\b", sentence.text),
        "permutation": re.search(r"\bpermutation of (?:the \w+ )?([A-Za-z])(?:_\w+)?(?![\w'])", sentence.text),
    }.get(one.trait)
    return found is not None and {*found.groups()} <= knowledge.lists


def _is_alone_on(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    """Whether a sentence describes the line of a list, and of no other: "a number v, followed by a permutation"."""
    return [
        other for other, line in knowledge.described.items() if is_same(line, sentence) and other in knowledge.lists
    ] == [name]


def _is_only_place(name: str, noun: str, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether "no two of them happen in the same second" can be said of one list alone: nothing else is listed, and no
    line calls anything so."""
    is_place = re.search(rf"\b(?:at|on|in|during) the (?:exact )?same {re.escape(noun)}\b", sentence.text, re.I)
    return bool(is_place) and knowledge.lists == {name} and is_told_nowhere(noun, knowledge.described)


def _may_mean(sentence: Sentence, length: str, name: str, knowledge: Knowledge) -> bool:
    """Whether a sentence about a list of n elements may speak of this one: it isn't about the line of another one, nor
    about n itself ("n is different in each test case")."""
    about = {other for other, line in knowledge.described.items() if is_same(line, sentence)}
    is_itself = re.search(
        rf"\b{length} is (?:\w+ )?(?:different|distinct|unique)\b|(?<!followed )\bby {length}\b", sentence.text
    )
    return is_itself is None and (name in about or not about & knowledge.lists)


def _with_word_traits(node: Array, knowledge: Knowledge, evidence: list[Evidence]) -> Array:
    """Words of which no two are the same, or that are sorted: "all names are distinct", "in alphabetical order"."""
    traits: set[str] = set()
    for sentence in knowledge.statement.sentences:
        if sentence.section in OUTPUT:
            continue
        found = {one.trait for one in traits_in(sentence) if _is_of_words(one, node.name, sentence, knowledge)}
        found |= {"distinct"} if _is_of_letters(node, sentence, knowledge) else set()
        evidence += [sentence.ground(node.name, f"{node.name} is {trait}", 0.7) for trait in sorted(found)]
        traits.update(found)
    traits -= {"distinct", "sorted"} if "strictly-sorted" in traits else set()
    return replace(node, traits=node.traits | traits)


def _is_of_letters(node: Array, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether the sentence about a list of letters says that these differ: "k distinct lowercase letters"."""
    is_letter = isinstance(node.type, WordType) and node.type.length_hi.constant == 1
    is_own = knowledge.described.get(node.name) == sentence and is_about_input(sentence)
    return is_letter and is_own and _LETTERS.search(sentence.text) is not None


def _is_of_words(trait: Trait, name: str, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a trait is one that a list of words can have, and is said of that list, not of the letters of a word."""
    if saying("distinct letters").search(sentence.text) or knowledge.is_of_a_string_before(sentence, name):
        return False
    if trait.trait == "distinct":
        return (
            saying("distinct words").search(sentence.text) is not None
            or ("!=" in sentence.text and any(knowledge.same(one, name) for one in trait.names))
            or is_called(name, trait.before, sentence, knowledge)
            or is_noun_of(name, trait.by, knowledge)
            or (trait.by in _WORDS and knowledge.lists == {name})
        )
    return (
        trait.trait in ("sorted", "strictly-sorted")
        and saying("by letters").search(sentence.text) is not None
        and (saying("words").search(trait.before) is not None or is_called(name, trait.before, sentence, knowledge))
    )


def _speaks_of(sentence: Sentence, name: str, knowledge: Knowledge) -> bool:
    return any(
        knowledge.same(base_name(word), name)
        and (
            "_" in word
            or len(name) > 1
            or name not in "aAI"
            or re.search(rf"\b{re.escape(word)}\b(?! [a-z]+ )", sentence.text) is not None
        )
        for word in re.findall(r"\b[A-Za-z]\w*\b", sentence.text)
    )


def _in_order(node: Records, knowledge: Knowledge, evidence: list[Evidence]) -> Records:
    """Rows in the order of their first field: "given in non-decreasing order of s"."""
    first = node.fields[0] if node.fields else None
    is_clock = isinstance(first, Scalar) and isinstance(first.type, WordType) and "[0-5][0-9]" in first.type.pattern
    is_word = isinstance(first, Scalar) and isinstance(first.type, WordType) and not is_clock
    if not isinstance(first, Scalar) or not (isinstance(first.type, IntType | WordType)):
        return node
    for sentence in knowledge.statement.sentences:
        for one in traits_in(sentence):
            if is_word and not saying("by letters").search(sentence.text):
                continue
            if one.trait in _ORDERS and (
                (len(one.names) == 1 and knowledge.same(one.names[0], first.name))
                or is_noun_of(first.name, one.by, knowledge)
                or (is_word and not one.names and knowledge.strings == {first.name})
                or (is_clock and one.by in ("time", "timestamp"))
                or (one.by in ALONG and _is_interval(node))
                or (not one.names and is_spoken_of(first.name, one.before, knowledge))
                or (not one.names and saying("by time").search(sentence.text) and parts_of_time(node))
            ):
                evidence.append(sentence.ground(first.name, f"rows are {one.trait} by {first.name}"))
                return replace(node, traits=node.traits | {one.trait})
    return node


def parts_of_time(node: Records) -> list[str]:
    """The fields of rows that make a time, the first and those of smaller units right behind it (h m s, y m d); none
    where a smaller unit comes first."""
    highs = [
        field.type.hi.constant if isinstance(field, Scalar) and isinstance(field.type, IntType) else None
        for field in node.fields
    ]
    units = [_UNITS.get(high or 0, -1) for high in highs]
    end = next((place for place, unit in enumerate(units) if place and unit < 0), len(units))
    return [field.name for field in node.fields[:end]] if units[:end] == sorted(units[:end]) else []


def _is_interval(node: Records) -> bool:
    fields = [field for field in node.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    return len(fields) >= 2 and fields[1].type.lo.text == fields[0].name  # type: ignore[union-attr]
