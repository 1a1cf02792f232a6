"""Whether a C++ expression only looks at the program's state.

What is allowed is a list: arithmetic, comparison, access, casts, calls of the standard library that change nothing, and
calls of functions (the program's or the reply's own) whose bodies are looked at in the same way and may change nothing
but their own variables. Everything else is refused with a reason that says what to do instead. Macros of the program
are expanded first. Types aren't known, so that a program's own method of a standard name is believed; outputs are
compared with and without checkers by whoever asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from slowpath.constraints.purity import Unfit
from slowpath.source.cpp.program import declarator_name
from slowpath.source.cpp.source import expanded, parse_cpp
from slowpath.source.cpp.values import descendants, text_of

_MARK = "slowpath_looked_at_"
_LARGEST = 8000

INPUT_OUTPUT = frozenset(
    (
        "cin cout cerr clog printf fprintf puts fputs putchar putc fputc fwrite scanf fscanf getchar getline "
        "gets fgets fread fopen freopen fclose fflush perror stdin stdout stderr ifstream ofstream fstream print "
        "println"
    ).split()
)
ENDING = frozenset(
    ("exit", "abort", "_exit", "quick_exit", "_Exit", "terminate", "assert", "raise", "longjmp", "system", "throw")
)
CONSTANT_TIME = frozenset(
    (
        "max min abs labs llabs fabs log log2 log10 sqrt sqrtl cbrt pow exp floor ceil round lround llround "
        "trunc hypot gcd lcm __gcd __lg popcount bit_width __builtin_popcount __builtin_popcountll __builtin_clz "
        "__builtin_clzll __builtin_ctz __builtin_ctzll get begin end rbegin rend cbegin cend size ssize empty "
        "next prev distance isdigit isalpha isupper islower isspace tolower toupper clamp midpoint make_pair "
        "make_tuple pair string numeric_limits to_string stoi stoll static_cast sizeof tie"
    ).split()
)
WALKING = frozenset(
    (
        "accumulate count count_if is_sorted is_sorted_until max_element min_element minmax_element all_of "
        "any_of none_of find find_if adjacent_find equal inner_product lower_bound upper_bound binary_search "
        "equal_range mismatch lexicographical_compare is_permutation search strlen memcmp strcmp reduce"
    ).split()
)
METHODS = frozenset(
    (
        "size length empty count find contains at front back top begin end rbegin rend cbegin cend lower_bound "
        "upper_bound capacity bucket_count bucket_size bucket load_factor max_load_factor max_size first second "
        "max min test any none all substr compare rfind find_first_of find_last_of find_first_not_of "
        "find_last_not_of starts_with ends_with data c_str key_comp"
    ).split()
)
CHANGING_RANGES = frozenset(
    ("sort", "stable_sort", "reverse", "iota", "fill", "unique", "nth_element", "swap", "copy", "partial_sum", "rotate")
)
_MAPS = ("map", "unordered_map", "gp_hash_table", "cc_hash_table")
_PLAIN = frozenset(
    (
        "identifier field_identifier namespace_identifier qualified_identifier number_literal char_literal "
        "character string_literal string_content escape_sequence true false null this binary_expression "
        "unary_expression parenthesized_expression call_expression argument_list field_expression "
        "subscript_expression subscript_argument_list cast_expression type_descriptor primitive_type "
        "sized_type_specifier type_identifier template_function template_type type_qualifier "
        "template_argument_list template_method conditional_expression sizeof_expression initializer_list "
        "pointer_expression compound_literal_expression abstract_pointer_declarator dependent_name "
        "abstract_reference_declarator concatenated_string scope_resolution"
    ).split()
)
_REFUSED = {
    "assignment_expression": "it assigns ({text}); a condition may only look",
    "update_expression": "it changes a variable ({text}); a condition may only look",
    "lambda_expression": "it holds a lambda; put a function into `setup` and call it",
    "comma_expression": "it is a sequence of expressions; give one",
    "new_expression": "it allocates memory; a condition may only look",
    "delete_expression": "it frees memory; a condition may only look",
    "throw_statement": "it throws; a condition may not end anything",
    "co_await_expression": "it waits; a condition may only look",
    "ERROR": "it is no C++ expression near {text}",
}


class Looks:
    """Judges expressions of one program with one setup."""

    def __init__(self, program: bytes, setup: str) -> None:
        self._setup = setup
        self._head = program.decode("utf-8", "replace")
        self._program = _functions(program)
        self._maps = _map_names(program)
        self._types = _type_names(program)
        self._own: dict[str, Node] = {}
        self._judged: dict[str, str] = {}

    def check_setup(self) -> tuple[str, ...]:
        """The names of the functions in the setup. Raises `Unfit` where it holds anything else, or they do harm."""
        if "#" in self._setup:
            raise Unfit("its `setup` holds a directive; only functions may stand there (no includes)")
        root = self._parsed(f"\n{self._setup}\n")
        for node in root.named_children:
            made = (
                next(iter(descendants(node, "function_definition")), None)
                if node.type in ("function_definition", "template_declaration")
                else None
            )
            if made is None:
                if node.type != "comment":
                    raise Unfit(
                        f"its `setup` holds {_shown(node)!r}; only functions may stand there"
                        " (no includes, no variables)"
                    )
                continue
            name = _function_name(made)
            if name in self._program:
                raise Unfit(f"its `setup` defines {name}, which the program has already; give it another name")
            self._own[name] = made
        for name, made in self._own.items():
            flaw = self._flaw(name, made)
            if flaw:
                raise Unfit(f"its `setup` function {name} does more than look: {flaw}")
        return tuple(self._own)

    def check(self, expression: str) -> None:
        """Raises `Unfit` where the expression does more than look. `check_setup` comes first."""
        self._walk(self._expression(expression), frozenset(), frozenset())

    def walks(self, expression: str) -> bool:
        """Whether evaluating it may walk over data."""
        return self._has_walk(self._expression(expression), set())

    def _is_long(self, name: str, seen: set[str]) -> bool:
        made = self._own.get(name) or self._program.get(name)
        if made is None or name in seen:
            return made is not None
        seen.add(name)
        if next(descendants(made, "for_statement", "while_statement", "do_statement", "for_range_loop"), None):
            return True
        return self._has_walk(made, seen)

    def _has_walk(self, node: Node, seen: set[str]) -> bool:
        """Whether a call below walks; methods of containers take a few steps."""
        calls = [
            call
            for call in descendants(node, "call_expression")
            if next(iter(call.named_children)).type != "field_expression"
        ]
        return any(_callee(call) in WALKING or self._is_long(_callee(call), seen) for call in calls)

    def _parsed(self, tail: str) -> Node:
        """The tree of `tail` alone, with the program's macros expanded in it."""
        if len(tail) > _LARGEST:
            raise Unfit(f"it is longer than {_LARGEST} characters")
        # A name alone: keywords may be macros (`#define int long long`).
        mark = f"{_MARK}here;"
        text = expanded(f"{self._head}\n#if 1\n#endif\n{mark}\n{tail}")
        return parse_cpp(text.rpartition(mark)[2].encode("utf-8", "replace"))

    def _expression(self, expression: str) -> Node:
        if "#" in expression or not expression.strip():
            raise Unfit(f"{expression[:60]!r} is no C++ expression")
        root = self._parsed(f"auto {_MARK} = ({expression}\n);")
        made = [child for child in root.named_children if child.type != "comment"]
        whole = next(descendants(made[0], "init_declarator"), None) if len(made) == 1 else None
        value = whole.child_by_field_name("value") if whole is not None else None
        if (
            value is None
            or value.type != "parenthesized_expression"
            or text_of(made[0])[-2:] != ");"
            or value.end_byte != made[0].end_byte - 1
        ):
            raise Unfit(f"{expression[:80]!r} is no single C++ expression")
        return value

    def _walk(self, node: Node, local: frozenset[str], own: frozenset[str]) -> None:
        """An expression: `local` are the names that it may see changed, `own` those of the function around it."""
        for each in _below(node):
            kind = each.type
            if kind in _REFUSED or each.is_missing:
                raise Unfit(_REFUSED.get(kind, _REFUSED["ERROR"]).format(text=repr(_shown(each))))
            if kind not in _PLAIN:
                raise Unfit(f"it holds {_shown(each)!r} ({kind.replace('_', ' ')}), which is more than an expression")
            self._check_node(each, local)

    def _check_node(self, each: Node, local: frozenset[str]) -> None:
        """What one node of any code says: names of streams and endings, calls, access that inserts."""
        if each.type == "identifier":
            _check_name(text_of(each))
        elif each.type == "call_expression":
            self._check_call(each, local)
        elif each.type == "subscript_expression":
            base = text_of(each.child_by_field_name("argument"))
            if base in self._maps and base not in local:
                raise Unfit(
                    f"`{_shown(each)}` inserts into the map where the key is missing; use {base}.count(...) or"
                    f" {base}.find(...)"
                )

    def _check_call(self, call: Node, local: frozenset[str]) -> None:
        name, function = _callee(call), call.child_by_field_name("function")
        _check_name(name)
        if function is not None and function.type == "lambda_expression":
            raise Unfit(_REFUSED["lambda_expression"])
        if function is not None and function.type == "field_expression":
            base = _base(function)
            if name not in METHODS and base not in local:
                raise Unfit(f"it calls the method {name}, which may change something; a condition may only look")
            return
        if name in CONSTANT_TIME or name in WALKING or name in self._types or _is_type(name, function):
            return
        if name in CHANGING_RANGES:
            arguments = call.child_by_field_name("arguments")
            bases = [_base(each) for each in (arguments.named_children if arguments is not None else [])]
            if any(base and base not in local and not base.isdigit() for base in bases[:2]):
                raise Unfit(f"{name} changes what isn't a copy of its own")
            return
        made = self._own.get(name) or self._program.get(name)
        if made is None:
            raise Unfit(f"it calls {name}, which isn't known to change nothing; write a function into `setup`")
        flaw = self._flaw(name, made)
        if flaw:
            raise Unfit(f"it calls {name}, which does more than look: {flaw}")

    def _flaw(self, name: str, made: Node) -> str:
        """What a function does besides looking, "" for nothing. A function under way is believed (recursion)."""
        if name not in self._judged:
            self._judged[name] = ""
            try:
                self._function(made)
            except Unfit as error:
                self._judged[name] = str(error)
        return self._judged[name]

    def _function(self, made: Node) -> None:
        body = made.child_by_field_name("body")
        if body is None or made.has_error:
            raise Unfit("it can't be parsed")
        local = frozenset(_locals(made))
        for each in _below(body):
            if each.type == "assignment_expression":
                self._check_target(each.child_by_field_name("left"), local)
            elif each.type == "update_expression":
                self._check_target(each.child_by_field_name("argument"), local)
            elif each.type in (
                "new_expression",
                "delete_expression",
                "throw_statement",
                "goto_statement",
                "try_statement",
            ):
                raise Unfit(f"`{_shown(each)}`")
            elif each.type == "storage_class_specifier" and text_of(each) == "static":
                raise Unfit("a static variable keeps its value from call to call")
            self._check_node(each, local)

    def _check_target(self, target: Node | None, local: frozenset[str]) -> None:
        base = _base(target)
        if base not in local:
            raise Unfit(f"it changes {base or 'something'}, which isn't a variable of its own")


def _check_name(name: str) -> None:
    if name in INPUT_OUTPUT:
        raise Unfit(f"it does input or output ({name}); a condition may only look")
    if name in ENDING:
        raise Unfit(f"it can end the program ({name}); give the bare condition")


def _below(node: Node) -> Iterator[Node]:
    """Every named node at or below `node`, and what is missing there, in source order."""
    stack = [node]
    while stack:
        current = stack.pop()
        if (current.is_named or current.is_missing) and current.type != "comment":
            yield current
        stack.extend(reversed(current.children))


def _callee(call: Node) -> str:
    """The last name of what a call calls: `std::max<int>` and `v.size` give "max" and "size", and `(ll)(n)`, which
    looks like a call to whoever doesn't know that `ll` is a type, gives "ll"."""
    function = call.child_by_field_name("function")
    while function is not None and function.type == "parenthesized_expression" and function.named_child_count == 1:
        function = function.named_children[0]
    text = text_of(function).split("<")[0] if function is not None and function.type != "field_expression" else ""
    if function is not None and function.type == "field_expression":
        text = text_of(function.child_by_field_name("field")).split("<")[0]
    return re.split(r"::|\.|->", text)[-1].strip()


def _is_type(name: str, function: Node | None) -> bool:
    """Whether the call is a cast in functional form."""
    kinds = ("primitive_type", "sized_type_specifier", "template_type")
    return (function is not None and function.type in kinds) or name in tuple(
        (
            "int long double float bool char size_t int64_t uint64_t int32_t ll ull ld dynamic_cast reinterpret_cast "
            "const_cast vector"
        ).split()
    )


def _base(node: Node | None) -> str:
    """The variable at the bottom of an access: `a[i].x` and `v.begin()` and `*p` give their first name."""
    while node is not None and node.type not in ("identifier", "number_literal"):
        inner = next(
            (found for found in map(node.child_by_field_name, ("argument", "function", "left")) if found is not None),
            None,
        )
        node = inner if inner is not None else next(iter(node.named_children), None)
    return text_of(node)


def _function_name(made: Node) -> str:
    declarator = next(iter(descendants(made, "function_declarator")), None)
    return declarator_name(declarator.child_by_field_name("declarator") if declarator is not None else None)


def _locals(made: Node) -> Iterator[str]:
    """Variables that belong to the function: declared in it, by value; parameters by value."""
    for declaration in descendants(made, "declaration", "parameter_declaration", "for_range_loop"):
        for field in declaration.children_by_field_name("declarator"):
            inner = field.child_by_field_name("declarator") if field.type == "init_declarator" else field
            is_parameter = declaration.type == "parameter_declaration"
            shared = ("reference_declarator", "pointer_declarator", *(("array_declarator",) if is_parameter else ()))
            if inner is not None and inner.type not in shared:
                yield declarator_name(inner)


@lru_cache(maxsize=8)
def _functions(program: bytes) -> dict[str, Node]:
    """The program's free functions by name; overloaded ones can't be told apart and are left out."""
    found: dict[str, Node] = {}
    twice: set[str] = set()
    for made in descendants(parse_cpp(expanded(program.decode("utf-8", "replace")).encode()), "function_definition"):
        name = _function_name(made)
        if name in found:
            twice.add(name)
        found[name] = made
    return {name: made for name, made in found.items() if name not in twice}


@lru_cache(maxsize=8)
def _map_names(program: bytes) -> frozenset[str]:
    """Variables that are maps, whose `[]` inserts."""
    names = set()
    for declaration in descendants(
        parse_cpp(expanded(program.decode("utf-8", "replace")).encode()),
        "declaration",
        "field_declaration",
        "parameter_declaration",
    ):
        kind = text_of(declaration.child_by_field_name("type")).removeprefix("std::").strip()
        if kind.split("<")[0].split("::")[-1] in _MAPS:
            for field in declaration.children_by_field_name("declarator"):
                names.add(
                    declarator_name(
                        field.child_by_field_name("declarator") if field.type == "init_declarator" else field
                    )
                )
    return frozenset(names)


@lru_cache(maxsize=8)
def _type_names(program: bytes) -> frozenset[str]:
    """Other names of types (`typedef`, `using`), but not of the program's classes: constructors may do anything."""
    root = parse_cpp(expanded(program.decode("utf-8", "replace")).encode())
    classes = descendants(root, "struct_specifier", "class_specifier", "union_specifier")
    unsafe = {text_of(each.child_by_field_name("name")) for each in classes}
    names: set[str] = set()
    for each in descendants(root, "type_definition", "alias_declaration"):
        named = each.child_by_field_name("declarator" if each.type == "type_definition" else "name")
        made = unsafe if unsafe & set(re.findall(r"\w+", text_of(each.child_by_field_name("type")))) else names
        made.add(text_of(named))
    return frozenset(names - unsafe)


def _shown(node: Node) -> str:
    text = " ".join(text_of(node).split())
    return text if len(text) <= 60 else text[:57] + "..."
