"""C++: read after its macros are expanded, so that loops hidden in them are seen."""

from __future__ import annotations

from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.inputs.sources.source import SourceLanguage
from slowpath.source.cpp.source import expanded, parse_cpp

SOURCE = SourceLanguage(
    tree=lambda source: parse_cpp(expanded(source.decode("utf-8", "replace")).encode("utf-8")),
    tree_as_written=parse_cpp,
    reads=reads_of_cpp,
)
