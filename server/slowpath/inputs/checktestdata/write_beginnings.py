"""What the writer of scripts has to know of a format: which variables are referred to, with what parts may begin."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.inputs.checktestdata.scribe import literal_pattern, one_of
from slowpath.inputs.filling.word_forms import MINUS, digits_of
from slowpath.inputs.layout import relation_names
from slowpath.model.format import (
    ROW,
    Array,
    ElementType,
    FloatType,
    InputFormat,
    IntType,
    Line,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import all_items, fields_of, mentioned, names_of


def used_names(fmt: InputFormat) -> frozenset[str]:
    """The variables that an expression, a relation, a structure or a trait refers to."""
    names = frozenset[str]().union(*map(relation_names, fmt.relations))
    for _, item in all_items(fmt.nodes):
        names |= mentioned(item).union(*map(mentioned, fields_of(item)))
        if isinstance(item, Records) and (item.structure or item.traits):
            names |= set(names_of(item))
    return names


def first_item(nodes: Sequence[Node]) -> Scalar | Array | Tagged | None:
    """What stands first in the nodes, as far as its first character can be told."""
    first = nodes[0]
    match first:
        case Line():
            return first.items[0]
        case Records():
            return first.fields[0]
        case Scalar() | Tagged():
            return first
    return None


def first_characters(item: Scalar | Array | Tagged) -> set[str]:
    """The characters with which `item` may begin."""
    if isinstance(item, Tagged):
        return set().union(
            *(first_characters(item.lead[0]) if item.lead else {variant.tag[0]} for variant in item.variants)
        )
    of = item.type
    if isinstance(of, IntType):
        lo, hi = of.lo.constant, of.hi.constant
        signs = set() if lo is not None and lo >= 0 else {"-"}
        zero = set() if (lo is not None and lo > 0) or (hi is not None and hi < 0) else {"0"}
        return {*"123456789"} | signs | zero
    return set("-0123456789") if isinstance(of, FloatType) else set(of.alphabet)


def figures(of: ElementType) -> str:
    """The characters of elements that stand without blanks, "" where they have several each."""
    if isinstance(of, WordType | TextType):
        return of.alphabet
    if isinstance(of, IntType) and of.lo.constant is not None and of.hi.constant is not None:
        lo, hi = of.lo.constant, of.hi.constant
        return "0123456789"[max(lo, 0) : hi + 1] if lo >= 0 and hi <= 9 else ""
    return ""


def mentions_row(item: Records) -> bool:
    """Whether fields mention the index of their row."""
    return any(ROW in text for text in (repr(field) for field in item.fields))


def number_pattern(alphabet: str) -> str:
    """Digits without a leading zero, behind a minus where the alphabet has one; zero has none."""
    digits = digits_of(alphabet)
    leading = digits.replace("0", "")
    options = [literal_pattern("0")] if "0" in digits else []
    if leading:
        sign = f"{literal_pattern(MINUS)}?" if MINUS in alphabet else ""
        options.append(f"{sign}{one_of(leading)}{one_of(digits)}*")
    return f"({'|'.join(options)})"
