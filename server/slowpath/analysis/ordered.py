"""Which parts of the input a program compares the elements of: where it does, their order decides how it goes.

Loops that compare elements with `<` and the like (insertions, partitions, stacks, running maxima) do least and most
where these rise, fall, or are equal, whatever they are for; loops that match characters go on while these agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.analysis.rules.names import FIELD, LIST, WORD, Held, Names, names_of
from slowpath.analysis.source import reads_of, tree_of
from slowpath.model.format import InputFormat
from slowpath.source.cpp.values import descendants, text_of

_COMPARISONS = {"cpp": "binary_expression", "python": "comparison_operator", "java": "binary_expression"}
_ELEMENTS = {
    "cpp": ("subscript_expression", "argument"),
    "python": ("subscript", "value"),
    "java": ("array_access", "array"),
}
_ORDERS, _MATCHES = frozenset({"<", ">", "<=", ">="}), frozenset({"==", "!="})


@dataclass(frozen=True)
class ComparedParts:
    """The format's names of arrays of which elements are put in order, and of words of which characters are matched,
    both in the program's order."""

    ordered: tuple[str, ...] = ()
    matched: tuple[str, ...] = ()


def compared_parts(source: bytes, language: str, fmt: InputFormat) -> ComparedParts:
    """What the program compares. Elements of a variable that isn't read are taken for those of the input's only part of
    that kind, where it has one."""
    root = tree_of(source, language)
    if root is None or language not in _ELEMENTS:
        return ComparedParts()
    names = names_of(reads_of(source, language), fmt)
    arrays = [name for name, held in names.variables.items() if held.shape == LIST and held.hi is not None]
    words = [name for name, held in names.variables.items() if _is_of_words(held)]
    return ComparedParts(
        _among(arrays, names, _compared(root, language, _ORDERS)),
        _among(words, names, _compared(root, language, _MATCHES)),
    )


def _is_of_words(held: Held) -> bool:
    return held.shape == WORD or (held.shape in (LIST, FIELD) and held.lo is None)


def _among(parts: list[str], names: Names, compared: Iterator[str]) -> tuple[str, ...]:
    variables = dict.fromkeys(compared)
    known = [held.variable for name in variables if (held := names.of(name)) is not None]
    found = tuple(dict.fromkeys(variable for variable in known if variable in parts))
    return found or (tuple(parts) if variables and len(parts) == 1 else ())


def _compared(root: Node, language: str, operators: frozenset[str]) -> Iterator[str]:
    """The variables of which an element is compared with something."""
    kind, field = _ELEMENTS[language]
    for node in descendants(root, _COMPARISONS[language]):
        if any(child.type in operators for child in node.children):
            for part in descendants(node, kind):
                holder = part.child_by_field_name(field)
                if holder is not None and holder.type == "identifier":
                    yield text_of(holder)
