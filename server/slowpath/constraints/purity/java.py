"""Whether a Java expression only looks at the program's state.

What is allowed is a list: arithmetic, comparison, access, casts, calls of the library's methods that change nothing,
and calls of methods of the reply's own whose bodies change nothing but what they made themselves. Types aren't known: a
program's own method of a standard name is believed; outputs are compared with and without checkers by whoever asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.constraints.purity import Unfit
from slowpath.instrument.java_expressions import defined_methods, judged_expression
from slowpath.instrument.places import CannotPlace
from slowpath.source.cpp.values import descendants, text_of
from slowpath.source.java.source import parse_java

COPYING = frozenset("clone copyOf copyOfRange toCharArray substring".split())
WALKING = COPYING | frozenset("contains indexOf lastIndexOf containsValue equals hashCode compareTo matches".split())
LOOKING = WALKING | frozenset(
    (
        "size length isEmpty get getOrDefault containsKey charAt peek peekFirst peekLast element getFirst getLast "
        "first last firstKey lastKey floor ceiling higher lower floorKey ceilingKey higherKey lowerKey getKey getValue "
        "startsWith endsWith abs max min floorMod floorDiv sqrt cbrt pow log log10 exp floor ceil round hypot signum "
        "bitCount bitLength numberOfLeadingZeros numberOfTrailingZeros highestOneBit lowestOneBit intValue longValue "
        "doubleValue charValue booleanValue ordinal testBit cardinality getNumericValue isDigit isLetter "
        "isUpperCase isLowerCase compare keySet values entrySet"
    ).split()
)
_CHANGING_FIRST = frozenset("sort fill reverse swap addAll".split())
"""Methods of `Arrays` and `Collections` that change their first argument."""
_CONTAINERS = frozenset(
    (
        "ArrayList ArrayDeque HashMap HashSet LinkedHashMap LinkedHashSet TreeMap TreeSet PriorityQueue BitSet "
        "StringBuilder"
    ).split()
)
_LOOPS = ("for_statement", "enhanced_for_statement", "while_statement", "do_statement")
_REFUSED = (
    "lambda_expression method_reference class_body throw_statement try_statement synchronized_statement "
    "try_with_resources_statement assert_statement local_class_declaration"
).split()
_REACHING = frozenset("System Runtime Thread Process ProcessBuilder Class Files Scanner".split())


class Looks:
    """Judges expressions of one program with one setup."""

    def __init__(self, program: bytes, setup: str) -> None:
        self._program, self._setup = program, setup
        self._own: dict[str, Node] = {}

    def check_setup(self) -> tuple[str, ...]:
        """The names of the methods in the setup. Raises `Unfit` where it holds anything else, or they do harm."""
        try:
            methods = defined_methods(self._setup)
        except CannotPlace as error:
            raise Unfit("its `setup` holds more than methods (no fields, no classes, no imports)") from error
        taken = {_name(each) for each in descendants(parse_java(self._program), "method_declaration")}
        for made in methods:
            name = _name(made)
            if name in taken:
                raise Unfit(f"its `setup` defines {name}, which the program has already; give it another name")
            self._own[name] = made
        for name, made in self._own.items():
            try:
                self._method(made)
            except Unfit as error:
                raise Unfit(f"its `setup` method {name} does more than look: {error}") from error
        return tuple(self._own)

    def check(self, expression: str) -> None:
        """Raises `Unfit` where the expression does more than look. `check_setup` comes first."""
        try:
            judged_expression(expression)
        except CannotPlace as error:
            raise Unfit(str(error)) from error
        root = expression_root(expression)
        for call in descendants(root, "method_invocation"):
            self._call(call, frozenset())
        _refuse_reaching(root)

    def walks(self, expression: str) -> bool:
        """Whether evaluating it may walk over data. Raises `Unfit`."""
        self.check(expression)
        return self._walks(expression_root(expression), set())

    def _walks(self, node: Node, seen: set[str]) -> bool:
        for call in descendants(node, "method_invocation"):
            name = _name(call)
            own = self._own.get(name)
            if name in WALKING or name in seen:
                return True
            if own is not None and (next(descendants(own, *_LOOPS), None) or self._walks(own, {*seen, name})):
                return True
        return False

    def _call(self, call: Node, fresh: frozenset[str]) -> None:
        """`fresh` are variables that hold what the method around made itself."""
        name, of = _name(call), call.child_by_field_name("object")
        given = call.child_by_field_name("arguments")
        first = given.named_children[0] if given is not None and given.named_children else None
        changes_own = (of is not None and text_of(of) in fresh) or (
            text_of(of) in ("Arrays", "Collections") and name in _CHANGING_FIRST and text_of(first) in fresh
        )
        if name not in LOOKING and not (of is None and name in self._own) and not changes_own:
            raise Unfit(f"it calls {name}, which isn't known to change nothing; a condition may only look")

    def _method(self, made: Node) -> None:
        refused = next(descendants(made, *_REFUSED), None)
        if refused is not None:
            raise Unfit(f"it holds a {refused.type.replace('_', ' ')}")
        _refuse_reaching(made)
        own = frozenset(_variables(made))
        fresh = frozenset(_fresh(made))
        for node in descendants(made, "object_creation_expression"):
            kind = text_of(node.child_by_field_name("type")).split("<")[0].removeprefix("java.util.")
            if kind not in _CONTAINERS:
                raise Unfit(f"it makes a new {kind}")
        for call in descendants(made, "method_invocation"):
            self._call(call, fresh)
        for node in descendants(made, "assignment_expression", "update_expression"):
            target = node.child_by_field_name("left") or node.named_children[0]
            base = _base(target)
            if base not in (own if target.type == "identifier" else fresh):
                raise Unfit(f"it changes {base or 'something'}, which isn't a variable of its own")


def _refuse_reaching(root: Node) -> None:
    names = (text_of(node) for node in descendants(root, "identifier", "type_identifier"))
    reached = next((name for name in names if name in _REACHING), None)
    if reached is not None:
        raise Unfit(f"it uses {reached}; a condition may only look at the program's variables")


def _name(node: Node) -> str:
    return text_of(node.child_by_field_name("name"))


def _base(node: Node | None) -> str:
    """The variable at the bottom of an access to elements, "" for anything else."""
    while node is not None and node.type == "array_access":
        node = node.child_by_field_name("array")
    return text_of(node) if node is not None and node.type == "identifier" else ""


def _variables(made: Node) -> Iterator[str]:
    """Names of parameters and of what is declared in the method."""
    for node in descendants(made, "formal_parameter", "variable_declarator", "enhanced_for_statement"):
        yield _name(node)


def _fresh(made: Node) -> Iterator[str]:
    """Variables that never hold anything but what the method makes."""
    shared = {
        text_of(node.child_by_field_name("left"))
        for node in descendants(made, "assignment_expression")
        if not _makes(node.child_by_field_name("right"))
    }
    for node in descendants(made, "variable_declarator"):
        if _makes(node.child_by_field_name("value")) and _name(node) not in shared:
            yield _name(node)


def _makes(value: Node | None) -> bool:
    return value is not None and (
        value.type in ("array_creation_expression", "object_creation_expression", "array_initializer")
        or (value.type == "method_invocation" and _name(value) in COPYING)
    )


def program_of(statement: str) -> Node:
    """The tree of a program that holds a statement."""
    return parse_java(f"class C {{ void f() {{ {statement} }} }}".encode("utf-8", "replace"))


def expression_root(expression: str) -> Node:
    """The tree of a program that holds an expression as what a variable begins with."""
    return program_of(f"Object o = {expression};")
