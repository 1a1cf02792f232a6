"""A C++ program as the rules see it: functions, loops, calls, variables in sight, what changes where, and how large
things can be by the input's format.

Everything is what text shows. A rule asks; the answer "not known" (None, "", an empty set) is common, and a rule that
gets it finds nothing. Expressions that conditions use are checked here: they mention only what is in sight at their
place and means the same there, and can neither crash nor change anything.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from slowpath.analysis.cues.constants import number
from slowpath.analysis.rules.cpp_view_loops import Loop, loops_of
from slowpath.analysis.rules.cpp_view_scope import SEQUENCES, Scopes, Variable, scopes_of
from slowpath.analysis.rules.cpp_view_tree import Positions, Syntax, tree_of_cpp
from slowpath.analysis.rules.names import WORD, Held, Names, names_of
from slowpath.inputs.infer.reads_cpp import reads_of_cpp
from slowpath.model.constraint import Place
from slowpath.model.format import InputFormat

_READING = frozenset({"size", "length", "empty", "begin", "end", "rbegin", "rend", "cbegin", "cend", "front", "back",
                      "top", "count", "find", "substr", "c_str", "data", "at", "lower_bound", "upper_bound", "rfind",
                      "compare", "bucket_count", "contains", "first", "second", "capacity", "test", "any", "none"})
_CHANGING = frozenset({"swap", "scanf", "memset", "fill", "sort", "reverse", "getline", "read", "iota", "copy",
                       "stable_sort", "unique", "rotate", "next_permutation", "swap_ranges", "nth_element",
                       "fill_n", "memcpy", "remove", "partial_sum", "gets", "fgets", "random_shuffle", "shuffle"})
_PURE_CALLS = frozenset({"sqrt", "sqrtl", "min", "max", "abs", "int", "long", "double", "size_t"})
_MOST = 1 << 62
_DEEPEST = 6
_LONGEST_LOOP = 2000


@dataclass(frozen=True, eq=False)
class Function:
    """A function, method or named lambda of the program."""

    name: str
    node: Syntax
    body: Syntax
    parameters: tuple[Variable, ...]
    is_lambda: bool = False
    is_method: bool = False


@dataclass(frozen=True, eq=False)
class Call:
    """A call. `name` is the bare name of what is called, `receiver` the object before the dot or arrow."""

    name: str
    node: Syntax
    arguments: tuple[Syntax, ...]
    receiver: Syntax | None = None

    @property
    def line(self) -> int:
        """The 1-based line on which it stands."""
        return self.node.line


@dataclass
class CppView:
    """The view. Build one with `cpp_view`."""

    root: Syntax
    names: Names
    positions: Positions
    loops: list[Loop] = field(default_factory=list)
    scopes: Scopes = field(default_factory=Scopes)

    # Functions and calls.

    @cached_property
    def functions(self) -> list[Function]:
        """Every function with a body, and every lambda that has a name."""
        made = []
        for node in self.root.find("function_definition", "lambda_expression"):
            body = node.get("body")
            if body is None:
                continue
            parameters = tuple(variable for variable in self.scopes.variables
                               if variable.scope is node and variable.is_parameter)
            if node.type == "lambda_expression":
                parent = node.parent
                name = _declared_name(parent.get("declarator")) if parent is not None \
                    and parent.type in ("init_declarator", "assignment_expression") else ""
            else:
                name = _declared_name(node.get("declarator"))
            method = any(above.type == "field_declaration_list" for above in node.above())
            made.append(Function(name, node, body, parameters, node.type == "lambda_expression", method))
        return made

    @cached_property
    def _by_name(self) -> dict[str, list[Function]]:
        made: dict[str, list[Function]] = {}
        for function in self.functions:
            if function.name:
                made.setdefault(function.name, []).append(function)
        return made

    def function(self, name: str) -> Function | None:
        """The program's function of a name; None where there's none or where it is overloaded."""
        found = self._by_name.get(name, [])
        return found[0] if len(found) == 1 else None

    def function_of(self, node: Syntax) -> Function | None:
        """The function that a node stands in."""
        return self._by_node.get(node.function) if node.function is not None else None

    @cached_property
    def _by_node(self) -> dict[Syntax, Function]:
        return {function.node: function for function in self.functions}

    @cached_property
    def calls(self) -> list[Call]:
        """Every call, in source order."""
        made = []
        for node in self.root.find("call_expression"):
            called, given = node.get("function"), node.get("arguments")
            if called is None:
                continue
            receiver = called.get("argument") if called.type == "field_expression" else None
            last = called.get("field") if called.type == "field_expression" else called
            name = re.split(r"::", (last or called).text.split("<")[0])[-1].strip()
            made.append(Call(name, node, tuple(given.children) if given is not None else (), receiver))
        return made

    def calls_of(self, function: Function) -> list[Call]:
        """The calls of a function of the program, from outside of it too."""
        return [call for call in self.calls if call.name == function.name
                and (call.receiver is None or function.is_method)]

    def self_calls(self, function: Function) -> list[Call]:
        """The calls by which a function calls itself."""
        return [call for call in self.calls_of(function) if call.node.inside(function.body)]

    def loop_of(self, node: Syntax) -> Loop | None:
        """The innermost loop around a node in its function."""
        return self._loops.get(node.loop) if node.loop is not None else None

    @cached_property
    def _loops(self) -> dict[Syntax, Loop]:
        return {loop.node: loop for loop in self.loops}

    def loops_around(self, node: Syntax) -> list[Loop]:
        """The loops within which a node is passed, innermost first, those of its function's only callers included."""
        made: list[Loop] = []
        at: Syntax = node
        for _ in range(_DEEPEST):
            loop = self.loop_of(at)
            if loop is not None:
                made += [loop, *loop.ancestors]
            function = self.function_of(at)
            callers = [call for call in self.calls_of(function) if not call.node.inside(function.body)] \
                if function is not None and function.name not in ("", "main") else []
            if not callers:
                return made
            at = max(callers, key=lambda call: (self.loop_of(call.node) is not None, -call.node.start)).node
        return made

    @cached_property
    def depths(self) -> dict[int, int]:
        """How many loops stand around each line that one stands around."""
        made: dict[int, int] = {}
        for loop in self.loops:
            depth = 1 + sum(1 for _ in loop.ancestors)
            for line in range(loop.line, min(loop.node.last_line, loop.line + _LONGEST_LOOP) + 1):
                made[line] = max(made.get(line, 0), depth)
        return made

    def is_case_loop(self, loop: Loop) -> bool:
        """Whether a loop goes over test cases."""
        cases = self.names.cases
        if cases is not None:
            held = self.held(loop.bound) or self.names.of(loop.variable)
            return held is not None and held.variable == cases.variable
        return False

    # Statements and what they change.

    def statement(self, node: Syntax) -> Syntax:
        """The statement that a node is part of."""
        found = node
        for above in (node, *node.above()):
            if above.type == "compound_statement" or above.type in ("translation_unit", "case_statement"):
                return found
            found = above
            if (above.type.endswith("_statement") or above.type == "declaration") and above.field != "initializer" \
                    and above.type != "init_statement":
                return above
        return found

    def changed(self, node: Syntax) -> frozenset[str]:
        """The names of variables that running a part of the program may change or declare."""
        key = (node.start, node.end)
        found = self._changed.get(key)
        if found is None:
            self._changed[key] = frozenset()
            found = self._changed[key] = frozenset(self._changes(node))
        return found

    @cached_property
    def _changed(self) -> dict[tuple[int, int], frozenset[str]]:
        return {}

    def _changes(self, node: Syntax) -> Iterator[str]:
        for part in node.walk():
            if part.type == "assignment_expression":
                yield from _base(part.get("left"))
            elif part.type == "update_expression":
                yield from _base(part.get("argument"))
            elif part.type == "binary_expression" and part.operator == ">>":
                yield from _base(part.get("right"))
            elif part.type == "pointer_expression" and part.text.startswith("&"):
                yield from _base(part.get("argument"))
            elif part.type in ("init_declarator", "declaration", "for_range_loop"):
                yield from (_declared_name(declarator) for declarator in part.all("declarator"))
            elif part.type == "call_expression":
                yield from self._changes_of_call(part)

    def _changes_of_call(self, node: Syntax) -> Iterator[str]:
        called, given = node.get("function"), node.get("arguments")
        arguments = given.children if given is not None else []
        if called is None:
            return
        if called.type == "field_expression":
            member = called.get("field")
            if member is None or member.text not in _READING:
                yield from _base(called.get("argument"))
            return
        name = called.text.split("<")[0].split("::")[-1]
        functions = self._by_name.get(name, [])
        for function in functions:
            inside = self.changed(function.body)
            if function.is_lambda:
                yield from inside
            yield from (changed for changed in inside
                        if any(found.is_global for found in self.scopes._by_name.get(changed, ())))
            for parameter, argument in zip(function.parameters, arguments, strict=False):
                if (parameter.by_reference and not parameter.is_constant) or parameter.is_pointer or parameter.dims:
                    yield from _base(argument)
        if not functions and (name in _CHANGING or (name not in _PURE_CALLS and name not in _READING)):
            for argument in arguments:
                yield from _base(argument)

    def invariant(self, node: Syntax, within: Syntax) -> bool:
        """Whether an expression surely means the same all through a part of the program."""
        return not node.names & self.changed(within) and not any(node.find("call_expression", "update_expression"))

    # What an expression is worth.

    def constant(self, node: Syntax | None) -> int | None:
        """The value of an expression of literals and of variables that are never anything else; else None."""
        return self._constant(node, 0)

    def _constant(self, node: Syntax | None, depth: int) -> int | None:
        if node is None or depth > _DEEPEST:
            return None
        known: dict[str, int] = {}
        for part in node.find("identifier"):
            variable = self.scopes.of(part)
            if variable is None or variable.is_parameter or variable.dims or variable.value is None \
                    or (not variable.is_constant and self._changes_after(variable)):
                return None
            value = self._constant(variable.value, depth + 1)
            if value is None:
                return None
            known[part.text] = value
        return number(node.text, known)

    def _changes_after(self, variable: Variable) -> bool:
        """Whether a variable is changed anywhere but where it is declared."""
        for part in variable.scope.find("assignment_expression", "update_expression", "binary_expression",
                                        "pointer_expression", "call_expression"):
            if part.start <= variable.node.start < part.end:
                continue
            if part.type == "call_expression":
                names = set(self._changes_of_call(part))
            elif part.type == "binary_expression" and part.operator != ">>":
                continue
            else:
                names = set(_base(part.get("left") or part.get("argument") or part.get("right")))
                if part.type == "binary_expression":
                    names = set(_base(part.get("right")))
                if part.type == "pointer_expression" and not part.text.startswith("&"):
                    continue
            if variable.name in names:
                return True
        return False

    def held(self, node: Syntax | None) -> Held | None:
        """The input's variable whose value, or one of whose values, an expression is; None for anything else."""
        if node is None:
            return None
        node = _stripped(node)
        if node.type == "identifier":
            return self.names.of(node.text) or self.names.of(self._aliased(node)) or self.names.of(
                self._copied.get(node.text, ""))
        if node.type == "subscript_expression":
            base = next(iter(_base(node)), "")
            return self.names.of(base) or self.names.of(self._copied.get(base, ""))
        if node.type == "field_expression":
            member, base = node.get("field"), next(iter(_base(node)), "")
            name = member.text if member is not None else ""
            aliased = self._aliases.get(base, base)
            return next((held for held in map(self.names.of, (
                f"{base}_{name}", f"{aliased}_{name}", self._copied.get(f"{aliased}.{name}", ""))) if held), None)
        return None

    def holding(self, name: str) -> Held | None:
        """What of the input a container of the program holds: it is read into, or what was read is put into it."""
        return self.names.of(name) or self.names.of(self._copied.get(name, ""))

    def _aliased(self, node: Syntax) -> str:
        return self._aliases.get(node.text, "")

    @cached_property
    def _aliases(self) -> dict[str, str]:
        """The containers that variables of range loops go over."""
        return {loop.variable: loop.bound.text for loop in self.loops
                if loop.kind == "range" and loop.bound is not None and loop.bound.type == "identifier"}

    @cached_property
    def _copied(self) -> dict[str, str]:
        """Names of containers and variables that what was read is put into: of `v.push_back(x)` v holds x."""
        made: dict[str, str] = {}
        for call in self.calls:
            if call.receiver is not None and call.name in ("push_back", "push", "insert", "emplace_back", "emplace"):
                base = next(iter(_base(call.receiver)), "")
                given = [part.text for argument in call.arguments for part in argument.find("identifier")]
                read = [name for name in given if self.names.of(name) is not None]
                if read and base:
                    made.setdefault(base, read[0])
                    for index, member in enumerate(("first", "second")[:len(read)]):
                        made.setdefault(f"{base}.{member}", read[index])
        for node in self.root.find("assignment_expression", "init_declarator"):
            left = node.get("left") or node.get("declarator")
            right = node.get("right") or node.get("value")
            if left is None or right is None or right.type != "identifier" or self.names.of(right.text) is None:
                continue
            base = next(iter(_base(left)), "") or _declared_name(left)
            part = left.get("field") if left.type == "field_expression" else None
            made.setdefault(f"{base}.{part.text}" if part is not None else base, right.text)
        for node in self.root.find("subscript_expression"):
            # `cnt[a]++`, `seen[a] = true`: the keys of the table are what was read.
            base, indices = next(iter(_base(node)), ""), node.get("indices")
            key = indices.children[0] if indices is not None and len(indices.children) == 1 else None
            if key is not None and key.type == "identifier" and self.names.of(key.text) is not None:
                made.setdefault(f"[{base}]", key.text)
        return made

    def keyed_by(self, name: str) -> Held | None:
        """What of the input the keys of a table are."""
        return self.names.of(self._copied.get(f"[{name}]", "")) or self.holding(name)

    def most(self, node: Syntax | None, depth: int = 0) -> int | None:
        """How large an expression can be, by constants and the format's bounds; None where that isn't known."""
        if node is None or depth > _DEEPEST:
            return None
        node = _stripped(node)
        value = self.constant(node)
        if value is not None:
            return value
        held = self.held(node)
        if held is not None and held.hi is not None and held.shape != WORD:
            return held.hi
        if node.type == "identifier":
            variable = self.scopes.of(node)
            if variable is not None and variable.value is not None:
                return self.most(variable.value, depth + 1)
            return None
        if node.type == "binary_expression":
            return self._most_of_both(node, depth)
        if node.type == "call_expression":
            return self._most_of_call(node, depth)
        return None

    def _most_of_both(self, node: Syntax, depth: int) -> int | None:
        left, right = (self.most(node.get(side), depth + 1) for side in ("left", "right"))
        if left is None or (node.operator == "-" and right is None):
            return left if node.operator == "-" else None
        if right is None:
            return None
        if node.operator == "+":
            return left + right
        if node.operator == "-":
            # `n - i`: the variable is small at first; a constant is what it is.
            subtracted = self.constant(node.get("right"))
            return left - subtracted if subtracted is not None else left
        if node.operator == "*":
            return left * right if abs(left * right) < _MOST else None
        if node.operator in ("/", ">>") and right > 0:
            return left // right if node.operator == "/" else left >> min(right, 64)
        return right - 1 if node.operator == "%" and right > 0 else None

    def _most_of_call(self, node: Syntax, depth: int) -> int | None:
        called, given = node.get("function"), node.get("arguments")
        arguments = given.children if given is not None else []
        if called is None:
            return None
        if called.type == "field_expression":
            member = called.get("field")
            base = next(iter(_base(called.get("argument"))), "")
            return self.length(base, node.start) if member is not None and member.text in ("size", "length") else None
        values = [self.most(argument, depth + 1) for argument in arguments]
        if called.text in ("sqrt", "sqrtl", "std::sqrt") and values and values[0] is not None and values[0] >= 0:
            return math.isqrt(values[0])
        if called.text in ("min", "std::min", "max", "std::max") and values and None not in values:
            known = [value for value in values if value is not None]
            return min(known) if "min" in called.text else max(known)
        if called.text in ("strlen", "size", "std::size") and arguments:
            return self.length(next(iter(_base(arguments[0])), ""), node.start)
        return None

    def length(self, name: str, position: int) -> int | None:
        """The most elements that a container can have, None where that isn't known."""
        held = self.holding(name)
        if held is not None and held.length is not None and held.shape != "scalar":
            return held.length
        variable = self.scopes.at(name, position)
        if variable is None:
            return None
        if variable.dims:
            return self.most(variable.dims[0])
        if variable.arguments and variable.container in SEQUENCES:
            return self.most(variable.arguments[0])
        return self.names.longest

    def most_rounds(self, loop: Loop | None, depth: int = 0) -> int | None:
        """The most rounds that one entry of a loop can take, None where that isn't known."""
        if loop is None or depth > _DEEPEST:
            return None
        if loop.kind == "range":
            base = next(iter(_base(loop.bound)), "") if loop.bound is not None else ""
            return self.length(base, loop.node.start) if base else None
        if loop.scales:
            return 64
        bound = self.most(loop.bound)
        if loop.direction < 0:
            start = self.most(loop.start)
            held = self.names.value(loop.variable)
            bound = start if start is not None else held.hi if held is not None else None
        if bound is None:
            inner = self._loop_of_variable(loop)
            return self.most_rounds(inner, depth + 1) if inner is not None else None
        bound = math.isqrt(max(0, bound)) if loop.square else bound
        step = self.constant(loop.step) if loop.step is not None else 1
        return max(1, bound // step) if step is not None and step > 0 else max(1, bound)

    def _loop_of_variable(self, loop: Loop) -> Loop | None:
        """The loop around whose variable bounds a loop: `for j < i` goes as far as i does."""
        bound = _stripped(loop.bound) if loop.bound is not None else None
        if bound is None or bound.type not in ("identifier", "binary_expression"):
            return None
        names = bound.names
        return next((outer for outer in loop.ancestors if outer.variable in names), None)

    # Expressions in conditions.

    def usable(self, node: Syntax | None, position: int) -> bool:
        """Whether an expression may be evaluated at another place: integers in sight there, the same as here,
        combined so that nothing can fail."""
        if node is None:
            return False
        if node.type == "number_literal":
            return re.fullmatch(r"[\d.eE+xXa-fA-FuUlL']+", node.text) is not None
        if node.type == "identifier":
            here, there = self.scopes.of(node), self.scopes.at(node.text, position)
            return there is not None and here is there and there.is_number
        if node.type in ("parenthesized_expression", "cast_expression"):
            return all(self.usable(child, position) for child in node.children if child.field != "type") \
                and bool(node.children)
        if node.type == "binary_expression":
            return node.operator in ("+", "-", "*") and self.usable(node.get("left"), position) \
                and self.usable(node.get("right"), position)
        if node.type == "field_expression":
            base, member = node.get("argument"), node.get("field")
            if base is None or member is None or base.type != "identifier" or "->" in node.text:
                return False
            there = self.scopes.at(base.text, position)
            return there is not None and there is self.scopes.of(base) and member.text in ("first", "second") \
                and re.fullmatch(r"pair<(int|long long|long|unsigned|char|short|bool|,)+>", there.type) is not None
        if node.type == "call_expression":
            called, given = node.get("function"), node.get("arguments")
            if called is None or given is None:
                return False
            if called.type == "field_expression":
                base, member = called.get("argument"), called.get("field")
                there = self.scopes.at(base.text, position) if base is not None and base.type == "identifier" else None
                return there is not None and base is not None and there is self.scopes.of(base) \
                    and bool(there.container) \
                    and member is not None and member.text in ("size", "length") and not given.children
            return called.text.split("::")[-1] in _PURE_CALLS and bool(given.children) \
                and all(self.usable(part, position) for part in given.children)
        return False

    def size_of(self, name: str, position: int) -> str:
        """An expression for how many elements a container or array has at a place; "" where there's none."""
        variable = self.scopes.at(name, position)
        if variable is None:
            return ""
        if variable.container and variable.type.split("<")[0] not in self.scopes.structs:
            return f"(long long){name}.size()"
        return ""

    def rounds(self, loop: Loop, position: int) -> str:
        """An expression at a place for how many rounds an entry of a loop takes if nothing ends it early; "" where
        it can't be said there."""
        if loop.bound is None or loop.scales or (loop.direction < 0 and loop.kind != "range"):
            return ""
        if loop.kind == "range":
            return self.size_of(loop.bound.text, position) if loop.bound.type == "identifier" else ""
        if not self.usable(loop.bound, position) or loop.bound.names & self.changed(loop.node):
            return ""
        text = f"(double)({loop.bound.text})"
        return f"__builtin_sqrt((double)({loop.bound.text}))" if loop.square else text

    # Places.

    def place(self, where: str, node: Syntax) -> Place | None:
        """A place in the file at a statement of the tree; None where a macro hides which of several it is."""
        line, column, hidden = self.positions.of(node.row, node.column)
        if not hidden:
            return Place(where, line, column)
        there = [loop.node for loop in self.loops if loop.node.row == node.row
                 and self.positions.of(node.row, loop.node.column)[2]]
        columns = self.positions.macros(node.row)
        if node in there and len(columns) == len(there):
            return Place(where, line, columns[there.index(node)])
        return None


def cpp_view(source: bytes, fmt: InputFormat | None) -> CppView:
    """What rules ask about a C++ program, whose input has the format `fmt` (None: not known)."""
    root, text = tree_of_cpp(source)
    names = names_of(reads_of_cpp(source), fmt)
    return CppView(root, names, Positions(source, text), loops_of(root), scopes_of(root))


def base_name(node: Syntax | None) -> str:
    """The variable that an expression is, or is a part of: a of `a[i].x`; "" where there's none."""
    return next(iter(_base(node)), "")


def _base(node: Syntax | None) -> Iterator[str]:
    while node is not None:
        if node.type == "identifier":
            yield node.text
            return
        if node.type == "binary_expression" and node.operator == ">>":
            yield from _base(node.get("right"))
            node = node.get("left")
            continue
        if node.type in ("subscript_expression", "field_expression", "pointer_expression", "parenthesized_expression",
                         "cast_expression", "update_expression", "reference_declarator", "conditional_expression",
                         "array_declarator", "call_expression", "pointer_declarator"):
            node = node.get("argument") or node.get("value") or node.get("function") \
                or (node.children[0] if node.children else None)
            continue
        if node.type == "binary_expression":
            node = node.get("left")
            continue
        return


def _declared_name(node: Syntax | None) -> str:
    while node is not None and node.type not in ("identifier", "field_identifier", "qualified_identifier"):
        node = node.get("declarator") or next((child for child in node.children if "declarator" in child.type
                                               or child.type == "identifier"), None)
    return node.text.split("::")[-1] if node is not None else ""


def _stripped(node: Syntax) -> Syntax:
    while node.type in ("parenthesized_expression", "cast_expression") and node.children:
        node = node.get("value") or node.children[-1]
    if node.type == "call_expression":
        called, given = node.get("function"), node.get("arguments")
        if called is not None and called.text in ("int", "ll", "size_t") and given is not None \
                and len(given.children) == 1:
            return _stripped(given.children[0])
    return node
