"""The variables of a C++ program: their types as far as text shows them, and which are in sight where.

A type is plain text with aliases resolved (`vector<pair<int,long long>>`); "auto" stays where its initializer doesn't
show it. What isn't understood is left out, so that nothing is used that might not be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import element_type, plain_type, template_arguments
from slowpath.source.cpp.view_tree import FUNCTIONS, Syntax

_INTEGRAL = late_regex(
    r"^(?:(?:un)?signed|long|short|int|char|bool|size_t|u?int(?:8|16|32|64)_t|ptrdiff_t|ssize_t"
    r"|__int128|\s)+$"
)
_FLOATING = late_regex(r"^(?:long |)(?:double|float)$")
SEQUENCES = frozenset({"vector", "deque", "string", "basic_string", "array", "list"})
TREES = frozenset({"map", "set", "multimap", "multiset"})
HASHES = frozenset({"unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset"})
QUEUES = frozenset({"queue", "stack", "priority_queue"})
SIZED = SEQUENCES | TREES | HASHES | QUEUES
_WRAPPERS = (
    "reference_declarator",
    "pointer_declarator",
    "parenthesized_declarator",
    "init_declarator",
    "array_declarator",
    "function_declarator",
    "attributed_declarator",
)


@dataclass(frozen=True, eq=False)
class Variable:
    """A variable. `scope` is the node within which it is seen, from `since` on; `value` its initializer, `arguments`
    those of its constructor; `dims` the sizes of its array dimensions, outermost first."""

    name: str
    type: str
    scope: Syntax
    since: int
    node: Syntax
    value: Syntax | None = None
    arguments: tuple[Syntax, ...] = ()
    dims: tuple[Syntax, ...] = ()
    by_reference: bool = False
    is_pointer: bool = False
    is_parameter: bool = False
    is_constant: bool = False

    @property
    def is_integral(self) -> bool:
        """Whether it surely is one integer."""
        return not self.dims and not self.is_pointer and bool(_INTEGRAL.match(self.type))

    @property
    def is_number(self) -> bool:
        """Whether it surely is one number."""
        return self.is_integral or (not self.dims and not self.is_pointer and bool(_FLOATING.match(self.type)))

    @property
    def container(self) -> str:
        """The name of the container template that it is ("vector", "string"), else ""."""
        name = template_arguments(self.type)[0]
        return name if name in SIZED and not self.dims and not self.is_pointer else ""

    @property
    def element(self) -> str:
        """The type of what it holds; "" where that isn't known."""
        if self.dims or self.is_pointer:
            return self.type
        of = element_type(self.type) if self.container else ""
        return "" if of == self.type else of

    @property
    def is_global(self) -> bool:
        """Whether it lives outside of functions."""
        return self.scope.function is None and self.scope.type not in FUNCTIONS


@dataclass
class Scopes:
    """All variables of a program, and the aliases of its types."""

    variables: list[Variable] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    structs: frozenset[str] = frozenset()
    _by_name: dict[str, list[Variable]] = field(default_factory=dict)
    _functions: list[Syntax] = field(default_factory=list)

    def at(self, name: str, position: int) -> Variable | None:
        """The variable that a name means at a position, None where there's none in sight."""
        best: Variable | None = None
        for variable in self._by_name.get(name, ()):
            seen = variable.scope.start < position < variable.scope.end or variable.scope.parent is None
            if seen and variable.since <= position and (best is None or best.scope.start <= variable.scope.start):
                best = variable
        return best if best is not None and self._captured(best, position) else None

    def of(self, node: Syntax) -> Variable | None:
        """The variable that an identifier means where it stands."""
        return self.at(node.text, node.start)

    def _captured(self, variable: Variable, position: int) -> bool:
        """Whether the lambdas between a variable and a position let it in."""
        if variable.is_global:
            return True
        for function in self._functions:
            if (
                function.type == "lambda_expression"
                and function.start < position < function.end
                and not variable.scope.inside(function)
            ):
                captures = function.children[0].text if function.children else ""
                if not re.match(r"\[\s*[&=]\s*[\],]", captures) and not re.search(
                    rf"\b{re.escape(variable.name)}\b", captures
                ):
                    return False
        return True


def scopes_of(root: Syntax) -> Scopes:
    """The variables of a program."""
    made = Scopes()
    structs: set[str] = set()
    for node in root.walk():
        if node.type in ("type_definition", "alias_declaration"):
            name = node.get("declarator") or node.get("name")
            kind = node.get("type")
            if name is not None and kind is not None and name.type == "type_identifier":
                made.aliases.setdefault(name.text, plain_type(kind.text))
        elif node.type in ("struct_specifier", "class_specifier") and (name := node.get("name")) is not None:
            structs.add(name.text)
        if node.type in FUNCTIONS:
            made._functions.append(node)
    made.structs = frozenset(structs)
    for node in root.walk():
        if node.type in (
            "declaration",
            "field_declaration",
            "parameter_declaration",
            "optional_parameter_declaration",
            "for_range_loop",
        ):
            made.variables += _declared(node, made)
    for variable in made.variables:
        made._by_name.setdefault(variable.name, []).append(variable)
    return made


def _declared(node: Syntax, scopes: Scopes) -> Iterator[Variable]:
    kind = node.get("type")
    scope = _scope(node)
    if kind is None or scope is None:
        return
    before = node.text[: max(0, kind.start - node.start)]
    constant = "const" in before or node.text.startswith("const")
    text = plain_type(
        kind.text if kind.type not in ("struct_specifier", "class_specifier") else (kind.get("name") or kind).text,
        scopes.aliases,
    )
    text = re.sub(r"^enum ", "", text)
    for declarator in node.all("declarator"):
        variable = _variable(declarator, text, scope, node, constant)
        if variable is not None:
            yield variable


def _variable(declarator: Syntax, kind: str, scope: Syntax, node: Syntax, constant: bool) -> Variable | None:
    value: Syntax | None = None
    arguments: tuple[Syntax, ...] = ()
    dims: list[Syntax] = []
    reference = pointer = False
    inner: Syntax | None = declarator
    while inner is not None and inner.type in _WRAPPERS:
        if inner.type == "init_declarator":
            value = inner.get("value")
            if value is not None and value.type in ("argument_list", "initializer_list"):
                arguments, value = tuple(value.children), value if value.type == "initializer_list" else None
        elif inner.type == "array_declarator":
            size = inner.get("size")
            dims = [*([size] if size is not None else [inner]), *dims]
        elif inner.type == "function_declarator":
            parameters = inner.get("parameters")
            if (
                (scope.function is None and scope.type not in FUNCTIONS)
                or parameters is None
                or template_arguments(kind)[0] not in SIZED
            ):
                return None
            arguments = tuple(part.get("type") or part for part in parameters.children)
        reference |= inner.type == "reference_declarator"
        pointer |= inner.type == "pointer_declarator"
        inner = inner.get("declarator") or next(
            (child for child in inner.children if "declarator" in child.type or child.type == "identifier"), None
        )
    if inner is None or inner.type not in ("identifier", "field_identifier"):
        return None
    is_field = node.type == "field_declaration"
    since = scope.start if is_field else declarator.end if node.type != "for_range_loop" else declarator.start
    if kind == "auto" and value is not None:
        kind = _shown(value)
    return Variable(
        inner.text,
        kind,
        scope,
        since,
        inner,
        value,
        arguments,
        tuple(dims),
        reference,
        pointer,
        "parameter" in node.type,
        constant,
    )


def _shown(value: Syntax) -> str:
    """The type of a literal or of a size; "auto" for anything else."""
    if value.type == "number_literal":
        return "double" if re.search(r"[.eE]", value.text) and not value.text.startswith("0x") else "long long"
    if value.type == "call_expression" and re.search(r"[.](size|length)\(\)$", value.text):
        return "size_t"
    return "auto"


def _scope(node: Syntax) -> Syntax | None:
    """The node within which something declared by `node` is seen; None for a parameter of a mere declaration."""
    if node.type == "for_range_loop":
        return node
    for above in node.above():
        if "parameter" in node.type:
            if above.type in FUNCTIONS:
                return above
            if above.type in (
                "declaration",
                "compound_statement",
                "template_parameter_list",
                "translation_unit",
                "field_declaration",
                "type_descriptor",
            ):
                return None
        elif above.type in tuple(
            (
                "compound_statement for_statement translation_unit field_declaration_list if_statement "
                "while_statement switch_statement case_statement declaration_list ERROR"
            ).split()
        ):
            return above
    return None
