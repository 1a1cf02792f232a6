"""Which Java a program is written for, where an older javac complains of it: by what each version brought. Pure.

An old javac doesn't know what it hasn't, so its complaint is of a stray word. What the text shows is asked only then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.errors import CompileMessage
from slowpath.model.patterns import late_regex

NOT_CODE = late_regex(
    r"""//[^\n]*|/\*.*?\*/|\"{3}(?:\\.|[^\\])*?\"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.DOTALL
)
_SAID = late_regex(r"\bpreview feature\b|\bnot supported in -source\b")
"""What javac says of a program that is written for a newer version which it has heard of."""
_TYPE = r"[A-Z][\w.]*(?:<[^;{}()]*>)?"
_SYNTAX = tuple(
    (version, late_regex(pattern))
    for version, pattern in (
        (14, r"\bcase\b[^:;{}]*->|\bdefault\s*->|\byield\s+[^=;\s][^;]*;|[=(,]\s*switch\s*\(|\breturn\s+switch\b"),
        (16, rf"\brecord\s+\w+\s*(?:<[^;{{}}()]*>\s*)?\(|\binstanceof\s+(?:final\s+)?{_TYPE}(?:\[\])*\s+[a-z_]\w*"),
        (17, r"\bsealed\s+(?:\w+\s+)*(?:class|interface)\b|\bnon-sealed\b|\bpermits\s+\w"),
        (21, rf"\binstanceof\s+{_TYPE}\s*\(|\bcase\s+{_TYPE}(?:\s*\(|\s+[a-z_]\w*\s*(?:->|:|when\b))"),
        (22, r"[\w>\]]\s+_\s*(?:[=:,)]|->)|[(,]\s*_\s*(?:,|\)\s*->|->)"),
        (25, r"(?<![\w.])IO\s*\.\s*(?:println|print|readln)\s*\(|\bimport\s+module\b"),
    )
)
_BLOCK_OF_TEXT = 15
_LIBRARY = (
    (15, "formatted stripIndent"),
    (16, "toList mapMulti"),
    (18, "ceilDiv ceilMod"),
    (21, "getFirst getLast removeFirst removeLast addFirst addLast reversed clamp splitWithDelimiters"),
    (24, "gather"),
)
_METHODS = {name: version for version, names in _LIBRARY for name in names.split()}
_CALLED = late_regex(r"\.\s*(\w+)")
_IN_CLASS = late_regex(r"^Illegal static declaration in inner class|\bnot allowed in inner classes\b")
_METHOD_OUTSIDE = late_regex(r"\bvoid\s+main\s*\([^)]*\)\s*(?:throws[\w\s.,]*)?$")
"""A `main` outside of classes."""


def version_wanted(source: bytes, complaint: CompileMessage, major: int) -> int:
    """The version of Java that takes what a javac of version `major` complains of; 0 where that is no matter of
    versions."""
    if _SAID.search(complaint.message):
        return max([major + 1, *_by_syntax(source)])
    wanted = max((*_by_syntax(source), *_by_complaint(source, complaint)), default=0)
    return wanted if wanted > major else 0


def _by_complaint(source: bytes, complaint: CompileMessage) -> Iterator[int]:
    if _IN_CLASS.search(complaint.message):
        yield 16
    rows = source.decode("utf-8", "replace").splitlines()
    if complaint.message.startswith("cannot find symbol") and complaint.line <= len(rows):
        # The caret stands below the dot before a method's name.
        called = _CALLED.match(rows[complaint.line - 1], complaint.column - 1)
        yield _METHODS.get(called[1], 0) if called is not None else 0


def _by_syntax(source: bytes) -> Iterator[int]:
    written = source.decode("utf-8", "replace")
    text = NOT_CODE.sub(lambda found: '""' if found[0][0] == '"' else " ", written)
    if any(found[0].startswith('"""') for found in NOT_CODE.finditer(written)):
        yield _BLOCK_OF_TEXT
    yield from (version for version, pattern in _SYNTAX if pattern.search(text))
    depth = 0
    for part in re.split(r"([{}])", text):
        if depth == 0 and _METHOD_OUTSIDE.search(part):
            yield 25
        depth += {"{": 1, "}": -1}.get(part, 0)
