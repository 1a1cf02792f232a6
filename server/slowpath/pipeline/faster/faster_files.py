"""The folder of a search for a faster version: programs that are told, and inputs that spoke against others."""

from __future__ import annotations

from pathlib import Path

from slowpath.errors import StoreUnwritable
from slowpath.storage.whole import write_whole


class FasterFolder:
    """One search's. Both raise `StoreUnwritable` where it can't be written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._refused = 0

    def write(self, name: str, data: bytes) -> Path:
        """Writes a file and returns where it is."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / name, data)
        except OSError as error:
            raise StoreUnwritable(
                f"{self._folder / name}: can't be written ({error.strerror}).",
                "Free some disk. Or choose another folder with --save.",
            ) from error
        return self._folder / name

    def write_against(self, data: bytes | None) -> Path | None:
        """Writes the input that speaks against the next refused version, where there is one."""
        self._refused += 1
        return self.write(f"refused-{self._refused}.in", data) if data is not None else None
