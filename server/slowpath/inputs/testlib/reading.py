"""Reads the source of a testlib validator as a layout, without running it: what it reads, in what order and bounds.

The statements of `main` become the commands of a checktestdata script, which then is read as a format like any other
(`checktestdata.convert`). What computes without reading is passed over; what is asserted and can't be followed is
left out and named. A loop or a condition around reads that can't be followed makes `CannotConvert`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.checktestdata.scope import CannotConvert
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Blank,
    Command,
    Comparison,
    Expression,
    If,
    IsEof,
    Length,
    Literal,
    Match,
    Negation,
    Not,
    Number,
    Operation,
    Place,
    Repeat,
    Script,
    Set,
    String,
    Test,
    Variable,
    While,
)
from slowpath.inputs.testlib.expressions import NotUnderstood, called, either, text_of
from slowpath.inputs.testlib.loop_counts import counted, forgotten
from slowpath.inputs.testlib.source import (
    STREAM,
    assignment_in,
    contrary,
    literal_text,
    place_of,
    reads,
    reads_deeply,
    reads_or_asserts,
    renamed,
    sorted_out,
)
from slowpath.inputs.testlib.values import UNKNOWN, Values
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.source import expanded, parse_cpp

_ASSERTIONS = frozenset({"ensure", "ensuref", "ensure_ext", "assert"})
_PUSHES = frozenset({"push_back", "emplace_back"})
_QUITS = late_regex(r"\{?\s*(?:quitf?|inf\.quitf?)\s*\([^;{}]*\)\s*;\s*\}?", re.DOTALL)


def read_validator(source: bytes, constants: Mapping[str, int]) -> Script:
    """The layout that a validator's `main` reads. `constants` are the parameters that a generated header defines.

    Raises `CannotConvert`.
    """
    root = parse_cpp(expanded(source.decode("utf-8", "replace")).encode())
    return _Validator(root, constants).script()


class _Validator(Values):
    """Turns statements into commands."""

    def script(self) -> Script:
        main = self._functions.get("main")
        if main is None:
            raise CannotConvert(Place(1, 1), "there is no main function")
        return Script(tuple(self._block(main.child_by_field_name("body"))))

    def _block(self, node: Node | None) -> list[Command]:
        if node is None:
            return []
        if node.type != "compound_statement":
            return self._statement(node)
        made: list[Command] = []
        for child in node.named_children:
            if child.type == "return_statement":
                break
            made += self._statement(child)
        return made

    def _statement(self, node: Node) -> list[Command]:
        match node.type:
            case "compound_statement":
                return self._block(node)
            case "declaration":
                return self._declaration(node)
            case "expression_statement" if node.named_children:
                return self._expression(node.named_children[0])
            case "for_statement":
                return self._for(node)
            case "for_range_loop":
                return self._range_for(node)
            case "while_statement":
                return self._while(node)
            case "if_statement":
                return self._if(node)
            case "switch_statement":
                return self._switch(node)
        if reads(node):
            raise CannotConvert(place_of(node), f"a {node.type.replace('_', ' ')} that reads")
        return []

    # Statements

    def _expression(self, node: Node) -> list[Command]:
        if node.type == "assignment_expression":
            return self._assignment(node)
        if node.type == "comma_expression":
            return [command for part in node.named_children for command in self._expression(part)]
        if node.type == "update_expression":
            argument = node.child_by_field_name("argument")
            step = Number("1") if "++" in text_of(node) else Negation(Number("1"))
            return self._changed(argument, step, node)
        if node.type == "call_expression":
            function, arguments = called(node)
            if function.removeprefix(f"{STREAM}.") in _ASSERTIONS and arguments:
                return self._assertion(arguments[0], node)
            if function.rpartition(".")[2] in _PUSHES and len(arguments) == 1 and not reads(node):
                return self._push(function.rpartition(".")[0], arguments[0], node)
            if reads(node) or (function in self._functions and reads(self._functions[function])):
                return self._value(node, None)
            return []
        if reads(node):
            raise CannotConvert(place_of(node), "reads within a longer expression")
        return []

    def _assignment(self, node: Node) -> list[Command]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = text_of(node.child_by_field_name("operator"))
        if sign in ("+=", "-=") and right is not None and not reads(right):
            try:
                added = self._reader.expression(right)
            except NotUnderstood:
                return self._changed(left, None, node)
            return self._changed(left, added if sign == "+=" else Negation(added), node)
        try:
            variable = self._reader.expression(left)
        except NotUnderstood:
            variable = None
        target = variable if isinstance(variable, Variable) else None
        if right is not None and reads(right):
            return self._value(right, target)
        return self._assigned(target, right if sign == "=" else None, node)

    def _changed(self, target: Node | None, added: Expression | None, node: Node) -> list[Command]:
        try:
            variable = self._reader.expression(target)
        except NotUnderstood:
            return []
        if not isinstance(variable, Variable):
            return []
        value = UNKNOWN if added is None else Operation("+", variable, added)
        return [Set(((variable, value),), place_of(node))]

    def _assertion(self, node: Node, statement: Node) -> list[Command]:
        if reads(node):
            return self._fixed_word(node)
        try:
            return [Assert(self._reader.test(node), place_of(statement))]
        except NotUnderstood:
            return [Assert(Comparison("==", UNKNOWN, Number("0")), place_of(statement))]

    def _fixed_word(self, node: Node) -> list[Command]:
        """`ensure(inf.readToken() == "cnf");`"""
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        word = next((text for side in sides if side is not None and (text := literal_text(side))), "")
        if (
            text_of(node.child_by_field_name("operator")) != "=="
            or not word
            or not any(
                side is not None and re.fullmatch(r"inf\.read(?:Token|Word)\(\)", text_of(side)) for side in sides
            )
        ):
            raise CannotConvert(place_of(node), "a value that is read within a condition")
        return [Literal(String(word), place_of(node))]

    # Loops

    def _for(self, node: Node) -> list[Command]:
        if not reads_or_asserts(node, self._functions):
            return forgotten(node)
        counter, count, start = counted(node, self._reader)
        if count is None:
            if reads_deeply(node, self._functions):
                raise CannotConvert(place_of(node), "a loop whose count can't be followed")
            return [Assert(Comparison("==", UNKNOWN, Number("0")), place_of(node))]
        return self._loop(node.child_by_field_name("body"), counter, count, place_of(node), start)

    def _range_for(self, node: Node) -> list[Command]:
        if not reads_or_asserts(node, self._functions):
            return forgotten(node)
        name, over = text_of(node.child_by_field_name("declarator")).lstrip("&* "), node.child_by_field_name("right")
        count = self._sizes.get(text_of(over))
        if not reads_deeply(node, self._functions):
            return self._over_characters(name, over, node)
        if count is None:
            raise CannotConvert(place_of(node), f"a loop over {text_of(over)}, whose size can't be followed")
        commands = self._loop(node.child_by_field_name("body"), Variable("_i"), count, place_of(node))
        return [renamed(command, name, Variable(text_of(over), (Variable("_i"),))) for command in commands]

    def _over_characters(self, name: str, over: Node | None, node: Node) -> list[Command]:
        """What a loop asserts of each character of a word, or of each element of a list."""
        if over is None or over.type != "identifier":
            return [Assert(Comparison("==", UNKNOWN, Number("0")), place_of(node))]
        counter = Variable("_i")
        self._reader.aliases[name] = Variable(text_of(over), (counter,))
        try:
            return self._loop(
                node.child_by_field_name("body"), counter, Length(Variable(text_of(over))), place_of(node)
            )
        finally:
            del self._reader.aliases[name]

    def _while(self, node: Node) -> list[Command]:
        if not reads_or_asserts(node, self._functions):
            return forgotten(node)
        condition = re.sub(r"[\s()]", "", text_of(node.child_by_field_name("condition")))
        counted = re.fullmatch(r"(\w+)--(?:>0)?", condition)
        body, place = node.child_by_field_name("body"), place_of(node)
        if counted:
            return self._loop(body, None, Variable(counted[1]), place)
        if condition in ("!inf.eof", "!inf.seekEof"):
            return [While(Not(IsEof()), None, None, tuple(self._block(body)), place)]
        raise CannotConvert(place, "a loop whose end can't be followed")

    def _loop(
        self, body: Node | None, counter: Variable | None, count: Expression, place: Place, start: int = 0
    ) -> list[Command]:
        """The loop; what stands between its turns only is its separator, what stands behind the last one follows, and
        so does what is asserted in one turn only."""
        statements = [] if body is None else body.named_children if body.type == "compound_statement" else [body]
        separator, last = None, None
        kept, single = [], []
        for statement in statements:
            once = self._in_one_turn(statement, counter, start)
            if once is not None:
                single += once
                continue
            between, end = self._between(statement)
            if between is None:
                kept.append(statement)
            else:
                separator, last = between, end
        inner: list[Command] = []
        for statement in kept:
            inner += self._statement(statement)
        if separator is not None and inner and isinstance(inner[-1], Blank):
            raise CannotConvert(place, "blanks that depend on the turn of the loop")
        made: list[Command] = [Repeat(count, counter, separator, tuple(inner), place, start), *single]
        return [*made, last] if last is not None else made

    def _in_one_turn(self, node: Node, counter: Variable | None, start: int) -> list[Command] | None:
        """What `if (i == 1) ensure(a != 0);` asserts, of the element that is read in that turn; None for all else."""
        if (
            node.type != "if_statement"
            or node.child_by_field_name("alternative") is not None
            or reads(node)
            or counter is None
        ):
            return None
        try:
            test = self._reader.test(node.child_by_field_name("condition"))
        except NotUnderstood:
            return None
        if not (isinstance(test, Comparison) and test.operator == "==" and test.left == counter):
            return None
        inside = self._block(node.child_by_field_name("consequence"))
        made: list[Command] = []
        for command in inside:
            if not (
                isinstance(command, Assert)
                and isinstance(command.test, Comparison)
                and isinstance(command.test.left, Variable)
                and not command.test.left.index
            ):
                return None
            index = Operation("-", test.right, Number(str(start))) if start else test.right
            element = replace(command.test.left, index=(index,))
            made.append(replace(command, test=replace(command.test, left=element)))
        return made or None

    def _between(self, node: Node) -> tuple[Command | None, Command | None]:
        """What a statement reads between the turns of a loop, and what after the last one: `if (i + 1 < n)
        inf.readSpace();`, with `else inf.readEoln();`, or `inf.readChar(" \\n"[i + 1 == n])`."""
        if node.type == "expression_statement" and node.named_children:
            function, arguments = (
                called(node.named_children[0]) if node.named_children[0].type == "call_expression" else ("", [])
            )
            if function == f"{STREAM}.readChar" and arguments and arguments[0].type == "conditional_expression":
                condition, first, second = (
                    arguments[0].child_by_field_name(part) for part in ("condition", "consequence", "alternative")
                )
                if first is not None and second is not None:
                    place = place_of(node)
                    return sorted_out(condition, self._char(first, place)[0], self._char(second, place)[0])
            return None, None
        if node.type != "if_statement":
            return None, None
        then = self._only_blank(node.child_by_field_name("consequence"))
        alternative = node.child_by_field_name("alternative")
        otherwise = self._only_blank(alternative.named_children[0]) if alternative is not None else None
        if then is None or (alternative is not None and otherwise is None):
            return None, None
        return sorted_out(node.child_by_field_name("condition"), then, otherwise) if otherwise else (then, None)

    def _only_blank(self, node: Node | None) -> Command | None:
        if node is None or not re.fullmatch(r"\{?\s*inf\.read(Space|Eoln|Char)\([^()]*\)\s*;\s*\}?", text_of(node)):
            return None
        commands = self._block(node)
        return commands[0] if len(commands) == 1 and isinstance(commands[0], Blank) else None

    # Branches

    def _if(self, node: Node) -> list[Command]:
        alternative = node.child_by_field_name("alternative")
        if not reads_or_asserts(node, self._functions):
            return self._chosen_value(node) or forgotten(node)
        if alternative is None and _QUITS.fullmatch(text_of(node.child_by_field_name("consequence"))):
            return self._refused(node)
        then = self._block(node.child_by_field_name("consequence"))
        otherwise = self._block(alternative.named_children[0]) if alternative is not None else []
        try:
            test: Test = self._reader.test(node.child_by_field_name("condition"))
        except NotUnderstood as error:
            if reads_deeply(node, self._functions):
                raise CannotConvert(place_of(node), f"what is read depends on {error}") from error
            test = Match(String(""))
        return [If(test, tuple(then), tuple(otherwise), place_of(node))]

    def _chosen_value(self, node: Node) -> list[Command]:
        """`if (t == 1) x = a; else x = b;` is one assignment; nothing where it is anything else."""
        alternative = node.child_by_field_name("alternative")
        then = assignment_in(node.child_by_field_name("consequence"))
        otherwise = assignment_in(alternative.named_children[0]) if alternative is not None else None
        if then is None or (alternative is not None and (otherwise is None or otherwise[0] != then[0])):
            return []
        variable = Variable(then[0])
        try:
            value = either(
                self._reader.test(node.child_by_field_name("condition")),
                self._reader.expression(then[1]),
                self._reader.expression(otherwise[1]) if otherwise is not None else variable,
            )
        except NotUnderstood:
            return []
        return [Set(((variable, value),), place_of(node))]

    def _refused(self, node: Node) -> list[Command]:
        """`if (bad) quitf(...);` is an assertion of the contrary."""
        try:
            return [Assert(contrary(self._reader.test(node.child_by_field_name("condition"))), place_of(node))]
        except NotUnderstood:
            return [Assert(Comparison("==", UNKNOWN, Number("0")), place_of(node))]

    def _switch(self, node: Node) -> list[Command]:
        if not reads_deeply(node, self._functions):
            return []
        body = node.child_by_field_name("body")
        made: list[Command] = []
        try:
            value = self._reader.expression(node.child_by_field_name("condition").named_children[0])  # type: ignore[union-attr]
            for case in [] if body is None else reversed(body.named_children):
                label = case.child_by_field_name("value")
                inner: list[Command] = []
                for statement in case.named_children[1 if label is not None else 0 :]:
                    if statement.type != "break_statement":
                        inner += self._statement(statement)
                if label is None:
                    made = inner
                else:
                    made = [
                        If(
                            Comparison("==", value, self._reader.expression(label)),
                            tuple(inner),
                            tuple(made),
                            place_of(case),
                        )
                    ]
        except NotUnderstood as error:
            raise CannotConvert(place_of(node), f"what is read depends on {error}") from error
        return made
