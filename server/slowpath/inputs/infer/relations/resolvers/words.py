"""Claims about two strings: that they are as long as each other, where no length that is read is named, or that one is
an earlier time of day than the other.

The lengths become relations first, so that samples can contradict them; those that are left then give the later string
its length (`folded`), which makes it so without trying.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from slowpath.inputs.infer.facts.called import is_noun_of
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.claims import Claim
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.relation_kinds.anagram import can_be_anagrams
from slowpath.inputs.relation_kinds.spaced import can_be_spaced
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Node, Relation, Scalar, WordType
from slowpath.model.nodes import Path, all_items, with_types
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name

_MORE_BLANKS = late_regex(
    r"\b(?:leading|trailing|consecutive|multiple|several|extra|double|more than one|one or more|at least one|any "
    r"number of)\b[^.;]{0,25}\b(?:white ?)?(?:spaces?|blanks?)\b",
    re.I,
)
_SPARE_BLANK = late_regex("^ |  | $")
_NAMES = late_regex(r"(?<![\w'])[A-Za-z](?:_\w+)?(?!\w)")


def _equal_lengths(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """`len(t) == len(s)` for the strings of one scope that the sentence names, or for the only two; what is as long as
    one that is named is the one that was named last before."""
    named = [base_name(name) for name in claim.found.groups() if name]
    for words in _scopes(gathered.nodes):
        pair = _named_in(words, named, gathered.knowledge) if named else words
        if len(pair) == 1 and "as" in claim.found.groupdict():
            others = [word for word in words if word != pair[0]]
            before = [base_name(name) for name in _NAMES.findall(claim.before)]
            last = [_named_in(others, [name], gathered.knowledge) for name in reversed(before)]
            other = next(filter(None, last), others if len(others) == 1 else [])
            pair = sorted([*pair, *other], key=words.index)
        if len(pair) == 2:
            yield Relation("compare", expr(f"len({pair[1]})"), "==", expr(f"len({pair[0]})"))


def _named_in(words: Sequence[str], names: Sequence[str], knowledge: Knowledge) -> list[str]:
    """Those of some variables that are called so."""
    return [word for word in words if any(knowledge.same(name, word) for name in names)]


def folded(fmt: InputFormat) -> InputFormat:
    """`fmt` with each such relation as the length of the later string."""
    made = fmt
    for relation in fmt.relations:
        match = re.fullmatch(r"len\((\w+)\)==len\((\w+)\)", f"{relation.left}{relation.operator}{relation.right}")
        pair = match.groups() if match else ("", "")
        if relation.kind == "compare" and any(set(pair) <= set(words) for words in _scopes(fmt.nodes)):
            length = expr(f"len({pair[1]})")
            nodes = with_types(made.nodes, pair[:1], length_lo=length, length_hi=length)
            made = InputFormat(nodes, tuple(other for other in made.relations if other != relation))
    return made


def _scopes(nodes: tuple[Node, ...]) -> Iterable[list[str]]:
    """The strings of each scope in order, but those whose length another variable gives."""
    scopes: dict[Path, list[str]] = {}
    for path, item in all_items(nodes):
        if isinstance(item, Scalar) and isinstance(item.type, WordType) and item.type.length_lo != item.type.length_hi:
            scopes.setdefault(path, []).append(item.name)
    return scopes.values()


def _earlier(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Of two times on one line, by their names or what they are: integers, or times of day (HH:MM) in the order of
    their digits."""
    places = gathered.places
    clocks = {
        name: of
        for name, place in places.items()
        if isinstance(place.item, Scalar)
        and (isinstance(of := place.item.type, IntType) or (isinstance(of, WordType) and "[0-5][0-9]" in of.pattern))
    }
    knowledge, said = gathered.knowledge, (claim.found["one"].lower(), claim.found["other"].lower())
    one, other = (
        next((name for name in clocks if knowledge.same(word, name) or is_noun_of(name, word, knowledge)), None)
        for word in said
    )
    if not (one and other):
        one, other = _in_turn(said, clocks, gathered)
    if (
        one
        and other
        and one != other
        and places[one].rows is places[other].rows
        and type(clocks[one]) is type(clocks[other])
    ):
        sign = "<" if claim.found["how"].lower() in ("before", "earlier than") else ">"
        yield Relation("compare", expr(one), sign, expr(other))


def _in_turn(said: tuple[str, str], clocks: Collection[str], gathered: Gathered) -> tuple[str, str] | tuple[None, None]:
    """The only two times of the same lines, as their description speaks of them: "two times, the start and the end"."""
    rows = [(place.rows, name) for name, place in gathered.places.items() if name in clocks and place.rows is not None]
    pairs = [[name for of, name in rows if of is each] for each, _ in rows]
    first, *others = next((pair for pair in pairs if len(pair) == len(said)), [""])
    told = gathered.knowledge.described.get(first)
    at = [told.text.lower().find(word) for word in said] if told is not None and others else [-1]
    if min(at) < 0 or at[0] == at[1]:
        return None, None
    return (first, others[0]) if at[0] < at[1] else (others[0], first)


def _palindromes(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The word, or words, that a sentence names, or the only ones that there are."""
    named = [base_name(name) for name in (claim.found["one"], claim.found["of"]) if name]
    words = [name for name, place in gathered.places.items() if isinstance(getattr(place.item, "type", None), WordType)]
    meant = _named_in(words, named, gathered.knowledge) if named else words
    if len(meant) == 1:
        yield Relation("palindrome", Expr(meant[0]), "", Expr(meant[0]))


def _anagrams(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The two words, or lists, that a sentence names."""
    named = [
        _named_in(list(gathered.places), [base_name(claim.found[side])], gathered.knowledge)
        for side in ("one", "other")
    ]
    names = [some[0] for some in named if len(some) == 1]
    if len(set(names)) == 2:
        one, other = (gathered.places[name] for name in names)
        if can_be_anagrams(one, other, names):
            yield Relation("anagram", Expr(names[0]), "", Expr(names[1]))


def _spaced(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The lines with blanks that the sentence describes, else all."""
    lines = [name for name, place in gathered.places.items() if can_be_spaced(getattr(place.item, "type", None))]
    own = [name for name in lines if gathered.knowledge.described.get(name) == claim.sentence]
    for name in own or lines:
        yield Relation("spaced", Expr(name), "", Expr(name))


def spaced_in_samples(gathered: Gathered) -> Iterator[Relation]:
    """Lines of which those of the samples are words with one blank between two of them, where the statement doesn't
    speak of more blanks: few validators take others."""
    if any(_MORE_BLANKS.search(sentence.text) for sentence in gathered.sentences):
        return
    for name, place in gathered.places.items():
        relation = Relation("spaced", Expr(name), "", Expr(name))
        if not can_be_spaced(getattr(place.item, "type", None)) or relation in gathered.relations:
            continue
        shown = [line for sample in gathered.samples for line in _shown(sample, name)]
        if any(" " in line for line in shown) and not any(_SPARE_BLANK.search(line) for line in shown):
            yield relation


def _shown(sample: Mapping[str, Any], name: str) -> Iterator[str]:
    """The lines of a variable in a sample, also in its test cases."""
    if name in sample:
        yield from [sample[name]] if isinstance(sample[name], str) else sample[name]
    for value in sample.values():
        for case in value if isinstance(value, list) else ():
            yield from _shown(case, name) if isinstance(case, Mapping) else ()


RESOLVERS = {
    "spaced": _spaced,
    "equal lengths": _equal_lengths,
    "earlier": _earlier,
    "palindrome": _palindromes,
    "anagram": _anagrams,
}
