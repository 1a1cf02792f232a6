"""Wrong versions of a right program: one small change each, of the kinds that people make by mistake.

What proves a rewrite, and what looks for a breaking input, is held against these: none may pass as the program itself.
The kinds follow AlgoBugs (section III-A and the eight labels of its data): a comparison, a bound or a constant off by
one, a type too narrow, a reduction left out, a smallest instead of a largest, an order dropped, a state that isn't
reset, an index beside the right one, a corner case left out. A change may happen to change nothing (`i != n` for
`i < n`): whoever counts must look at what isn't told apart. Pure: reads text by tree-sitter, gives text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.inputs.infer.cpp_source import parse_cpp
from slowpath.inputs.infer.reads_python import parse_python
from slowpath.model.breaking import FaultCategory

_COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*"}
_LOGIC = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
_EXTREMES = {"min": "max", "max": "min", "lower_bound": "upper_bound", "upper_bound": "lower_bound",
             "bisect_left": "bisect_right", "bisect_right": "bisect_left", "min_element": "max_element",
             "max_element": "min_element"}
_WIDE = re.compile(rb"\b(long\s+long(\s+int)?|int64_t|ll|i64)\b")
_RESETS = ("clear", "assign", "resize", "fill", "memset", "sort", "reverse", "push_back", "append", "pop", "add",
           "insert", "erase", "heappush")
_LARGE = 100


@dataclass(frozen=True)
class Mutant:
    """A program that differs from the right one in the bytes `begin` to `end` of its text, now `text`.

    `line` (1-based) is where; `kind` says what was changed, `category` what kind of bug that is as a rule.
    """

    kind: str
    category: FaultCategory
    line: int
    begin: int
    end: int
    text: bytes
    source: bytes

    @property
    def label(self) -> str:
        """For people: what was changed, and where."""
        return f"{self.kind}, line {self.line}"


def mutants(source: bytes, language: str, *, most: int | None = None, seed: int = 0) -> list[Mutant]:
    """All mutants of a program in the order of its text; `most` of them over all kinds, drawn by chance from `seed`."""
    made = _made(source, language)
    if most is None or len(made) <= most:
        return made
    rng = random.Random(seed)
    by_kind: dict[str, list[Mutant]] = {}
    for each in made:
        by_kind.setdefault(each.kind, []).append(each)
    for group in by_kind.values():
        rng.shuffle(group)
    chosen: list[Mutant] = []
    while len(chosen) < most:
        for group in by_kind.values():
            if group and len(chosen) < most:
                chosen.append(group.pop())
    return sorted(chosen, key=lambda each: (each.begin, each.end, each.text))


def _made(source: bytes, language: str) -> list[Mutant]:
    root = parse_cpp(source) if language == "cpp" else parse_python(source)
    found: dict[tuple[int, int, bytes], Mutant] = {}
    for node in _descendants(root):
        for change in _CHANGES:
            for kind, category, begin, end, text in change(node, source):
                if source[begin:end] != text:
                    line = source.count(b"\n", 0, begin) + 1
                    changed = source[:begin] + text + source[end:]
                    found.setdefault((begin, end, text), Mutant(kind, category, line, begin, end, text, changed))
    return sorted(found.values(), key=lambda each: (each.begin, each.end, each.text))


_Change = tuple[str, FaultCategory, int, int, bytes]


def _descendants(root: Node) -> Iterator[Node]:
    """Every node of the code; not those of `#include` lines and of broken text."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in ("preproc_include", "ERROR", "comment", "import_statement", "import_from_statement"):
            continue
        yield node
        pending.extend(reversed(node.children))


def _operators(node: Node, source: bytes) -> Iterator[_Change]:
    """Comparisons, arithmetic and logic: the operator is exchanged."""
    if node.type not in ("binary_expression", "comparison_operator", "binary_operator", "boolean_operator"):
        return
    for child in node.children:
        word = source[child.start_byte:child.end_byte].decode("utf-8", "replace")
        if child.is_named:
            continue
        for table, kind, category in ((_COMPARISONS, "comparison", FaultCategory.STRUCTURAL),
                                      (_ARITHMETIC, "arithmetic", FaultCategory.DP),
                                      (_LOGIC, "condition", FaultCategory.CONSTRAINT)):
            if word in table:
                yield kind, category, child.start_byte, child.end_byte, table[word].encode()


def _constants(node: Node, source: bytes) -> Iterator[_Change]:
    """An integer off by one; a large one, which is a bound or a stand-in for infinity, much too small."""
    if node.type not in ("number_literal", "integer"):
        return
    written = source[node.start_byte:node.end_byte]
    try:
        value = int(written, 0)
    except ValueError:
        return
    yield "off by one", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, str(value + 1).encode()
    if value > 0:
        yield "off by one", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, str(value - 1).encode()
    if value >= _LARGE:
        yield "small bound", FaultCategory.NUMERIC, node.start_byte, node.end_byte, str(value // 16).encode()


def _reductions(node: Node, source: bytes) -> Iterator[_Change]:
    """`x % m` without its reduction; in Python an exact division by way of floats."""
    if node.type not in ("binary_expression", "binary_operator"):
        return
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return
    word = source[operator.start_byte:operator.end_byte]
    if word == b"%":
        yield ("no reduction", FaultCategory.NUMERIC, node.start_byte, node.end_byte,
               b"(" + source[left.start_byte:left.end_byte] + b")")
    if word == b"//":
        text = b"int(" + source[left.start_byte:left.end_byte] + b" / " + source[right.start_byte:right.end_byte] + b")"
        yield "float division", FaultCategory.NUMERIC, node.start_byte, node.end_byte, text


def _types(node: Node, source: bytes) -> Iterator[_Change]:
    """A type too narrow (C++)."""
    if node.type in ("sized_type_specifier", "primitive_type", "type_identifier") and node.parent is not None \
            and node.parent.type in ("declaration", "parameter_declaration", "function_definition",
                                     "type_descriptor", "field_declaration") \
            and _WIDE.fullmatch(source[node.start_byte:node.end_byte]):
        yield "narrow type", FaultCategory.NUMERIC, node.start_byte, node.end_byte, b"int"


def _calls(node: Node, source: bytes) -> Iterator[_Change]:
    """The smallest instead of the largest, the first not less instead of the first greater; a range that ends early."""
    if node.type not in ("call_expression", "call"):
        return
    function = node.child_by_field_name("function")
    name = _last_identifier(function)
    if name is None:
        return
    word = source[name.start_byte:name.end_byte].decode("utf-8", "replace")
    if word in _EXTREMES:
        yield "other extreme", FaultCategory.GREEDY, name.start_byte, name.end_byte, _EXTREMES[word].encode()
    arguments = node.child_by_field_name("arguments")
    if word == "range" and arguments is not None and arguments.named_children:
        last = arguments.named_children[min(1, len(arguments.named_children) - 1)]
        yield "short range", FaultCategory.STRUCTURAL, last.end_byte, last.end_byte, b" - 1"


def _statements(node: Node, source: bytes) -> Iterator[_Change]:
    """A statement that isn't there: a state not reset, an order dropped, an early exit or a corner case forgotten."""
    if node.type == "expression_statement":
        yield from _dropped_expression(node, source)
    elif node.type in ("break_statement", "continue_statement"):
        yield "no early exit", FaultCategory.CONSTRAINT, node.start_byte, node.end_byte, _nothing(node)
    elif node.type == "if_statement" and node.child_by_field_name("alternative") is None:
        yield "no corner case", FaultCategory.STRUCTURAL, node.start_byte, node.end_byte, _nothing(node)


def _dropped_expression(node: Node, source: bytes) -> Iterator[_Change]:
    inner = node.named_children[0] if node.named_children else None
    if inner is None:
        return
    if inner.type in ("call_expression", "call"):
        name = _last_identifier(inner.child_by_field_name("function"))
        if name is not None and source[name.start_byte:name.end_byte].decode("utf-8", "replace") in _RESETS:
            yield "dropped call", FaultCategory.CONSTRAINT, node.start_byte, node.end_byte, _nothing(node)
    elif inner.type in ("assignment_expression", "augmented_assignment", "update_expression"):
        yield "dropped assignment", FaultCategory.DP, node.start_byte, node.end_byte, _nothing(node)


def _indices(node: Node, source: bytes) -> Iterator[_Change]:
    """The element beside the right one."""
    if node.type not in ("subscript_expression", "subscript"):
        return
    index = node.child_by_field_name("index") or node.child_by_field_name("subscript") \
        or node.child_by_field_name("indices")
    while index is not None and index.type == "subscript_argument_list" and index.named_children:
        index = index.named_children[0]
    if index is not None and index.type == "identifier":
        yield "other index", FaultCategory.DP, index.end_byte, index.end_byte, b" - 1"


def _last_identifier(function: Node | None) -> Node | None:
    """The name of what is called: `sort` in `std::sort`, `a.sort`."""
    while function is not None and function.type in ("qualified_identifier", "field_expression", "attribute",
                                                     "template_function"):
        function = function.child_by_field_name("name") or function.child_by_field_name("field") \
            or function.child_by_field_name("attribute")
    return function if function is not None and function.type in ("identifier", "field_identifier") else None


def _nothing(node: Node) -> bytes:
    """A statement that does nothing."""
    return b";" if _is_cpp(node) else b"pass"


def _is_cpp(node: Node) -> bool:
    root = node
    while root.parent is not None:
        root = root.parent
    return root.type == "translation_unit"


_CHANGES: tuple[Callable[[Node, bytes], Iterator[_Change]], ...] = (
    _operators, _constants, _reductions, _types, _calls, _statements, _indices)
