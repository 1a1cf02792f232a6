"""Names, readers and places in a Python program's parse tree, without walking it."""

from __future__ import annotations

import re
from functools import lru_cache

from tree_sitter import Language, Node, Parser

from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

LINE_READERS = late_regex(
    r"(sys\.)?stdin(\.buffer)?\.readline|open\(0[^)]*\)\.readline|raw_input|io\.BytesIO.*\.readline|input"
)
READER_WORDS = late_regex(
    r"\binput\b|\bstdin\b|\breadlines?\b|\bopen\(0|\bnext\(|raw_input|fileinput|os\.read|"
    r"/dev/stdin"
)


@lru_cache(maxsize=1)
def _parser() -> Parser:
    import tree_sitter_python

    return Parser(Language(tree_sitter_python.language()))


def parse_python(source: bytes) -> Node:
    """The root of the parse tree of Python `source`; broken code gives a tree with error nodes."""
    return _parser().parse(source).root_node


def body_of(node: Node | None) -> list[Node]:
    """The statements of a block, none where there is no block."""
    return list(node.named_children) if node is not None else []


def line_of(node: Node | None) -> int:
    """The 1-based line in which a node begins, 0 for none."""
    return node.start_point.row + 1 if node is not None else 0


def bare_name(text: str) -> str:
    """The first name in an expression text: `n` of `n-1`."""
    found = re.search(r"[A-Za-z_]\w*", text)
    return found.group() if found else text


def hint_of(node: Node | None) -> str:
    """The name under which a target would be known: `a`, `a[i]`, `*a`, `a: int`, `self.a`."""
    found = re.search(r"[A-Za-z_]\w*", text_of(node).removeprefix("self."))
    return found.group() if found else "x"


def attribute_name(node: Node | None) -> str:
    """Under which name a member is kept; all objects share theirs, which is enough where one reads."""
    return "." + text_of(node).rsplit(".", 1)[-1]


def ends_early(node: Node) -> bool:
    """Whether an `if` without an else ends in `return` or `continue`, so that what follows is its other arm."""
    if node.children_by_field_name("alternative"):
        return False
    body = body_of(node.child_by_field_name("consequence"))
    return bool(body) and body[-1].type in ("return_statement", "continue_statement")


def reading_functions(root: Node, functions: dict[str, Node]) -> set[str]:
    """The names of functions that read, directly, through each other, or through a name bound to a reader."""
    words = {name for name, node in functions.items() if READER_WORDS.search(text_of(node))}
    assigned = [
        (text_of(node.child_by_field_name("left")), text_of(node.child_by_field_name("right")))
        for node in descendants(root, "assignment")
    ]
    assigned = [(left.removeprefix("self."), right) for left, right in assigned]
    mentions = [(left, set(re.findall(r"[A-Za-z_]\w*", right))) for left, right in assigned if left.isidentifier()]
    words |= {left for left, right in assigned if left.isidentifier() and READER_WORDS.search(right)}
    bodies = {name: set(re.findall(r"[A-Za-z_]\w*", text_of(node))) - {name} for name, node in functions.items()}
    for _ in range(4):
        before = len(words)
        words |= {left for left, used in mentions if used & words}
        words |= {name for name, used in bodies.items() if used & words}
        if len(words) == before:
            break
    return words & set(functions)


def indexed_by_digit(root: Node, name: str) -> bool:
    """Whether the program takes a list apart: has `name[0]`, or `a, b = name`."""
    found = re.escape(name)
    return bool(re.search(rf"\b{found}\[\d\]|,[^\n=()]*=\s*{found}[ \t]*(?:$|#|;)", text_of(root), re.M))


def first_apart(root: Node, name: str) -> bool:
    """Whether the program reads the first element of a list of lines otherwise than the others, and never takes it out:
    has `name[0].split()` or `int(name[0])`."""
    text, found = text_of(root), re.escape(name)
    is_read = re.search(rf"\b{found}\[0\](?:\.\w+\(\))*\.split\(|\bint\({found}\[0\]", text)
    return is_read is not None and re.search(rf"\b{found}\.pop\(|\b{found}\s*=\s*{found}\[", text) is None


_WHOLE = (":", ":-1", "::-1")
"""Slices that take a line as it is, without its end, or from behind."""


def takes_part(node: Node) -> bool:
    """Whether an expression is a part of a word between two places, such as some of its digits: `s[i-3:i]`."""
    index = node.child_by_field_name("subscript")
    return index is not None and index.type == "slice" and text_of(index).replace(" ", "") not in _WHOLE


def leaves_loop(node: Node, in_loop: bool, in_function: bool) -> bool:
    """Whether a statement leaves the loop that reads: `break`, `exit()`, or a `return` from the loop itself."""
    if node.type == "break_statement":
        return in_loop
    if node.type == "return_statement":
        return in_loop and in_function
    return in_loop and bool(re.match(r"(sys\.|os\.)?(_?exit|quit)\s*\(", text_of(node)))


def words_of_kind(text: str) -> str:
    """The token kind that a conversion or a numpy type written in `text` gives, "" for none."""
    if re.search(r"\bint\b|int(?:32|64|8|16)|\bi[48]\b|\bI\b|\blong\b", text):
        return "int"
    return "float" if re.search(r"float|double|Decimal", text) else ""


def unpacked_names(root: Node) -> dict[str, tuple[str, ...]]:
    """`for u, v in edges` says what the parts of each element of `edges` are called."""
    made: dict[str, tuple[str, ...]] = {}
    for node in descendants(root, "for_statement", "for_in_clause"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        container = re.fullmatch(r"(?:sorted\(|reversed\(|enumerate\()?(\w+)\)?", text_of(right))
        names = re.findall(r"\w+", text_of(left))
        if container and text_of(right).startswith("enumerate") and "(" in text_of(left):
            names = names[1:]
        elif container and text_of(right).startswith("enumerate"):
            continue
        if container and len(names) > 1:
            made[container.group(1)] = tuple(names)
    return made


def moving_names(root: Node) -> frozenset[str]:
    """The names whose values change while the program runs otherwise than as a loop's variable: `pos += 1`."""
    assigned: dict[str, int] = {}
    for node in descendants(
        root, "assignment", "augmented_assignment", "named_expression", "global_statement", "nonlocal_statement"
    ):
        left = node.child_by_field_name("left") or node.child_by_field_name("name")
        times = 1 if node.type in ("assignment", "named_expression") else 2
        for name in re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^\]]*\]", "", text_of(left or node))):
            assigned[name] = assigned.get(name, 0) + times
    return frozenset(name for name, times in assigned.items() if times > 1)


def walked_names(root: Node) -> frozenset[str]:
    """The names that go from place to place as a list says: `v = parent[v]`."""
    return frozenset(re.findall(r"\b([A-Za-z_]\w*)[ \t]*=[ \t]*(?:int\()?[A-Za-z_]\w*\[[^\]\n]*\b\1\b", text_of(root)))
