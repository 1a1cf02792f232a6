"""A C++ loop as the rules see it: its variable, where it starts, how far it goes, by which steps, and what ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from slowpath.source.cpp.view_tree import LOOPS, Syntax

RISING, FALLING = 1, -1
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "==": "=="}


@dataclass(eq=False)
class Loop:
    """A loop. `kind` is for, while, do or range.

    `variable` is its induction variable, "" where none shows; `bound` the expression that the variable is compared
    with by `operator` (of a range loop the container), `square` that its square is (`i * i <= n`), `offset` what is
    added to it there (`j + k < n`). `step` is what is added to the variable a round, None for 1, `scales` that it is
    multiplied or divided instead. `others` are further conditions under which it goes on, `exits` the breaks, returns
    and jumps out of it in its body.
    """

    node: Syntax
    kind: str
    body: Syntax
    parent: Loop | None
    children: list[Loop] = field(default_factory=list)
    variable: str = ""
    declares: bool = False
    start: Syntax | None = None
    bound: Syntax | None = None
    operator: str = ""
    square: bool = False
    offset: Syntax | None = None
    step: Syntax | None = None
    scales: bool = False
    direction: int = 0
    others: tuple[Syntax, ...] = ()
    exits: tuple[Syntax, ...] = ()
    condition: Syntax | None = None

    @property
    def line(self) -> int:
        """The 1-based line on which it begins."""
        return self.node.line

    @property
    def function(self) -> Syntax | None:
        """The function or lambda that it stands in."""
        return self.node.function

    @property
    def is_endless(self) -> bool:
        """Whether only something in its body ends it."""
        return self.kind != "range" and (self.condition is None or self.condition.text.strip("() ") in ("true", "1"))

    @property
    def is_early(self) -> bool:
        """Whether data can end it before its bound."""
        return bool(self.others or self.exits) or (self.bound is None and self.kind != "range")

    @property
    def returns(self) -> bool:
        """Whether a return or a jump leaves it, so that what stands behind it may not be reached."""
        return any(leaving.type != "break_statement" for leaving in self.exits)

    @property
    def ancestors(self) -> Iterator[Loop]:
        """The loops around it in its function, innermost first."""
        loop = self.parent
        while loop is not None:
            yield loop
            loop = loop.parent

    @property
    def outermost(self) -> Loop:
        """The outermost loop of its function around it, or itself."""
        found = self
        for found in self.ancestors:  # noqa: B007
            pass
        return found


def loops_of(root: Syntax) -> list[Loop]:
    """Every loop of a program in source order."""
    made: list[Loop] = []
    known: dict[Syntax, Loop] = {}
    for node in root.walk():
        if node.type not in LOOPS:
            continue
        body = node.get("body")
        if body is None:
            continue
        # The header's initializer belongs to the loop around it; so does the loop itself.
        parent = known.get(node.loop) if node.loop is not None else None
        loop = Loop(
            node, node.type.split("_")[1] if node.type == "for_range_loop" else node.type.split("_")[0], body, parent
        )
        if parent is not None:
            parent.children.append(loop)
        known[node] = loop
        made.append(loop)
        _read(loop)
    return made


def _read(loop: Loop) -> None:
    node = loop.node
    loop.exits = tuple(_exits(loop))
    if loop.kind == "range":
        declarator = node.get("declarator")
        loop.bound = node.get("right")
        loop.variable = next((part.text for part in declarator.find("identifier")), "") if declarator else ""
        loop.declares = True
        return
    condition = node.get("condition")
    if condition is not None and condition.type == "condition_clause":
        condition = condition.get("value")
    loop.condition = _plain(condition)
    updates = list(_updates(node.get("update")))
    parts = list(_conjuncts(loop.condition))
    if loop.kind != "for":
        updates = list(_steps_of_body(loop.body))
    _header(loop, parts, {name: (direction, step, scales) for name, direction, step, scales in reversed(updates)})
    loop.start, loop.declares = _start(node.get("initializer"), loop.variable)


def _header(loop: Loop, parts: list[Syntax], updates: dict[str, tuple[int, Syntax | None, bool]]) -> None:
    for part in parts:
        found = _compared(part, updates)
        if found is not None and not loop.variable:
            loop.variable, loop.operator, loop.bound, loop.square, loop.offset = found
            loop.direction, loop.step, loop.scales = updates[loop.variable]
        else:
            loop.others = (*loop.others, part)
    if not loop.variable and loop.kind == "for" and len(updates) == 1:
        loop.variable, (loop.direction, loop.step, loop.scales) = next(iter(updates.items()))


def _compared(
    part: Syntax, updates: dict[str, tuple[int, Syntax | None, bool]]
) -> tuple[str, str, Syntax | None, bool, Syntax | None] | None:
    """(variable, operator, bound, whether squared, offset) of a condition on a variable that the loop steps."""
    plain = _plain(part)
    if plain is None:
        return None
    if plain.type in ("identifier", "update_expression"):
        # `while (t--)`, `while (n)`: down to zero.
        argument = plain if plain.type == "identifier" else plain.get("argument")
        name = argument.text if argument is not None and argument.type == "identifier" else ""
        return (name, "", None, False, None) if name in updates and updates[name][0] < 0 else None
    if plain.type != "binary_expression" or plain.operator not in _MIRRORED:
        return None
    left, right = _plain(plain.get("left")), _plain(plain.get("right"))
    for one, other, operator in ((left, right, plain.operator), (right, left, _MIRRORED[plain.operator])):
        if one is None or other is None:
            continue
        stepping = _value_of_update(one)
        if stepping.type == "identifier" and stepping.text in updates:
            return stepping.text, operator, other, False, None
        if one.type == "binary_expression" and one.operator in "*+-":
            sides = [side for side in map(_plain, (one.get("left"), one.get("right"))) if side is not None]
            stepped = [side for side in sides if side.text in updates]
            if one.operator == "*" and len(stepped) == 2 and sides[0].text == sides[1].text:
                return stepped[0].text, operator, other, True, None
            if one.operator in "+-" and len(stepped) >= 1 and len(sides) == 2:
                added = sides[1] if sides[0] is stepped[0] else sides[0]
                return stepped[0].text, operator, other, False, added
    return None


def _value_of_update(node: Syntax) -> Syntax:
    """`t` of `t--` in a comparison."""
    argument = node.get("argument") if node.type == "update_expression" else None
    return argument if argument is not None else node


def _plain(node: Syntax | None) -> Syntax | None:
    """An expression without parentheses and casts around it."""
    while node is not None and node.type in ("parenthesized_expression", "cast_expression"):
        node = node.get("value") or (node.children[0] if node.children else None)
    if node is not None and node.type == "call_expression":
        called, given = node.get("function"), node.get("arguments")
        if called is not None and called.text in ("int", "ll", "long") and given is not None and given.children:
            return _plain(given.children[0])
    return node


def _conjuncts(node: Syntax | None) -> Iterator[Syntax]:
    plain = _plain(node)
    if plain is None:
        return
    if plain.type == "binary_expression" and plain.operator in ("&&", "and"):
        yield from _conjuncts(plain.get("left"))
        yield from _conjuncts(plain.get("right"))
    elif plain.type != "comma_expression":
        yield plain
    elif plain.children:
        yield from _conjuncts(plain.children[-1])


def _updates(node: Syntax | None) -> Iterator[tuple[str, int, Syntax | None, bool]]:
    """(variable, direction, step, whether it scales) of each update in an expression."""
    if node is None:
        return
    for part in node.find("update_expression", "assignment_expression"):
        found = step_of(part)
        if found is not None:
            yield found


def step_of(node: Syntax) -> tuple[str, int, Syntax | None, bool] | None:
    """(variable, direction, step or None for 1, whether it scales) of `i++`, `i += k`, `i = i * 2`; else None."""
    if node.type == "update_expression":
        argument = node.get("argument")
        if argument is None or argument.type != "identifier":
            return None
        return argument.text, RISING if "++" in node.text else FALLING, None, False
    left, right, operator = node.get("left"), _plain(node.get("right")), node.operator
    if left is None or right is None or left.type != "identifier":
        return None
    if operator == "=" and right.type == "binary_expression":
        sides = [right.get("left"), right.get("right")]
        if sides[0] is not None and sides[0].text == left.text:
            operator, right = f"{right.operator}=", sides[1]
        elif sides[1] is not None and sides[1].text == left.text and right.operator in "+*":
            operator, right = f"{right.operator}=", sides[0]
    if right is None or operator not in ("+=", "-=", "*=", "/=", ">>=", "<<="):
        return None
    if operator in ("+=", "-="):
        one = right.text == "1"
        return left.text, RISING if operator == "+=" else FALLING, None if one else right, False
    return left.text, RISING if operator in ("*=", "<<=") else FALLING, right, True


def _steps_of_body(body: Syntax) -> Iterator[tuple[str, int, Syntax | None, bool]]:
    """The steps that a body takes every round or in some branch, but for those of loops inside."""
    for node in body.find("update_expression", "assignment_expression"):
        if node.loop is body.loop and (found := step_of(node)) is not None:
            yield found
    condition = body.parent.get("condition") if body.parent is not None else None
    if condition is not None:
        yield from _updates(condition)


def _start(node: Syntax | None, variable: str) -> tuple[Syntax | None, bool]:
    """Where the variable starts, and whether the header declares it."""
    if node is None or not variable:
        return None, False
    for part in node.find("init_declarator"):
        declarator = part.get("declarator")
        if declarator is not None and declarator.text.lstrip("&* ") == variable:
            return part.get("value"), node.type == "declaration"
    for part in node.find("assignment_expression"):
        left = part.get("left")
        if left is not None and left.text == variable:
            return part.get("right"), False
    return None, node.type == "declaration" and bool(re.search(rf"\b{re.escape(variable)}\b", node.text))


def _exits(loop: Loop) -> Iterator[Syntax]:
    for node in loop.body.find(
        "break_statement", "return_statement", "goto_statement", "throw_statement", "call_expression"
    ):
        if node.function is not loop.node.function:
            continue
        if node.type == "break_statement":
            if _breaks(node) is loop.node:
                yield node
        elif node.type != "call_expression" or node.text.startswith(("exit(", "abort(", "_Exit(", "quick_exit(")):
            yield node


def _breaks(node: Syntax) -> Syntax | None:
    """The loop or switch that a break leaves."""
    return next((above for above in node.above() if above.type in LOOPS or above.type == "switch_statement"), None)
