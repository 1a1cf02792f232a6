"""What a Java program hands on to be called: lambdas, references to methods, what a thread runs.

What runs once is written where it's made: a thread of a large stack does nothing else than what `main` would. What has
a name and is called by it becomes a lambda of C++.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.java.declared import name_of
from slowpath.inputs.infer.reads.java.words import BOXED_PARSERS, FIRST, LINE, PARSERS, WORD
from slowpath.inputs.infer.reads.java.writer import Writer
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_RUN_ONCE = frozenset({"Thread", "Runnable"})
_NAME = late_regex(r"[A-Za-z_]\w*")


class Passed(Writer):
    """Writes functions that are values."""

    def __init__(self, root: Node) -> None:
        super().__init__(root)
        self.started: set[str] = set()
        self.functions: set[str] = set()

    def work(self, node: Node | None) -> str:
        """What a thread or a `Runnable` does, as a statement; "" where that isn't told."""
        if node is None:
            return ""
        match node.type:
            case "lambda_expression":
                return "" if parameters(node) else f"{self.whole(node.child_by_field_name('body'))};"
            case "method_reference":
                return f"{self.applied(node, ())};"
            case "object_creation_expression":
                given = node.child_by_field_name("arguments")
                body = next((part for part in node.named_children if part.type == "class_body"), None)
                if body is not None:
                    runs = (each for each in body.named_children if name_of(each) == "run")
                    return self.whole(next((each.child_by_field_name("body") for each in runs), None))
                if text_of(node.child_by_field_name("type")) in _RUN_ONCE:
                    parts = given.named_children if given is not None else []
                    return next(filter(None, map(self.work, parts)), "")
                return "run();" if "run" in self.methods else ""
        return ""

    def function_variable(self, kind: str, name: str, value: Node) -> str | None:
        """A variable that holds something to run or to call, with what stands for that; None for others."""
        if kind.split("<", maxsplit=1)[0] in _RUN_ONCE:
            self.started.add(name)
            return self.work(value)
        if value.type == "lambda_expression":
            self.functions.add(name)
            given = ", ".join(f"auto {each}" for each in parameters(value))
            body = value.child_by_field_name("body")
            inside = self.whole(body)
            if body is not None and body.type != "block":
                inside = f"{{ return {inside}; }}"
            return f"auto {name} = [&]({given}) {inside};"
        return None

    def started_or_called(self, owner: Node, name: str, given: str) -> str | None:
        """A call that starts a thread, waits for one or calls a function that is a value; None for others."""
        text = text_of(owner)
        if text in self.started:
            return ""
        if text in self.functions:
            return f"{text}({given})"
        if name == "start" and owner.type == "object_creation_expression":
            return self.work(owner) or "run()"
        return "run()" if name == "start" and "run" in self.methods and name not in self.methods else None

    def applied(self, function: Node, given: tuple[str, ...]) -> str:
        """What calling a lambda or a reference to a method gives; its parameters become the arguments."""
        if function.type == "lambda_expression":
            body = function.child_by_field_name("body")
            made = self.whole(body)
            for name, value in zip(parameters(function), given, strict=False):
                made = re.sub(rf"\b{name}\b", value.replace("\\", r"\\"), made) if name != value else made
            return made
        if function.type != "method_reference":
            return ""
        owner, name = text_of(function.named_children[0]), text_of(function.named_children[-1])
        if name in PARSERS or (name == "valueOf" and owner in BOXED_PARSERS):
            return self.parsed(PARSERS.get(name) or BOXED_PARSERS[owner], given[0] if given else "")
        if name in self.methods or name in self.composed:
            return f"{name}({', '.join(given)})"
        reader = self.reader_of(name)
        return self.read(reader) if reader and not given else "".join(given[:1])

    def parsed(self, reader: str, inner: str) -> str:
        """A text that is turned into a number: what is read there is a number then."""
        if inner in (f"{WORD}()", f"{LINE}()", FIRST[f"{WORD}()"]):
            read = self.read(reader)
            return read if inner == f"{WORD}()" else FIRST.get(read, read)
        return f"stoi({inner})" if _NAME.fullmatch(inner) and inner not in self.numbers else inner


def parameters(function: Node) -> list[str]:
    """The names of a lambda's parameters."""
    found = function.child_by_field_name("parameters")
    if found is None or found.type == "identifier":
        return [text_of(found)] if found is not None else []
    return [name_of(each) or text_of(each) for each in found.named_children]


def calls_in(node: Node) -> tuple[Node, list[tuple[str, list[Node]]]]:
    """A chain of calls taken apart: what it begins with, and the methods with their arguments, in order."""
    made: list[tuple[str, list[Node]]] = []
    while node.type == "method_invocation" and (owner := node.child_by_field_name("object")) is not None:
        given = node.child_by_field_name("arguments")
        made.insert(0, (name_of(node), list(given.named_children) if given is not None else []))
        node = owner
    return node, made


def uses_of(name: str, node: Node) -> list[Node]:
    """Where a variable is used in the block, or the body, that declares it; `node` stands in the declaration."""
    block = node
    while block.parent is not None and block.type not in ("block", "class_body"):
        block = block.parent
    return [
        each
        for each in descendants(block, "identifier")
        if text_of(each) == name and each.start_byte >= node.end_byte and name_of(each.parent) != name
    ]
