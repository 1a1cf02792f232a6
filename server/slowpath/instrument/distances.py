"""Distances to measure in a program: how near the two sides of each of its comparisons come to being equal.

Where they are equal a comparison turns, whichever it is, so a search that comes nearer comes to the other branch
(the branch distance of Korel 1990; value profiles of libFuzzer). A distance is a `Condition` that stands before the
statement whose expression is evaluated first: what short circuits and conditional expressions would leave out is left
out here too, so nothing is evaluated that the program wouldn't evaluate itself a moment later. Only what surely has no
effect is taken: names, literals, elements, fields, arithmetic, and calls of a few known functions. Comparisons in the
head of a `for` and within comprehensions are left out: loops end anyway. For C++ the products and sums of integers are
measured as well, where they come near to what their type holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.inputs.infer.reads.python.reading import parse_python
from slowpath.model.constraint import BEFORE, Condition, Constraint, ConstraintOrigin, Place, constraint_id
from slowpath.model.distance import FAR, FRACTION, NEAREST
from slowpath.source.cpp.origins import expansion_of
from slowpath.source.cpp.source import parse_cpp

MOST_COMPARISONS = 48
MOST_OVERFLOWS = 16
LONGEST = 300
ORIGIN = ConstraintOrigin("rule", "distance")

_COMPARING = frozenset({"==", "!=", "<", ">", "<=", ">="})
_PLAIN = frozenset(
    (
        "identifier qualified_identifier namespace_identifier field_identifier type_identifier number_literal "
        "char_literal string_literal string_content character escape_sequence true false integer float string "
        "string_start string_end none binary_expression binary_operator unary_expression unary_operator "
        "parenthesized_expression subscript_expression subscript_argument_list subscript slice field_expression "
        "attribute argument_list cast_expression type_descriptor primitive_type sized_type_specifier "
        "template_function template_argument_list call_expression call comparison_operator boolean_operator "
        "not_operator conditional_expression this tuple"
    ).split()
)
"""Nodes that do nothing; of calls the functions are looked at."""
_HARMLESS = frozenset(
    (
        "size length abs llabs labs fabs min max sqrt floor ceil round pow gcd __gcd front back top substr count "
        "empty at len int ord sum isqrt bit_length hypot popcount __builtin_popcount __builtin_popcountll "
        "static_cast tolower toupper str"
    ).split()
)
"""By the last word of what is called, in either language."""
_SCOPES = frozenset(
    (
        "lambda_expression lambda list_comprehension set_comprehension generator_expression "
        "dictionary_comprehension compound_statement block comma_expression"
    ).split()
)
"""What isn't evaluated there and then, or only after something else was done."""
_HEADS = {"if_statement": "condition", "elif_clause": "condition", "while_statement": "condition"}
_WHOLE = frozenset({"expression_statement", "return_statement", "declaration", "assert_statement"})

_CPP_SETUP = f"""\
__extension__ typedef __int128 slowpath_wide;
struct slowpath_any {{ template <class T> slowpath_any(const T &) {{}} }};
struct slowpath_last {{}};
struct slowpath_text : slowpath_last {{}};
struct slowpath_real : slowpath_text {{}};
struct slowpath_whole : slowpath_real {{}};
inline slowpath_ratio slowpath_turned(slowpath_ratio away) {{
    return away < {FAR}.0 ? {NEAREST}.0 - away : {FAR}.0 / away * {FAR}.0;
}}
template <class A, class B, class = decltype(slowpath_wide(A()) - slowpath_wide(B())), class = decltype(A() % B())>
inline slowpath_ratio slowpath_away(const A &a, const B &b, slowpath_whole) {{
    slowpath_wide away = slowpath_wide(a) - slowpath_wide(b);
    return slowpath_ratio(away < 0 ? -away : away);
}}
template <class A, class B, class = decltype(slowpath_ratio(A()) - slowpath_ratio(B()))>
inline slowpath_ratio slowpath_away(const A &a, const B &b, slowpath_real) {{
    slowpath_ratio away = slowpath_ratio(a) - slowpath_ratio(b);
    return (away < 0 ? -away : away) * {FRACTION}.0;
}}
template <class A, class B, class = decltype(A().size()), class = decltype(slowpath_ratio(A()[0] - A(B())[0]))>
inline slowpath_ratio slowpath_away(const A &a, const B &b, slowpath_text) {{
    A other(b);
    slowpath_ratio away = 0;
    for (decltype(a.size()) at = 0; at < a.size() || at < other.size(); at++)
        away += at < a.size() && at < other.size() ? slowpath_away(a[at], other[at], slowpath_whole()) : 256.0;
    return away;
}}
template <class A> inline slowpath_ratio slowpath_away(const A &a, const char *b, slowpath_text) {{
    return slowpath_away(a, A(b), slowpath_text());
}}
inline slowpath_ratio slowpath_away(slowpath_any, slowpath_any, slowpath_last) {{ return {NEAREST}.0 * {NEAREST}.0; }}
template <class A, class B> inline slowpath_ratio slowpath_near(const A &a, const B &b) {{
    return slowpath_turned(slowpath_away(a, b, slowpath_whole()));
}}
template <class A, class B, class C = decltype(A() * B()), class = decltype(A() % B()),
          class = decltype(slowpath_wide(C()))>
inline slowpath_ratio slowpath_full(const A &a, const B &b, bool times, slowpath_whole) {{
    if (C(-1) > C(0)) return 0;
    slowpath_wide value = times ? slowpath_wide(a) * slowpath_wide(b) : slowpath_wide(a) + slowpath_wide(b);
    slowpath_wide most = (slowpath_wide(1) << (8 * sizeof(C) - 1)) - 1;
    value = value < 0 ? -value : value;
    if (most - value > {FAR}) return 0;
    return slowpath_turned(slowpath_ratio(value >= most ? 0 : most - value));
}}
inline slowpath_ratio slowpath_full(slowpath_any, slowpath_any, bool, slowpath_last) {{ return 0; }}
"""
_PYTHON_SETUP = f"""\
def slowpath_near(a, b):
    if isinstance(a, str) and isinstance(b, str):
        away = 256 * abs(len(a) - len(b)) + sum(abs(ord(x) - ord(y)) for x, y in zip(a, b))
    else:
        away = abs(a - b)
        if isinstance(away, float):
            away = int(away * {FRACTION})
    return {NEAREST} - away if away < {FAR} else {FAR} * {FAR} // away
"""


@dataclass(frozen=True)
class _Measured:
    """One pair of expressions: what is evaluated only where `guards` hold, in their order. `kind` is "near" for the
    sides of a comparison, "times" or "plus" for operands whose result may be too large."""

    kind: str
    left: str
    right: str
    guards: tuple[str, ...]


def distances(source: bytes, language: str) -> tuple[Constraint, ...]:
    """What can be measured in a program, as probes for its search build, in the order of its text; empty for a language
    that isn't known. Costs one parse."""
    if language == "cpp":
        found = _in_cpp(source)
    elif language == "python":
        found = _in_python(source)
    else:
        return ()
    left = {"near": MOST_COMPARISONS, "full": MOST_OVERFLOWS}
    made: dict[str, Constraint] = {}
    for place, measured in found:
        kind = "near" if measured.kind == "near" else "full"
        constraint = _constraint(place, measured, language)
        if constraint.id not in made and left[kind] > 0:
            left[kind] -= 1
            made[constraint.id] = constraint
    return tuple(made.values())


def _constraint(place: Place, measured: _Measured, language: str) -> Constraint:
    a, b, kind = measured.left, measured.right, measured.kind
    if language == "cpp":
        value = (
            f"slowpath_near(({a}), ({b}))"
            if kind == "near"
            else f"slowpath_full(({a}), ({b}), {'true' if kind == 'times' else 'false'}, slowpath_whole())"
        )
        guard = " && ".join(f"({each})" for each in measured.guards)
        left, setup = (f"({guard}) ? {value} : 0" if guard else value), _CPP_SETUP
    else:
        value, guard = f"slowpath_near({a}, {b})", " and ".join(f"({each})" for each in measured.guards)
        left, setup = (f"({value} if {guard} else 0)" if guard else value), _PYTHON_SETUP
    condition = Condition(left, place, setup=setup)
    said = f"{a} comes near to {b}" if kind == "near" else f"{a} and {b} come near to what their type holds"
    return Constraint(constraint_id(ORIGIN, place.line, said, condition), place.line, said, condition, ORIGIN)


def _in_cpp(source: bytes) -> Iterator[tuple[Place, _Measured]]:
    expansion = expansion_of(source)
    for statement in _statements(parse_cpp(expansion.text)):
        begin = expansion.begin_of(statement.start_byte)
        if begin is not None:
            line_begin = source.rfind(b"\n", 0, begin) + 1
            place = Place(BEFORE, source.count(b"\n", 0, begin) + 1, begin - line_begin)
            yield from ((place, measured) for measured in _measured(statement))


def _in_python(source: bytes) -> Iterator[tuple[Place, _Measured]]:
    for statement in _statements(parse_python(source)):
        row, column = statement.start_point[0], statement.start_point[1]
        yield from ((Place(BEFORE, row + 1, column), measured) for measured in _measured(statement))


def _measured(statement: Node) -> Sequence[_Measured]:
    """What a statement evaluates first; nothing where its expressions are nested deeper than can be followed."""
    try:
        return tuple(_Walk(statement).measured())
    except RecursionError:
        return ()


def _statements(root: Node) -> Iterator[Node]:
    """In the order of the text."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in _HEADS or node.type in _WHOLE:
            yield node
        stack.extend(reversed(node.named_children))


class _Walk:
    """Goes through what a statement evaluates first."""

    def __init__(self, statement: Node) -> None:
        self._statement = statement
        self._declared: frozenset[str] = frozenset()

    def measured(self) -> Iterator[_Measured]:
        node = self._statement
        if node.type in _HEADS:
            head = node.child_by_field_name(_HEADS[node.type])
            if head is None or head.has_error:
                return
            if head.type == "condition_clause":
                if head.child_by_field_name("initializer") is not None or head.named_child_count != 1:
                    return
                head = head.named_children[0]
            yield from self._of(head, ())
        elif not node.has_error and _parent(node) not in ("for_statement", "condition_clause"):
            # What a declaration declares isn't there yet before it.
            self._declared = frozenset(_declared(node))
            for child in node.named_children:
                yield from self._of(child, ())

    def _of(self, node: Node, guards: tuple[str, ...]) -> Iterator[_Measured]:
        if node.type in _SCOPES or node.type in ("for_statement", "condition_clause"):
            return
        operator = _operator(node)
        left, right = _sides(node)
        if left is not None and right is not None and operator in ("&&", "||", "and", "or"):
            yield from self._of(left, guards)
            yield from self._guarded(right, guards, left, operator in ("&&", "and"))
            return
        if node.type == "conditional_expression":
            yield from self._of_choice(node, guards)
            return
        if left is not None and right is not None and operator in _COMPARING:
            yield from self._pair("near", left, right, guards)
        elif left is not None and right is not None and self._is_cpp and operator in ("*", "+="):
            yield from self._pair("times" if operator == "*" else "plus", left, right, guards)
        for child in node.named_children:
            yield from self._of(child, guards)

    def _of_choice(self, node: Node, guards: tuple[str, ...]) -> Iterator[_Measured]:
        if self._is_cpp:
            names = ("condition", "consequence", "alternative")
            parts = [node.child_by_field_name(name) for name in names]
        else:
            inner = node.named_children
            parts = [inner[1], inner[0], inner[2]] if len(inner) == 3 else []
        chosen = [part for part in parts if part is not None]
        if len(chosen) == 3:
            yield from self._of(chosen[0], guards)
            yield from self._guarded(chosen[1], guards, chosen[0], True)
            yield from self._guarded(chosen[2], guards, chosen[0], False)

    def _guarded(self, node: Node, guards: tuple[str, ...], by: Node, holds: bool) -> Iterator[_Measured]:
        """What is evaluated only where `by` holds, or doesn't; nothing where that can't be asked beforehand."""
        if not self._is_plain(by):
            return
        negation = "!" if self._is_cpp else "not "
        yield from self._of(node, (*guards, _text(by) if holds else f"{negation}({_text(by)})"))

    def _pair(self, kind: str, left: Node, right: Node, guards: tuple[str, ...]) -> Iterator[_Measured]:
        texts = _text(left), _text(right)
        if (
            self._is_plain(left)
            and self._is_plain(right)
            and len("".join((*texts, *guards))) <= LONGEST
            and texts[0] != texts[1]
        ):
            yield _Measured(kind, *texts, guards)

    @property
    def _is_cpp(self) -> bool:
        return self._statement.type not in ("elif_clause", "assert_statement") and _root(self._statement) != "module"

    def _is_plain(self, node: Node) -> bool:
        stack = [node]
        while stack:
            inner = stack.pop()
            if not inner.is_named:
                continue
            if inner.type not in _PLAIN or (inner.type == "identifier" and _text(inner) in self._declared):
                return False
            if inner.type in ("call_expression", "call") and not _is_harmless(inner):
                return False
            stack.extend(inner.children)
        return True


def _is_harmless(call: Node) -> bool:
    called = call.child_by_field_name("function")
    if called is None:
        return False
    if called.type == "template_function":
        called = called.child_by_field_name("name") or called
    return _text(called).replace("->", ".").replace("::", ".").rpartition(".")[2].strip() in _HARMLESS


def _declared(node: Node) -> Iterator[str]:
    """The names that a declaration declares."""
    if node.type != "declaration":
        return
    for declarator in node.children_by_field_name("declarator"):
        inner: Node | None = declarator
        while inner is not None and inner.type != "identifier":
            inner = inner.child_by_field_name("declarator")
        if inner is not None:
            yield _text(inner)


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    if operator is None and node.type == "comparison_operator":
        # A chain of comparisons counts by its first two operands.
        operator = next((child for child in node.children if not child.is_named), None)
    return _text(operator)


def _sides(node: Node) -> tuple[Node | None, Node | None]:
    if node.type == "comparison_operator" and node.named_child_count >= 2:
        return node.named_children[0], node.named_children[1]
    return node.child_by_field_name("left"), node.child_by_field_name("right")


def _parent(node: Node) -> str:
    return node.parent.type if node.parent is not None else ""


def _root(node: Node) -> str:
    while node.parent is not None:
        node = node.parent
    return node.type


def _text(node: Node | None) -> str:
    return " ".join((node.text or b"").decode("utf-8", "replace").split()) if node is not None else ""
