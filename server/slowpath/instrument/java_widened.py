"""A Java program with wider integers: what it prints otherwise on an input is what an overflow made of it.

Every `int` becomes a `long`, every `Integer` a `Long`, and so do literals and what the library gives; where the
language or the library takes nothing but `int` (places of arrays and lists, lengths, `switch`, what `compareTo`
returns) the value is made one again, which ends the program rather than losing a digit. Which overload of a call is
meant is left to the compiler, which chooses among methods of a class beside the program (`java_wide_calls`). So a
version may be one that doesn't compile. Lines stay where they are. Where a program relies on what its integers hold
(random numbers, clocks, bits, the order of hash tables) there is no wider version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from slowpath.instrument.java_wide_calls import (
    BY_RECEIVER,
    COMPARING,
    NARROW_RESULTS,
    OF_CLASSES,
    OF_INTEGER,
    OF_TEXT,
    OF_VALUES,
    RENAMED,
    SUPPORT,
    WIDE,
)
from slowpath.source.cpp.values import descendants, text_of
from slowpath.source.java.source import parse_java

_RELIED_ON = re.compile(
    rb">>>|\b(?:Random|SplittableRandom|ThreadLocalRandom|random|shuffle|nanoTime|currentTimeMillis|identityHashCode|"
    rb"Unsafe|ByteBuffer|IntBuffer|VarHandle|floatToIntBits|floatToRawIntBits|reflect)\b|\bSlowpathWide\b"
)
_WRAPS = re.compile(
    rb"\b\w*(?:hash|seed)\w*\s*(?:\*=|=[^=;][^;]*\*)|&\s*(?:0x7fff_?ffff\b|Integer\s*\.\s*MAX_VALUE)", re.IGNORECASE
)
"""Numbers that are meant to pass what they hold."""
_HASHED = re.compile(rb"\bHash(?:Map|Set)\s*<\s*Integer\b")
_IN_ORDER = re.compile(rb"\b(?:keySet|entrySet|values|iterator|forEach|stream)\s*\(")
_BOXED = frozenset({"Integer", "var"})
_SMALL = frozenset({"char", "byte", "short"})
_ORDERING = frozenset({"compareTo", "compare"})
_TYPES = ("class_declaration", "record_declaration", "enum_declaration", "interface_declaration")
_LITERALS = ("decimal_integer_literal", "hex_integer_literal", "binary_integer_literal", "octal_integer_literal")
_NO_NUMBERS = frozenset(
    (
        "string_literal character_literal lambda_expression method_reference this null_literal true false "
        "object_creation_expression array_creation_expression class_literal text_block decimal_floating_point_literal"
    ).split()
)
_HALF = 1 << 31


class _NoWiderError(Exception):
    """The program holds something of which it can't be said how it widens."""


def widened(source: bytes) -> tuple[bytes, ...]:
    """The program with integers of 64 bits where some have 32, if there is such a version; it may not compile."""
    root = parse_java(source)
    if root.has_error or _RELIED_ON.search(source) or wraps(source):
        return ()
    if _HASHED.search(source) and _IN_ORDER.search(source):
        return ()
    writer = _Writer(source, root)
    try:
        made = writer.text(root)
    except (_NoWiderError, RecursionError):
        return ()
    return (made + SUPPORT.encode(),) if writer.is_wider else ()


def wraps(source: bytes) -> bool:
    """Whether numbers of the program are meant to pass what they hold, as those of a hash."""
    return _WRAPS.search(source) is not None


class _Writer:
    """Writes a program anew, part by part. `is_wider`: any type became wider."""

    def __init__(self, source: bytes, root: Node) -> None:
        self._source = source
        self.is_wider = False
        self._methods = {_name(each) for each in descendants(root, "method_declaration")}
        self._types = {_name(each) for each in descendants(root, *_TYPES)}
        self._inner = [each for kind in _TYPES for each in descendants(root, kind)]
        self._boxed, self._fields = set[str](), set[str]()
        for declaration in descendants(root, "local_variable_declaration", "field_declaration"):
            names = {_name(each) for each in declaration.children_by_field_name("declarator")}
            if _type_of(declaration) in _BOXED:
                self._boxed |= names
            if declaration.type == "field_declaration":
                self._fields |= names
        self._narrow_returns: list[str] = []
        self._writers: Mapping[str, Callable[[Node], bytes]] = {
            "integral_type": self._integral,
            "type_identifier": self._renamed,
            "identifier": self._renamed,
            "array_access": self._element,
            "dimensions_expr": self._dimension,
            "field_access": self._field,
            "method_invocation": self._call,
            "object_creation_expression": self._created,
            "method_reference": self._reference,
            "switch_expression": self._switch,
            "switch_label": self._as_it_is,
            "method_declaration": self._method,
            "lambda_expression": self._lambda,
            "return_statement": self._return,
            "marker_annotation": self._as_it_is,
            "annotation": self._as_it_is,
            "import_declaration": self._as_it_is,
            **dict.fromkeys(_LITERALS, self._literal),
        }

    def text(self, node: Node) -> bytes:
        """The node's text in the wider program."""
        return self._writers.get(node.type, self._plain)(node)

    def _plain(self, node: Node, instead: Mapping[int, bytes] | None = None) -> bytes:
        """The node's text with its parts written anew, or as `instead` says, by their ids."""
        made, at = [], node.start_byte
        for child in node.children:
            made.append(self._source[at : child.start_byte])
            made.append(instead[child.id] if instead and child.id in instead else self.text(child))
            at = child.end_byte
        made.append(self._source[at : node.end_byte])
        return b"".join(made)

    def _as_it_is(self, node: Node) -> bytes:
        return self._source[node.start_byte : node.end_byte]

    def _integral(self, node: Node) -> bytes:
        if text_of(node) != "int":
            return self._as_it_is(node)
        self.is_wider = True
        return b"long"

    def _renamed(self, node: Node) -> bytes:
        text = text_of(node)
        is_own = text in self._methods or text in self._types or text in self._fields
        self.is_wider |= text == "Integer" and node.type == "type_identifier"
        return (text if is_own else RENAMED.get(text, text)).encode()

    def _literal(self, node: Node) -> bytes:
        text = text_of(node)
        digits = text.replace("_", "")
        if text[-1] in "lL":
            return text.encode()
        if node.type != _LITERALS[0] and int(digits, 8 if node.type == _LITERALS[3] else 0) >= _HALF:
            raise _NoWiderError  # A pattern of bits, with a sign.
        return text.encode() + (b"" if _stays(node, self._boxed) else b"L")

    def _element(self, node: Node) -> bytes:
        index = node.child_by_field_name("index")
        return self._plain(node, {index.id: self._narrow(index)} if index is not None else None)

    def _dimension(self, node: Node) -> bytes:
        return self._plain(node, {child.id: self._narrow(child) for child in node.named_children})

    def _narrow(self, node: Node) -> bytes:
        """The value as an `int`, where it is a number at all."""
        if _is_bare(node):
            return self._as_it_is(node)
        made = self.text(node)
        return made if node.type in _NO_NUMBERS else b"%s.given(%s)" % (WIDE.encode(), made)

    def _field(self, node: Node) -> bytes:
        field, parent = text_of(node.child_by_field_name("field")), node.parent
        of = node.child_by_field_name("object")
        if of is not None and text_of(of) == "Integer":
            return b"((long) %s)" % self._as_it_is(node)
        is_length = field == "length" and "length" not in self._fields
        if is_length and not (parent is not None and parent.child_by_field_name("left") == node):
            return b"((long) %s)" % self._plain(node)
        # A field isn't renamed, whatever a class of its name is.
        instead = {each.id: self._as_it_is(each) for each in node.children_by_field_name("field")}
        return self._plain(node, instead)

    def _call(self, node: Node) -> bytes:
        name, of = text_of(node.child_by_field_name("name")), node.child_by_field_name("object")
        arguments = node.child_by_field_name("arguments")
        receiver = text_of(of) if of is not None else ""
        given = arguments.named_children if arguments is not None else []
        if name in self._methods and receiver not in OF_CLASSES and receiver != "Integer":
            return self._plain(node)
        if (name, len(given)) in BY_RECEIVER and of is not None:
            return self._by_receiver(node, name, of, given)
        if receiver == "Integer" and name in OF_INTEGER:
            radix = tuple(given[1:]) if name in OF_TEXT else ()
            return b"Long.%s%s" % (OF_INTEGER[name].encode(), self._arguments(arguments, radix))
        if (receiver, name) == ("Math", "toIntExact") and len(given) == 1:
            return b"(%s)" % self.text(given[0])
        made = self._called(node, name, receiver, arguments, given)
        is_statement = node.parent is not None and node.parent.type == "expression_statement"
        return b"((long) %s)" % made if name in NARROW_RESULTS and not is_statement else made

    def _by_receiver(self, node: Node, name: str, of: Node, given: list[Node]) -> bytes:
        # Whoever is asked is evaluated first, as before; between the two nothing else stands.
        values = b", ".join(self.text(each) for each in (of, *given))
        lines = b"\n" * (self._as_it_is(node).count(b"\n") - values.count(b"\n"))
        return b"%s.%s(%s%s)" % (WIDE.encode(), name.encode(), values, lines)

    def _called(self, node: Node, name: str, receiver: str, arguments: Node | None, given: list[Node]) -> bytes:
        """A call of the library that stays where it is; its arguments are narrow where they may be places."""
        are_values = name in OF_CLASSES[receiver] if receiver in OF_CLASSES else name in OF_VALUES
        narrow: tuple[Node, ...] = () if are_values else tuple(given)
        if (receiver, name) == ("Arrays", "fill"):
            narrow = tuple(given[1:-1])
        elif (receiver, name) == ("Collections", "nCopies") or (name, len(given)) == ("addAll", 2):
            narrow = tuple(given[:1]) if receiver != "Collections" or name == "nCopies" else ()
        instead = {arguments.id: self._arguments(arguments, narrow)} if arguments is not None else {}
        if receiver == "Integer":
            instead |= {each.id: b"Integer" for each in node.children_by_field_name("object")}
        return self._plain(node, instead)

    def _arguments(self, node: Node | None, narrow: tuple[Node, ...]) -> bytes:
        chosen = {each.id for each in narrow}
        return (
            self._plain(node, {each.id: self._narrow(each) for each in node.named_children if each.id in chosen})
            if node is not None
            else b""
        )

    def _created(self, node: Node) -> bytes:
        kind, arguments = node.child_by_field_name("type"), node.child_by_field_name("arguments")
        name = text_of(kind).partition("<")[0].strip()
        if arguments is None or name in self._types or name in RENAMED:
            return self._plain(node)
        return self._plain(node, {arguments.id: self._arguments(arguments, tuple(arguments.named_children))})

    def _reference(self, node: Node) -> bytes:
        first, *_, last = node.children
        name = text_of(last)
        if text_of(first) != "Integer":
            return self._plain(node)
        if name not in OF_INTEGER:
            raise _NoWiderError
        return b"Long::" + OF_INTEGER[name].encode()

    def _switch(self, node: Node) -> bytes:
        condition = node.child_by_field_name("condition")
        value = condition.named_children[0] if condition is not None and condition.named_child_count else None
        if condition is None or value is None:
            raise _NoWiderError
        return self._plain(node, {condition.id: self._plain(condition, {value.id: self._narrow(value)})})

    def _method(self, node: Node) -> bytes:
        name, kind = _name(node), node.child_by_field_name("type")
        annotated = any(text_of(each) == "@Override" for each in descendants(node, "marker_annotation"))
        is_of_library = name in _ORDERING | {"hashCode"} or (annotated and not self._is_twice(name))
        if not is_of_library or kind is None or text_of(kind) != "int":
            return self._within(node, "", None)
        kept = {kind.id: b"int"}
        for parameters in node.children_by_field_name("parameters"):
            kept[parameters.id] = self._as_it_is(parameters) if name not in _ORDERING else self.text(parameters)
        return self._within(node, "sign" if name in _ORDERING else "(int)" if name == "hashCode" else "given", kept)

    def _is_twice(self, name: str) -> bool:
        """Whether types of the program's own share a method of that name."""
        return (
            sum(
                any(_name(method) == name for method in descendants(each, "method_declaration")) for each in self._inner
            )
            > 1
        )

    def _lambda(self, node: Node) -> bytes:
        parameters, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
        count = len(parameters.named_children) if parameters is not None else 0
        if count != 2 or body is None or not _is_comparing(node):
            return self._within(node, "", None)
        if body.type == "block":
            return self._within(node, "sign", None)
        return self._within(node, "", {body.id: b"%s.sign(%s)" % (WIDE.encode(), self.text(body))})

    def _within(self, node: Node, returns: str, instead: Mapping[int, bytes] | None) -> bytes:
        """A method or lambda of which what it returns is handed to that function first."""
        self._narrow_returns.append(returns)
        try:
            return self._plain(node, instead)
        finally:
            self._narrow_returns.pop()

    def _return(self, node: Node) -> bytes:
        by = self._narrow_returns[-1] if self._narrow_returns else ""
        if not by or not node.named_children:
            return self._plain(node)
        value = node.named_children[0]
        function = by if by.startswith("(") else f"{WIDE}.{by}"
        return self._plain(node, {value.id: b"%s(%s)" % (function.encode(), self.text(value))})


def _name(node: Node) -> str:
    return text_of(node.child_by_field_name("name"))


def _type_of(declaration: Node) -> str:
    """The type of a declaration without its brackets."""
    return text_of(declaration.child_by_field_name("type")).partition("[")[0].strip()


def _outwards(node: Node) -> Iterator[Node]:
    around = node.parent
    while around is not None:
        yield around
        around = around.parent


def _is_bare(node: Node) -> bool:
    """Whether it is a number and nothing else."""
    while node.type in ("parenthesized_expression", "unary_expression") and node.named_child_count == 1:
        node = node.named_children[0]
    return node.type in _LITERALS


def _stays(node: Node, boxed: set[str]) -> bool:
    """Whether a literal is left an `int`: it stands alone where any number may stand, or where a smaller one has to."""
    alone: Node = node
    for around in _outwards(node):
        if around.type in ("local_variable_declaration", "field_declaration"):
            return _type_of(around) in _SMALL
        if around.type in ("unary_expression", "parenthesized_expression"):
            alone = around if alone.parent == around else alone
            continue
        if around.type == "variable_declarator" and around.parent is not None and alone.parent == around:
            return _type_of(around.parent) not in _BOXED
        if around.type == "assignment_expression" and alone.parent == around:
            left = around.child_by_field_name("left")
            return text_of(left).partition("[")[0] not in boxed
        if around.type == "return_statement" and alone.parent == around:
            method = next((each for each in _outwards(around) if each.type == "method_declaration"), None)
            return method is None or _type_of(method) not in _BOXED
        if around.type == "array_initializer" and alone.parent == around:
            made = next((each for each in _outwards(around) if each.child_by_field_name("type") is not None), None)
            return made is None or _type_of(made) not in _BOXED
        if around.type == "argument_list" and alone.parent == around and _is_fill(around.parent):
            return True
        if around.type in ("block", "class_body", "lambda_expression", "method_invocation"):
            return False
    return False


def _is_fill(call: Node | None) -> bool:
    return call is not None and text_of(call.child_by_field_name("name")) == "fill"


def _is_comparing(node: Node) -> bool:
    """Whether a lambda of two parameters says which is the smaller."""
    for around in _outwards(node):
        if around.type == "method_invocation":
            return text_of(around.child_by_field_name("name")) in COMPARING
        if around.type == "object_creation_expression":
            return text_of(around.child_by_field_name("type")).partition("<")[0].strip() in COMPARING
        if around.type in ("local_variable_declaration", "field_declaration"):
            return _type_of(around).startswith("Comparator")
        if around.type in ("block", "class_body", "lambda_expression"):
            return False
    return False
