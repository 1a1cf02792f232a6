"""How a Python program reads its input, as a read grammar: by walking over its statements symbolically.

Nothing is run. `input()` and its aliases give lines whose shape is learned from what is done with them;
`sys.stdin.read().split()` gives a stream of tokens that is followed front to back; functions that read are
walked at their calls. The walk is bounded by `LARGEST_WALK`; what isn't understood becomes a remark. This is
the uppermost of the layers that `python_walk` lists: statements and branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Item, ReadProgram, Token, settled, with_bodies, with_uses
from slowpath.inputs.infer.reads.matrix_edges import matrix_edges
from slowpath.inputs.infer.reads.python.conditions import Asking
from slowpath.inputs.infer.reads.python.names import (
    READER_WORDS,
    body_of,
    ends_early,
    hint_of,
    leaves_loop,
    line_of,
    parse_python,
    reading_functions,
)
from slowpath.inputs.infer.reads.python.values import (
    Container,
    Element,
    Line,
    Number,
    OpenBranch,
    OpenLeave,
    Slice,
    Words,
    key_of,
    resolved,
    with_sizes_known,
)
from slowpath.inputs.infer.reads.python.walk import LARGEST_WALK
from slowpath.inputs.infer.reads.unclear import readings
from slowpath.inputs.infer.reads.usage import Usage
from slowpath.source.cpp.values import descendants, simplified, text_of

__all__ = ["parse_python", "reads_of_python"]


def reads_of_python(source: bytes) -> ReadProgram:
    """The read grammar of a Python program; without items where no read was found."""
    return _Walker(parse_python(source)).run()


class _Walker(Asking):
    """The whole walker. Methods `on_t` walk a statement of type t."""

    def run(self) -> ReadProgram:
        """Walks the module's statements."""
        for node in descendants(self.root, "function_definition"):
            self.functions[text_of(node.child_by_field_name("name"))] = node
        self.reading = reading_functions(self.root, self.functions)
        self.statements(self.root.named_children)
        if self.jumped is not None:
            self.read_slice(Slice(None, self.jumped.kind), "x")
        read = self.retyped(settled(resolved(with_sizes_known(self.out))))
        usage = Usage(self.root, self.sizes(), frozenset(self.names.values()))
        items = with_uses(read, lambda name, _: usage.of(name), self.names)
        first, others, twins = readings(items, self.names)
        edges = frozenset(self.edges) | matrix_edges(text_of(self.root), self.names)
        return ReadProgram(
            first,
            not self.by_tokens,
            tuple(self.remarks),
            edges,
            self.names,
            tuple(text_of(self.root).split("\n")),
            others,
            not READER_WORDS.search(text_of(self.root)),
            twins,
        )

    def sizes(self) -> dict[str, str]:
        """The lengths of the program's lists, as far as they are known."""
        return {name: value.length for name, value in self.env.items() if isinstance(value, Container) and value.length}

    def retyped(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Tokens that the program makes numbers of after it bound them to names."""
        made: list[Item] = []
        for item in items:
            if isinstance(item, Token) and item.kind == "word" and item.key in self.kinds:
                made.append(replace(item, kind=self.kinds[item.key]))
            else:
                made.append(with_bodies(item, self.retyped))
        return tuple(made)

    def statements(self, nodes: Sequence[Node]) -> None:
        """Statements in order; after one that ends the block, nothing."""
        for index, node in enumerate(nodes):
            self.steps += 1
            if self.steps > LARGEST_WALK:
                return
            if node.type == "if_statement" and self.leaving(node):
                continue
            if node.type == "if_statement" and ends_early(node):
                self.branch(node, list(nodes[index + 1 :]))
                return
            getattr(self, f"on_{node.type}", self.other)(node)
            if node.type in ("return_statement", "break_statement", "continue_statement"):
                return

    def leaving(self, node: Node) -> bool:
        """Whether an `if` only leaves the loop that reads (`if n == 0: break`); where it asks of tokens it is noted
        for which of their values."""
        body = body_of(node.child_by_field_name("consequence"))
        if not body or not leaves_loop(body[-1], self.loops > 0, not self.repeated):
            return False
        condition = node.child_by_field_name("condition")
        self.value(condition)
        tests = self.ends_when(condition, True)
        if not tests and body[-1].type != "break_statement":
            return False
        if tests:
            self.out.append(OpenLeave(tests, line_of(node)))
        for other in node.children_by_field_name("alternative"):
            self.statements(body_of(other.child_by_field_name("body")))
        return True

    def other(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "block":
                self.statements(child.named_children)
            elif child.type in ("except_clause", "finally_clause"):
                continue
            elif child.type in ("expression_statement", "else_clause"):
                self.other(child)
            else:
                self.value(child)

    def on_function_definition(self, node: Node) -> None:
        self.env.pop(text_of(node.child_by_field_name("name")), None)

    def on_class_definition(self, node: Node) -> None:
        self.classes[text_of(node.child_by_field_name("name"))] = node

    def on_import(self, node: Node) -> None:
        return

    def on_decorated_definition(self, node: Node) -> None:
        return

    on_import_statement = on_import

    on_import_from_statement = on_import

    def on_expression_statement(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "assignment":
                self.assignment(child)
            elif child.type == "augmented_assignment":
                self.augmented(child)
            else:
                value = self.value(child)
                if isinstance(value, Line) and value.mode == "raw" and child.type == "call":
                    value.skipped = True

    def on_return_statement(self, node: Node) -> None:
        self.result = self.value(node.named_children[0], self.wish) if node.named_children else None

    def assignment(self, node: Node) -> None:
        """`left = right`, also chained."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        if right.type == "assignment":
            self.assignment(right)
            right = right.child_by_field_name("left") or right
        if (
            left.type in ("pattern_list", "tuple_pattern", "list_pattern")
            and right.type == "expression_list"
            and len(left.named_children) == len(right.named_children)
        ):
            for target, value in zip(left.named_children, right.named_children, strict=True):
                self.bind(target, self.value(value, hint_of(target)))
            return
        known = self.env.get(text_of(right))
        was_whole = known.line.whole if isinstance(known, Words) else False
        given = self.value(right, hint_of(left))
        if isinstance(known, Words) and left.type in ("pattern_list", "tuple_pattern", "list_pattern"):
            known.line.whole = was_whole
        self.indices(left)
        self.bind(left, given)

    def indices(self, target: Node) -> None:
        """What the indices of `a[int(q[1])] = ...` read, which is after the value is known."""
        inner = target.child_by_field_name("value") if target.type == "subscript" else None
        if inner is not None:
            self.indices(inner)
            for index in target.children_by_field_name("subscript"):
                self.value(index)

    def augmented(self, node: Node) -> None:
        name = text_of(node.child_by_field_name("left"))
        left = node.child_by_field_name("left")
        if left is not None:
            self.indices(left)  # Read first: it is a value, too.
        added = self.value(node.child_by_field_name("right"))
        old, operator = self.env.get(name), text_of(node.child_by_field_name("operator"))[:-1]
        if isinstance(old, Number) and isinstance(added, Number) and operator in "+-*":
            made = simplified(f"({{}}){operator}({{}})", old.text, added.text)
            self.env[name] = Number(made) if made else None
        elif isinstance(old, Number):
            self.env[name] = None

    def on_if_statement(self, node: Node) -> None:
        self.branch(node, [])

    def branch(self, node: Node, after: list[Node]) -> None:
        """An `if`; `after` are the statements that run only when its arm didn't end early."""
        if "__name__" in text_of(node.child_by_field_name("condition")):
            self.statements([*body_of(node.child_by_field_name("consequence")), *after])
            return
        arms: list[tuple[Node | None, list[Node]]] = [
            (node.child_by_field_name("condition"), body_of(node.child_by_field_name("consequence")))
        ]
        last: list[Node] = []
        for other in node.children_by_field_name("alternative"):
            if other.type == "elif_clause":
                arms.append((other.child_by_field_name("condition"), body_of(other.child_by_field_name("consequence"))))
            else:
                last = body_of(other.child_by_field_name("body"))
        arms.append((None, [*last, *after]))
        self.arms(arms, line_of(node))

    def arms(self, arms: list[tuple[Node | None, list[Node]]], line: int) -> None:
        """The arms of an if-chain, walked one after the other, then joined."""
        walked: list[tuple[tuple[str, tuple[str, ...]] | None, list[object]]] = []
        for condition, body in arms:
            asked = self.asked(condition)
            before, self.out = self.out, []
            saved = self.arm
            line_ = self.head_of(asked[0]) if asked else None
            if line_ is not None:
                self.arm = (line_, asked[1])  # type: ignore[index]
                line_.arms.setdefault(asked[1], {})  # type: ignore[index]
            elif condition is None and walked and isinstance(self._last_tag, Line):
                self.arm = (self._last_tag, ())
                self._last_tag.arms.setdefault((), {})
            self._last_tag = line_
            self.statements(body)
            self._last_tag = line_
            self.arm = saved
            inner, self.out = self.out, before
            key = key_of(asked[0]) if asked and line_ is None else ""
            walked.append(((key, asked[1]) if key and asked else None, inner))
        self._last_tag = None
        self.join(walked, line, bool(arms[-1][1]))

    _last_tag: Line | None = None

    def head_of(self, value: object) -> Line | None:
        """The line of which a value is the first word, by which the rest of the line is told."""
        if isinstance(value, Element) and value.index == 0:
            return value.line
        return self.heads.get(value.text) if isinstance(value, Number) else None

    def join(
        self, walked: list[tuple[tuple[str, tuple[str, ...]] | None, list[object]]], line: int, closed: bool
    ) -> None:
        """Arms as one branch; without a plain test of one token they are ways of reading to choose from."""
        asked = {token[0] for token, _ in walked[:-1] if token}
        plain = len(asked) == 1 and all(token for token, _ in walked[:-1])
        if not plain and not any(inner for _, inner in walked):
            return
        if plain:
            self.out.append(
                OpenBranch(
                    asked.pop(),
                    [(token[1], inner) for token, inner in walked[:-1] if token],
                    walked[-1][1],
                    line,
                    closed,
                )
            )
        else:
            if sum(1 for _, inner in walked if inner) > 1:
                self.remarks.append((line, "which of several ways of reading is taken isn't plain from the code"))
            self.out.append(OpenBranch("", [((), inner) for _, inner in walked[:-1]], walked[-1][1], line, closed))
