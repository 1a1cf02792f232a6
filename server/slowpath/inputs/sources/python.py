"""Python."""

from __future__ import annotations

from slowpath.inputs.infer.reads_python import parse_python, reads_of_python
from slowpath.inputs.sources.source import SourceLanguage

SOURCE = SourceLanguage(tree=parse_python, tree_as_written=parse_python, reads=reads_of_python)
