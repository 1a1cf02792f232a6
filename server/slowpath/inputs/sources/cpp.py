"""C++: read after its macros are expanded, so that loops hidden in them are seen."""

from __future__ import annotations

from slowpath.inputs.infer.cpp_source import expanded, parse_cpp
from slowpath.inputs.infer.reads_cpp import reads_of_cpp
from slowpath.inputs.sources.source import SourceLanguage

SOURCE = SourceLanguage(tree=lambda source: parse_cpp(expanded(source.decode("utf-8", "replace")).encode("utf-8")),
                        tree_as_written=parse_cpp, reads=reads_of_cpp)
