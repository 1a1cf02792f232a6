"""Distances to measure in a program: how near the two sides of each of its comparisons come to being equal.

Where they are equal a comparison turns, whichever it is, so a search that comes nearer comes to the other branch
(the branch distance of Korel 1990; value profiles of libFuzzer). A distance is a `Condition` that stands before the
statement whose expression is evaluated first: what short circuits and conditional expressions would leave out is left
out here too, so nothing is evaluated that the program wouldn't evaluate itself a moment later. Only what surely has no
effect is taken: names, literals, elements, fields, arithmetic, and calls of a few known functions. Comparisons in the
head of a `for` and within comprehensions are left out: loops end anyway. Where integers have a largest value (C++,
Java) their products and sums are measured as well, where they come near to it. How a language says it: `measures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from slowpath.instrument.languages import instrumented
from slowpath.instrument.measures import EQUAL, NEAR, OVERFLOWS, PLUS, TIMES, Measured, Measures
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Place, constraint_id

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
        "not_operator conditional_expression this tuple method_invocation field_access array_access ternary_expression "
        "decimal_integer_literal hex_integer_literal decimal_floating_point_literal character_literal string_fragment "
        "null_literal integral_type floating_point_type super"
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
"""By the last word of what is called, in any language."""
_SCOPES = frozenset(
    (
        "lambda_expression lambda list_comprehension set_comprehension generator_expression "
        "dictionary_comprehension compound_statement block comma_expression class_body switch_expression"
    ).split()
)
"""What isn't evaluated there and then, or only after something else was done."""
_HEADS = {"if_statement": "condition", "elif_clause": "condition", "while_statement": "condition"}
_DECLARATIONS = frozenset({"declaration", "local_variable_declaration"})
_WHOLE = frozenset({"expression_statement", "return_statement", "assert_statement"}) | _DECLARATIONS
_CALLS = frozenset({"call_expression", "call", "method_invocation"})
_CHOICES = frozenset({"conditional_expression", "ternary_expression"})
_CONDITIONED = frozenset({"for_statement", "condition_clause"})


def distances(source: bytes, language: str) -> tuple[Constraint, ...]:
    """What can be measured in a program, as probes for its search build, in the order of its text; empty for a language
    that isn't known. Costs one parse."""
    known = instrumented(language)
    measures = known.measures if known is not None else None
    if measures is None:
        return ()
    root, place_of = measures.read(source)
    left = {False: MOST_COMPARISONS, True: MOST_OVERFLOWS}
    made: dict[str, Constraint] = {}
    for statement in _statements(root):
        place = place_of(statement)
        if place is None:
            continue
        for measured in _measured(statement, measures):
            overflows = measured.kind in OVERFLOWS
            constraint = _constraint(place, measured, measures)
            if constraint.id not in made and left[overflows] > 0:
                left[overflows] -= 1
                made[constraint.id] = constraint
    return tuple(made.values())


def _constraint(place: Place, measured: Measured, measures: Measures) -> Constraint:
    a, b = measured.left, measured.right
    condition = Condition(measures.said(measured), place, setup=measures.setup)
    said = f"{a} and {b} come near to what their type holds" if measured.kind in OVERFLOWS else f"{a} comes near to {b}"
    return Constraint(constraint_id(ORIGIN, place.line, said, condition), place.line, said, condition, ORIGIN)


def _measured(statement: Node, measures: Measures) -> Sequence[Measured]:
    """What a statement evaluates first; nothing where its expressions are nested deeper than can be followed."""
    try:
        return tuple(_Walk(statement, measures).measured())
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

    def __init__(self, statement: Node, measures: Measures) -> None:
        self._statement, self._measures = statement, measures
        self._declared: frozenset[str] = frozenset()

    def measured(self) -> Iterator[Measured]:
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
        elif not node.has_error and _parent(node) not in _CONDITIONED:
            # What a declaration declares isn't there yet before it.
            self._declared = frozenset(_declared(node))
            for child in node.named_children:
                yield from self._of(child, ())

    def _of(self, node: Node, guards: tuple[str, ...]) -> Iterator[Measured]:
        if node.type in _SCOPES | _CONDITIONED:
            return
        operator = _operator(node)
        left, right = _sides(node)
        if left is not None and right is not None and operator in ("&&", "||", "and", "or"):
            yield from self._of(left, guards)
            yield from self._guarded(right, guards, left, operator in ("&&", "and"))
            return
        if node.type in _CHOICES:
            yield from self._of_choice(node, guards)
            return
        if left is not None and right is not None and operator in _COMPARING:
            yield from self._pair(NEAR, left, right, guards)
        elif left is not None and right is not None and self._measures.overflows and operator in ("*", "+="):
            yield from self._pair(TIMES if operator == "*" else PLUS, left, right, guards)
        elif node.type in _CALLS and _called(node) in self._measures.compares:
            compared = node.child_by_field_name("object"), node.child_by_field_name("arguments")
            if compared[0] is not None and compared[1] is not None and compared[1].named_child_count == 1:
                yield from self._pair(EQUAL, compared[0], compared[1].named_children[0], guards)
        for child in node.named_children:
            yield from self._of(child, guards)

    def _of_choice(self, node: Node, guards: tuple[str, ...]) -> Iterator[Measured]:
        names = ("condition", "consequence", "alternative")
        chosen = [part for name in names if (part := node.child_by_field_name(name)) is not None]
        if not chosen and node.named_child_count == 3:
            consequence, condition, alternative = node.named_children  # Python's have no names.
            chosen = [condition, consequence, alternative]
        if len(chosen) == 3:
            yield from self._of(chosen[0], guards)
            yield from self._guarded(chosen[1], guards, chosen[0], True)
            yield from self._guarded(chosen[2], guards, chosen[0], False)

    def _guarded(self, node: Node, guards: tuple[str, ...], by: Node, holds: bool) -> Iterator[Measured]:
        """What is evaluated only where `by` holds, or doesn't; nothing where that can't be asked beforehand."""
        if not self._is_plain(by):
            return
        yield from self._of(node, (*guards, _text(by) if holds else f"{self._measures.negation}({_text(by)})"))

    def _pair(self, kind: str, left: Node, right: Node, guards: tuple[str, ...]) -> Iterator[Measured]:
        texts = _text(left), _text(right)
        if (
            self._is_plain(left)
            and self._is_plain(right)
            and len("".join((*texts, *guards))) <= LONGEST
            and (kind in OVERFLOWS or texts[0] != texts[1])
            and "null_literal" not in (left.type, right.type)
        ):
            yield Measured(kind, *texts, guards)

    def _is_plain(self, node: Node) -> bool:
        stack = [node]
        while stack:
            inner = stack.pop()
            if not inner.is_named:
                continue
            if inner.type not in _PLAIN or (inner.type == "identifier" and _text(inner) in self._declared):
                return False
            if inner.type in _CALLS and _called(inner) not in _HARMLESS | self._measures.harmless:
                return False
            stack.extend(inner.children)
        return True


def _called(call: Node) -> str:
    """The last word of what is called."""
    called = call.child_by_field_name("function") or call.child_by_field_name("name")
    if called is not None and called.type == "template_function":
        called = called.child_by_field_name("name") or called
    return _text(called).replace("->", ".").replace("::", ".").rpartition(".")[2].strip()


def _declared(node: Node) -> Iterator[str]:
    """The names that a declaration declares."""
    if node.type not in _DECLARATIONS:
        return
    for declarator in node.children_by_field_name("declarator"):
        inner: Node | None = declarator
        while inner is not None and inner.type != "identifier":
            inner = inner.child_by_field_name("declarator") or inner.child_by_field_name("name")
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


def _text(node: Node | None) -> str:
    return " ".join((node.text or b"").decode("utf-8", "replace").split()) if node is not None else ""
