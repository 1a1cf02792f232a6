"""What a Python condition asks of tokens just read: which kind of query this is, or whether the input ends here."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.python.expressions import Evaluating
from slowpath.inputs.infer.reads.python.values import Element, Line, Number, Words
from slowpath.source.cpp.values import text_of


class Asking(Evaluating):
    """Reads conditions without reading any token twice."""

    def ends_when(self, condition: Node | None, truth: bool) -> list[tuple[object, str]]:
        """The tokens, with the values they have, for which the condition is `truth` and the loop is left."""
        if condition is None:
            return []
        if condition.type == "parenthesized_expression":
            return self.ends_when(condition.named_children[0], truth)
        if condition.type == "not_operator":
            return self.ends_when(condition.child_by_field_name("argument"), not truth)
        if condition.type == "boolean_operator":
            return [
                *self.ends_when(condition.child_by_field_name("left"), truth),
                *self.ends_when(condition.child_by_field_name("right"), truth),
            ]
        if condition.type == "binary_operator" and text_of(condition.child_by_field_name("operator")) in "+|":
            return (
                []
                if truth
                else [
                    *self.ends_when(condition.child_by_field_name("left"), False),
                    *self.ends_when(condition.child_by_field_name("right"), False),
                ]
            )
        if condition.type == "comparison_operator":
            return self._compared_end(condition, truth)
        value = self._kept(condition)
        return [(value, "0")] if not truth and isinstance(value, Number | Element) else []

    def _compared_end(self, condition: Node, truth: bool) -> list[tuple[object, str]]:
        operators = [text_of(child) for child in condition.children if not child.is_named]
        sides = condition.named_children
        if not operators or len(set(operators)) != 1:
            return []
        literal, operator = _literal(sides[-1]), operators[0]
        if literal is None:
            literal, operator, sides = (
                _literal(sides[0]),
                {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator),
                [*sides[1:], sides[0]],
            )
        more = {
            ("==", True): 0,
            ("!=", False): 0,
            ("<", True): -1,
            (">=", False): -1,
            ("<=", True): 0,
            (">", False): 0,
            ("is", True): 0,
        }.get((operator, truth))
        if literal is None or more is None:
            return []
        made: list[tuple[object, str]] = []
        for side in sides[:-1]:
            parts = side.named_children if side.type in ("tuple", "list") else [side]
            words = literal if len(literal) == len(parts) else literal[:1] * len(parts)
            values = [self._kept(part) for part in parts]
            if len(parts) == 1 and isinstance(values[0], Line):
                words = [" ".join(literal)]
            if side.type == "binary_operator":
                made += self.ends_when(side, False) if words == ["0"] else []
            if len(parts) == 1 and isinstance(values[0], Words) and len(literal) >= 1:
                values = (
                    [self.element(values[0].line, at, values[0].kind) for at in range(len(literal))]
                    if values[0].line.mode == "rest"
                    else []
                )
                words = literal
            made += [
                (value, str(int(word) + more) if re.fullmatch(r"-?\d+", word) else word)
                for value, word in zip(values, words, strict=False)
                if isinstance(value, Number | Element | Line)
            ]
        return [(value, word) for value, word in made if word]

    def _kept(self, node: Node) -> object:
        """The value of a name or an index, without reading anything again."""
        while node.type == "parenthesized_expression":
            node = node.named_children[0]
        named = node.child_by_field_name("name") if node.type == "named_expression" else None
        node = named if named is not None else node
        if node.type == "call":
            arguments = node.child_by_field_name("arguments")
            inner = arguments.named_children if arguments is not None else []
            return (
                self._kept(inner[0])
                if text_of(node.child_by_field_name("function")) in ("int", "len")
                and inner
                and inner[0].type in ("identifier", "subscript")
                else None
            )
        return (
            self.value(node)
            if node.type in ("identifier", "subscript", "attribute") and "(" not in text_of(node)
            else None
        )

    def asked(self, condition: Node | None) -> tuple[object, tuple[str, ...]] | None:
        """What a condition compares with literals: (Number or Element, values), or None."""
        if condition is None:
            return None
        if condition.type == "parenthesized_expression":
            return self.asked(condition.named_children[0])
        if condition.type == "boolean_operator" and text_of(condition.child_by_field_name("operator")) == "or":
            parts = [self.asked(condition.child_by_field_name(side)) for side in ("left", "right")]
            if all(parts):
                return parts[0][0], (*parts[0][1], *parts[1][1])  # type: ignore[index]
            return None
        operators = [text_of(c) for c in condition.children if not c.is_named]
        if condition.type != "comparison_operator" or operators not in (["=="], ["in"]):
            self.value(condition)
            return None
        left, right = condition.named_children[0], condition.named_children[-1]
        if operators == ["in"] and right.type in ("tuple", "list", "set"):
            found = [_literal(child) for child in right.named_children]
            words = tuple(word[0] for word in found if word and len(word) == 1)
        else:
            single = _literal(right)
            words = tuple(single) if operators == ["=="] and single is not None and right.type != "tuple" else ()
        value = self.value(left)
        if not words or not isinstance(value, Number | Element | Line):
            return None
        return value, words if right.type in ("tuple", "list", "set") else (" ".join(words),)


def _literal(node: Node) -> list[str] | None:
    """The words of a literal: of `-1`, `"END"`, `(0, 0)`, `"0 0"`, None for anything else."""
    if node.type in ("tuple", "list"):
        found = [_literal(child) for child in node.named_children]
        return [word for part in found for word in part or []] if all(found) else None
    match = re.fullmatch(r"[bru]?(?:'([^']*)'|\"([^\"]*)\")|(-?\d+)", text_of(node))
    if match is None:
        return None
    number = match.group(3)
    return [number] if number is not None else (match.group(1) or match.group(2) or "").split()
