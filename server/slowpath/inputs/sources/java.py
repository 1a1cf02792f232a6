"""Java."""

from __future__ import annotations

from slowpath.inputs.infer.reads.java.reading import reads_of_java
from slowpath.inputs.sources.source import SourceLanguage
from slowpath.source.java.source import parse_java

SOURCE = SourceLanguage(tree=parse_java, tree_as_written=parse_java, reads=reads_of_java)
