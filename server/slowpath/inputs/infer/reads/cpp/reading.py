"""How a C++ program reads its input, as a read grammar: by walking over `main` and what it calls.

The walk is symbolic and never runs anything: reads become tokens, loops around reads become loops, a
condition on a token just read becomes a branch, and integer variables are followed as expressions over what
was read. It is bounded by `LARGEST_WALK` statements; what it doesn't understand becomes a remark. This is the
uppermost of the layers that `cpp_walk` lists.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.conditions import BEGIN, FIRST_OF_LINE
from slowpath.inputs.infer.reads.cpp.control import Controlling
from slowpath.inputs.infer.reads.cpp.line_ends import by_tokens, with_line_ends, without_line_ends
from slowpath.inputs.infer.reads.items import (
    Break,
    Item,
    Loop,
    ReadProgram,
    Rest,
    Text,
    Token,
    leaves,
    settled,
    with_bodies,
    with_uses,
)
from slowpath.inputs.infer.reads.matrix_edges import matrix_edges
from slowpath.inputs.infer.reads.unclear import readings
from slowpath.inputs.infer.reads.usage import Usage
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.program import read_program
from slowpath.source.cpp.source import expanded, parse_cpp
from slowpath.source.cpp.values import Scope, symbolic

LARGEST_WALK = 20_000
_MAY_READ = late_regex(
    r"\b(cin|scanf|getline|f?gets|f?getc\w*|getchar\w*|f?read\w*|mmap|istream\w*|stdin|ri|rd|"
    r"next\w*)\b|>>"
)
_READS_BEHIND = late_regex(r"((?:&&|\band\b)\s*)((?:std\s*::\s*)?cin\s*>>[^;&|()]*)")
"""What the parser takes for the end of a template's arguments: `i < n && cin >> x`."""
_READS = re.compile(rb"(?:std\s*::\s*)?(?:cin|scanf|getchar|gets|getline)\b")
_SKIPS = late_regex(r"\bignore\s*\(|\bws\b|\bgetchar\s*\(|\bcin\s*\.\s*get\s*\(")
"""What takes the end of a line by itself."""


def reads_of_cpp(source: bytes) -> ReadProgram:
    """The read grammar of a C++ program; without items where no read was found."""
    text = expanded(source.decode("utf-8", "replace"))
    text = re.sub(r'"\s*(?:PRI|SCN)[diux]\w+\s*("?)', lambda match: "lld" if match.group(1) else 'lld"', text)
    text = _READS_BEHIND.sub(r"\1(\2)", text)
    program = read_program(parse_cpp(text.encode("utf-8")))
    walker = _Walker(program)
    is_translated = BEGIN in text or FIRST_OF_LINE in text
    walked = walker.run(skips_ends=is_translated or bool(_SKIPS.search(text)))
    is_by_lines = is_translated or all(
        isinstance(leaf, Text) or leaf.key in walker.from_line for leaf in leaves(walked)
    )
    lined = with_line_ends(walked) if is_by_lines and not walker.takes_parts else None
    walked = lined or by_tokens(walked)
    items = with_uses(walked, Usage(program.root, walker.sizes, frozenset(walker.names.values())).of, walker.names)
    first, others, twins = readings(items, walker.names)
    return ReadProgram(
        first,
        lined is not None,
        tuple(walker.remarks),
        frozenset(walker.edges) | matrix_edges(text, walker.names),
        walker.names,
        tuple(source.decode("utf-8", "replace").split("\n")),
        others,
        not _MAY_READ.search(text),
        twins,
        lined is not None,
    )


class _Walker(Controlling):
    """The whole walker. Methods `on_t` return the items that a node of type t reads."""

    def run(self, skips_ends: bool) -> tuple[Item, ...]:
        """Walks the globals, then `main`. `skips_ends`: what `>>` leaves of a line is skipped by itself."""
        scope = Scope()
        self.global_frame = scope.frames[0]
        self.globals(self.program.root, scope)
        mains = self.program.functions.get("main", [])
        items = self.block(mains[0].body, scope.inside()) if mains else []
        items = self.without_pause(items, mains[0].body) if mains else items
        lines = items if skips_ends else without_line_ends(tuple(items), self.names)
        return settled(tuple(self.opened(self.with_numbers(lines))))

    def without_pause(self, items: list[Item], body: Node) -> list[Item]:
        """Without the read at the very end that only keeps a console window open (`cin >> n; return 0;`)."""
        last = next((node for node in reversed(body.named_children) if node.type != "return_statement"), None)
        token = items[-1] if items else None
        if (
            last is None
            or not isinstance(token, Token)
            or last.type != "expression_statement"
            or token.line <= last.start_point.row
            or not _READS.match(last.text or b"")
            or self.names.get(token.key) == token.key
        ):
            return items
        self.remarks.append((token.line, f"the read of {self.names[token.key]} at the end was taken to wait only"))
        return items[:-1]

    def globals(self, root: Node, scope: Scope) -> None:
        """Declares the variables of the file and of its namespaces."""
        for node in root.named_children:
            if node.type == "declaration":
                self.walk(node, scope)
            elif node.type in ("namespace_definition", "linkage_specification", "declaration_list"):
                self.globals(node.child_by_field_name("body") or node, scope)

    def with_numbers(self, items: list[Item] | tuple[Item, ...]) -> list[Item]:
        """A line that the program turns into a number (`stoi(line)`) is an integer token."""
        made: list[Item] = []
        for item in items:
            if isinstance(item, Token | Text) and item.key in self.numbers:
                if isinstance(item, Text):
                    self.from_line[item.key] = item.key
                    made.append(Break())
                made.append(Token(item.key, "int", 0, item.line))
            else:
                made.append(with_bodies(item, lambda body: tuple(self.with_numbers(body))))
        return made

    def opened(self, items: list[Item] | tuple[Item, ...]) -> list[Item]:
        """A line that is read as text and then taken apart by a string stream becomes its tokens."""
        made: list[Item] = []
        taken_apart = set(self.from_line.values())
        for item in items:
            if isinstance(item, Text) and item.key in taken_apart:
                made += [] if item.key in self.rests else [Break()]
                continue
            made.append(self.opened_loop(item) if isinstance(item, Loop) else item)
        return made

    def opened_loop(self, item: Loop) -> Item:
        """`while (ss >> x)` over a string stream is the rest of its line."""
        first = item.body[0] if item.body else None
        if item.count is None and len(item.body) == 1 and isinstance(first, Token) and first.key in self.from_line:
            return Rest(first.key, first.kind, None, item.line)
        return replace(item, body=tuple(self.opened(item.body)))

    def walk(self, node: Node, scope: Scope) -> list[Item]:
        """What one statement or expression reads."""
        self.steps += 1
        if self.steps > LARGEST_WALK:
            return []
        method = getattr(self, f"on_{node.type}", None)
        if method is not None:
            return method(node, scope)
        items: list[Item] = []
        for child in node.named_children:
            items += self.walk(child, scope)
        return items

    def on_function_definition(self, node: Node, scope: Scope) -> list[Item]:
        return []

    def on_lambda_expression(self, node: Node, scope: Scope) -> list[Item]:
        return []

    def on_struct_specifier(self, node: Node, scope: Scope) -> list[Item]:
        return []

    on_class_specifier = on_struct_specifier

    on_template_declaration = on_struct_specifier

    def on_expression_statement(self, node: Node, scope: Scope) -> list[Item]:
        self.statement += 1
        return [item for child in node.named_children for item in self.walk(child, scope)]

    def on_return_statement(self, node: Node, scope: Scope) -> list[Item]:
        items = [item for child in node.named_children for item in self.walk(child, scope)]
        found = symbolic(node.named_children[0], scope) if node.named_children else None
        self.result = found if found is not None or not items else self.result
        return items
