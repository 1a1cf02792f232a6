"""The folder of a search for slow inputs: each is written once it is found, so nothing is lost with the process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from slowpath.errors import StoreUnwritable
from slowpath.model.campaign import CampaignEvent, CampaignSpec, SlowInputDropped, SlowInputFound
from slowpath.model.origin import Origin
from slowpath.model.slow_input import Fault, SlowInput
from slowpath.pipeline.saving import SavedInput, next_free_name, replay_document, save_inputs
from slowpath.storage.whole import write_whole

Read = Callable[[str], bytes | None]
"""Gives the bytes of an input by its content id."""


class SlowFiles:
    """The folder into which slow inputs are written as they are found. All raise `StoreUnwritable` where it can't be.

    `twins` are the files of small twins, by the ids of the inputs beside which they lie.
    """

    def __init__(self, folder: Path, spec: CampaignSpec) -> None:
        self.folder = folder
        self._spec = spec
        self._written: dict[str, SavedInput] = {}
        self.twins: dict[str, Path] = {}

    def use(self, spec: CampaignSpec) -> None:
        """From now on inputs are those of this search, perhaps of another format."""
        self._spec = spec

    def keep(self, event: CampaignEvent, read: Read) -> None:
        """Writes the input that an event found, or removes the files of one that it drops."""
        if isinstance(event, SlowInputDropped):
            self._drop(event.input_id)
        data = read(event.slow_input.id) if isinstance(event, SlowInputFound) else None
        if isinstance(event, SlowInputFound) and data is not None:
            self._write(event.slow_input, data)

    def _write(self, slow: SlowInput, data: bytes) -> None:
        if slow.id not in self._written:
            document = self._document(slow.origin, data)
            (self._written[slow.id],) = save_inputs(self.folder, [(f"found-{slow.id}", data, document)])

    def _drop(self, identity: str) -> None:
        saved = self._written.pop(identity, None)
        if saved is not None:
            saved.path.unlink(missing_ok=True)
            saved.replay_path.unlink(missing_ok=True)

    def name_by_rank(self, ranked: tuple[SlowInput, ...], read: Read) -> dict[str, SavedInput]:
        """Names the files by rank, and puts small twins beside them; `read` gives an input's bytes."""
        named = {}
        for slow in ranked:
            saved = self._written.get(slow.id)
            if saved is None:
                continue
            name = next_free_name(self.folder)
            twin = read(slow.minimised.id) if slow.minimised is not None else None
            try:
                named[slow.id] = SavedInput(
                    saved.path.rename(self.folder / f"{name}.in"),
                    saved.replay_path.rename(self.folder / f"{name}.replay.json"),
                )
                if twin is not None:
                    write_whole(self.folder / f"{name}.min.in", twin)
                    self.twins[slow.id] = self.folder / f"{name}.min.in"
            except OSError as error:
                raise StoreUnwritable(
                    f"{self.folder}: can't be written ({error.strerror}).",
                    "Free some disk. Or choose another folder with --save.",
                ) from error
        return named

    def write_faults(self, faults: tuple[Fault, ...], read: Read) -> dict[str, SavedInput]:
        """Writes the inputs on which the program fails."""
        written = {}
        for fault in faults:
            data = read(fault.id)
            if data is not None:
                named = (next_free_name(self.folder, "fault"), data, self._document(fault.origin, data))
                (written[fault.id],) = save_inputs(self.folder, [named])
        return written

    def _document(self, origin: Origin, data: bytes) -> dict:
        return replay_document(origin, self._spec.format, data)
