"""Calls: of readers, of the program's own functions, of methods of lines and streams, of built-in functions."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import Token
from slowpath.inputs.infer.reads.python.loops import KINDS, Looping
from slowpath.inputs.infer.reads.python.names import (
    LINE_READERS,
    bare_name,
    body_of,
    hint_of,
    line_of,
    takes_part,
    words_of_kind,
)
from slowpath.inputs.infer.reads.python.values import (
    Callable,
    Container,
    Element,
    Line,
    Number,
    OpenLoop,
    Slice,
    Stream,
    Table,
    Words,
    retyped,
)
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, simplified, text_of

_WIDEST_TABLE = 8
_WHOLE = late_regex(r"((sys\.)?stdin(\.buffer)?|open\((0|['\"]/dev/stdin['\"])[^)]*\)|os)")


class Calling(Looping):
    """Methods `call_f` say what the built-in function f gives."""

    def value_call(self, node: Node, hint: str) -> object:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is not None and function.type == "list_splat" and function.named_children:
            # The parser takes the star of `[*map(int, x)]` for a part of the function's name.
            function = function.named_children[0]
        text = text_of(function)
        given = [c for c in arguments.named_children if c.type != "comment"] if arguments is not None else []
        if arguments is not None and arguments.type == "generator_expression":
            return self.value(arguments, hint)
        name = text.rsplit(".", 1)[-1]
        if LINE_READERS.fullmatch(text) and text not in self.env and text not in self.functions:
            return self.new_line(line_of(node))
        if re.fullmatch(r"(io|sys|os|open).*", text) and name in ("BytesIO", "StringIO"):
            return Stream(lines=True)
        if (
            text in ("open", "io.open", "os.fdopen")
            and given
            and text_of(given[0]) in ("0", "'/dev/stdin'", '"/dev/stdin"', "sys.stdin.fileno()")
        ):
            return Stream(lines=True)
        if text in ("fileinput.input", "sys.stdin.readlines", "stdin.readlines", "sys.stdin.buffer.readlines"):
            return Stream(lines=True)
        if text in ("os.read", "read") and given and text_of(given[0]) == "0":
            return Stream(lines=True)
        if function is not None and function.type == "attribute":
            return self.method(node, function, name, given, hint)
        built_in = getattr(self, f"call_{text}", None)
        if built_in is not None and text not in self.functions and text not in self.env:
            return built_in(given, hint)
        called = self.value(function, hint)
        if isinstance(called, Callable):
            return self.call(called, given, hint, line_of(node))
        for child in given:
            part = child.child_by_field_name("value") if child.type == "keyword_argument" else child
            passed = self.value(part, hint)
            if text_of(child).startswith("target=") and isinstance(passed, Callable):
                self.call(passed, [], hint, line_of(node))
        return None

    def pass_on(self, function: Node, given: list[Node]) -> None:
        """Arguments that are read where a function is called that reads nothing itself: `solve(int(input()))`. They are
        known by the names of its parameters."""
        parameters = function.child_by_field_name("parameters")
        names = [hint_of(child) for child in parameters.named_children] if parameters is not None else []
        for place, argument in enumerate(given):
            part = argument.child_by_field_name("value") if argument.type == "keyword_argument" else argument
            keyword = argument.child_by_field_name("name") if argument.type == "keyword_argument" else None
            name = text_of(keyword) if keyword is not None else names[place] if place < len(names) else "x"
            value = self.value(part, name)
            self.consume(value, name)
            if isinstance(value, Line) and value.mode == "raw" and not self.names.get(value.key):
                value.key = self.key(name)

    def call(self, called: Callable, given: list[Node], hint: str, line: int) -> object:
        """A call of a reader, a lambda or one of the program's functions."""
        if called.reads == "line":
            return self.new_line(line)
        if called.reads == "token":
            return self.next_token(called.stream or Stream(), hint, line)
        if called.reads == "class":
            return self.constructed(called.node, given, hint)
        if called.reads.startswith("built-in "):
            return getattr(self, f"call_{called.reads[9:]}")(given, hint)
        node = called.node
        name = text_of(node.child_by_field_name("name")) if isinstance(node, Node) else ""
        if not isinstance(node, Node) or self.depth > 12:
            return None
        if name and name not in self.reading:
            self.pass_on(node, given)
            return None
        generated = self.generated(node)
        if generated is not None:
            return generated
        values = [self.value(argument, hint) for argument in given]
        parameters = node.child_by_field_name("parameters")
        names = [hint_of(child) for child in parameters.named_children] if parameters is not None else []
        names = names[1:] if names[:1] in (["self"], ["cls"]) else names
        for child in parameters.named_children if parameters is not None else []:
            if child.type == "default_parameter" and hint_of(child) not in names[: len(values)]:
                self.env[hint_of(child)] = self.value(child.child_by_field_name("value"))
        saved = {name: self.env.get(name) for name in names}
        self.env.update(dict(zip(names, values, strict=False)))
        self.depth += 1
        body = node.child_by_field_name("body")
        if node.type == "lambda":
            result = self.value(body, hint)
        else:
            self.result, wish, self.wish = None, self.wish, hint
            repeated = self.repeated
            loops, self.loops, self.repeated = self.loops, 0, self.repeated or self.loops > 0
            self.statements(body_of(body))
            self.loops, self.repeated = loops, repeated
            result, self.wish = self.result, wish
        self.depth -= 1
        self.env.update({name: value for name, value in saved.items() if value is not None})
        return result

    def generated(self, node: Node) -> Stream | None:
        """What a generator function yields: the tokens of the input, or its lines; None for other functions."""
        yields = [child for child in descendants(node, "yield") if child.named_children]
        if not yields or not re.search(r"stdin|input|open\(0", text_of(node)):
            return None
        kind = next((kind for kind in ("int", "float") if re.search(rf"\b{kind}\b", text_of(node))), "word")
        return Stream("split" not in text_of(node), kind)

    def constructed(self, node: object, given: list[Node], hint: str) -> object:
        """`Solver()`: what its `__init__` reads."""
        functions = descendants(node, "function_definition") if isinstance(node, Node) else ()
        named = (one for one in functions if text_of(one.child_by_field_name("name")) == "__init__")
        if (initialiser := next(named, None)) is not None:
            self.reading.add("__init__")
            self.call(Callable(initialiser), given, hint, line_of(initialiser))
        return None

    def method(self, node: Node, function: Node, name: str, given: list[Node], hint: str) -> object:
        """A method call: on stdin, on a line, on a stream, on a list of the program."""
        owner_node = function.child_by_field_name("object")
        owner_text = text_of(owner_node)
        if owner_text in ("threading", "sys", "os", "math") and name not in ("Thread", "read"):
            return None
        if _WHOLE.fullmatch(owner_text) and name in ("read", "readlines"):
            return Stream(lines=True)
        if owner_text in ("np", "numpy") and given:
            return self.array_of(given, hint)
        owner = (
            self.env.get(owner_text)
            if owner_node is not None and owner_node.type == "identifier" and owner_text in self.env
            else self.value(owner_node, hint)
        )
        if isinstance(owner, Line):
            return self.line_method(owner, name, given)
        if name == "reshape" and isinstance(owner, Stream | Slice | Container | Words):
            return self.reshaped(owner, given)
        if isinstance(owner, Stream | Slice | Words | Table | Container) and name in (
            "astype",
            "tolist",
            "copy",
            "ravel",
            "flatten",
            "transpose",
        ):
            kind = words_of_kind(text_of(given[0])) if given else ""
            if name == "transpose" or not isinstance(owner, Stream | Slice | Words):
                return self.transposed(owner) if name == "transpose" else owner
            return owner if isinstance(owner, Stream) and owner.lines else retyped(owner, kind)
        if isinstance(owner, Stream):
            return self.stream_method(owner, name, given, hint, line_of(node))
        if owner is None and name in self.functions and name in self.reading and owner_text not in ("math", "random"):
            return self.call(Callable(self.functions[name]), given, hint, line_of(node))
        if name == "__next__" and isinstance(owner, Stream):
            return self.next_of(owner, hint, line_of(node))
        if name == "join" and given:
            joined = self.value(given[0], hint)
            return self.read_slice(joined, hint) if isinstance(joined, Slice) else joined
        if name in ("append", "add", "push", "extend", "appendleft"):
            return self.appended(owner_text, owner_node, given)
        if name == "Thread":
            return self.value_plain_arguments(given, hint)
        if isinstance(owner, Element) and name in ("strip", "decode", "rstrip"):
            return owner
        for child in given:
            self.value(child, hint)
        return None

    def array_of(self, given: list[Node], hint: str) -> object:
        """`np.array(tokens, dtype)` and the like: the same tokens as numbers."""
        value = self.value(given[0], hint)
        kind = words_of_kind(" ".join(text_of(child) for child in given[1:])) or (
            "float" if len(given) < 2 and not isinstance(value, Slice) else ""
        )
        if isinstance(value, Stream) and value.lines:
            value = Stream(False, "word")
        if isinstance(value, Stream):
            return Stream(False, kind or value.kind, value.seen)
        return retyped(value, kind) if isinstance(value, Words | Slice) else value

    def reshaped(self, owner: object, given: list[Node]) -> object:
        """`x.reshape(m, 2)`: a table of that many columns, or a matrix."""
        parts = given[0].named_children if len(given) == 1 and given[0].type == "tuple" else given
        if len(parts) != 2:
            return owner
        rows, columns = (self.number(self.value(part)) for part in parts)
        if columns is not None and columns.isdigit() and int(columns) <= _WIDEST_TABLE:
            return self.table(owner, int(columns), rows if "-1" not in text_of(parts[0]) else None) or owner
        if isinstance(owner, Stream | Slice) and rows is not None and columns is not None:
            self.by_tokens = True
            inner = OpenLoop(columns, [Token(self.key("x"), owner.kind, 0)], 0, False)
            self.out.append(OpenLoop(rows, [inner], 0, False))
            return Container("x", rows)
        return owner

    def transposed(self, value: object) -> object:
        return Table(value.loop, value.width, True) if isinstance(value, Table) else value

    def value_plain_arguments(self, given: list[Node], hint: str) -> object:
        for child in given:
            passed = self.value(child.child_by_field_name("value") or child, hint)
            if text_of(child).startswith("target") and isinstance(passed, Callable):
                self.call(passed, [], hint, line_of(child))
        return None

    def line_method(self, owner: Line, name: str, given: list[Node]) -> object:
        if name == "split":
            separator = re.fullmatch(r"b?['\"]([^\w\s])['\"]", text_of(given[0])) if given else None
            if given and separator is None and text_of(given[0]) not in ("' '", '" "', "None", "b' '", "sep"):
                return None
            owner.was_split = True
            owner.separator = separator.group(1) if separator is not None else owner.separator
            return Words(owner)
        if name == "replace" and len(given) == 2 and not text_of(given[1]).strip("b'\" "):
            swapped = re.fullmatch(r"b?['\"]([^\w\s])['\"]", text_of(given[0]))
            owner.separator = swapped.group(1) if swapped is not None else ""
        if name in ("strip", "rstrip", "decode", "lstrip", "upper", "lower", "replace", "removesuffix", "casefold"):
            return owner
        return None

    def stream_method(self, owner: Stream, name: str, given: list[Node], hint: str, line: int) -> object:
        if name == "split" and not (given and "n" in text_of(given[0])):
            return Stream(False, "word")
        if name == "reverse":
            return None
        if name in ("splitlines", "read", "strip", "decode", "readlines", "rstrip", "split", "buffer"):
            return Stream(owner.lines, owner.kind, owner.seen)
        if name in ("pop", "popleft", "__next__", "readline"):
            return self.next_of(owner, hint, line)
        return None

    def appended(self, owner_text: str, owner_node: Node | None, given: list[Node]) -> object:
        """`a.append(int(input()))` names the token a; `g[u].append(v)` makes an edge of u and v."""
        base = owner_text.split("[", maxsplit=1)[0]
        value = self.value(given[0], base) if given else None
        if isinstance(value, Words) and value.line.mode == "raw":
            self.bind_name(base, value)
        elif isinstance(value, Slice):
            self.read_slice(value, base)
        if owner_node is not None and owner_node.type == "subscript":
            inside = self.number(self.value(owner_node.child_by_field_name("subscript")))
            ends = value if isinstance(value, list) else [value]
            for end in ends:
                text = self.number(end)
                if inside and text and inside != text:
                    self.edges.add((bare_name(inside), bare_name(text)))
        return None

    def call_int(self, given: list[Node], hint: str) -> object:
        return self.converted(given, hint, "int")

    def call_float(self, given: list[Node], hint: str) -> object:
        return self.converted(given, hint, "float")

    def call_str(self, given: list[Node], hint: str) -> object:
        return self.value(given[0], hint) if given else None

    def converted(self, given: list[Node], hint: str, kind: str) -> object:
        """`int(...)` of a line, of a token, of an element."""
        value = self.value(given[0], hint) if given else None
        if isinstance(value, Line) and value.mode == "raw" and not takes_part(given[0]):
            if hint != "x" or not self.names.get(value.key):
                value.key = self.key(hint)
            value.mode, value.kind = "one", kind
            return Number(value.key)
        if isinstance(value, Element):
            value.line.field_kinds[value.key] = kind
            return value
        if isinstance(value, Number):
            if self.names.get(value.text):
                self.kinds[value.text] = kind
            return value
        return value if isinstance(value, Words | Slice) else None

    call_eval = call_int

    def call_map(self, given: list[Node], hint: str) -> object:
        if len(given) < 2:
            return None
        named = self.env.get(text_of(given[0]))
        alias = named.reads.removeprefix("built-in ") if isinstance(named, Callable) else ""
        kind = KINDS.get(alias or text_of(given[0]).split(".")[-1], "")
        if not kind:
            kind = next((found for word, found in KINDS.items() if f"{word}(" in text_of(given[0])), "")
        value = self.value(given[1], hint)
        if isinstance(value, Words):
            return Words(value.line, kind or value.kind, value.start)
        if isinstance(value, Stream):
            return Stream(value.lines and not kind, kind or value.kind, value.seen)
        if isinstance(value, Slice):
            return Slice(value.length, kind or value.kind, value.lines, value.stream)
        if isinstance(value, Line) and value.mode == "raw":
            return value
        return value

    def same(self, given: list[Node], hint: str) -> object:
        """`list(x)`, `tuple(x)`, `iter(x)`, `sorted(x)` ...: the same tokens."""
        value = self.value(given[0], hint) if given else None
        return value

    def call_array(self, given: list[Node], hint: str) -> object:
        return self.value(given[-1], hint) if given else None

    call_list = call_tuple = call_iter = call_sorted = call_set = call_deque = call_reversed = call_enumerate = same
    call_Counter = call_deque = call_frozenset = same  # noqa: N815

    def call_sum(self, given: list[Node], hint: str) -> object:
        for child in given:
            self.consume(self.value(child, hint), hint)
        return None

    call_max = call_min = call_print = call_sum

    def call_next(self, given: list[Node], hint: str) -> object:
        value = self.value(given[0], hint) if given else None
        return self.next_of(value, hint, line_of(given[0])) if isinstance(value, Stream) else None

    def call_len(self, given: list[Node], hint: str) -> object:
        value = self.env.get(text_of(given[0])) if given else None
        if given and given[0].type not in ("identifier", "attribute", "subscript"):
            value = self.value(given[0], hint)
        if isinstance(value, Container) and value.length:
            return Number(value.length)
        if isinstance(value, Line) and value.mode == "raw":
            return Number(f"len({value.key})")
        return None

    def call_range(self, given: list[Node], hint: str) -> object:
        values = [self.number(self.value(child, "t" if not i else hint)) for i, child in enumerate(given)]
        if len(values) == 1:
            return Container("range", values[0])
        if len(values) == 2:
            return Container("range", simplified("({})-({})", values[1], values[0]))
        if len(values) == 3 and text_of(given[2]) == "-1":
            return Container("range", simplified("({})-({})", values[0], values[1]))
        if len(values) == 3 and text_of(given[2]).isdigit():
            step = text_of(given[2])
            return Container("range", simplified(f"(({{}})-({{}})+{int(step) - 1})//{step}", values[1], values[0]))
        return None

    def call_zip(self, given: list[Node], hint: str) -> object:
        same = {text_of(child) for child in given}
        if len(given) > 1 and len(same) == 1 and given[0].type == "identifier":
            return self.table(self.value(given[0], hint), len(given), None)
        repeated = re.fullmatch(r"\*\s*\[(.*)\]\s*\*\s*(\d+)", text_of(given[0]), re.S) if len(given) == 1 else None
        if repeated:
            inner = next(descendants(given[0], "list"), None)
            value = self.value(inner.named_children[0], hint) if inner is not None and inner.named_children else None
            return self.table(value, int(repeated.group(2)), None)
        if len(given) == 1 and given[0].type == "list_splat":
            return self.transposed(self.value(given[0], hint))
        value = self.value(given[0], hint) if given else None
        for other in given[1:]:
            self.value(other, hint)
        return value
