"""Python."""

from __future__ import annotations

from slowpath.inputs.infer.reads.python.reading import parse_python, reads_of_python
from slowpath.inputs.sources.source import SourceLanguage

SOURCE = SourceLanguage(tree=parse_python, tree_as_written=parse_python, reads=reads_of_python)
