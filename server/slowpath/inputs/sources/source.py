"""How the text of one language is read: a file of this folder for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

if TYPE_CHECKING:
    from slowpath.inputs.infer.reads.items import ReadProgram


@dataclass(frozen=True)
class SourceLanguage:
    """`tree` parses a text as a compiler would see it (macros expanded, lines kept), `tree_as_written` as it stands in
    the file, columns kept. `reads` follows how the program reads its input. None of them refuses
    a broken text. `entry` finds in the tree where a program begins.
    """

    tree: Callable[[bytes], Node]
    tree_as_written: Callable[[bytes], Node]
    reads: Callable[[bytes], ReadProgram]
    entry: Callable[[Node], Node | None]
