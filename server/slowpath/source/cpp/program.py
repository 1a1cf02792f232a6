"""What a C++ program declares: its functions, structs, type aliases, and which functions read the input.

Fast readers (`getchar`, `fread` loops) are recognised by their body: one that reads characters and looks at
digits reads a number; one that reads characters into a string reads a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tree_sitter import Node

from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import Function, container_depth, descendants, plain_type, text_of

_READS_CHARACTERS = late_regex(r"\b(getchar\w*|_getchar\w*|fread\w*|getc|fgetc|getc_unlocked|mmap|sgetc|sbumpc)\s*\(")
_READS_TOKENS = late_regex(r"\b(cin|scanf|getline|gets|fgets|istream)\b")
_LOOKS_AT_DIGITS = late_regex(r"'0'|\b48\b|isdigit|'9'|&\s*15|\^\s*48|\b57\b")
_MATH_NAMES = frozenset({"main"})


@dataclass
class Program:
    """A parsed program. `readers` maps names of fast readers to number, float, word or char; `reading` holds
    the names of functions whose bodies read tokens, directly or through others; `members` holds the declarators of
    each struct, with their types."""

    root: Node
    functions: dict[str, list[Function]] = field(default_factory=dict)
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    readers: dict[str, str] = field(default_factory=dict)
    reading: set[str] = field(default_factory=set)
    extractors: dict[str, Function] = field(default_factory=dict)
    reader_types: set[str] = field(default_factory=set)
    members: dict[str, list[tuple[str, Node]]] = field(default_factory=dict)


def read_program(root: Node) -> Program:
    """The declarations of a program."""
    program = Program(root)
    _aliases(program)
    for node in descendants(root, "struct_specifier", "class_specifier"):
        _struct(program, node)
    for node in descendants(root, "function_definition"):
        _function(program, node)
    _lambdas(program)
    _find_readers(program)
    _find_reading(program)
    return program


def _aliases(program: Program) -> None:
    for node in descendants(program.root, "type_definition"):
        declared = text_of(node.child_by_field_name("declarator"))
        program.aliases[declared] = plain_type(text_of(node.child_by_field_name("type")))
    for node in descendants(program.root, "alias_declaration"):
        name = text_of(node.child_by_field_name("name"))
        program.aliases[name] = plain_type(text_of(node.child_by_field_name("type")))
    for name, meaning in list(program.aliases.items()):
        if re.search(rf"\b{re.escape(name)}\b", meaning):
            del program.aliases[name]


def _struct(program: Program, node: Node) -> None:
    name, body = text_of(node.child_by_field_name("name")), node.child_by_field_name("body")
    if body is None:
        return
    members = program.fields.setdefault(name, {})
    for child in body.named_children:
        if child.type != "field_declaration":
            continue
        kind = plain_type(text_of(child.child_by_field_name("type")), program.aliases)
        for declarator in child.children_by_field_name("declarator"):
            program.members.setdefault(name, []).append((kind, declarator))
            found = next(iter(descendants(declarator, "field_identifier")), None)
            if found is not None:
                arrayed = declarator.type == "array_declarator" and kind == "char"
                members[text_of(found)] = "string" if arrayed else kind


def declarator_name(node: Node | None) -> str:
    """The name that a declarator declares."""
    while node is not None and node.type not in (
        "identifier",
        "field_identifier",
        "qualified_identifier",
        "operator_name",
        "destructor_name",
    ):
        inner = node.child_by_field_name("declarator")
        node = inner if inner is not None else (node.named_children[-1] if node.named_children else None)
    return text_of(node)


def _function(program: Program, node: Node) -> None:
    declarator = next(iter(descendants(node, "function_declarator")), None)
    body = node.child_by_field_name("body")
    if declarator is None or body is None:
        return
    name = declarator_name(declarator.child_by_field_name("declarator"))
    result = plain_type(text_of(node.child_by_field_name("type")), program.aliases)
    owner = _owner(node)
    if not owner and "::" in name:
        owner = name.split("::")[-2].split("<")[0]
    made = Function(name.split("::")[-1], parameters_of(declarator, program), body, result, owner, _template(node))
    if "operator" in name and ">>" in name:
        streams = [kind for _, kind, _ in made.parameters]
        if len(streams) == 2 and "istream" in streams[0]:
            program.extractors[streams[1].split("<")[0].split("[")[0]] = made
        elif owner:
            program.reader_types.add(owner)
        return
    program.functions.setdefault(made.name, []).append(made)


def _owner(node: Node) -> str:
    parent = node.parent
    while parent is not None:
        if parent.type in ("struct_specifier", "class_specifier"):
            return text_of(parent.child_by_field_name("name"))
        parent = parent.parent
    return ""


def _template(node: Node) -> tuple[tuple[str, str], ...]:
    """The type parameters of a function template, with their defaults."""
    parent = node.parent
    found = (
        parent.child_by_field_name("parameters")
        if parent is not None and parent.type == "template_declaration"
        else None
    )
    made = []
    for child in found.named_children if found is not None else []:
        name = child.child_by_field_name("name") or next(iter(descendants(child, "type_identifier")), None)
        made.append((text_of(name), text_of(child.child_by_field_name("default_type"))))
    return tuple(made)


def parameters_of(declarator: Node, program: Program) -> tuple[tuple[str, str, bool], ...]:
    """The parameters of a function or lambda declarator."""
    found = declarator.child_by_field_name("parameters")
    made = []
    for child in found.named_children if found else []:
        if "parameter_declaration" not in child.type:
            continue
        inner = child.child_by_field_name("declarator")
        kind = plain_type(text_of(child.child_by_field_name("type")), program.aliases)
        shape = text_of(inner)
        if child.type.startswith("variadic"):
            kind += "..."
            shape = re.sub(r"\.\.\.", "", shape)
        name = re.search(r"[A-Za-z_]\w*$", shape.split("[")[0].strip())
        made.append((name.group() if name else "", kind, bool(re.search(r"[&*\[]", shape))))
    return tuple(made)


def _lambdas(program: Program) -> None:
    for node in descendants(program.root, "init_declarator"):
        value = node.child_by_field_name("value")
        if value is None or value.type != "lambda_expression":
            continue
        body, declarator = value.child_by_field_name("body"), value.child_by_field_name("declarator")
        if body is None:
            continue
        parameters = parameters_of(declarator, program) if declarator is not None else ()
        name = declarator_name(node.child_by_field_name("declarator"))
        program.functions.setdefault(name, []).append(Function(name, parameters, body, "auto", "lambda"))


def _called_names(body: Node) -> set[str]:
    names = set()
    for call in descendants(body, "call_expression"):
        names.add(called_name(call))
    return names


def called_name(call: Node) -> str:
    """The bare name of what a call calls: `fast::read<int>(x)`, `in.read(x)` call read."""
    return re.split(r"\.|->|::", text_of(call.child_by_field_name("function")).split("<")[0])[-1].strip()


def _find_readers(program: Program) -> None:
    buffers = _buffers(program.root)
    mentions = late_regex(rf"\b({'|'.join(map(re.escape, buffers))})\b") if buffers else None
    reads_characters = {
        name
        for name, found in program.functions.items()
        for f in found
        if _READS_CHARACTERS.search(text_of(f.body)) or (mentions and mentions.search(text_of(f.body)))
    }
    reads_characters |= {
        name
        for name, found in program.functions.items()
        if buffers and any(kind == "char" and by_reference for f in found for _, kind, by_reference in f.parameters)
    }
    for _ in range(4):
        for name, found in program.functions.items():
            if any(_called_names(f.body) & reads_characters for f in found):
                reads_characters.add(name)
    for name in reads_characters - _MATH_NAMES:
        kinds = [_reader_kind(function, reads_characters) for function in program.functions[name]]
        known = [kind for kind in kinds if kind]
        if known:
            program.readers[name] = "number" if "number" in known else known[0]
    _drop_what_uses_readers(program)


def _drop_what_uses_readers(program: Program) -> None:
    """A function that goes over values which other readers gave is no reader itself: what it reads is walked over. One
    that puts what it read where it's told to is one all the same."""
    of_tokens = {name for name, kind in program.readers.items() if kind in ("number", "float", "word", "forward")}
    for name in [name for name, kind in program.readers.items() if kind in ("number", "word")]:
        found = program.functions[name]
        uses = any(_called_names(f.body) & (of_tokens - {name}) for f in found)
        if uses and not any(_stores(f, program.readers[name]) for f in found):
            del program.readers[name]


def _stores(function: Function, reader: str) -> bool:
    """Whether a reader puts one thing of its kind into what it's given."""
    own = {name for name, _ in function.template}
    return any(
        kind.endswith("...")
        or (by_reference and (kind in own or ("char" in kind or "string" in kind) == (reader == "word")))
        for _, kind, by_reference in function.parameters
        if container_depth(kind) == 0
    )


def _buffers(root: Node) -> set[str]:
    """The names of what the whole input is copied into, and of the pointers that walk over it."""
    made: set[str] = set()
    for call in descendants(root, "call_expression"):
        arguments = call.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        place = {"fread": 0, "fread_unlocked": 0, "read": 1}.get(called_name(call), -1)
        if 0 <= place < len(given) and len(given) >= 3:
            made |= {text_of(found) for found in list(descendants(given[place], "identifier"))[:1]}
    if not made and "mmap" not in text_of(root):
        return made
    for _ in range(3):
        for node in descendants(root, "init_declarator", "assignment_expression"):
            left = node.child_by_field_name("declarator") or node.child_by_field_name("left")
            right = node.child_by_field_name("value") or node.child_by_field_name("right")
            if left is None or right is None or right.type == "lambda_expression":
                continue
            named = {text_of(found) for found in descendants(right, "identifier")}
            if (named & made and re.match(r"[&(*\s]*[\w]+(\s*\+\s*\w+)?$", text_of(right))) or "mmap" in text_of(right):
                made.add(declarator_name(left) if node.type == "init_declarator" else text_of(left))
    return made


def _reader_kind(function: Function, reads_characters: set[str]) -> str:
    body = text_of(function.body)
    direct = bool(_READS_CHARACTERS.search(body))
    loops = any(True for _ in descendants(function.body, "while_statement", "for_statement", "do_statement"))
    if loops and _LOOKS_AT_DIGITS.search(body):
        return "float" if re.search(r"double|float", function.result) else "number"
    variadic = any(kind.endswith("...") for _, kind, _ in function.parameters)
    if _READS_TOKENS.search(body):
        return ""
    if variadic or (
        function.parameters
        and not loops
        and _called_names(function.body) & reads_characters
        and all(by_reference for _, _, by_reference in function.parameters)
    ):
        return "number"
    if loops and (function.parameters or "string" in function.result):
        return "word"
    if not function.parameters and not loops and "return" in body and not direct:
        return "forward"
    return "character" if direct and not function.parameters and function.result != "void" else ""


def _find_reading(program: Program) -> None:
    names = set(program.readers)
    for name, found in program.functions.items():
        if any(_READS_TOKENS.search(text_of(f.body)) for f in found):
            names.add(name)
    for _ in range(6):
        before = len(names)
        for name, found in program.functions.items():
            if any(_called_names(f.body) & names or _uses_reader(program, f) for f in found):
                names.add(name)
        if len(names) == before:
            break
    program.reading = names


def _uses_reader(program: Program, function: Function) -> bool:
    return bool(program.reader_types) and ">>" in text_of(function.body)
