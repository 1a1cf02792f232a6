"""Chooses and reads a statement among files in several languages and markups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.problems.dumped_markdown import as_written
from slowpath.problems.files import Notebook, read_text
from slowpath.problems.latex_macros import with_macros

READABLE = (".md", ".tex", ".txt", ".html", ".htm", ".rst", ".markdown")


@dataclass(frozen=True)
class Statement:
    """A statement's text and file; empty and None where there is none that can be read."""

    text: str = ""
    path: Path | None = None


def read_first(paths: Sequence[Path], book: Notebook) -> Statement:
    """The first of `paths` that is text and not blank. PDFs are only noted."""
    for path in paths:
        if path.suffix.lower() not in READABLE:
            continue
        text = read_text(path, book)
        if text is not None and text.strip():
            return Statement(with_macros(as_written(text)), path)
    for path in paths:
        if path.suffix.lower() == ".pdf":
            book.note(f"{path.name} is a PDF, which isn't read; put the statement beside it as text.")
    return Statement()


def language_rank(path: Path) -> tuple[int, int, str]:
    """Orders `problem.<language>.<suffix>`: English, then without a language, then by name; Markdown first."""
    parts = path.name.lower().split(".")
    language = parts[1] if len(parts) > 2 else ""
    english = 0 if language.startswith("en") else 1 if not language else 2
    markup = READABLE.index(path.suffix.lower()) if path.suffix.lower() in READABLE else len(READABLE)
    return english, markup, path.name
