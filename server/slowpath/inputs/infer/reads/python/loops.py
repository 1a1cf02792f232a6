"""Loops and comprehensions: how often something is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Token
from slowpath.inputs.infer.reads.python.binding import Binding
from slowpath.inputs.infer.reads.python.names import first_apart, hint_of, line_of
from slowpath.inputs.infer.reads.python.values import (
    Container,
    Line,
    Number,
    OpenBranch,
    OpenLeave,
    OpenLoop,
    Slice,
    Stream,
    Strided,
    Table,
    Words,
    retyped,
)
from slowpath.model.format import ROW
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, simplified, text_of


def with_row(items: list[object], row: str) -> list[object]:
    """Counts of the loops right in `items` over `ROW` in place of the walk's own name for the loop's round; a count
    further inside that mentions it isn't known."""
    mentioned = late_regex(rf"\b{row}\b")

    def visit(part: object, deep: bool) -> None:
        if isinstance(part, OpenBranch):
            for inner in (*(item for _, body in part.arms for item in body), *part.otherwise):
                visit(inner, deep)
        elif isinstance(part, OpenLoop):
            if part.count and mentioned.search(part.count):
                part.count = "" if deep else mentioned.sub(ROW, part.count)
            for inner in part.body:
                visit(inner, True)

    for item in items:
        visit(item, False)
    return items


def _element_name(left: Node | None) -> str:
    """The name of what a loop runs over one by one: of `for i, x in enumerate(...)` it is x."""
    targets = left.named_children if left is not None and left.type == "pattern_list" else []
    return hint_of(targets[-1] if targets else left)


def _made_of_each(left: Node | None) -> str:
    """The kind that a loop turns each string into, `int(b)`, where it asks nothing of the string itself."""
    name, loop = re.escape(_element_name(left)), text_of(left.parent if left is not None else None)
    if re.search(rf"\b{name} ?(?:[=!]=|in\b|\.)", loop.partition(":")[2]):
        return "word"
    return next((kind for word, kind in KINDS.items() if re.search(rf"\b{word}\({name}\)", loop)), "word")


KINDS = {"int": "int", "float": "float", "str": "word", "Decimal": "float", "Fraction": "word"}


class Looping(Binding):
    """Walks what is repeated once, and says how often it is."""

    def on_for_statement(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        self.iterate(left, right, lambda: self.other_body(node.child_by_field_name("body")), line_of(node))

    def other_body(self, body: Node | None) -> None:
        if body is not None:
            self.statements(body.named_children)

    def iterate(self, left: Node | None, right: Node | None, body: Callable[[], None], line: int) -> None:
        """A loop of `left` over `right`; `body` is called once to walk what is repeated."""
        over = self.value(right)
        if isinstance(over, Table):
            self.iterate_table(left, over, body)
            return
        count = self.count_of(over)
        before, self.out = self.out, []
        if (isinstance(over, Stream) and over.lines) or (isinstance(over, Slice) and over.lines):
            element: object = self.new_line(line)
        elif isinstance(over, Stream | Slice):
            element = self.emit(Token(self.key(hint_of(left)), over.kind, 0, line))
        else:
            element = over.item if isinstance(over, Container) else None
        if isinstance(over, Words) and over.line.mode == "rest":
            over.line.whole = True
        if isinstance(over, Words) and over.line.mode == "raw":
            over.line.mode, over.line.kind = "rest", over.kind
            over.line.key = self.key(_element_name(left))
        if isinstance(over, Words) and over.line.mode == "rest" and over.line.kind == "word":
            over.line.kind = _made_of_each(left)
        self.loops += 1
        row = self._row(left, right)
        if left is not None:
            self.bind_loop(left, element)
        if row is not None and left is not None:
            self.env[text_of(left)] = Number(row)
        body()
        self.loops -= 1
        inner, self.out = self.out, before
        if row is not None and left is not None:
            self.env[text_of(left)] = None
        if inner:
            cases = bool(re.search(r"\bsolve\w*\s*\(|\bmain\w*\s*\(", text_of(right.parent if right else None)))
            self.out.append(OpenLoop(count, with_row(inner, f"{ROW}{self.loops + 1}"), line, cases))

    def _row(self, left: Node | None, right: Node | None) -> str | None:
        """What the variable of `for i in range(...)` is in a round, over the round's number."""
        match = re.fullmatch(r"range\((.*)\)", text_of(right).strip(), re.S)
        if left is None or left.type != "identifier" or match is None or text_of(left) == "_":
            return None
        arguments = right.child_by_field_name("arguments") if right is not None else None
        given = list(arguments.named_children) if arguments is not None else []
        row = f"{ROW}{self.loops}"
        if not given:
            return None
        if len(given) == 1:
            return row
        start = self.number(self.quiet(given[0]))
        step = text_of(given[2]) if len(given) > 2 else "1"
        return simplified(f"({{}}){'+' if step == '1' else '-'}{row}", start) if step in ("1", "-1") else None

    def quiet(self, node: Node) -> object:
        """The value of an expression that was evaluated before: nothing is read again."""
        before, self.out = self.out, []
        value = self.value(node) if not re.search(r"\(", text_of(node)) else None
        self.out = before
        return value

    def iterate_table(self, left: Node | None, over: Table, body: Callable[[], None]) -> None:
        """A loop over rows of tokens, which take the names of the loop's variables."""
        targets = (
            left.named_children
            if left is not None and left.type in ("pattern_list", "tuple_pattern", "list_pattern")
            else [left]
            if left is not None
            else []
        )
        self.name_columns(over, [hint_of(target) for target in targets])
        for target, token in zip(targets, over.loop.body, strict=False):
            self.env[text_of(target)] = Number(token.key) if isinstance(token, Token) else None
        body()

    def name_columns(self, table: Table, names: list[str]) -> None:
        """Gives the tokens of a table's row the names that the program has for them."""
        if len(names) == len(table.loop.body):
            table.loop.body = [
                replace(token, key=self.key(name)) if isinstance(token, Token) else token
                for token, name in zip(table.loop.body, names, strict=True)
            ]

    def table(self, value: object, width: int, length: str | None, kind: str = "") -> Table | None:
        """The tokens of `value`, `width` at a time."""
        if isinstance(value, Container) and value.flat is not None:
            token = value.flat.body[0]
            if isinstance(token, Token):
                value.flat.body = [token, *(replace(token, key=self.key(value.name)) for _ in range(width - 1))]
                value.flat.count = length
                return Table(value.flat, width)
            return None
        if not isinstance(value, Stream | Slice) or value.lines:
            return None
        self.by_tokens = True
        body: list[object] = [Token(self.key("x"), kind or value.kind, 0) for _ in range(width)]
        made = OpenLoop(length, body, 0, False)
        self.out.append(made)
        return Table(made, width)

    def column(self, value: Strided, name: str) -> Container:
        """One of several strided slices of the same tokens: a field of the table that they make together."""
        key = self.key(name)
        token = Token(key, value.kind, 0)
        fields = [item for item in value.loop.body if isinstance(item, Token)]
        if value.offset >= value.step or len(fields) != value.step:
            fields = (fields + [replace(token, key=f"{key}_{i}") for i in range(len(fields), value.step)])[: value.step]
        fields[value.offset % value.step] = token
        value.loop.body = list(fields)
        return Container(name, value.loop.count or None)

    def bind_loop(self, left: Node, element: object) -> None:
        if left.type == "pattern_list" and isinstance(element, Line | Number | type(None)):
            for target in left.named_children:
                self.env[text_of(target)] = None
            if isinstance(element, Line):
                self.env[text_of(left.named_children[-1])] = element
        else:
            self.bind(left, element)

    def count_of(self, over: object) -> str | None:
        """How often a loop over this value runs; "" where it isn't known, None for ever."""
        if isinstance(over, Slice):
            return over.length
        if isinstance(over, Stream):
            return None
        if isinstance(over, Container):
            return over.length or ""
        return ""

    def on_while_statement(self, node: Node) -> None:
        condition = node.child_by_field_name("condition")
        count = self.while_count(condition)
        names = map(text_of, descendants(condition, "identifier") if condition is not None else ())
        asked = {name: self.env.get(name) for name in names}
        before, self.out = self.out, []
        self.loops += 1
        self.value(condition)
        read = bool(self.out)
        if read:
            self.leave_when(condition, count, line_of(node))
        if read and not count:
            count = None
        self.other_body(node.child_by_field_name("body"))
        if not read:
            # What the condition asks was read last in the round before.
            for name, line in asked.items():
                self.taken_alike(line, self.env.get(name))
            self.leave_when(condition, count, line_of(node))
        self.loops -= 1
        inner, self.out = self.out, before
        if inner:
            self.out.append(OpenLoop(count, inner, line_of(node), bool(re.search(r"\bsolve\w*\(", text_of(node)))))

    def taken_alike(self, line: object, again: object) -> None:
        """A line that is read in a loop for its next round is taken apart as the one before the loop is."""
        if not (isinstance(line, Line) and isinstance(again, Line)) or line is again:
            return
        if line.mode == "raw" or again.mode != "raw" or again.was_split:
            return
        again.mode, again.kind, again.separator, again.whole = line.mode, line.kind, line.separator, line.whole
        again.key = self.key(self.names.get(line.key, line.key))
        again.parts = [
            replace(part, key=self.key(part.key)) if isinstance(part, Token) else part for part in line.parts
        ]
        again.fields = {index: self.key(key) for index, key in line.fields.items()}
        again.field_kinds = {
            again.fields[index]: line.field_kinds.get(key, line.kind) for index, key in line.fields.items()
        }

    def leave_when(self, condition: Node | None, count: str | None, line: int) -> None:
        """Notes for which values of tokens the loop ends, where no counter ends it."""
        tests = self.ends_when(condition, False) if not count else []
        if tests:
            self.out.append(OpenLeave(tests, line))

    def while_count(self, condition: Node | None) -> str | None:
        """How often `while` runs: a counter that runs down or up; "" where it isn't known, None for ever."""
        text = text_of(condition).strip("() ")
        if text in ("True", "1", "1 == 1", "not False"):
            return None
        match = re.fullmatch(r"([A-Za-z_]\w*)\s*(?:(<|<=|>|>=|!=)\s*(\w+))?", text)
        value = self.env.get(match.group(1)) if match else None
        if match is None or not isinstance(value, Number):
            return ""
        body = text_of(condition.parent) if condition is not None else ""
        if not re.search(rf"\b{match.group(1)}\s*(?:[-+]=|=\s*{match.group(1)}\s*[-+])", body):
            return ""
        limit = match.group(3)
        if limit is None or (limit == "0" and match.group(2) in (">", "!=")):
            return value.text
        other = limit if limit.isdigit() else self.number(self.env.get(limit))
        more = 1 if match.group(2) in ("<=", ">=") else 0
        if other is None:
            return ""
        ends = (other, value.text) if match.group(2).startswith("<") else (value.text, other)
        return simplified(f"({{}})-({{}})+{more}", *ends) or ""

    def ends_when(self, condition: Node | None, truth: bool) -> list[tuple[object, str]]:
        """The tokens, with the values they have, for which the condition is `truth` and the loop is left."""
        raise NotImplementedError

    def comprehension(self, node: Node, hint: str) -> object:
        """`[body for left in right ...]`."""
        body = node.child_by_field_name("body")
        clauses = [child for child in node.named_children if child.type == "for_in_clause"]
        if not clauses:
            return None
        left, right = clauses[0].child_by_field_name("left"), clauses[0].child_by_field_name("right")
        over_text = text_of(right)
        probe = self._over_words(right, hint)
        if probe is not None:
            kind = next((k for word, k in KINDS.items() if re.match(rf"{word}\b", text_of(body))), "")
            return retyped(probe, kind)
        if len(clauses) == 1 and (lines := self._lines_as_they_are(body, left, right, hint)) is not None:
            return lines
        made: list[object] = []

        def inside() -> None:
            if len(clauses) > 1:
                self.iterate(
                    clauses[1].child_by_field_name("left"),
                    clauses[1].child_by_field_name("right"),
                    lambda: made.append(self.bound(self.value(body, hint), hint)),
                    line_of(node),
                )
            else:
                made.append(self.bound(self.value(body, hint), hint))

        self.iterate(left, right, inside, line_of(node))
        found = self.env.get(over_text)
        last = self.out[-1] if self.out else None
        length = last.count if isinstance(last, OpenLoop) else (found.length if isinstance(found, Container) else None)
        if not isinstance(last, OpenLoop) or not made or made[0] is None:
            length = self.range_length(right) or length
        return Container(hint, length or None, made[0] if made else None)

    def _lines_as_they_are(self, body: Node | None, left: Node | None, right: Node | None, hint: str) -> Stream | None:
        """The lines of the input, of which `[line.strip() for line in sys.stdin]` makes a list whose first one the
        program reads for itself."""
        as_it_is = rf"{re.escape(text_of(left))}(?:\.[lr]?strip\([^()]*\)|\.decode\([^()]*\)|\[:-1\])*"
        if not re.fullmatch(as_it_is, text_of(body)) or not first_apart(self.root, hint):
            return None
        before = len(self.out)
        value = self.value(right, hint)
        del self.out[before:]
        return value if isinstance(value, Stream) and value.lines else None

    def range_length(self, node: Node | None) -> str | None:
        """How often a comprehension over `range(...)` that reads nothing runs."""
        arguments = node.child_by_field_name("arguments") if node is not None and node.type == "call" else None
        given = list(arguments.named_children) if arguments is not None and text_of(node).startswith("range") else []
        values = [self.number(self.quiet(child)) for child in given]
        if len(values) == 1:
            return values[0]
        return simplified("({})-({})", values[1], values[0]) if len(values) == 2 else None

    value_list_comprehension = comprehension

    value_generator_expression = comprehension

    value_set_comprehension = comprehension

    def _over_words(self, right: Node | None, hint: str) -> object:
        """The words or stream that a comprehension runs over, or None when it runs over something else."""
        text = text_of(right)
        if (
            "split" not in text
            and "read" not in text
            and not isinstance(self.env.get(text), Words | Stream | Slice)
            and not re.match(r"[\w.]+\[", text)
        ):
            return None
        before = len(self.out)
        value = self.value(right, hint)
        if isinstance(value, Words | Slice | Strided) or (isinstance(value, Stream) and not value.lines):
            return value
        del self.out[before:]
        return None
