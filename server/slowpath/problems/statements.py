"""Chooses and reads a statement among files in several languages and markups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.model.patterns import late_regex
from slowpath.problems.dumped_markdown import as_written
from slowpath.problems.files import Notebook, entries, inside, is_file, read_text
from slowpath.problems.latex_macros import with_inputs, with_macros

DEFINING = (".sty", ".cls", ".tex")
"""Files that may define what a statement uses, those made for it first."""
MOST_BESIDE = 12
_UNDEFINED = late_regex(r"(?:<=?|>=?|\\leq?(?:slant)?|\\geq?(?:slant)?|\^|\\cdot|[\[({,=])\s*\{?\s*\\[A-Za-z]+")
"""Where a number may be a macro: behind a comparison, in a power, a pair or a list."""
LANGUAGES = ("en", "", "sv", "ru", "zh", "ko", "ja")
"""By their ISO 639-1 codes: those whose statements are read, the best first."""
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
            return Statement(_whole(as_written(text), path, book), path)
    for path in paths:
        if path.suffix.lower() == ".pdf":
            book.note(f"{path.name} is a PDF, which isn't read; put the statement beside it as text.")
    return Statement()


def _whole(text: str, path: Path, book: Notebook) -> str:
    """A statement with what other files say that it uses: those that it names, and macros defined beside it."""
    if path.suffix.lower() != ".tex":
        return with_macros(text)

    def read(name: str) -> str | None:
        found = inside(path.parent, name if name.endswith(".tex") else f"{name}.tex")
        return read_text(found, book) if found is not None and is_file(found) else None

    text = with_inputs(text, read)
    if not _UNDEFINED.search(text):
        return with_macros(text)
    others = [
        other
        for folder in (path.parent, path.parent.parent)
        for suffix in DEFINING
        for other in entries(folder)
        if other.suffix.lower() == suffix and other != path and is_file(other)
    ]
    beside = "\n".join(read_text(other, book) or "" for other in others[:MOST_BESIDE][::-1])
    return with_macros(text, beside)


def language_rank(path: Path) -> tuple[int, int, str]:
    """Orders `problem.<language>.<suffix>`: English, then without a language, then what is read at all, then by name;
    Markdown first."""
    parts = path.name.lower().split(".")
    language = parts[1][:2] if len(parts) > 2 else ""
    read = LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES)
    markup = READABLE.index(path.suffix.lower()) if path.suffix.lower() in READABLE else len(READABLE)
    return read, markup, path.name
