"""A Java program in the words of C++, as far as how it reads is concerned.

The two languages share their statements; what differs is how input comes and how things are named. So Java has no
walker of its own: its program is put into the words that the one of C++ follows (`reads_cpp`), line by line, so that
lines stay those of the file. What it comes to isn't C++ that compiles. Where Java takes a line apart (`split`,
`StringTokenizer`, `StreamTokenizer`) the parts are taken for tokens that are read where they are used, in their order.
Where all that it reads are lines, each begins where it is taken (`BEGIN`, `FIRST`); else samples tell where lines end.

Classes that only wrap a stream (`FastReader`, `InputReader`) are left out, but for methods that read several things;
what else is called of them is known by its name, or by the one token that it returns.
The fields and methods of the others become global, but for classes that only hold data, which stay structs.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.conditions import BEGIN, FIRST_OF_LINE, NEXT_LINE
from slowpath.inputs.infer.reads.java.declared import (
    called_by,
    composed_methods,
    depth_of,
    is_conditional,
    lines_taken,
    name_of,
    parameters_of,
)
from slowpath.inputs.infer.reads.java.streams import Streams
from slowpath.inputs.infer.reads.java.words import (
    ALL_LINES,
    BOXED_PARSERS,
    CHARACTER,
    FIRST_READERS,
    HAS_MORE,
    INT,
    LINE,
    OUTPUTS,
    PARSERS,
    PRELUDE,
    READ,
    TRIMS,
    WHOLE_LINE,
    WORD,
)
from slowpath.source.cpp.values import text_of


def as_cpp(root: Node) -> str:
    """The program in the words of C++; its lines are those of the file."""
    writer = _Writer(root)
    text = "\n" * root.start_point.row + writer.whole(root)
    readers = PRELUDE + FIRST_READERS
    if not writer.is_by_lines(root, text):
        readers = PRELUDE
        text = text.replace(f"{BEGIN} ==", f"{NEXT_LINE} ==").replace(BEGIN, "0").replace(FIRST_OF_LINE, "java_")
    return readers + text if writer.reads else text


class _Writer(Streams):
    """The whole writer."""

    # Declarations

    def on_class_declaration(self, node: Node) -> str:
        name, body = name_of(node), node.child_by_field_name("body")
        if name in self.wrappers or body is None:
            return self.read_together(node)
        inside = "".join(self.parts(body).split("{", 1)[1:]).rpartition("}")[0]
        head = "\n" * (body.start_point.row - node.start_point.row)
        return f"{head}struct {name} {{{inside}}};" if name in self.data else head + inside

    def read_together(self, node: Node) -> str:
        """The methods of a class that wraps a stream which read more than one thing, at their lines."""
        made, row = "", node.start_point.row
        for method in composed_methods(node):
            made += "\n" * (method.start_point.row - row) + self.whole(method)
            row = method.end_point.row
        return made

    def on_record_declaration(self, node: Node) -> str:
        fields = (f"{self.kind(part.child_by_field_name('type'))} {name_of(part)};" for part in parameters_of(node))
        return f"struct {name_of(node)} {{ {' '.join(fields)} }};"

    def on_method_declaration(self, node: Node) -> str:
        name, body = name_of(node), node.child_by_field_name("body")
        if body is None or name in self.readers:
            return ""
        given = "" if name == "main" else self.parameters(node)
        result = "int" if name == "main" else self.kind(node.child_by_field_name("type"))
        return f"{result} {name}({given}) " + "\n" * (body.start_point.row - node.start_point.row) + self.whole(body)

    def on_constructor_declaration(self, node: Node) -> str:
        body = node.child_by_field_name("body")
        owner = name_of(node)
        if owner not in self.data:
            owner = f"void made_{owner}"
        return (
            f"{owner}({self.parameters(node)}) "
            + "\n" * ((body.start_point.row if body is not None else 0) - node.start_point.row)
            + self.whole(body)
        )

    def parameters(self, node: Node) -> str:
        """The parameters of a method; streams among them are left out, arrays are shared with the caller."""
        made = []
        for part in parameters_of(node):
            kind = self.kind(part.child_by_field_name("type"), depth_of(part))
            if not self.is_stream(kind):
                made.append(f"{kind}{'&' if '<' in kind else ''} {name_of(part)}")
        return ", ".join(made)

    def on_field_declaration(self, node: Node) -> str:
        """A declaration, as one for each variable: their types differ where brackets stand behind names."""
        plain = node.child_by_field_name("type")
        made = []
        row = node.start_point.row
        for declarator in node.children_by_field_name("declarator"):
            kind, value = self.kind(plain, depth_of(declarator)), declarator.child_by_field_name("value")
            lines = "\n" * (declarator.start_point.row - row)
            row = declarator.end_point.row
            if self.is_stream(kind):
                made.append(lines + (f"{BEGIN};" if lines_taken(declarator) else ""))
                continue
            text = self.variable(kind, name_of(declarator), value)
            made.append(lines + text + "\n" * (text_of(declarator).count("\n") - text.count("\n")))
        return " ".join(made)

    on_local_variable_declaration = on_field_declaration

    def variable(self, kind: str, name: str, value: Node | None) -> str:
        """One variable with what it begins with."""
        if value is None or value.type in ("null_literal", "array_initializer"):
            return f"{kind} {name};"
        found = self.function_variable(kind, name, value)
        found = self.stream_variable(name, value) if found is None else found
        if found is not None:
            return found
        if value.type == "array_creation_expression":
            return f"{kind} {name}{self.sizes(value, kind)};"
        if value.type == "object_creation_expression" and "<" in kind:
            return f"{kind} {name};"
        if kind == "auto" and value.type == "object_creation_expression":
            made = self.kind(value.child_by_field_name("type"))
            return "" if self.is_stream(made) else f"{made} {name};"
        written = self.whole(value)
        if written == f"{LINE}()":
            return f"{kind} {name}; " + (f"{BEGIN};" if name in self.taken else f"getline(cin, {name});")
        return f"{kind} {name} = {written};"

    def sizes(self, node: Node, kind: str) -> str:
        """The arguments with which a vector of this type is as large as an array that is made."""
        given = [
            self.parts(part).strip().strip("[]")
            for part in node.children_by_field_name("dimensions")
            if part.type == "dimensions_expr"
        ]
        if not given:
            return ""
        inner = kind.removeprefix("vector<").removesuffix(">")
        if len(given) == 1:
            return f"({given[0]})"
        made, kinds = "", [inner]
        for _ in given[2:]:
            kinds.append(kinds[-1].removeprefix("vector<").removesuffix(">"))
        for size, each in zip(reversed(given[1:]), reversed(kinds), strict=True):
            made = f"{each}({size}{', ' + made if made else ''})"
        return f"({given[0]}, {made})"

    # Statements

    def is_by_lines(self, root: Node, made: str) -> bool:
        """Whether all that the program reads are lines, taken in any case, each of which stands in what was made."""
        others = self.wrappers or self.own or self.readers or self.has_tokenizer or self.mixes
        lines = lines_taken(root)
        if others or ALL_LINES.search(text_of(root)) or any(map(is_conditional, lines)):
            return False
        return len(lines) == made.count(BEGIN) + made.count(FIRST_OF_LINE) + len(WHOLE_LINE.findall(made))

    def on_try_statement(self, node: Node) -> str:
        body = node.child_by_field_name("body")
        lines = "\n" * ((body.start_point.row if body is not None else 0) - node.start_point.row)
        return lines + self.whole(body)

    on_try_with_resources_statement = on_try_statement

    def on_enhanced_for_statement(self, node: Node) -> str:
        kind, value = self.kind(node.child_by_field_name("type")), node.child_by_field_name("value")
        body = self.whole(node.child_by_field_name("body"))
        taken = self.for_each(kind, name_of(node), value, body)
        return f"for ({kind} {name_of(node)} : {self.whole(value)}) {body}" if taken is None else taken

    def on_while_statement(self, node: Node) -> str:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        done, asked = self.whole(body), text_of(condition)
        if self.is_of_tokenizer(condition) and (rest := self.rest_of_line(done)):
            return rest
        reads_line = any(name in self.taken for name in re.findall(r"\(\s*(\w+)\s*=[^=]", asked)) and "null" in asked
        if reads_line or re.fullmatch(r"\(\s*\w+\s*\.\s*(hasNext\w*|ready)\(\)\s*\)", asked):
            # Until the input ends.
            return f"while {self.whole(condition) if lines_taken(condition) else '(true)'} {done}"
        return f"while {self.whole(condition)} {done}"

    def on_for_statement(self, node: Node) -> str:
        over = re.fullmatch(r"\w+\s*<\s*(\w+)\s*\.\s*length", text_of(node.child_by_field_name("condition")))
        if over is not None and over[1] in self.split:
            rest = self.rest_of_line(self.whole(node.child_by_field_name("body")))
            if rest:
                return rest
        return self.parts(node)

    def on_labeled_statement(self, node: Node) -> str:
        return self.whole(node.named_children[-1])

    def on_switch_rule(self, node: Node) -> str:
        """`case "a", "b" -> what it does`, as cases that end by themselves."""
        label, *done = node.named_children
        values = [self.whole(value) for value in label.named_children]
        cases = " ".join(f"case {value}:" for value in values) or "default:"
        return f"{cases} " + "".join(self.whole(each) for each in done) + " break;"

    def on_return_statement(self, node: Node) -> str:
        value = node.named_children[0] if node.named_children else None
        if value is None or (given := self.streamed("given", value)) is None:
            return self.parts(node)
        return f"vector<{self.stream_kind(value)}> given; {given} return given;"

    def on_break_statement(self, node: Node) -> str:
        return "break;"

    def on_continue_statement(self, node: Node) -> str:
        return "continue;"

    def on_assignment_expression(self, node: Node) -> str:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        target = self.whole(left)
        if right is None or called_by(right) == "split":
            self.split.add(target)
            return self.begun(right, target)
        streamed = self.streamed(target, right)
        if streamed is not None:
            return streamed
        if self.makes_stream(right):
            return BEGIN if lines_taken(right) else ""
        if right.type == "array_creation_expression":
            given = [part for part in right.children_by_field_name("dimensions") if part.type == "dimensions_expr"]
            depth = text_of(right).count("[")
            kind = self.kind(right.child_by_field_name("type"), depth)
            return (
                f"{target}.assign{self.sizes(right, kind)}"
                if len(given) > 1
                else f"{target}.resize{self.sizes(right, kind)}"
                if given
                else target
            )
        written = self.whole(right)
        if written == f"{LINE}()":
            return BEGIN if target in self.taken else f"getline(cin, {target})"
        if READ.search(target) and READ.search(written):  # What C++ would read the other way round.
            return f"({target}, {written})"
        operator = text_of(node.child_by_field_name("operator")) or "="
        return f"{target} {operator} {written}"

    # Expressions

    def on_field_access(self, node: Node) -> str:
        owner, field = node.child_by_field_name("object"), text_of(node.child_by_field_name("field"))
        if field in ("nval", "sval"):
            return self.read(INT if field == "nval" else WORD)
        if field == "length" and owner is not None:
            return f"{self.whole(owner)}.size()"
        if text_of(owner) == "this" or text_of(owner)[:1].isupper():
            return {"MAX_VALUE": "2147483647", "MIN_VALUE": "-2147483648"}.get(field, field)
        return f"{self.whole(owner)}.{field}"

    def on_array_access(self, node: Node) -> str:
        array, index = node.child_by_field_name("array"), node.child_by_field_name("index")
        if text_of(array) in self.split:
            return self.place_read(node, text_of(array))
        if called_by(array) == "split":
            return self.begun(array, self.read(WORD))
        return f"{self.whole(array)}[{self.whole(index)}]"

    def on_cast_expression(self, node: Node) -> str:
        value = node.child_by_field_name("value")
        return self.whole(value)

    def on_object_creation_expression(self, node: Node) -> str:
        kind = self.kind(node.child_by_field_name("type"))
        given = self.arguments(node)
        if kind.startswith(("string", "long long", "double")) and given:
            return given
        if kind in self.makers:
            kind = f"made_{kind}"
        return kind if self.is_stream(kind) else f"{kind}({given})"

    def on_method_invocation(self, node: Node) -> str:
        owner, name = node.child_by_field_name("object"), name_of(node)
        if name == "nextLine" and self.mixes and node.parent is not None and node.parent.type == "expression_statement":
            return "0"  # Behind a token that only ends its line.
        if name in self.composed:
            return f"{name}({self.arguments(node)})"
        if owner is not None and text_of(owner) in self.texts and name == "get":
            return self.read(LINE)
        return self.read_by(node, owner, name) or self.called(node, owner, name)

    def read_by(self, node: Node, owner: Node | None, name: str) -> str:
        """The read that a call is, "" where it is none."""
        found = node.child_by_field_name("arguments")
        given = list(found.named_children) if found is not None else []
        if name in PARSERS or (name == "valueOf" and text_of(owner) in BOXED_PARSERS):
            inner = self.whole(given[0]) if given else ""
            reader = PARSERS.get(name) or BOXED_PARSERS[text_of(owner)]
            if len(given) > 1:  # Digits of another base.
                return inner
            return self.parsed(reader, inner)
        if HAS_MORE.fullmatch(name):
            return "cin"
        if name == "nextToken" and self.has_tokenizer and not self.wrappers:
            return "0"  # What it found is read where its value is taken.
        if name == "read" and owner is not None and name not in self.methods:
            return "fgetc(stdin)"
        if name in self.methods and (owner is None or text_of(owner) == "this"):
            return ""
        if (given and name not in ("nextToken", "next")) or (
            owner is None and name not in self.readers and not self.wrappers
        ):
            return ""
        reader = self.reader_of(name)
        if reader and (owner is not None or name not in self.methods):
            return self.read(reader)
        return ""

    def called(self, node: Node, owner: Node | None, name: str) -> str:
        """A call that reads nothing itself."""
        given = self.arguments(node)
        if owner is None or text_of(owner) in ("this", "super"):
            return f"{name}({given})"
        if name in OUTPUTS:
            before = self.whole(owner) if owner.type == "method_invocation" else ""
            return f"({before}, cout << ({given or 0}))" if before else f"cout << ({given or 0})"
        run = self.started_or_called(owner, name, given)
        run = self.streamed("", node) if run is None else run
        if run is not None:
            return run
        if name == "setAll" and text_of(owner) == "Arrays" and (filled := self.filled(node)):
            return filled
        text = text_of(owner)
        is_class = text[:1].isupper() and text.isidentifier()
        if is_class or (
            name in self.methods
            and (not text[:1].islower() or name in ("run", "solve") or owner.type == "object_creation_expression")
        ):
            made = self.whole(owner) if owner.type == "object_creation_expression" else ""
            return f"({made}, {name}({given}))" if made.startswith("made_") else f"{name}({given})"
        written = self.whole(owner)
        if name in TRIMS:
            return self.begun(owner, f"{WORD}()") if written == f"{LINE}()" and name == "toCharArray" else written
        match name:
            case "charAt" if written == f"{WORD}()":
                return self.read(CHARACTER)
            case "charAt" | "get":
                return f"{written}[{given}]"
            case "equals" | "equalsIgnoreCase":
                sides = [owner, *node.child_by_field_name("arguments").named_children[:1]]  # type: ignore[union-attr]
                return f"({' == '.join(map(self.compared, sides))})"
            case "length":
                return f"{written}.size()"
            case "add" | "addLast" | "offer":
                return f"{written}.push_back({given})"
        return f"{written}.{name}({given})"
