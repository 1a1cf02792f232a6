"""What single values mean to a program: what is held against 1 and 2 and nothing else has no other values, and a letter
whose place in a grid is kept stands there once."""

from __future__ import annotations

from collections import Counter, defaultdict

from tree_sitter import Node

from slowpath.inputs.infer.reads.expression_names import base_name, literal_text
from slowpath.source.cpp.values import descendants, text_of

_MOST_CHOICES = 20
_ASKS = ("binary_expression", "comparison_operator")
_DECLARES = frozenset({"declaration", "init_declarator", "pattern_list", "tuple_pattern", "parameter_declaration"})
_LISTED = ("subscript", "subscript_expression")
_SETS = ("assignment", "assignment_expression")
_IFS = ("if_statement", "elif_clause", "conditional_expression")


def choices_in(root: Node, read: frozenset[str]) -> dict[str, tuple[int, int]]:
    """Name -> (least, largest) of the numbers in `read` that are only held against numbers, by `==` or as a switch's
    cases. One more is wanted where another branch stands for all else: `if (t == 1) ... else ...` has 1 and 2."""
    asked: dict[str, set[int]] = defaultdict(set)
    others: set[str] = set()
    used: Counter[str] = Counter()
    for node in descendants(root, "identifier"):
        used[text_of(node)] += text_of(node) in read and not _is_read_or_declared(node)
    for node in descendants(root, *_ASKS):
        sides, signs = node.named_children, [text_of(one) for one in node.children if not one.is_named]
        if len(sides) == 2 and signs and signs[0] in ("==", "!=") and text_of(sides[1]).isdigit():
            name = text_of(sides[0])
            asked[name].add(int(text_of(sides[1])))
            used[name] -= 1
            others |= {name} if _has_else(node) else set()
    for node in descendants(root, "switch_statement"):
        name = text_of(node.child_by_field_name("condition")).strip("() ")
        cases = [one.child_by_field_name("value") for one in descendants(node, "case_statement")]
        asked[name] |= {int(text_of(one)) for one in cases if text_of(one).isdigit()}
        used[name] -= 1
        others |= {name} if None in cases else set()
    ranges = {
        name: _range(values, name in others)
        for name, values in asked.items()
        if name in read and not used[name] and values and max(values) <= _MOST_CHOICES
    }
    return {name: (low, high) for name, (low, high) in ranges.items() if low < high}


def single_marks(root: Node, turns: frozenset[str]) -> dict[str, set[str]]:
    """Name of a grid -> the letters that stand in it once: `if (g[i][j] == 'S') x = i, y = j;`."""
    made: dict[str, set[str]] = defaultdict(set)
    for node in descendants(root, "if_statement"):
        then = node.child_by_field_name("consequence")
        sets = list(descendants(then, *_SETS)) if then is not None else []
        if not any(_keeps_place(one, turns) for one in sets):
            continue
        for asked in descendants(node.child_by_field_name("condition") or node, *_ASKS):
            sides, signs = asked.named_children, [text_of(one) for one in asked.children if not one.is_named]
            if len(sides) == 2 and signs[:1] == ["=="] and sides[0].type in _LISTED and _is_of_rows(sides[0]):
                made[base_name(sides[0])] |= set(literal_text(sides[1])[:1])
    return made


def _keeps_place(node: Node, turns: frozenset[str]) -> bool:
    """Whether an assignment to a variable keeps at which turns of loops it was made."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    is_plain = text_of(node.child_by_field_name("operator")) in ("", "=")
    if left is None or right is None or left.type in _LISTED or not is_plain:
        return False
    return any(text_of(one) in turns for one in descendants(right, "identifier")) and not next(
        descendants(right, *_LISTED), None
    )


def _is_of_rows(node: Node) -> bool:
    inner = node.child_by_field_name("argument") or node.child_by_field_name("value")
    return inner is not None and inner.type in _LISTED


def _range(values: set[int], has_others: bool) -> tuple[int, int]:
    """From 1, or 0 where that is asked for, to the largest, or one more where no smaller one is left for the rest."""
    low = min(*values, 1)
    is_full = len(values) == max(values) - low + 1
    return low, max(values) + (has_others and is_full)


def _has_else(question: Node) -> bool:
    """Whether something is done where the answer to just this question is no, other than to ask on."""
    node = question.parent
    while node is not None and node.type in ("parenthesized_expression", "condition_clause"):
        node = node.parent
    if node is None or node.type not in _IFS:
        return False
    if node.type == "conditional_expression":
        return True
    after = node.parent.named_children[-1] if node.type == "elif_clause" and node.parent is not None else None
    rest = after if after != node else None
    rest = rest or node.child_by_field_name("alternative")
    inner = rest.named_children[0] if rest is not None and rest.named_children else None
    return rest is not None and rest.type not in _IFS and (inner is None or inner.type not in _IFS)


def _is_read_or_declared(node: Node) -> bool:
    """Whether a name stands where it gets its value: declared, set, or read into."""
    parent = node.parent
    if parent is None or parent.type in _DECLARES:
        return True
    if parent.type in ("assignment", "assignment_expression"):
        return parent.child_by_field_name("left") == node
    if parent.type == "binary_expression" and text_of(parent.child_by_field_name("operator")) == ">>":
        return parent.child_by_field_name("right") == node
    return parent.type == "pointer_expression" or (
        parent.type == "argument_list" and parent.parent is not None and _reads(parent.parent)
    )


def _reads(call: Node) -> bool:
    return text_of(call.child_by_field_name("function")).lower().startswith(("read", "in", "scan", "get"))
