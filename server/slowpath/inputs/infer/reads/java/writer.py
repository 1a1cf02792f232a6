"""What all parts of the writer that puts Java into the words of C++ need: its state, how a node becomes text, types.

The writer is built in layers, one module each: this one, what is handed on to be called (`passed`), streams and lines
that are taken apart (`streams`), the whole (`as_cpp`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.conditions import BEGIN, NEXT_LINE
from slowpath.inputs.infer.reads.java.declared import (
    class_of,
    composed_methods,
    is_data,
    is_wrapper,
    lines_taken,
    name_of,
    own_readers,
    reading_methods,
    taken_lines,
)
from slowpath.inputs.infer.reads.java.words import BOXES, FIRST, GONE, HOLDERS, READERS, STREAMS, TRIMS
from slowpath.source.cpp.values import descendants, text_of


class Writer:
    """Writes nodes. Methods `on_t` write a node of type t; of all others the parts are written, as they stand."""

    def __init__(self, root: Node) -> None:
        self.reads = False
        classes = list(descendants(root, "class_declaration", "record_declaration"))
        self.wrappers = {name_of(each) for each in classes if is_wrapper(each)}
        self.data = {name_of(each) for each in classes if is_data(each)} - self.wrappers
        methods = [
            each for each in descendants(root, "method_declaration") if name_of(class_of(each)) not in self.wrappers
        ]
        self.own = own_readers(list(descendants(root, "method_declaration")))
        self.readers = reading_methods(methods) | (self.own.keys() & {name_of(each) for each in methods})
        self.methods = {name_of(each) for each in methods} - self.readers
        wrapping = [each for each in classes if name_of(each) in self.wrappers]
        self.composed = {name_of(method) for each in wrapping for method in composed_methods(each)} - self.methods
        self.split: set[str] = set()
        self.numbers: set[str] = set()
        self.renamed: set[str] = set()
        self.taken = taken_lines(root)
        self.makers = {
            name_of(each) for each in descendants(root, "constructor_declaration") if name_of(each) not in self.data
        } - self.wrappers
        self.mixes = re.search(r"\.\s*next(?:Int|Long|Double)?\s*\(\s*\)", text_of(root)) is not None
        """Whether a scanner reads tokens as well as lines."""
        self.has_tokenizer = "StreamTokenizer" in text_of(root)

    def whole(self, node: Node | None) -> str:
        """A node's text, with as many lines as it has."""
        if node is None:
            return ""
        method: Callable[[Node], str] = getattr(self, f"on_{node.type}", self.parts)
        made = method(node) if node.type not in GONE else ""
        more = text_of(node).count("\n") - made.count("\n")
        return made + "\n" * more if more >= 0 else " ".join(made.rsplit("\n", -more))

    def parts(self, node: Node) -> str:
        """Its parts and what stands between them."""
        if not node.children:
            return text_of(node)
        source, start, made = node.text or b"", node.start_byte, []
        at = 0
        for child in node.children:
            made += [source[at : child.start_byte - start].decode("utf-8", "replace"), self.whole(child)]
            at = child.end_byte - start
        return "".join(made) + source[at:].decode("utf-8", "replace")

    def read(self, reader: str) -> str:
        """A read of that kind."""
        self.reads = True
        return f"{reader}()"

    def reader_of(self, name: str) -> str:
        """As what a call reads that is named so, "" where it's none that reads."""
        return self.own.get(name) or next((made for pattern, made in READERS if pattern.fullmatch(name)), "")

    def kind(self, node: Node | None, more: int = 0) -> str:
        """A type, in so many more dimensions."""
        if node is None:
            return "auto"
        if node.type == "array_type":
            depth = text_of(node.child_by_field_name("dimensions")).count("[")
            return self.kind(node.child_by_field_name("element"), depth + more)
        if node.type == "generic_type":
            named = node.named_children
            inner = [self.kind(each) for each in named[1].named_children] if len(named) > 1 else []
            bare = text_of(named[0]).rpartition(".")[2]
            holder = HOLDERS.get(bare, bare)
            made = f"{holder}<{', '.join(inner)}>" if inner else holder
        else:
            text = text_of(node).rpartition(".")[2]
            made = BOXES.get(text, f"{HOLDERS[text]}<int>" if text in HOLDERS else text)
        for _ in range(more):
            made = f"vector<{made}>"
        return made

    def is_stream(self, kind: str) -> bool:
        """Whether things of the type only read or write."""
        return kind in STREAMS or kind in self.wrappers

    def arguments(self, node: Node) -> str:
        """The arguments of a call; streams among them are left out."""
        found = node.child_by_field_name("arguments")
        given = found.named_children if found is not None else []
        return ", ".join(
            self.whole(part)
            for part in given
            if part.type not in GONE and not self.is_stream_name(text_of(part)) and not self.makes_stream(part)
        )

    def makes_stream(self, node: Node) -> bool:
        """Whether an expression makes a stream."""
        made = node.child_by_field_name("type") if node.type == "object_creation_expression" else None
        return made is not None and self.is_stream(self.kind(made))

    def is_stream_name(self, name: str) -> bool:
        """Whether a bare name is likely that of a stream: nothing else is called so and handed on."""
        return name in ("in", "sc", "br", "out", "pw", "scanner", "reader", "fs", "scan", "st", "input", "System.in")

    def begun(self, node: Node | None, made: str) -> str:
        """A read behind the beginning of the line that `node` takes, where it takes one."""
        return (FIRST.get(made) or f"({BEGIN}, {made})") if lines_taken(node) else made

    def compared(self, node: Node) -> str:
        """One side of a comparison; a line that is taken apart later (`line.trim()`, `(line = in.readLine())`) is what
        is read next."""
        line = node
        while line.type == "parenthesized_expression" or (line.type == "method_invocation" and name_of(line) in TRIMS):
            line = line.child_by_field_name("object") or line.named_children[0]
        left = line.child_by_field_name("left") if line.type == "assignment_expression" else line
        if text_of(left) not in self.taken:
            return self.whole(node)
        return BEGIN if lines_taken(line) else NEXT_LINE
