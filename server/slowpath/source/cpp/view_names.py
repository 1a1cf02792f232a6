"""Which names an expression or a declarator is about."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.source.cpp.view_tree import Syntax


def base_name(node: Syntax | None) -> str:
    """The variable that an expression is, or is a part of: a of `a[i].x`; "" where there's none."""
    return next(bases(node), "")


def bases(node: Syntax | None) -> Iterator[str]:
    """The variables that an expression is, or is a part of: each one that `cin >> a >> b[i]` reads."""
    while node is not None:
        if node.type == "identifier":
            yield node.text
            return
        if node.type == "binary_expression" and node.operator == ">>":
            yield from bases(node.get("right"))
            node = node.get("left")
            continue
        if node.type in tuple(
            (
                "subscript_expression field_expression pointer_expression parenthesized_expression cast_expression "
                "update_expression reference_declarator conditional_expression array_declarator call_expression "
                "pointer_declarator"
            ).split()
        ):
            node = (
                node.get("argument")
                or node.get("value")
                or node.get("function")
                or (node.children[0] if node.children else None)
            )
            continue
        if node.type == "binary_expression":
            node = node.get("left")
            continue
        return


def declared_name(node: Syntax | None) -> str:
    """The name that a declarator declares; "" where there's none."""
    while node is not None and node.type not in ("identifier", "field_identifier", "qualified_identifier"):
        node = node.get("declarator") or next(
            (child for child in node.children if "declarator" in child.type or child.type == "identifier"), None
        )
    return node.text.split("::")[-1] if node is not None else ""


def stripped(node: Syntax) -> Syntax:
    """An expression without the parentheses and casts around it."""
    while node.type in ("parenthesized_expression", "cast_expression") and node.children:
        node = node.get("value") or node.children[-1]
    if node.type == "call_expression":
        called, given = node.get("function"), node.get("arguments")
        if (
            called is not None
            and called.text in ("int", "ll", "size_t")
            and given is not None
            and len(given.children) == 1
        ):
            return stripped(given.children[0])
    return node
