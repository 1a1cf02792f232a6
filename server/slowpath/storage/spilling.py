"""A store that never refuses: when the disk is full it goes on in memory and says so once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from slowpath.errors import StoreUnwritable
from slowpath.model.campaign import CampaignEvent, CampaignSpec
from slowpath.model.origin import input_id
from slowpath.storage import LeasingStore, open_store
from slowpath.storage.memory import MemoryStore


class SpillingStore:
    """A model `Store` over another one.

    After the first refusal nothing more is written to the store beneath, so that what it holds stays a
    prefix of the campaign. `on_full` is told the refusal once, `on_input` gets every input that wasn't stored.
    """

    def __init__(
        self, beneath: LeasingStore, on_full: Callable[[StoreUnwritable], None], on_input: Callable[[bytes], None]
    ) -> None:
        self.beneath = beneath
        self.full = False
        self._on_full = on_full
        self._on_input = on_input
        self._held: dict[str, bytes] = {}

    def create(self, campaign_id: str, spec: CampaignSpec) -> None:
        """See `Store`."""
        self._attempt(lambda: self.beneath.create(campaign_id, spec))

    def spec(self, campaign_id: str) -> CampaignSpec | None:
        """See `Store`."""
        return self.beneath.spec(campaign_id)

    def append(self, campaign_id: str, events: Sequence[CampaignEvent]) -> None:
        """See `Store`; events that don't fit are dropped here, since the supervisor hears them anyway."""
        self._attempt(lambda: self.beneath.append(campaign_id, events))

    def events(self, campaign_id: str, after: int = 0) -> Iterator[tuple[int, CampaignEvent]]:
        """See `Store`."""
        return self.beneath.events(campaign_id, after)

    def put_input(self, data: bytes) -> str:
        """See `Store`."""
        name = input_id(data)
        if not self._attempt(lambda: self.beneath.put_input(data)) and name not in self._held:
            self._held[name] = data
            self._on_input(data)
        return name

    def input(self, input_id: str) -> bytes | None:
        """See `Store`."""
        held = self._held.get(input_id)
        return held if held is not None else self.beneath.input(input_id)

    def campaigns(self, path: str | None = None) -> list[str]:
        """See `Store`."""
        return list(self.beneath.campaigns(path))

    def close(self) -> None:
        """See `Store`."""
        self.beneath.close()

    def _attempt(self, write: Callable[[], object]) -> bool:
        if self.full:
            return False
        try:
            write()
        except StoreUnwritable as error:
            self.full = True
            self._on_full(error)
            return False
        return True


def open_spilling(
    state_dir: Path, on_full: Callable[[StoreUnwritable], None], on_input: Callable[[bytes], None]
) -> SpillingStore:
    """The store under `state_dir`, or one that spills from the start when it can't be opened."""
    try:
        return SpillingStore(open_store(state_dir), on_full, on_input)
    except StoreUnwritable as error:
        store = SpillingStore(MemoryStore(), on_full, on_input)
        store.full = True
        on_full(error)
        return store
