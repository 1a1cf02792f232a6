"""How a Python program reads its input, as a read grammar: by walking over its statements symbolically.

Nothing is run. `input()` and its aliases give lines whose shape is learned from what is done with them;
`sys.stdin.read().split()` gives a stream of tokens that is followed front to back; functions that read are
walked at their calls. The walk is bounded by `LARGEST_WALK`; what isn't understood becomes a remark. This is
the uppermost of the layers that `python_walk` lists: statements and branches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from slowpath.inputs.infer.cpp_values import descendants, simplified, text_of
from slowpath.inputs.infer.python_expressions import Evaluating
from slowpath.inputs.infer.python_names import body_of, ends_early, hint_of, line_of, parse_python, reading_functions
from slowpath.inputs.infer.python_values import Element, Line, Number, OpenBranch, resolved
from slowpath.inputs.infer.python_walk import LARGEST_WALK
from slowpath.inputs.infer.reads import ReadProgram

__all__ = ["parse_python", "reads_of_python"]


def reads_of_python(source: bytes) -> ReadProgram:
    """The read grammar of a Python program; without items where no read was found."""
    return _Walker(parse_python(source)).run()


class _Walker(Evaluating):
    """The whole walker. Methods `on_t` walk a statement of type t."""

    def run(self) -> ReadProgram:
        """Walks the module's statements."""
        for node in descendants(self.root, "function_definition"):
            self.functions[text_of(node.child_by_field_name("name"))] = node
        self.reading = reading_functions(self.root, self.functions)
        self.statements(self.root.named_children)
        items = resolved(self.out)
        return ReadProgram(items, not self.by_tokens, tuple(self.remarks), frozenset(self.edges), self.names)

    def statements(self, nodes: Sequence[Node]) -> None:
        """Statements in order; after one that ends the block, nothing."""
        for index, node in enumerate(nodes):
            self.steps += 1
            if self.steps > LARGEST_WALK:
                return
            if node.type == "if_statement" and ends_early(node):
                self.branch(node, list(nodes[index + 1:]))
                return
            getattr(self, f"on_{node.type}", self.other)(node)
            if node.type in ("return_statement", "break_statement", "continue_statement"):
                return

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
        return

    def on_decorated_definition(self, node: Node) -> None:
        return

    on_import_statement = on_class_definition

    on_import_from_statement = on_class_definition

    def on_expression_statement(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "assignment":
                self.assignment(child)
            elif child.type == "augmented_assignment":
                self.augmented(child)
            else:
                self.value(child)

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
        if left.type in ("pattern_list", "tuple_pattern", "list_pattern") and right.type == "expression_list" \
                and len(left.named_children) == len(right.named_children):
            for target, value in zip(left.named_children, right.named_children, strict=True):
                self.bind(target, self.value(value, hint_of(target)))
            return
        self.bind(left, self.value(right, hint_of(left)))

    def augmented(self, node: Node) -> None:
        name = text_of(node.child_by_field_name("left"))
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
            self.other_body(node.child_by_field_name("consequence"))
            self.statements(after)
            return
        arms: list[tuple[Node | None, list[Node]]] = [
            (node.child_by_field_name("condition"), body_of(node.child_by_field_name("consequence")))]
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
            element = asked[0] if asked and isinstance(asked[0], Element) else None
            if element is not None and element.index == 0:
                self.arm = (element.line, asked[1])  # type: ignore[index]
                element.line.arms.setdefault(asked[1], {})  # type: ignore[index]
            elif condition is None and walked and isinstance(self._last_tag, Line):
                self.arm = (self._last_tag, ())
                self._last_tag.arms.setdefault((), {})
            self._last_tag = element.line if element is not None else None
            self.statements(body)
            self._last_tag = element.line if element is not None else None
            self.arm = saved
            inner, self.out = self.out, before
            token = (asked[0].text, asked[1]) if asked and isinstance(asked[0], Number) else None
            walked.append((token, inner))
        self._last_tag = None
        self.join(walked, line)

    _last_tag: Line | None = None

    def join(self, walked: list[tuple[tuple[str, tuple[str, ...]] | None, list[object]]], line: int) -> None:
        if not any(inner for _, inner in walked):
            return
        asked = {token[0] for token, _ in walked[:-1] if token}
        if len(asked) == 1 and all(token for token, _ in walked[:-1]):
            self.out.append(OpenBranch(asked.pop(), [(token[1], inner) for token, inner in walked[:-1] if token],
                                    walked[-1][1], line))
        else:
            bodies = [inner for _, inner in walked]
            self.out += bodies[[len(inner) for inner in bodies].index(max(map(len, bodies)))]

    def asked(self, condition: Node | None) -> tuple[object, tuple[str, ...]] | None:
        """What a condition compares with literals: (Number or Element, values), or None."""
        if condition is None:
            return None
        if condition.type == "parenthesized_expression":
            return self.asked(condition.named_children[0])
        if condition.type == "boolean_operator" and text_of(condition.child_by_field_name("operator")) == "or":
            parts = [self.asked(condition.child_by_field_name(side)) for side in ("left", "right")]
            if all(parts):
                return parts[0][0], (*parts[0][1], *parts[1][1])  # type: ignore[index]
            return None
        if condition.type != "comparison_operator" or "==" not in [text_of(c) for c in condition.children]:
            self.value(condition)
            return None
        left, right = condition.named_children[0], condition.named_children[-1]
        literal = re.fullmatch(r"b?['\"](.*)['\"]|(-?\d+)", text_of(right))
        value = self.value(left)
        if literal is None or not isinstance(value, Number | Element | Line):
            return None
        return value, (literal.group(1) if literal.group(1) is not None else literal.group(2),)
