"""Loops, branches and blocks: how often something is read, and on what that depends."""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.cpp_calls import Calling
from slowpath.inputs.infer.cpp_loops import UNKNOWN, for_count, tested, while_count
from slowpath.inputs.infer.cpp_values import (
    Scope,
    Variable,
    descendants,
    element_type,
    symbolic,
    target_of,
    template_arguments,
    text_of,
)
from slowpath.inputs.infer.reads import Branch, Item, Loop, Token, has_reads, leaves

_ENDS = ("return_statement", "continue_statement", "break_statement")


class Controlling(Calling):
    """What statements that contain statements read."""

    def block(self, node: Node, scope: Scope) -> list[Item]:
        """The statements of a block in order; an early end in one arm makes the rest the other arm."""
        statements = list(node.named_children) if node.type == "compound_statement" else [node]
        return self.sequence(statements, scope)

    def sequence(self, statements: list[Node], scope: Scope) -> list[Item]:
        """Statements in order, see `block`."""
        items: list[Item] = []
        for index, statement in enumerate(statements):
            if statement.type == "if_statement" and self._ends_early(statement):
                return _joined(items, self.branch(statement, scope, statements[index + 1:]))
            items = _joined(items, self.walk(statement, scope))
            if statement.type in _ENDS:
                break
        return items

    def _ends_early(self, node: Node) -> bool:
        arm = node.child_by_field_name("consequence")
        last = arm
        if arm is not None and arm.type == "compound_statement":
            last = arm.named_children[-1] if arm.named_children else None
        return last is not None and last.type in _ENDS and node.child_by_field_name("alternative") is None

    def on_compound_statement(self, node: Node, scope: Scope) -> list[Item]:
        return self.block(node, scope.inside())

    def on_for_statement(self, node: Node, scope: Scope) -> list[Item]:
        inner = scope.inside()
        initializer, body = node.child_by_field_name("initializer"), node.child_by_field_name("body")
        items = self.walk(initializer, inner) if initializer is not None else []
        condition = node.child_by_field_name("condition")
        variable = self._loop_variable(node, initializer)
        found = inner.find(variable)
        count = for_count(node, inner, found.value if found else None, variable) if condition else None
        if condition is not None and (read := self._reads_in_condition(condition, inner)):
            repeated = read + (self.block(body, inner) if body else [])
            return [*items, Loop(None, tuple(repeated), node.start_point.row + 1)]
        if found is not None:
            found.value = None
        return items + self.loop(node, count, body, inner)

    def _loop_variable(self, node: Node, initializer: Node | None) -> str:
        update = node.child_by_field_name("update")
        for part in (update, initializer, node.child_by_field_name("condition")):
            found = next(iter(descendants(part, "identifier")), None) if part is not None else None
            if found is not None:
                return text_of(found)
        return ""

    def _reads_in_condition(self, condition: Node, scope: Scope) -> list[Item]:
        text = text_of(condition)
        if not re.search(r"cin|scanf|getline|gets|>>", text) and not any(
                name + "(" in text for name in self.program.reading):
            return []
        return self.walk(condition, scope)

    def loop(self, node: Node, count: str | None, body: Node | None, scope: Scope) -> list[Item]:
        """A loop over `body`, or nothing where it reads nothing."""
        if body is None:
            return []
        cases = bool(re.search(r"\bsolve\w*\s*\(", text_of(body)))
        items = self.block(body, scope.inside())
        if not has_reads(items):
            return []
        line = node.start_point.row + 1
        if count == UNKNOWN:
            self.remarks.append((line, "how often this loop reads isn't plain from the code"))
        return [Loop(count, tuple(items), line, cases)]

    def on_while_statement(self, node: Node, scope: Scope) -> list[Item]:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        if condition is None:
            return []
        read = self._reads_in_condition(condition, scope)
        if read:
            items = read + (self.block(body, scope.inside()) if body else [])
            return [Loop(None, tuple(items), node.start_point.row + 1)]
        starts = {name: variable.value for frame in scope.frames for name, variable in frame.items()
                  if variable.value is not None}
        count = while_count(condition, body, scope, starts)
        made = self.loop(node, count, body, scope)
        if not made:
            self._forget_assigned(node, scope)
        return made

    def on_do_statement(self, node: Node, scope: Scope) -> list[Item]:
        body = node.child_by_field_name("body")
        return self.block(body, scope.inside()) if body is not None else []

    def _forget_assigned(self, node: Node, scope: Scope) -> None:
        """After a loop that reads nothing, what it assigned isn't known any more."""
        for changed in descendants(node, "assignment_expression", "update_expression"):
            left = changed.child_by_field_name("left") or changed.child_by_field_name("argument")
            found = scope.find(text_of(left)) if left is not None and left.type == "identifier" else None
            if found is not None:
                found.value = None

    def on_for_range_loop(self, node: Node, scope: Scope) -> list[Item]:
        container, body = node.child_by_field_name("right"), node.child_by_field_name("body")
        declarator = node.child_by_field_name("declarator")
        if container is None or body is None or declarator is None:
            return []
        over = target_of(container, scope, self.program.fields)
        dims = list(over.variable.dims) if over.variable else []
        inner, element = scope.inside(), element_type(over.type)
        names = [text_of(found) for found in descendants(declarator, "identifier")]
        if over.variable is not None and len(dims) == 0 and over.variable.value:
            dims = [f"len({over.variable.value})"]
        parts = [element]
        if len(names) > 1:
            shape, arguments = template_arguments(element)
            parts = arguments if shape in ("pair", "tuple") else list(self.program.fields.get(shape, {}).values())
        for index, name in enumerate(names):
            kind = parts[index] if index < len(parts) else element_type(element)
            inner.declare(Variable(name, kind, dims[1:]))
        made = self.loop(node, dims[0] if dims and dims[0] is not None else UNKNOWN, body, inner)
        return self._named_after(made, names, over.name)

    def _named_after(self, items: list[Item], names: list[str], container: str) -> list[Item]:
        """`for (int &x : a) cin >> x` reads the elements of a: they are called a."""
        if len(items) == 1 and isinstance(items[0], Loop) and len(items[0].body) == 1:
            inner = items[0].body[0]
            if isinstance(inner, Token) and self.names.get(inner.key) in names:
                return [replace(items[0], body=(replace(inner, key=self.key(container)),))]
            if isinstance(inner, Loop):
                deeper = self._named_after([inner], names, container)
                return [replace(items[0], body=tuple(deeper))]
        return items

    def on_if_statement(self, node: Node, scope: Scope) -> list[Item]:
        return self.branch(node, scope, [])

    def branch(self, node: Node, scope: Scope, after: list[Node]) -> list[Item]:
        """An `if`; `after` are the statements that run only when its arm didn't end early."""
        condition, arm = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        other = node.child_by_field_name("alternative")
        items = self._reads_in_condition(condition, scope) if condition is not None else []
        asked = tested(condition, scope) if condition is not None and not items else None
        first = self.block(arm, scope.inside()) if arm is not None else []
        second = self.sequence([*other.named_children, *after] if other is not None else after,
                               scope.inside() if other is not None else scope)
        if not has_reads(first) and not has_reads(second):
            return items
        if asked is None:
            larger = len(list(leaves(tuple(first)))) > len(list(leaves(tuple(second))))
            return [*items, *(first if larger else second)]
        key, values, positive = asked
        if not positive:
            first, second = second, first
        return [*items, _merged(Branch(key, ((values, tuple(first)),), tuple(second), node.start_point.row + 1))]

    def on_switch_statement(self, node: Node, scope: Scope) -> list[Item]:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        key = symbolic(condition, scope) or ""
        if body is None or not key.isidentifier():
            return []
        arms: list[tuple[tuple[str, ...], tuple[Item, ...]]] = []
        otherwise: tuple[Item, ...] = ()
        for case in body.named_children:
            value = case.child_by_field_name("value")
            found = tuple(self.sequence([c for c in case.named_children if c != value], scope.inside()))
            if value is None:
                otherwise = found
            else:
                arms.append(((text_of(value).strip("'\""),), found))
        made = Branch(key, tuple(arms), otherwise, node.start_point.row + 1)
        return [made] if has_reads([made]) else []


def _joined(items: list[Item], more: list[Item]) -> list[Item]:
    """Items in order, where separate tests of one token (`if (t == 0) ... if (t == 1) ...`) make one branch."""
    if items and more and isinstance(items[-1], Branch) and isinstance(more[0], Branch) \
            and items[-1].on == more[0].on and not has_reads(items[-1].otherwise):
        joined = replace(more[0], arms=(*items[-1].arms, *more[0].arms), line=items[-1].line)
        return [*items[:-1], joined, *more[1:]]
    return [*items, *more]


def _merged(branch: Branch) -> Branch:
    """An else that tests the same token again becomes further arms, with what the else reads before and after."""
    for at, inner in enumerate(branch.otherwise):
        if isinstance(inner, Branch) and inner.on == branch.on:
            before, after = branch.otherwise[:at], branch.otherwise[at + 1:]
            arms = tuple((values, (*before, *body, *after)) for values, body in inner.arms)
            return replace(branch, arms=(*branch.arms, *arms), otherwise=(*before, *inner.otherwise, *after))
    return branch
