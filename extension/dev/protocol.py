"""Writes the editor's side of the protocol, `extension/src/protocol.ts`, from the server's, `lsp/protocol/`.

usage: PYTHONPATH=server python3 extension/dev/protocol.py

Classes become interfaces, messages' names constants, and texts of which there are only some (`Annotated[str, ...]`)
types of their own. A test compares what is committed with what this writes.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import types
from enum import EnumMeta
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from slowpath.lsp import protocol

WRITTEN = Path(__file__).resolve().parents[1] / "src/protocol.ts"
HEAD = """/**
 * Slowpath's own messages over LSP. Written by extension/dev/protocol.py from server/slowpath/lsp/protocol/.
 *
 * Names are snake_case because they are the wire's names.
 */
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The whole file."""
    names = sorted(each.name for each in pkgutil.iter_modules(protocol.__path__))
    topics = [importlib.import_module(f"{protocol.__name__}.{name}") for name in names]
    texts = {value: name for topic in topics for name, value in vars(topic).items() if get_origin(value) is Annotated}
    messages, shapes = {}, {}
    for topic in topics:
        for name, value in vars(topic).items():
            if isinstance(value, str) and value.startswith(("slowpath/", "slowpath.server.")):
                messages[name] = f"export const {name} = '{value}';"
            elif get_origin(value) is Annotated:
                shapes[name] = f"\nexport type {name} = {_choice(value)};"
            elif dataclasses.is_dataclass(value) and value.__module__ == topic.__name__:
                shapes[name] = _interface(value, texts)
    return "\n".join([HEAD, *messages.values(), *shapes.values(), ""])


def _choice(texts: Any) -> str:
    """The texts that one may be: those of an enumeration, or a tuple of them."""
    (given,) = texts.__metadata__
    return " | ".join(f"'{text}'" for text in ([one.value for one in given] if isinstance(given, EnumMeta) else given))


def _interface(sent: Any, texts: dict[Any, str]) -> str:
    about = (inspect.getdoc(sent) or "").replace("None", "null").splitlines()
    lines = ["/**", *(f" * {line}".rstrip() for line in about), " */"]
    said = f"/** {about[0]} */" if len(about) == 1 else "\n".join(lines)
    hints = get_type_hints(sent, include_extras=True)
    fields = [f"  {field.name}: {_type(hints[field.name], texts)};" for field in dataclasses.fields(sent)]
    return "\n".join(["", said, f"export interface {sent.__name__} {{", *fields, "}"])


def _type(hint: Any, texts: dict[Any, str]) -> str:
    """Raises `KeyError` for a type that the wire doesn't know."""
    if hint in texts:
        return texts[hint]
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join(_type(each, texts) for each in get_args(hint))
    if get_origin(hint) is list:
        return f"{_type(get_args(hint)[0], texts)}[]"
    return hint.__name__ if dataclasses.is_dataclass(hint) else PLAIN[hint]


if __name__ == "__main__":
    WRITTEN.write_text(typescript(), encoding="utf-8")
