"""Reads the source of a testlib validator as a layout, without running it: what it reads, in what order and bounds.

The statements of `main` become the commands of a checktestdata script, which then is read as a format like any other
(`checktestdata.convert`). What computes without reading is passed over; what is asserted and can't be followed is
left out and named. A loop or a condition around reads that can't be followed makes `CannotConvert`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.checktestdata.scope import CannotConvert
from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Blank,
    Both,
    Command,
    Comparison,
    Eof,
    Expression,
    Float,
    If,
    Int,
    IsEof,
    Length,
    Literal,
    Match,
    Negation,
    Not,
    Number,
    Operation,
    Place,
    Regex,
    Repeat,
    Script,
    Set,
    String,
    Test,
    Variable,
    While,
)
from slowpath.inputs.infer.cpp_source import expanded, parse_cpp
from slowpath.inputs.testlib.expressions import NotUnderstood, Reader, called, either, text_of

_STREAM = "inf"
_INTEGERS = frozenset({"readInt", "readInteger", "readLong", "readUnsignedLong"})
_LISTS = frozenset({"readInts", "readIntegers", "readLongs", "readUnsignedLongs"})
_REALS = frozenset({"readDouble", "readReal", "readStrictDouble", "readStrictReal"})
_WORDS = frozenset({"readToken", "readWord"})
_LINES = frozenset({"readLine", "readString"})
_ASSERTIONS = frozenset({"ensure", "ensuref", "ensure_ext", "assert"})
_PUSHES = frozenset({"push_back", "emplace_back"})
_QUITS = re.compile(r"\{?\s*(?:quitf?|inf\.quitf?)\s*\([^;{}]*\)\s*;\s*\}?", re.DOTALL)
_CONTRARY = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_UNKNOWN = Number("nan")
_RANGES = {"readInt": (-2**31, 2**31 - 1), "readInteger": (-2**31, 2**31 - 1), "readLong": (-2**63, 2**63 - 1),
           "readUnsignedLong": (0, 2**64 - 1)}


def read_validator(source: bytes, constants: Mapping[str, int]) -> Script:
    """The layout that a validator's `main` reads. `constants` are the parameters that a generated header defines.

    Raises `CannotConvert`.
    """
    root = parse_cpp(expanded(source.decode("utf-8", "replace")).encode())
    return _Validator(root, constants).script()


class _Validator:
    """Turns statements into commands."""

    def __init__(self, root: Node, constants: Mapping[str, int]) -> None:
        self._functions = {name: node for node in root.children if node.type == "function_definition"
                           and (name := _function_name(node))}
        known = dict(constants)
        for node in root.children:
            known.update(_constant(node, Reader(known)))
        self._reader = Reader(known, _orders_pairs(text_of(root)), inserted=_inserted(text_of(root)))
        self._sizes: dict[str, Expression] = {}
        self._pushed: dict[str, int] = {}
        self._inlined: list[str] = []

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
        if _reads(node):
            raise CannotConvert(_place(node), f"a {node.type.replace('_', ' ')} that reads")
        return []

    # Values

    def _declaration(self, node: Node) -> list[Command]:
        made: list[Command] = []
        for declarator in node.children_by_field_name("declarator"):
            name = re.match(r"[&*\s]*(\w+)", text_of(declarator))
            if declarator.type != "init_declarator":
                self._note_size(node, declarator)
                continue
            value = declarator.child_by_field_name("value")
            variable = Variable(name[1]) if name is not None else None
            if variable is not None and value is not None and text_of(node.child_by_field_name("type")) == "bool":
                self._reader.tests[variable.name] = value
            if value is not None and value.type in ("argument_list", "initializer_list") and not _reads(value):
                if name is not None and value.named_children:
                    self._set_size(name[1], value.named_children[0])
                continue
            made += self._value(value, variable) if value is not None and _reads(value) else \
                self._assigned(variable, value, node)
        return made

    def _note_size(self, declaration: Node, declarator: Node) -> None:
        """`vector<int> a(n)` may be read as the declaration of a function."""
        match = re.fullmatch(r"(\w+)\((\w+)\)", text_of(declarator).replace(" ", ""))
        if match and "vector" in text_of(declaration.child_by_field_name("type")):
            self._sizes[match[1]] = Variable(match[2])

    def _set_size(self, name: str, node: Node) -> None:
        try:
            self._sizes[name] = self._reader.expression(node)
        except NotUnderstood:
            self._sizes.pop(name, None)

    def _assigned(self, variable: Variable | None, value: Node | None, node: Node) -> list[Command]:
        """A computed value; one that can't be followed makes the variable unknown."""
        if variable is None:
            return []
        try:
            expression = self._reader.expression(value)
        except NotUnderstood:
            expression = _UNKNOWN
        return [Set(((variable, expression),), _place(node))]

    def _value(self, node: Node, variable: Variable | None) -> list[Command]:
        """What an expression reads, into `variable`."""
        if node.type in ("cast_expression", "parenthesized_expression"):
            inner = node.child_by_field_name("value") or node.named_children[0]
            return self._value(inner, variable)
        if node.type == "call_expression":
            function, arguments = called(node)
            owner, _, method = function.rpartition(".")
            if owner == _STREAM:
                return self._read(method, arguments, variable, _place(node))
            if function in self._functions:
                return self._inline(function, arguments, variable, node)
            if owner and not method.startswith("read"):
                reading = [argument for argument in arguments if _reads(argument)]
                if len(reading) == 1:
                    return self._value(reading[0], variable)
        raise CannotConvert(_place(node), "a value that is read within a longer expression")

    def _inline(self, function: str, arguments: Sequence[Node], variable: Variable | None,
                node: Node) -> list[Command]:
        body = self._functions[function].child_by_field_name("body")
        if arguments or variable is not None or function in self._inlined:
            raise CannotConvert(_place(node), f"a call of {function}, which reads")
        self._inlined.append(function)
        made = self._block(body)
        self._inlined.pop()
        return made

    def _read(self, method: str, arguments: list[Node], variable: Variable | None, place: Place) -> list[Command]:
        if method in ("readSpace", "readEoln"):
            return [Blank(" " if method == "readSpace" else "\n", place)]
        if method in ("readEof", "seekEof", "skipBlanks"):
            return [Eof(place)]
        if method == "readChar" and arguments:
            return self._char(arguments[0], place)
        if method == "readChar":
            return [Regex(String("[!-~]"), variable, place)]
        variable = variable or _named(arguments)
        try:
            if method in _INTEGERS:
                lo, hi = self._bounds(arguments, method)
                return [Int(lo, hi, variable, place)]
            if method in _LISTS:
                lo, hi = self._bounds(arguments[1:], method.removesuffix("s"))
                own = Variable(variable.name, (Variable("_i"),)) if variable is not None else None
                return [Repeat(self._reader.expression(arguments[0]), Variable("_i"), Blank(" ", place),
                               (Int(lo, hi, own, place),), place)]
            if method in _REALS:
                lo, hi = self._bounds(arguments, method)
                decimals = None if "Strict" not in method or len(arguments) < 4 else \
                    (self._reader.expression(arguments[2]), self._reader.expression(arguments[3]))
                return [Float(lo, hi, decimals, variable, "", place)]
        except (NotUnderstood, IndexError) as error:
            raise CannotConvert(place, f"bounds that can't be followed ({error})") from error
        if method in _WORDS or method in _LINES:
            pattern = self._pattern(arguments, method in _LINES, place)
            end: list[Command] = [Blank("\n", place)] if method in _LINES else []
            return [Regex(String(pattern), variable, place), *end]
        raise CannotConvert(place, f"inf.{method}")

    def _bounds(self, arguments: list[Node], method: str) -> tuple[Expression, Expression]:
        """The bounds that are given, else those of the type."""
        if len(arguments) < 2:
            if method not in _RANGES:
                raise NotUnderstood(f"{method} without bounds")
            lo, hi = _RANGES[method]
            return Negation(Number(str(-lo))), Number(str(hi))
        return self._reader.expression(arguments[0]), self._reader.expression(arguments[1])

    def _char(self, node: Node, place: Place) -> list[Command]:
        try:
            character = self._reader.expression(node)
        except NotUnderstood:
            character = None
        if isinstance(character, String) and character.text in (" ", "\n"):
            return [Blank(character.text, place)]
        raise CannotConvert(place, "a single character that is neither a blank nor a line end")

    def _pattern(self, arguments: list[Node], is_line: bool, place: Place) -> str:
        """The pattern as an extended regular expression; `format` fills constants in."""
        if not arguments:
            return "[ -~]*" if is_line else "[!-~]+"
        node = arguments[0]
        if node.type == "call_expression" and called(node)[0] == "format":
            inner = called(node)[1]
            text = _string(inner[0]) if inner else None
            for argument in inner[1:]:
                value = self._constant_value(argument)
                text = None if text is None or value is None else re.sub(r"%(?:lld|d|I64d|u|llu)", str(value), text,
                                                                         count=1)
        else:
            text = _string(node)
        if text is None:
            raise CannotConvert(place, "a pattern that isn't constant")
        return re.sub(r"\{(\d+)\s*,\s*(\d*)\}", r"{\1,\2}", text)

    def _constant_value(self, node: Node) -> int | None:
        from slowpath.inputs.checktestdata.conditions import constant_of

        try:
            value = constant_of(self._reader.expression(node))
        except NotUnderstood:
            return None
        return value if isinstance(value, int) else None

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
            if function.removeprefix(f"{_STREAM}.") in _ASSERTIONS and arguments:
                return self._assertion(arguments[0], node)
            if function.rpartition(".")[2] in _PUSHES and len(arguments) == 1 and not _reads(node):
                return self._push(function.rpartition(".")[0], arguments[0], node)
            if _reads(node) or (function in self._functions and _reads(self._functions[function])):
                return self._value(node, None)
            return []
        if _reads(node):
            raise CannotConvert(_place(node), "reads within a longer expression")
        return []

    def _assignment(self, node: Node) -> list[Command]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = text_of(node.child_by_field_name("operator"))
        if sign in ("+=", "-=") and right is not None and not _reads(right):
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
        if right is not None and _reads(right):
            return self._value(right, target)
        return self._assigned(target, right if sign == "=" else None, node)

    def _changed(self, target: Node | None, added: Expression | None, node: Node) -> list[Command]:
        try:
            variable = self._reader.expression(target)
        except NotUnderstood:
            return []
        if not isinstance(variable, Variable):
            return []
        value = _UNKNOWN if added is None else Operation("+", variable, added)
        return [Set(((variable, value),), _place(node))]

    def _push(self, owner: str, value: Node, node: Node) -> list[Command]:
        """A list that gets a value of each row is another name for these, unless it gets others too."""
        if not owner.isidentifier():
            return []
        again = self._pushed.setdefault(owner, node.id) != node.id
        return [Set(((Variable(owner), _UNKNOWN),), _place(node))] if again else \
            self._assigned(Variable(owner), value, node)

    def _assertion(self, node: Node, statement: Node) -> list[Command]:
        if _reads(node):
            return self._fixed_word(node)
        try:
            return [Assert(self._reader.test(node), _place(statement))]
        except NotUnderstood:
            return [Assert(Comparison("==", _UNKNOWN, Number("0")), _place(statement))]

    def _fixed_word(self, node: Node) -> list[Command]:
        """`ensure(inf.readToken() == "cnf");`"""
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        word = next((text for side in sides if side is not None and (text := _string(side))), "")
        if text_of(node.child_by_field_name("operator")) != "==" or not word or not any(
                side is not None and re.fullmatch(r"inf\.read(?:Token|Word)\(\)", text_of(side)) for side in sides):
            raise CannotConvert(_place(node), "a value that is read within a condition")
        return [Literal(String(word), _place(node))]

    # Loops

    def _for(self, node: Node) -> list[Command]:
        if not _reads_or_asserts(node, self._functions):
            return self._forgotten(node)
        counter, count, start = self._counted(node)
        if count is None:
            if _reads_deeply(node, self._functions):
                raise CannotConvert(_place(node), "a loop whose count can't be followed")
            return [Assert(Comparison("==", _UNKNOWN, Number("0")), _place(node))]
        return self._loop(node.child_by_field_name("body"), counter, count, _place(node), start)

    def _forgotten(self, node: Node) -> list[Command]:
        """What a loop that reads nothing computes: its variables have no value that could be followed."""
        names = {text_of(each.child_by_field_name("left")) for each in _descendants(node, "assignment_expression")}
        return [Set(((Variable(name), _UNKNOWN),), _place(node)) for name in sorted(names) if name.isidentifier()]

    def _counted(self, node: Node) -> tuple[Variable | None, Expression | None, int]:
        """The counter, how often the loop runs, and where the counter begins."""
        head = re.sub(r"\s+", " ", text_of(node.child_by_field_name("initializer")))
        begins = re.search(r"(\w+) ?= ?(\d+)", head)
        condition = node.child_by_field_name("condition")
        if begins is None or condition is None or condition.type != "binary_expression":
            return None, None, 0
        sign = text_of(condition.child_by_field_name("operator"))
        if text_of(condition.child_by_field_name("left")) != begins[1] or sign not in ("<", "<=", "!="):
            return None, None, 0
        step = text_of(node.child_by_field_name("update")).replace(" ", "")
        if step not in (f"{begins[1]}++", f"++{begins[1]}", f"{begins[1]}+=1"):
            return None, None, 0
        try:
            end = self._reader.expression(condition.child_by_field_name("right"))
        except NotUnderstood:
            return None, None, 0
        before = int(begins[2]) - (sign == "<=")
        count = end if before == 0 else Operation("-", end, Number(str(before))) if before > 0 else \
            Operation("+", end, Number(str(-before)))
        return Variable(begins[1]), count, int(begins[2])

    def _range_for(self, node: Node) -> list[Command]:
        if not _reads_or_asserts(node, self._functions):
            return self._forgotten(node)
        name, over = text_of(node.child_by_field_name("declarator")).lstrip("&* "), node.child_by_field_name("right")
        count = self._sizes.get(text_of(over))
        if not _reads_deeply(node, self._functions):
            return self._over_characters(name, over, node)
        if count is None:
            raise CannotConvert(_place(node), f"a loop over {text_of(over)}, whose size can't be followed")
        commands = self._loop(node.child_by_field_name("body"), Variable("_i"), count, _place(node))
        return [_renamed(command, name, Variable(text_of(over), (Variable("_i"),))) for command in commands]

    def _over_characters(self, name: str, over: Node | None, node: Node) -> list[Command]:
        """What a loop asserts of each character of a word, or of each element of a list."""
        if over is None or over.type != "identifier":
            return [Assert(Comparison("==", _UNKNOWN, Number("0")), _place(node))]
        counter = Variable("_i")
        self._reader.aliases[name] = Variable(text_of(over), (counter,))
        try:
            return self._loop(node.child_by_field_name("body"), counter, Length(Variable(text_of(over))), _place(node))
        finally:
            del self._reader.aliases[name]

    def _while(self, node: Node) -> list[Command]:
        if not _reads_or_asserts(node, self._functions):
            return self._forgotten(node)
        condition = re.sub(r"[\s()]", "", text_of(node.child_by_field_name("condition")))
        counted = re.fullmatch(r"(\w+)--(?:>0)?", condition)
        body, place = node.child_by_field_name("body"), _place(node)
        if counted:
            return self._loop(body, None, Variable(counted[1]), place)
        if condition in ("!inf.eof", "!inf.seekEof"):
            return [While(Not(IsEof()), None, None, tuple(self._block(body)), place)]
        raise CannotConvert(place, "a loop whose end can't be followed")

    def _loop(self, body: Node | None, counter: Variable | None, count: Expression, place: Place,
              start: int = 0) -> list[Command]:
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
        if node.type != "if_statement" or node.child_by_field_name("alternative") is not None or _reads(node) \
                or counter is None:
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
            if not (isinstance(command, Assert) and isinstance(command.test, Comparison)
                    and isinstance(command.test.left, Variable) and not command.test.left.index):
                return None
            index = Operation("-", test.right, Number(str(start))) if start else test.right
            element = replace(command.test.left, index=(index,))
            made.append(replace(command, test=replace(command.test, left=element)))
        return made or None

    def _between(self, node: Node) -> tuple[Command | None, Command | None]:
        """What a statement reads between the turns of a loop, and what after the last one: `if (i + 1 < n)
        inf.readSpace();`, with `else inf.readEoln();`, or `inf.readChar(" \\n"[i + 1 == n])`."""
        if node.type == "expression_statement" and node.named_children:
            function, arguments = called(node.named_children[0]) if node.named_children[0].type == "call_expression" \
                else ("", [])
            if function == f"{_STREAM}.readChar" and arguments and arguments[0].type == "conditional_expression":
                condition, first, second = (arguments[0].child_by_field_name(part)
                                            for part in ("condition", "consequence", "alternative"))
                if first is not None and second is not None:
                    place = _place(node)
                    return _sorted_out(condition, self._char(first, place)[0], self._char(second, place)[0])
            return None, None
        if node.type != "if_statement":
            return None, None
        then = self._only_blank(node.child_by_field_name("consequence"))
        alternative = node.child_by_field_name("alternative")
        otherwise = self._only_blank(alternative.named_children[0]) if alternative is not None else None
        if then is None or (alternative is not None and otherwise is None):
            return None, None
        return _sorted_out(node.child_by_field_name("condition"), then, otherwise) if otherwise else (then, None)

    def _only_blank(self, node: Node | None) -> Command | None:
        if node is None or not re.fullmatch(r"\{?\s*inf\.read(Space|Eoln|Char)\([^()]*\)\s*;\s*\}?", text_of(node)):
            return None
        commands = self._block(node)
        return commands[0] if len(commands) == 1 and isinstance(commands[0], Blank) else None

    # Branches

    def _if(self, node: Node) -> list[Command]:
        alternative = node.child_by_field_name("alternative")
        if not _reads_or_asserts(node, self._functions):
            return self._chosen_value(node) or self._forgotten(node)
        if alternative is None and _QUITS.fullmatch(text_of(node.child_by_field_name("consequence"))):
            return self._refused(node)
        then = self._block(node.child_by_field_name("consequence"))
        otherwise = self._block(alternative.named_children[0]) if alternative is not None else []
        try:
            test: Test = self._reader.test(node.child_by_field_name("condition"))
        except NotUnderstood as error:
            if _reads_deeply(node, self._functions):
                raise CannotConvert(_place(node), f"what is read depends on {error}") from error
            test = Match(String(""))
        return [If(test, tuple(then), tuple(otherwise), _place(node))]

    def _chosen_value(self, node: Node) -> list[Command]:
        """`if (t == 1) x = a; else x = b;` is one assignment; nothing where it is anything else."""
        alternative = node.child_by_field_name("alternative")
        then = _assignment(node.child_by_field_name("consequence"))
        otherwise = _assignment(alternative.named_children[0]) if alternative is not None else None
        if then is None or (alternative is not None and (otherwise is None or otherwise[0] != then[0])):
            return []
        variable = Variable(then[0])
        try:
            value = either(self._reader.test(node.child_by_field_name("condition")), self._reader.expression(then[1]),
                           self._reader.expression(otherwise[1]) if otherwise is not None else variable)
        except NotUnderstood:
            return []
        return [Set(((variable, value),), _place(node))]

    def _refused(self, node: Node) -> list[Command]:
        """`if (bad) quitf(...);` is an assertion of the contrary."""
        try:
            return [Assert(_contrary(self._reader.test(node.child_by_field_name("condition"))), _place(node))]
        except NotUnderstood:
            return [Assert(Comparison("==", _UNKNOWN, Number("0")), _place(node))]

    def _switch(self, node: Node) -> list[Command]:
        if not _reads_deeply(node, self._functions):
            return []
        body = node.child_by_field_name("body")
        made: list[Command] = []
        try:
            value = self._reader.expression(node.child_by_field_name("condition").named_children[0])  # type: ignore[union-attr]
            for case in [] if body is None else reversed(body.named_children):
                label = case.child_by_field_name("value")
                inner: list[Command] = []
                for statement in case.named_children[1 if label is not None else 0:]:
                    if statement.type != "break_statement":
                        inner += self._statement(statement)
                if label is None:
                    made = inner
                else:
                    made = [If(Comparison("==", value, self._reader.expression(label)), tuple(inner), tuple(made),
                               _place(case))]
        except NotUnderstood as error:
            raise CannotConvert(_place(node), f"what is read depends on {error}") from error
        return made


def _assignment(node: Node | None) -> tuple[str, Node] | None:
    """The variable and the value of a statement, or of a block with one, that only assigns."""
    while node is not None and node.type in ("compound_statement", "expression_statement"):
        node = node.named_children[0] if node.named_child_count == 1 else None
    if node is None or node.type != "assignment_expression" or text_of(node.child_by_field_name("operator")) != "=":
        return None
    name, value = text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
    return (name, value) if name.isidentifier() and value is not None else None


def _contrary(test: Test) -> Test:
    match test:
        case Not():
            return test.of
        case Comparison():
            return replace(test, operator=_CONTRARY[test.operator])
        case Both():
            return Both("||" if test.operator == "&&" else "&&", _contrary(test.left), _contrary(test.right))
    return Not(test)


def _inserted(source: str) -> dict[str, str]:
    """What the program puts into each of its sets, where it does so at one place only."""
    made = {}
    for name in re.findall(r"\b(?:unordered_)?set\s*<[^;=(]*>\s*(\w+)\s*;", source):
        puts = re.findall(rf"\b{name}\.(?:insert|emplace)\((.+?)\)\s*(?:;|\.second)", source)
        if len(puts) == 1:
            made[name] = puts[0]
    return made


def _named(arguments: Sequence[Node]) -> Variable | None:
    """The variable that the validator calls a value in its messages: `"a_i"`, `"a[i]"`."""
    said = _string(arguments[-1]) if len(arguments) > 2 else None
    name = re.match(r"[A-Za-z][A-Za-z0-9]*", said or "")
    return Variable(name[0]) if name is not None else None


def _sorted_out(condition: Node | None, then: Command, otherwise: Command | None) -> tuple[Command, Command | None]:
    """The blank between turns and that after the last one: which branch is which, by the sign of the condition."""
    is_last = re.search(r"==", text_of(condition)) is not None
    return (otherwise, then) if is_last and otherwise is not None else (then, otherwise)


def _renamed(command: Command, name: str, variable: Variable) -> Command:
    """The command with the variable of a range-based loop as the element that it is."""
    if isinstance(command, Repeat):
        return replace(command, body=tuple(_renamed(inner, name, variable) for inner in command.body))
    if isinstance(command, Int | Float | Regex) and command.name == Variable(name):
        return replace(command, name=variable)
    return command


def _orders_pairs(source: str) -> bool:
    """Whether pairs are put in order before they are looked up, or kept in both orders."""
    kept = set(re.findall(r"\.(?:insert|emplace)\(\W*(?:\w+\W)?\W*(\w+)\s*,\s*(\w+)\W", source))
    return re.search(r"\bswap\s*\(", source) is not None or any((b, a) in kept for a, b in kept if a != b)


def _constant(node: Node, reader: Reader) -> dict[str, int]:
    """The constants that a declaration of the file makes."""
    from slowpath.inputs.checktestdata.conditions import constant_of

    made = {}
    if node.type == "declaration" and re.match(r"\s*(?:static |inline )*(?:const|constexpr)\b", text_of(node)):
        for declarator in node.children_by_field_name("declarator"):
            try:
                value = constant_of(reader.expression(declarator.child_by_field_name("value")))
            except NotUnderstood:
                continue
            if isinstance(value, int | float) and value == int(value):
                made[text_of(declarator.child_by_field_name("declarator"))] = int(value)
    return made


def _function_name(node: Node) -> str:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.named_children[-1]
    return text_of(declarator.child_by_field_name("declarator")) if declarator is not None else ""


def _descendants(node: Node, kind: str) -> list[Node]:
    found, waiting = [], [node]
    while waiting:
        each = waiting.pop()
        if each.type == kind:
            found.append(each)
        waiting += each.named_children
    return found


def _reads(node: Node) -> bool:
    return re.search(rf"\b{_STREAM}\s*\.\s*(read|skip)", text_of(node)) is not None


def _reads_deeply(node: Node, functions: Mapping[str, Node]) -> bool:
    """Whether it reads, itself or by a function of the file."""
    return _reads(node) or any(function in functions and _reads(functions[function])
                               for function in (called(each)[0] for each in _descendants(node, "call_expression")))


def _reads_or_asserts(node: Node, functions: Mapping[str, Node]) -> bool:
    return _reads_deeply(node, functions) or re.search(r"\b(ensuref?|assert|quitf?)\s*\(", text_of(node)) is not None


def _string(node: Node) -> str | None:
    """The text of a string literal."""
    if node.type == "concatenated_string":
        parts = [_string(part) for part in node.named_children]
        return None if None in parts else "".join(part or "" for part in parts)
    if node.type != "string_literal":
        return None
    return text_of(node)[1:-1].encode().decode("unicode_escape", "replace")


def _place(node: Node) -> Place:
    return Place(node.start_point[0] + 1, node.start_point[1] + 1)
