"""What a C++ program declares: its functions, structs, type aliases, and which functions read the input.

Fast readers (`getchar`, `fread` loops) are recognised by their body: one that reads characters and looks at
digits reads a number; one that reads characters into a string reads a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tree_sitter import Node

from slowpath.inputs.infer.cpp_values import Function, descendants, plain_type, text_of

_READS_CHARACTERS = re.compile(r"\b(getchar\w*|_getchar\w*|fread\w*|getc|fgetc|getc_unlocked|mmap|sgetc|sbumpc)\s*\(")
_READS_TOKENS = re.compile(r"\b(cin|scanf|getline|gets|fgets|istream)\b")
_LOOKS_AT_DIGITS = re.compile(r"'0'|\b48\b|isdigit|'9'|&\s*15|\^\s*48|\b57\b")
_MATH_NAMES = frozenset({"main"})


@dataclass
class Program:
    """A parsed program. `readers` maps names of fast readers to number, float, word or char; `reading` holds
    the names of functions whose bodies read tokens, directly or through others."""

    root: Node
    functions: dict[str, list[Function]] = field(default_factory=dict)
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    readers: dict[str, str] = field(default_factory=dict)
    reading: set[str] = field(default_factory=set)
    extractors: dict[str, Function] = field(default_factory=dict)
    reader_types: set[str] = field(default_factory=set)


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
            found = next(iter(descendants(declarator, "field_identifier")), None)
            if found is not None:
                arrayed = declarator.type == "array_declarator" and kind == "char"
                members[text_of(found)] = "string" if arrayed else kind


def declarator_name(node: Node | None) -> str:
    """The name that a declarator declares."""
    while node is not None and node.type not in ("identifier", "field_identifier", "qualified_identifier",
                                                 "operator_name", "destructor_name"):
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
    made = Function(name.split("::")[-1], parameters_of(declarator, program), body, result, owner)
    if "operator" in name and ">>" in name:
        streams = [kind for _, kind, _ in made.parameters]
        if len(streams) == 2 and "istream" in streams[0]:
            program.extractors[streams[1].split("<")[0]] = made
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
        made.append((declarator_name(inner).lstrip("."), kind, bool(re.search(r"[&*\[]", shape))))
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
        text = text_of(call.child_by_field_name("function")).split("<")[0]
        names.add(re.split(r"\.|->|::", text)[-1])
    return names


def _find_readers(program: Program) -> None:
    reads_characters = {name for name, found in program.functions.items()
                        if any(_READS_CHARACTERS.search(text_of(f.body)) for f in found)}
    for _ in range(4):
        for name, found in program.functions.items():
            if any(_called_names(f.body) & reads_characters for f in found):
                reads_characters.add(name)
    for name in reads_characters - _MATH_NAMES:
        kinds = [_reader_kind(function, reads_characters) for function in program.functions[name]]
        known = [kind for kind in kinds if kind]
        if known:
            program.readers[name] = "number" if "number" in known else known[0]


def _reader_kind(function: Function, reads_characters: set[str]) -> str:
    body = text_of(function.body)
    direct = bool(_READS_CHARACTERS.search(body))
    loops = any(True for _ in descendants(function.body, "while_statement", "for_statement", "do_statement"))
    if loops and _LOOKS_AT_DIGITS.search(body):
        return "float" if re.search(r"double|float", function.result) else "number"
    variadic = any(kind.endswith("...") for _, kind, _ in function.parameters)
    if variadic or (function.parameters and not loops and _called_names(function.body) & reads_characters
                    and all(by_reference for _, _, by_reference in function.parameters)):
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
