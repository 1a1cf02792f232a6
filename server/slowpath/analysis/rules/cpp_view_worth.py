"""What an expression of a C++ program is worth: constants, what it holds of the input, and how large it can be."""

from __future__ import annotations

import math
from functools import cached_property

from slowpath.analysis.cues.constants import number
from slowpath.analysis.rules.cpp_view_changes import Changes
from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_scope import SEQUENCES, Variable
from slowpath.analysis.rules.names import WORD, Held
from slowpath.source.cpp.view_names import base_name, bases, declared_name, stripped
from slowpath.source.cpp.view_tree import Syntax

_MOST = 1 << 62
_DEEPEST = 6


class Worth(Changes):
    """Asks how large things can be by the program's constants and the input's format."""

    def constant(self, node: Syntax | None) -> int | None:
        """The value of an expression of literals and of variables that are never anything else; else None."""
        return self._constant(node, 0)

    def _constant(self, node: Syntax | None, depth: int) -> int | None:
        if node is None or depth > _DEEPEST:
            return None
        known: dict[str, int] = {}
        for part in node.find("identifier"):
            variable = self.scopes.of(part)
            if (
                variable is None
                or variable.is_parameter
                or variable.dims
                or variable.value is None
                or (not variable.is_constant and self._changes_after(variable))
            ):
                return None
            value = self._constant(variable.value, depth + 1)
            if value is None:
                return None
            known[part.text] = value
        return number(node.text, known)

    def _changes_after(self, variable: Variable) -> bool:
        """Whether a variable is changed anywhere but where it is declared."""
        for part in variable.scope.find(
            "assignment_expression", "update_expression", "binary_expression", "pointer_expression", "call_expression"
        ):
            if part.start <= variable.node.start < part.end:
                continue
            if part.type == "call_expression":
                names = set(self._changes_of_call(part))
            elif part.type == "binary_expression" and part.operator != ">>":
                continue
            else:
                names = set(bases(part.get("left") or part.get("argument") or part.get("right")))
                if part.type == "binary_expression":
                    names = set(bases(part.get("right")))
                if part.type == "pointer_expression" and not part.text.startswith("&"):
                    continue
            if variable.name in names:
                return True
        return False

    def held(self, node: Syntax | None) -> Held | None:
        """The input's variable whose value, or one of whose values, an expression is; None for anything else."""
        if node is None:
            return None
        node = stripped(node)
        if node.type == "identifier":
            return (
                self.names.of(node.text)
                or self.names.of(self._aliased(node))
                or self.names.of(self._copied.get(node.text, ""))
            )
        if node.type == "subscript_expression":
            base = base_name(node)
            return self.names.of(base) or self.names.of(self._copied.get(base, ""))
        if node.type == "field_expression":
            member, base = node.get("field"), base_name(node)
            name = member.text if member is not None else ""
            aliased = self._aliases.get(base, base)
            return next(
                (
                    held
                    for held in map(
                        self.names.of,
                        (f"{base}_{name}", f"{aliased}_{name}", self._copied.get(f"{aliased}.{name}", "")),
                    )
                    if held
                ),
                None,
            )
        return None

    def holding(self, name: str) -> Held | None:
        """What of the input a container of the program holds: it is read into, or what was read is put into it."""
        return self.names.of(name) or self.names.of(self._copied.get(name, ""))

    def _aliased(self, node: Syntax) -> str:
        return self._aliases.get(node.text, "")

    @cached_property
    def _aliases(self) -> dict[str, str]:
        """The containers that variables of range loops go over."""
        return {
            loop.variable: loop.bound.text
            for loop in self.loops
            if loop.kind == "range" and loop.bound is not None and loop.bound.type == "identifier"
        }

    @cached_property
    def _copied(self) -> dict[str, str]:
        """Names of containers and variables that what was read is put into: of `v.push_back(x)` v holds x."""
        made: dict[str, str] = {}
        for call in self.calls:
            if call.receiver is not None and call.name in ("push_back", "push", "insert", "emplace_back", "emplace"):
                base = base_name(call.receiver)
                given = [part.text for argument in call.arguments for part in argument.find("identifier")]
                read = [name for name in given if self.names.of(name) is not None]
                if read and base:
                    made.setdefault(base, read[0])
                    for index, member in enumerate(("first", "second")[: len(read)]):
                        made.setdefault(f"{base}.{member}", read[index])
        for node in self.root.find("assignment_expression", "init_declarator"):
            left = node.get("left") or node.get("declarator")
            right = node.get("right") or node.get("value")
            if left is None or right is None or right.type != "identifier" or self.names.of(right.text) is None:
                continue
            base = base_name(left) or declared_name(left)
            part = left.get("field") if left.type == "field_expression" else None
            made.setdefault(f"{base}.{part.text}" if part is not None else base, right.text)
        for node in self.root.find("subscript_expression"):
            # `cnt[a]++`, `seen[a] = true`: the keys of the table are what was read.
            base, indices = base_name(node), node.get("indices")
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
        node = stripped(node)
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
            base = base_name(called.get("argument"))
            return self.length(base, node.start) if member is not None and member.text in ("size", "length") else None
        values = [self.most(argument, depth + 1) for argument in arguments]
        if called.text in ("sqrt", "sqrtl", "std::sqrt") and values and values[0] is not None and values[0] >= 0:
            return math.isqrt(values[0])
        if called.text in ("min", "std::min", "max", "std::max") and values and None not in values:
            known = [value for value in values if value is not None]
            return min(known) if "min" in called.text else max(known)
        if called.text in ("strlen", "size", "std::size") and arguments:
            return self.length(base_name(arguments[0]), node.start)
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
            base = base_name(loop.bound) if loop.bound is not None else ""
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
        bound = stripped(loop.bound) if loop.bound is not None else None
        if bound is None or bound.type not in ("identifier", "binary_expression"):
            return None
        names = bound.names
        return next((outer for outer in loop.ancestors if outer.variable in names), None)

    def is_case_loop(self, loop: Loop) -> bool:
        """Whether a loop goes over test cases."""
        cases = self.names.cases
        if cases is not None:
            held = self.held(loop.bound) or self.names.of(loop.variable)
            return held is not None and held.variable == cases.variable
        return False
