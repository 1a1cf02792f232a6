"""How a Java program reads its input, as a read grammar: it's put into the words of C++ and followed as such."""

from __future__ import annotations

from dataclasses import replace

from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.inputs.infer.reads.items import ReadProgram
from slowpath.inputs.infer.reads.java.as_cpp import as_cpp
from slowpath.inputs.infer.reads.java.words import PRELUDE
from slowpath.source.java.source import parse_java


def reads_of_java(source: bytes) -> ReadProgram:
    """The read grammar of a Java program; without items where no read was found."""
    made = as_cpp(parse_java(source))
    found = reads_of_cpp(made.encode("utf-8"))
    return replace(
        found,
        quotes=tuple(source.decode("utf-8", "replace").split("\n")),
        reads_nothing=found.reads_nothing and not made.startswith(PRELUDE),
    )
