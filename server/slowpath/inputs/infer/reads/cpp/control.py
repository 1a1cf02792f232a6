"""Loops, branches and blocks: how often something is read, and on what that depends."""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.algorithms import Algorithms
from slowpath.inputs.infer.reads.cpp.conditions import always, conjuncts, ends_when, tested
from slowpath.inputs.infer.reads.items import Branch, Item, Leave, Loop, Token, ended, has_reads, parted, with_bodies
from slowpath.inputs.infer.reads.joined import joined, merged, primed
from slowpath.model.format import ROW
from slowpath.source.cpp.loops import UNKNOWN, for_count, row_value, while_count
from slowpath.source.cpp.values import (
    Scope,
    Variable,
    descendants,
    part_of,
    symbolic,
    target_of,
    template_arguments,
    text_of,
)

_ENDS = ("return_statement", "continue_statement", "break_statement")


class Controlling(Algorithms):
    """What statements that contain statements read."""

    def block(self, node: Node, scope: Scope) -> list[Item]:
        """The statements of a block in order; an early end in one arm makes the rest the other arm."""
        statements = list(node.named_children) if node.type == "compound_statement" else [node]
        return self.sequence(statements, scope)

    def sequence(self, statements: list[Node], scope: Scope) -> list[Item]:
        """Statements in order, see `block`."""
        items: list[Item] = []
        for index, statement in enumerate(statements):
            if statement.type == "if_statement":
                leave = self.leaving(statement, scope)
                if leave is not None:
                    items += leave
                    continue
                if self._ends_early(statement):
                    return joined(items, self.branch(statement, scope, statements[index + 1 :]))
            items = primed(joined(items, self.walk(statement, scope)))
            if statement.type in _ENDS:
                break
        return items

    def _ends_early(self, node: Node) -> bool:
        last = _last_of(node.child_by_field_name("consequence"))
        return last is not None and last.type in _ENDS and node.child_by_field_name("alternative") is None

    def leaving(self, node: Node, scope: Scope) -> list[Item] | None:
        """What an `if` reads that does nothing but leave the loop (`if (n == 0) break;`), None for any other. With
        it stands for which values of tokens the loop is left, where it asks of tokens."""
        condition, other = node.child_by_field_name("condition"), node.child_by_field_name("alternative")
        last = _last_of(node.child_by_field_name("consequence"))
        if condition is None or last is None or not self._leaves(last):
            else_last = _last_of(other.named_children[0]) if other is not None and other.named_children else None
            if condition is None or else_last is None or not self._leaves(else_last):
                return None
            items = self._reads_in_condition(condition, scope)
            ends = ends_when(condition, scope, False)
            inside = self.block(node.child_by_field_name("consequence"), scope.inside())  # type: ignore[arg-type]
            return [*items, *([Leave(tuple(ends.items()), node.start_point.row + 1)] if ends else []), *inside]
        items = self._reads_in_condition(condition, scope)
        ends = ends_when(condition, scope, True)
        inside = self.block(other, scope.inside()) if other is not None else []
        if not ends and not items and last.type == "return_statement":
            return None
        return [*items, *([Leave(tuple(ends.items()), node.start_point.row + 1)] if ends else []), *inside]

    def _leaves(self, node: Node) -> bool:
        """Whether a statement leaves the loop that reads: `break`, a `return` from the loop in `main`, or `return
        false` from the function that is asked whether there is more."""
        if node.type == "break_statement":
            return self.loops > 0
        if node.type == "expression_statement":
            return self.loops > 0 and bool(re.match(r"(std\s*::\s*)?exit\s*\(", text_of(node)))
        if node.type != "return_statement":
            return False
        return (self.loops > 0 and not self.calls) or (
            self.asking
            and self.loops == 0
            and len(self.calls) == 1
            and bool(re.match(r"return\s+(false|0)\b", text_of(node)))
        )

    def on_compound_statement(self, node: Node, scope: Scope) -> list[Item]:
        return self.block(node, scope.inside())

    def on_for_statement(self, node: Node, scope: Scope) -> list[Item]:
        inner = scope.inside()
        initializer, body = node.child_by_field_name("initializer"), node.child_by_field_name("body")
        items = self.walk(initializer, inner) if initializer is not None else []
        condition, update = node.child_by_field_name("condition"), node.child_by_field_name("update")
        variable = self._loop_variable(node, initializer)
        found = inner.find(variable)
        start = found.value if found else None
        if start is None and found is not None and found.rank:
            start = "0"
        count = for_count(node, inner, start, variable) if condition else None
        if condition is not None and (read := self._reads_in_condition(condition, inner)):
            made = self.read_until(node, condition, read, count, body, inner)
        else:
            if found is not None:
                found.value = row_value(start, text_of(update), f"{ROW}{self.loops + 1}") if start and count else None
            made = self.loop(node, count, body, inner, condition)
        if found is not None:
            found.value = None
        return items + made

    def _loop_variable(self, node: Node, initializer: Node | None) -> str:
        update = node.child_by_field_name("update")
        for part in (update, initializer, node.child_by_field_name("condition")):
            found = next(iter(descendants(part, "identifier")), None) if part is not None else None
            if found is not None:
                return text_of(found)
        return ""

    def _reads_in_condition(self, condition: Node, scope: Scope) -> list[Item]:
        return self.walk(condition, scope) if self._mentions_reading(condition) else []

    def _mentions_reading(self, node: Node) -> bool:
        text = text_of(node)
        return bool(re.search(r"cin|scanf|getline|gets|>>", text)) or any(
            re.search(rf"\b{re.escape(name)}\s*(<[^<>]*>)?\s*\(", text) for name in self.program.reading
        )

    def loop(
        self, node: Node, count: str | None, body: Node | None, scope: Scope, condition: Node | None = None
    ) -> list[Item]:
        """A loop over `body`, or nothing where it reads nothing. `condition` says for which values of the tokens that
        were read last it doesn't go on."""
        if body is None:
            return []
        update = node.child_by_field_name("update")
        self.loops += 1
        items = self.block(body, scope.inside())
        items += self._reads_in_condition(update, scope) if update is not None else []
        self.loops -= 1
        if not has_reads(items):
            return []
        ends = ends_when(condition, scope, False) if condition is not None and not count else {}
        if ends:
            items.append(Leave(tuple(ends.items()), node.start_point.row + 1))
        return [self.made_loop(node, count, body, items)]

    def made_loop(self, node: Node, count: str | None, body: Node | None, items: list[Item]) -> Loop:
        """The loop with what its rounds read; the number of its own round is `ROW` to the loops in it."""
        line = node.start_point.row + 1
        cases = bool(re.search(r"\bsolve\w*\s*\(", text_of(body)))
        made = ended(count, _with_row(tuple(items), f"{ROW}{self.loops + 1}"), line, cases)
        if made.count == UNKNOWN:
            self.remarks.append((line, "how often this loop reads isn't plain from the code"))
        return made

    def read_until(
        self, node: Node, condition: Node, read: list[Item], count: str | None, body: Node | None, scope: Scope
    ) -> list[Item]:
        """`while (cin >> n && n)`, `while (q-- && cin >> s)`: the condition reads each round's first tokens."""
        ends: dict[str, str] = {}
        for part in conjuncts(condition):
            ends.update(ends_when(part, scope, False))
        self.loops += 1
        items = [*read, *(self.block(body, scope.inside()) if body is not None else [])]
        self.loops -= 1
        if ends:
            items.insert(len(read), Leave(tuple(ends.items()), node.start_point.row + 1))
        return [self.made_loop(node, count or None, body, items)]

    def on_while_statement(self, node: Node, scope: Scope) -> list[Item]:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        if condition is None:
            return []
        starts = {
            name: variable.value
            for frame in scope.frames
            for name, variable in frame.items()
            if variable.value is not None
        }
        counts = [
            while_count(part, scope, starts)
            for part in conjuncts(condition)
            if not self._mentions_reading(part) and not self._is_read_in(part, body)
        ]
        count = next((found for found in counts if found), None if None in counts else UNKNOWN)
        asked, self.asking = self.asking, not self.calls
        read = self._reads_in_condition(condition, scope)
        self.asking = asked
        if read:
            return self.read_until(node, condition, read, count, body, scope)
        made = self.loop(node, count, body, scope, condition)
        if not made:
            self._forget_assigned(node, scope)
        return made

    def _is_read_in(self, condition: Node, body: Node | None) -> bool:
        """Whether the loop reads what its condition asks, which then is no counter."""
        name = text_of(next(iter(descendants(condition, "identifier")), None))
        return bool(name and re.search(rf">>\s*{re.escape(name)}\b|&\s*{re.escape(name)}\b", text_of(body)))

    def on_do_statement(self, node: Node, scope: Scope) -> list[Item]:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        if condition is None or body is None:
            return []
        starts = {
            name: variable.value
            for frame in scope.frames
            for name, variable in frame.items()
            if variable.value is not None
        }
        count = (
            UNKNOWN if self._is_read_in(condition, body) else while_count(condition, scope, starts, checked_last=True)
        )
        self.loops += 1
        items = self.block(body, scope.inside())
        self.loops -= 1
        if not has_reads(items):
            return []
        read = self._reads_in_condition(condition, scope)
        ends = ends_when(condition, scope, False) if not count else {}
        if ends:
            items.append(Leave(tuple(ends.items()), node.start_point.row + 1))
        if not ends and not read and count == UNKNOWN:
            # `do { cin >> x; } while (x < 1);` asks again for what isn't valid, which no valid input needs.
            return list(items)
        return [self.made_loop(node, count, body, [*items, *read])]

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
        dims = list(over.dims)
        if over.variable is not None and over.whole and not dims and over.variable.value:
            dims = [f"len({over.variable.value})"]
        if container.type == "initializer_list":
            dims = [str(len(container.named_children))]
        inner, element = scope.inside(), part_of(over)
        element = replace(element, dims=element.dims or tuple(self.type_dims(element.type, scope)))
        names = [text_of(found) for found in descendants(declarator, "identifier")]
        parts = [element.type]
        if len(names) > 1:
            shape, arguments = template_arguments(element.type)
            parts = arguments if shape in ("pair", "tuple") else list(self.program.fields.get(shape, {}).values())
        if len(names) > 1 and element.dims:
            element = part_of(element)
            parts = [element.type] * len(names)
        for index, name in enumerate(names):
            inner.declare(
                Variable(
                    name,
                    parts[index] if index < len(parts) else element.type,
                    list(element.dims),
                    None,
                    element.rank,
                    over.name if len(names) == 1 else "",
                )
            )
        return self.loop(node, dims[0] if dims and dims[0] is not None else UNKNOWN, body, inner)

    def on_if_statement(self, node: Node, scope: Scope) -> list[Item]:
        return self.branch(node, scope, [])

    def branch(self, node: Node, scope: Scope, after: list[Node]) -> list[Item]:
        """An `if`; `after` are the statements that run only when its arm didn't end early."""
        condition, arm = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        other = node.child_by_field_name("alternative")
        if (known := always(node)) is not None:
            taken = arm if known else other
            return self.sequence([*([taken] if taken is not None else []), *after], scope)
        items = self._reads_in_condition(condition, scope) if condition is not None else []
        asked = tested(condition, scope) if condition is not None and not items else None
        first = self.block(arm, scope.inside()) if arm is not None else []
        second = self.sequence(
            [*other.named_children, *after] if other is not None else after,
            scope.inside() if other is not None else scope,
        )
        line, closed = node.start_point.row + 1, other is not None or bool(after)
        if asked is None:
            if not has_reads(first) and not has_reads(second):
                return items
            if has_reads(first) and has_reads(second):
                self.remarks.append((line, "which of two ways of reading is taken isn't plain from the code"))
            return [*items, Branch("", (((), tuple(first)),), tuple(second), line, closed)]
        key, values, positive = asked
        if not positive and len(values) == 1 and not has_reads(first):
            return [*items, merged(Branch(key, ((values, tuple(second)),), (), line, True))]
        if not positive:
            first, second = second, first
        return [*items, merged(Branch(key, ((values, tuple(first)),), tuple(second), line, closed))]

    def on_switch_statement(self, node: Node, scope: Scope) -> list[Item]:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        read = self.walk(condition, scope) if condition is not None else []
        token = read[-1] if len(parted(read)[1]) == 1 else None
        key = token.key if isinstance(token, Token) else symbolic(condition, scope) or ""
        if body is None or not key.isidentifier():
            return read
        arms: list[tuple[tuple[str, ...], tuple[Item, ...]]] = []
        otherwise: tuple[Item, ...] = ()
        closed, waiting = False, ()  # type: tuple[bool, tuple[str, ...]]
        cases = [case for case in body.named_children if case.type == "case_statement"]
        for index, case in enumerate(cases):
            value = case.child_by_field_name("value")
            literal = (_label(value, scope),) if value is not None else ()
            statements = [c for c in case.named_children if c != value]
            if not statements:
                waiting, closed = (*waiting, *literal), closed or value is None
                continue
            for further in cases[index + 1 :]:
                if _is_left(statements[-1]):
                    break
                statements += [c for c in further.named_children if c != further.child_by_field_name("value")]
            found = tuple(self.sequence(statements, scope.inside()))
            if value is None:
                otherwise, closed = found, True
            if waiting or literal:
                arms.append(((*waiting, *literal), found))
            waiting = ()
        made = Branch(key, tuple(arms), otherwise, node.start_point.row + 1, closed)
        return [*read, made] if arms else [*read, *otherwise]


def _label(value: Node, scope: Scope) -> str:
    """The literal of a `case`: a number or character, or what a constant stands for."""
    if value.type in ("char_literal", "string_literal"):
        return text_of(value)[1:-1]
    return symbolic(value, scope) or text_of(value)


def _is_left(node: Node) -> bool:
    """Whether a case doesn't fall through to the next: its last statement, or its block's, leaves the switch."""
    last = _last_of(node)
    return last is not None and (
        last.type in _ENDS or (last.type == "expression_statement" and "exit" in text_of(last))
    )


def _last_of(node: Node | None) -> Node | None:
    """The last statement of a block, or the statement itself."""
    while node is not None and node.type == "compound_statement":
        node = node.named_children[-1] if node.named_children else None
    return node


def _with_row(items: tuple[Item, ...], row: str) -> tuple[Item, ...]:
    """Counts of the loops right in `items` over `ROW` in place of the walk's own name for the loop's round; a count
    further inside that mentions it isn't known."""

    def renamed(item: Item, deep: bool) -> Item:
        if not isinstance(item, Loop):
            return with_bodies(item, lambda body: tuple(renamed(part, deep) for part in body))
        count = item.count
        if count and re.search(rf"\b{row}\b", count):
            count = UNKNOWN if deep else re.sub(rf"\b{row}\b", ROW, count)
        return replace(item, count=count, body=tuple(renamed(part, True) for part in item.body))

    return tuple(renamed(item, False) for item in items)
