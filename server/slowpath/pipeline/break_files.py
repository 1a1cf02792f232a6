"""The folder of a search for a breaking input: what was found is written with every event that betters it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from slowpath.errors import StoreUnwritable
from slowpath.model.breaking import BreakingInput, BreakSpec
from slowpath.pipeline.saving import BREAKING, next_free_name, replay_document, save_inputs
from slowpath.storage.whole import write_whole

Read = Callable[[str], bytes | None]
"""Gives the bytes of an input or an output by its content id."""


@dataclass(frozen=True)
class BreakFiles:
    """Where a breaking input lies with what belongs to it; `expected` and `actual` are None where there is no such
    output, `other` where the program isn't held against itself on another input."""

    input: Path
    replay: Path
    expected: Path | None = None
    actual: Path | None = None
    other: Path | None = None


class BreakFolder:
    """Where the input that a search found stands, under one name. `written` is None until there is one."""

    def __init__(self, folder: Path, spec: BreakSpec) -> None:
        self.written: BreakFiles | None = None
        self._folder = folder
        self._spec = spec
        self._name = ""

    def keep(self, breaking: BreakingInput, read: Read) -> None:
        """Writes the input, in the place of what stood there. Raises `StoreUnwritable` where it can't be written."""
        data = read(breaking.id)
        if data is None:
            return
        self._name = self._name or next_free_name(self._folder, BREAKING)
        document = replay_document(breaking.origin, self._spec.format, data)
        (saved,) = save_inputs(self._folder, [(self._name, data, document)])
        self.written = BreakFiles(
            saved.path,
            saved.replay_path,
            self._beside(breaking.expected, "ans", read),
            self._beside(breaking.actual, "actual", read),
            self._beside(breaking.other, "other", read),
        )

    def _beside(self, identity: str, ending: str, read: Read) -> Path | None:
        """The file of what belongs to it; what an earlier event wrote there is removed where there is none now."""
        path = self._folder / f"{self._name}.{ending}"
        data = read(identity) if identity else None
        try:
            if data is None:
                path.unlink(missing_ok=True)
                return None
            write_whole(path, data)
        except OSError as error:
            raise StoreUnwritable(
                f"{path}: can't be written ({error.strerror}).", "Free some disk. Or choose another folder with --save."
            ) from error
        return path
