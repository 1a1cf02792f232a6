"""An open document whose edits cost what they change, not what the document holds."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath import pipeline
from slowpath.lsp.lines import lines_with_ends


class EditorDocument(TextDocument):
    """A document whose lines end where the editor's do (see `lines`).

    Edits change a list of lines, of which only those around the edit are split again; the text is put together when it
    is asked for. A document that isn't open has no text of its own: its file is read whenever it is asked.
    """

    _split: list[str] | None = None
    _tuple: tuple[str, ...] | None = None
    _characters: int | None = None

    @property
    def source(self) -> str:
        """The whole text."""
        if self._source is None and self._split is not None:
            self._source = "".join(self._split)
        return super().source

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines with their ends."""
        if self._source is None and self._split is None:
            return lines_with_ends(self.source)
        if self._tuple is None:
            self._tuple = tuple(self._parts())
        return self._tuple

    @property
    def too_long(self) -> bool:
        """Whether it is longer than any program that is looked at: then nothing is asked of its text at each edit."""
        if self._characters is None:
            self._characters = len(self.source)
        return self._characters > pipeline.LARGEST_SOURCE_BYTES

    def _parts(self) -> list[str]:
        if self._split is None:
            self._split = list(lines_with_ends(self.source))
        return self._split

    def _apply_full_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        super()._apply_full_change(change)
        self._split = self._tuple = self._characters = None

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        """Replaces the lines that the change touches. Those beside them are split again as well, since a line break may
        be made of, or fall apart into, the characters at their ends."""
        lines = self._parts()
        place = self.position_codec.range_from_client_units(lines, change.range)
        if not lines:
            changed, first, last = change.text, 0, 0
        else:
            start, end = place.start, place.end
            first, last = max(0, start.line - 1), end.line + 2
            changed = "".join(
                (
                    *lines[first : start.line],
                    lines[start.line][: start.character],
                    change.text,
                    lines[end.line][end.character :],
                    *lines[end.line + 1 : last],
                )
            )
        if self._characters is not None:
            self._characters += len(changed) - sum(map(len, lines[first:last]))
        lines[first:last] = lines_with_ends(changed)
        self._source = self._tuple = None
