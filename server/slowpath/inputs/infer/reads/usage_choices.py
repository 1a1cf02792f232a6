"""What single values mean to a program: what is held against 1 and 2 and nothing else has no other values, and a letter
whose place in a grid is kept stands there once."""

from __future__ import annotations

from collections import Counter, defaultdict

from tree_sitter import Node

from slowpath.inputs.infer.reads.expression_names import LISTED, SETS, base_name, compared_sides, index_of, literal_text
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_MOST_CHOICES = 20
_ASKS = ("binary_expression", "comparison_operator")
_READS = late_regex(r"(?:fast_?)?(?:read|scan|rd|in|input)(?:_?(?:int|ll|long|i|num))?")
_WALLS = "xo"
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
        sides = compared_sides(node, ("==", "!="))
        if sides is not None and text_of(sides[1]).isdigit():
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
        then, asked = node.child_by_field_name("consequence"), node.child_by_field_name("condition")
        while asked is not None and asked.type in ("condition_clause", "parenthesized_expression"):
            asked = asked.child_by_field_name("value") or asked.named_children[-1]
        sides = compared_sides(asked, ("==",)) if asked is not None and asked.type in _ASKS else None
        if sides is None or then is None or sides[0].type not in LISTED:
            continue
        inner = sides[0].child_by_field_name("argument") or sides[0].child_by_field_name("value")
        places = {text_of(one) for one in (index_of(sides[0]), index_of(inner) if inner is not None else None)}
        letter = literal_text(sides[1])
        if len(letter) == 1 and letter.isalpha() and letter.lower() not in _WALLS and places <= turns:
            made[base_name(sides[0])] |= {letter} if _keeps(then) == places else set()
    return made


def _keeps(then: Node) -> set[str]:
    """What is kept where something was found, and nothing but that is done: the names in `x = i, y = j;`, or in
    `start = (i, j)`."""
    made: set[str] = set()
    for node in descendants(then, *SETS, "augmented_assignment", "update_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or node.type not in SETS or left.type in LISTED:
            return set()
        parts = [one for one in descendants(right, "identifier") if text_of(one) not in ("make_pair", "pair")]
        if right.type == "pattern_list" or next(descendants(right, "binary_expression", "binary_operator"), None):
            return set()
        made |= {text_of(one) for one in parts}
    return made


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
    if parent is None or parent.type in ("declaration", "parameter_declaration"):
        return True
    if parent.type == "init_declarator":
        return parent.child_by_field_name("declarator") == node
    if parent.type in ("pattern_list", "tuple_pattern", *SETS):
        target = parent if parent.type not in SETS else node
        around = target.parent
        return around is not None and around.child_by_field_name("left") == target
    if parent.type == "binary_expression" and text_of(parent.child_by_field_name("operator")) == ">>":
        return parent.child_by_field_name("right") == node
    call = parent.parent if parent.type == "argument_list" else None
    return parent.type == "pointer_expression" or (
        call is not None and _READS.fullmatch(text_of(call.child_by_field_name("function")).lower()) is not None
    )
