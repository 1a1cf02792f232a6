"""C++ variables while a program is read over: their types, what is known of their values, and expressions.

A value is known symbolically: an expression text over the keys of tokens already read (`n`, `n-1`, `n*m`), or
None. Declarations give containers their lengths; constants are computed, so that `a[N]` has a size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.source.sums import difference

_INT64 = late_regex(r"\b(long|ll|LL|i64|lli|int64|int64_t|uint64_t|size_t|u64|ull|lint|Int)\b")
_INT32 = late_regex(r"\b(int|unsigned|short|bool|int32_t|uint32_t|u32|i32|ui|uint)\b")
_CONTAINERS = ("vector", "array", "deque", "valarray", "list", "basic_string", "multiset", "set", "queue", "stack")
_LONGEST_VALUE = 60
_LARGEST_VALUE = 10**30
TEXT_TO_INTEGER = frozenset("stoi stol stoll stoul stoull atoi atol atoll".split())


@dataclass
class Variable:
    """A variable of the program. `dims` are the symbolic sizes of its dimensions, outermost first, the first `rank`
    of them those of a C array. `called` is the name of what it refers to: of `x` in `for (int &x : a)` it is a.
    `pack` holds the arguments that a parameter pack stands for.
    """

    name: str
    type: str
    dims: list[str | None] = field(default_factory=list)
    value: str | None = None
    rank: int = 0
    called: str = ""
    pack: tuple[Variable, ...] | None = None


@dataclass(frozen=True)
class Target:
    """What is read into: a base name, the type of one element, the constant size of its array (0 unknown), the
    sizes that an element still has. `whole` says that it is the variable itself, no part of it, `depth` how far
    inside it is."""

    name: str
    type: str
    capacity: int = 0
    variable: Variable | None = None
    dims: tuple[str | None, ...] = ()
    rank: int = 0
    whole: bool = False
    depth: int = 0


@dataclass(frozen=True)
class Function:
    """A function of the program. `parameters` are (name, type, by reference), `template` its type parameters with
    their defaults, `owner` the struct that it belongs to, or "lambda"."""

    name: str
    parameters: tuple[tuple[str, str, bool], ...]
    body: Node
    result: str
    owner: str = ""
    template: tuple[tuple[str, str], ...] = ()


def text_of(node: Node | None) -> str:
    """The source text of a node, "" for None."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text is not None else ""


def descendants(node: Node, *types: str) -> Iterator[Node]:
    """Every node below `node` (itself included) whose type is one of `types`, in source order."""
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type in types:
            yield current
        stack.extend(reversed(current.children))


def plain_type(text: str, aliases: dict[str, str] | None = None) -> str:
    """A type's text without qualifiers, references and blanks around punctuation; aliases resolved."""
    text = re.sub(
        r"\b(const|static|constexpr|register|volatile|inline|struct|typename|std\s*::)\s*|std::|"
        r"[&*]",
        "",
        text,
    )
    text = re.sub(r"\s*([<>,:])\s*", r"\1", re.sub(r"\s+", " ", text)).strip()
    for _ in range(5):
        replaced = re.sub(r"\b[A-Za-z_]\w*\b", lambda m: (aliases or {}).get(m.group(), m.group()), text)
        if replaced == text:
            break
        text = replaced
    return text


def template_arguments(type_text: str) -> tuple[str, list[str]]:
    """The name and the top-level template arguments of a type: `pair<int,ll>` -> ("pair", ["int", "ll"])."""
    name, _, rest = type_text.partition("<")
    arguments, depth, current = [], 0, ""
    for character in rest.rsplit(">", 1)[0]:
        if character == "," and depth == 0:
            arguments.append(current)
            current = ""
            continue
        depth += (character == "<") - (character == ">")
        current += character
    return name.split(":")[-1], [*arguments, current] if current else arguments


def element_type(type_text: str) -> str:
    """The type of one element of a container; of a string, char; else the type itself."""
    name, arguments = template_arguments(type_text)
    if name in _CONTAINERS and arguments:
        return arguments[0]
    return "char" if name in ("string", "basic_string") else type_text


def container_depth(type_text: str) -> int:
    """How many containers are nested in a type; `vector<vector<int>>` has 2."""
    depth = 0
    while template_arguments(type_text)[0] in _CONTAINERS and "<" in type_text and depth < 5:
        type_text, depth = element_type(type_text), depth + 1
    return depth


def kind_and_bits(type_text: str) -> tuple[str, int]:
    """The token kind that reading into this type consumes, and the integer's width."""
    if re.search(r"\bstring\b", type_text):
        return "word", 64
    if re.search(r"\bbitset\b", type_text):
        return "word", 64
    if re.search(r"\b(double|float|ld|db|real)\b", type_text):
        return "float", 64
    if re.search(r"\bu?char\b", type_text):
        return "char", 8
    if _INT64.search(type_text):
        return "int", 64
    if _INT32.search(type_text):
        return "int", 32
    return "any", 0


class Scope:
    """The variables in sight: globals, then those of the function being walked, innermost last."""

    def __init__(self, frames: list[dict[str, Variable]] | None = None) -> None:
        self.frames = frames or [{}]

    def find(self, name: str) -> Variable | None:
        """The innermost variable of that name."""
        for frame in reversed(self.frames):
            if name in frame:
                return frame[name]
        return None

    def declare(self, variable: Variable) -> Variable:
        """Adds a variable to the innermost frame."""
        self.frames[-1][variable.name] = variable
        return variable

    def inside(self) -> Scope:
        """A scope for a block."""
        return Scope([*self.frames, {}])

    def callee(self, members: dict[str, Variable] | None = None) -> Scope:
        """A scope for a called function: only the globals are seen, and the members of its object."""
        return Scope([self.frames[0], *([members] if members is not None else []), {}])


def symbolic(node: Node | None, scope: Scope) -> str | None:
    """The value of a C++ expression over keys, or None where it isn't known."""
    if node is None:
        return None
    kind = node.type
    if kind == "number_literal":
        return number_text(text_of(node))
    if kind in ("identifier", "field_identifier"):
        found = scope.find(text_of(node))
        if found is None or found.value is not None or not found.rank:
            return found.value if found else None
        return "0"
    if kind == "comma_expression":
        return symbolic(node.named_children[-1], scope)
    if kind in ("parenthesized_expression", "condition_clause"):
        return symbolic(node.named_children[0], scope) if node.named_children else None
    if kind == "cast_expression":
        return symbolic(node.child_by_field_name("value"), scope)
    if kind == "unary_expression" and text_of(node).startswith("-"):
        return simplified("-({})", symbolic(node.child_by_field_name("argument"), scope))
    if kind == "binary_expression":
        return _binary(node, scope)
    if kind == "call_expression":
        return _call(node, scope)
    if kind in ("field_expression", "subscript_expression"):
        return part_value(node, scope)
    return None


def part_value(node: Node, scope: Scope) -> str | None:
    """The value last read into a part such as `q.type` or `op[i]`, which is kept under its whole text."""
    found = scope.find(re.sub(r"\s|^this->", "", text_of(node)))
    return found.value if found else None


def _binary(node: Node, scope: Scope) -> str | None:
    left = symbolic(node.child_by_field_name("left"), scope)
    right = symbolic(node.child_by_field_name("right"), scope)
    operator = text_of(node.child_by_field_name("operator"))
    if operator in ("+", "-", "*", "/", "%"):
        return simplified("({})" + {"/": "//"}.get(operator, operator) + "({})", left, right)
    if operator == "<<":
        return simplified("({})*2**({})", left, right)
    return None


def _call(node: Node, scope: Scope) -> str | None:
    function = node.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    values = [symbolic(child, scope) for child in arguments.named_children] if arguments else []
    name = text_of(function)
    if function is not None and function.type == "field_expression":
        owner = scope.find(text_of(function.child_by_field_name("argument")))
        method = text_of(function.child_by_field_name("field"))
        if method in ("size", "length", "end") and owner:
            return length_of(owner)
        if method in ("c_str", "data") and owner:
            return owner.value
        return "0" if method == "begin" and owner else None
    if name in ("begin", "std::begin"):
        return "0"
    if name in ("strlen", "size", "std::size", "ssize", "end", "std::end") and arguments and arguments.named_children:
        owner = scope.find(text_of(arguments.named_children[0]))
        return length_of(owner) if owner else None
    if name.split(":")[-1] in ("min", "max") and len(values) == 2 and None not in values:
        return simplified(name.split(":")[-1] + "({},{})", *values)
    if name.split(":")[-1] == "pow" and len(values) == 2:
        return simplified("({})**({})", *values)
    if (kind_and_bits(name)[0] == "int" and len(values) == 1) or (
        name.split(":")[-1] in TEXT_TO_INTEGER and 0 < len(values) < 3
    ):
        return values[0]
    return None


def length_of(variable: Variable) -> str | None:
    """The symbolic number of elements of a container or of characters of a string."""
    if variable.dims:
        return variable.dims[0]
    if kind_and_bits(variable.type)[0] in ("word", "char") and variable.value:
        return f"len({variable.value})"
    return None


def simplified(pattern: str, *values: str | None) -> str | None:
    """`pattern` filled with `values`, in canonical text, constants computed, `n-1+1` folded; None if any is."""
    if any(value is None or len(value) > _LONGEST_VALUE for value in values):
        return None
    try:
        made = expr(pattern.format(*values))
        constant = made.constant
    except (ValueError, ArithmeticError):
        return None
    if constant is not None:
        return str(constant) if abs(constant) < _LARGEST_VALUE else None
    return difference(made.text)


def number_text(text: str) -> str | None:
    """A C++ integer literal (or `1e5` used as one) as decimal text, else None."""
    text = text.replace("'", "").rstrip("uUlL")
    try:
        return str(int(text, 0))
    except ValueError:
        pass
    try:
        value = float(text)
        return str(int(value)) if value == int(value) and abs(value) < 1e19 else None
    except (ValueError, OverflowError):
        return str(int(text, 8)) if re.fullmatch(r"0[0-7]+", text) else None


def target_of(node: Node, scope: Scope, fields: dict[str, dict[str, str]]) -> Target:
    """What an lvalue names: `e[i].u` -> name "u", with the field's type. `fields`: struct -> field -> type."""
    kind = node.type
    if kind in ("parenthesized_expression", "pointer_expression", "update_expression") and node.named_children:
        inner = target_of(node.named_children[-1], scope, fields)
        text = text_of(node)
        return part_of(inner) if text.startswith("*") and inner.dims else inner
    if kind == "subscript_expression":
        base = target_of(node.child_by_field_name("argument"), scope, fields)  # type: ignore[arg-type]
        is_fixed = re.fullmatch(r"\[\s*\d+\s*\]", text_of(node.child_by_field_name("indices"))) is not None
        return replace(part_of(base), capacity=base.capacity) if is_fixed else part_of(base)
    if kind == "binary_expression":
        return part_of(target_of(node.child_by_field_name("left"), scope, fields))  # type: ignore[arg-type]
    if kind == "field_expression" and text_of(node.child_by_field_name("argument")) != "this":
        base = target_of(node.child_by_field_name("argument"), scope, fields)  # type: ignore[arg-type]
        return _field_target(base, text_of(node.child_by_field_name("field")), fields)
    if kind == "call_expression":
        return _called_target(node, scope, fields)
    name = text_of(node.child_by_field_name("field")) if kind == "field_expression" else text_of(node)
    found = scope.find(name)
    if found is None:
        return Target(re.sub(r"\W+", "", name) or "x", "", 0, None)
    return Target(found.called or found.name, found.type, 0, found, tuple(found.dims), found.rank, True)


def part_of(base: Target) -> Target:
    """One element of what a target names."""
    first = base.dims[0] if base.dims else None
    capacity = int(first) if first and first.isdigit() else base.capacity
    rank = max(base.rank - 1, 0)
    return Target(
        base.name,
        base.type if base.rank else element_type(base.type),
        capacity,
        base.variable,
        base.dims[1:],
        rank,
        False,
        base.depth + 1,
    )


def _called_target(node: Node, scope: Scope, fields: dict[str, dict[str, str]]) -> Target:
    """What `v.at(i)`, `v.back()`, `get<0>(t)` names."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    if function is not None and function.type == "field_expression":
        base = target_of(function.child_by_field_name("argument"), scope, fields)  # type: ignore[arg-type]
        method = text_of(function.child_by_field_name("field"))
        if method in ("begin", "data", "c_str", "rbegin", "end"):
            return base
        return part_of(base)
    index = re.fullmatch(r"(?:std::)?get<(\d)>", text_of(function))
    if index and given:
        base = target_of(given[0], scope, fields)
        parts = template_arguments(base.type)[1]
        place = int(index.group(1))
        return Target(f"{base.name}_{place}", parts[place] if place < len(parts) else "", base.capacity, base.variable)
    if len(given) in (1, 2):
        return target_of(given[-1], scope, fields)
    return Target("x", "")


def _field_target(base: Target, name: str, fields: dict[str, dict[str, str]]) -> Target:
    owner, arguments = template_arguments(base.type)
    if name in ("first", "second"):
        index = ("first", "second").index(name)
        made = arguments[index] if owner == "pair" and len(arguments) == 2 else ""
        return Target(f"{base.name}_{name}", made, base.capacity, base.variable)
    return Target(name, fields.get(owner, {}).get(name, ""), base.capacity, base.variable)
