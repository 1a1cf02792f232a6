"""Strings of which a statement says that they are as long as each other, where it names no length that is read.

What it says becomes relations first, so that samples can contradict it (`stated_lengths`); those that are left then
give the later string its length (`folded`), which makes it so without trying.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, Node, Relation, Scalar, WordType
from slowpath.model.nodes import Path, all_items, changed_nodes
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.scope import rank
from slowpath.statement.phrases.manners import is_denied, spoken

_NAME = r"([A-Za-z](?:_\w{1,6})?)(?![\w])'?"
_SAME = r"(?:(?:the |of )*(?:same|equal|identical)|equally)"
_PAIRS = [
    re.compile(
        rf"\b{_NAME} (?:\w+ ){{0,12}}?(?:with|of|has|have|having) (?:the |a )*same "
        rf"(?:length|number of characters) as (?:the )?(?:\w+ )?{_NAME}"
    ),
    re.compile(rf"\b{_NAME}(?: ?,)? and {_NAME},? (?:\w+ ){{0,4}}?{_SAME} lengths?\b"),
    re.compile(
        rf"\blengths? of (?:the )?(?:two )?(?:strings? |words? )?{_NAME} and {_NAME} (?:is|are)(?: \w+)? "
        r"(?:the same|equal)"
    ),
    re.compile(rf"\blength of {_NAME} (?:is equal to|equals) (?:the |that )?(?:length )?of {_NAME}"),
]
_BOTH = re.compile(
    rf"\b(?:two|both|pair of) (?:\w+ ){{0,3}}?(?:strings|words|sequences)\b[^.;]{{0,60}}"
    rf"\b{_SAME} lengths?\b|"
    r"\bstrings (?:have|are of) (?:the )?(?:same|equal) length\b",
    re.I,
)
_NEAR = 80
"""Characters before what is said in which it may be asked for."""


def stated_lengths(nodes: tuple[Node, ...], knowledge: Knowledge, gathered: Gathered) -> None:
    """Gathers `len(t) == len(s)` for strings of one scope."""
    for words in _scopes(nodes):
        for sentence in knowledge.statement.sentences if len(words) > 1 else ():
            trust = rank(sentence)
            for one, other in _pairs(sentence.text, words, knowledge) if trust is not None and trust <= 1 else ():
                first, second = sorted((one, other), key=words.index)
                relation = Relation("compare", expr(f"len({second})"), "==", expr(f"len({first})"))
                if first != second:
                    gathered.add(relation, sentence)


def folded(fmt: InputFormat) -> InputFormat:
    """`fmt` with each such relation as the length of the later string."""
    made = fmt
    for relation in fmt.relations:
        match = re.fullmatch(r"len\((\w+)\)==len\((\w+)\)", f"{relation.left}{relation.operator}{relation.right}")
        pair = match.groups() if match else ("", "")
        if relation.kind == "compare" and any(set(pair) <= set(words) for words in _scopes(fmt.nodes)):
            made = InputFormat(
                _given_length(made.nodes, *pair), tuple(other for other in made.relations if other != relation)
            )
    return made


def _given_length(nodes: tuple[Node, ...], name: str, like: str) -> tuple[Node, ...]:
    def put(node: Any) -> Any:
        if isinstance(node, Scalar) and node.name == name and isinstance(node.type, WordType):
            return replace(
                node, type=replace(node.type, length_lo=expr(f"len({like})"), length_hi=expr(f"len({like})"))
            )
        return node

    return changed_nodes(nodes, put, in_rows=False)


def _scopes(nodes: tuple[Node, ...]) -> Iterable[list[str]]:
    """The strings of each scope in order, but those whose length another variable gives."""
    scopes: dict[Path, list[str]] = {}
    for path, item in all_items(nodes):
        if isinstance(item, Scalar) and isinstance(item.type, WordType) and item.type.length_lo != item.type.length_hi:
            scopes.setdefault(path, []).append(item.name)
    return scopes.values()


def _pairs(text: str, words: list[str], knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """The pairs of strings that a sentence calls equally long."""
    for pattern in _PAIRS:
        for match in pattern.finditer(text):
            if not _is_said(text, match):
                continue
            found = [
                next((word for word in words if knowledge.same(base_name(name), word)), None) for name in match.groups()
            ]
            if all(found):
                yield found[0] or "", found[1] or ""
    both = _BOTH.search(text)
    if both and len(words) == 2 and _is_said(text, both):
        yield words[0], words[1]


def _is_said(text: str, match: re.Match[str]) -> bool:
    """Whether a sentence says so of the input, rather than to ask for it, deny it ("not necessarily of the same
    length") or define it."""
    clause = re.split("[.;]", text[: match.start()])[-1][-_NEAR:]
    return not (
        spoken(clause, "asked", "conditional", "whether", "called", "possible")
        or is_denied(clause)
        or spoken(match.group(), "denied")
        or spoken(text[match.end() : match.end() + len(" when")], "conditional")
    )
