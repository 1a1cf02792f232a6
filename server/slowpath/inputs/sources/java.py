"""Java."""

from __future__ import annotations

from slowpath.inputs.infer.java_source import parse_java
from slowpath.inputs.infer.reads_java import reads_of_java
from slowpath.inputs.sources.source import SourceLanguage

SOURCE = SourceLanguage(tree=parse_java, tree_as_written=parse_java, reads=reads_of_java)
