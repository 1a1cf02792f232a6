"""A store that lives and dies with its process: for the command line, for tests, and when the disk is full."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from slowpath.model.campaign import (
    BaselineMeasured,
    CampaignEvent,
    CampaignSpec,
    ContrastMined,
    SlowInputDropped,
    SlowInputFound,
)
from slowpath.model.origin import input_id
from slowpath.storage.leases import Holder
from slowpath.storage.mentions import mentioned_inputs


class MemoryStore:
    """Implements `LeasingStore`. Safe for threads. Holders are always alive: they share its process."""

    notices: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._specs: dict[str, CampaignSpec] = {}
        self._events: dict[str, list[CampaignEvent]] = {}
        self._inputs: dict[str, bytes] = {}
        self._leases: dict[str, tuple[str, Holder]] = {}
        self._requests: dict[str, str] = {}

    def create(self, campaign_id: str, spec: CampaignSpec) -> None:
        """Begins a campaign; an id that exists is left as it is."""
        with self._lock:
            self._specs.setdefault(campaign_id, spec)
            self._events.setdefault(campaign_id, [])

    def spec(self, campaign_id: str) -> CampaignSpec | None:
        """The campaign's specification, or None."""
        return self._specs.get(campaign_id)

    def append(self, campaign_id: str, events: Sequence[CampaignEvent]) -> None:
        """Stores events in order. Raises `KeyError` for a campaign that wasn't created."""
        with self._lock:
            self._events[campaign_id].extend(events)

    def events(self, campaign_id: str, after: int = 0) -> Iterator[tuple[int, CampaignEvent]]:
        """Events with their sequence numbers (from 1), those greater than `after`."""
        with self._lock:
            stored = self._events.get(campaign_id, [])[after:]
        return iter(list(enumerate(stored, after + 1)))

    def put_input(self, data: bytes) -> str:
        """Stores bytes under their content id."""
        name = input_id(data)
        with self._lock:
            self._inputs.setdefault(name, bytes(data))
        return name

    def input(self, input_id: str) -> bytes | None:
        """The bytes, or None."""
        return self._inputs.get(input_id)

    def campaigns(self, path: str | None = None) -> list[str]:
        """Ids, newest first."""
        with self._lock:
            return [name for name, spec in reversed(self._specs.items()) if path in (None, spec.path)]

    def claim(self, campaign_id: str, path: str, holder: Holder) -> str | None:
        """See `LeasingStore`."""
        with self._lock:
            for other, (leased_path, owner) in self._leases.items():
                if leased_path == path and owner != holder:
                    return other
            self._leases[campaign_id] = (path, holder)
            return None

    def renew(self, campaign_id: str, holder: Holder) -> bool:
        """See `LeasingStore`."""
        return self.holder(campaign_id) == holder

    def release(self, campaign_id: str, holder: Holder) -> None:
        """See `LeasingStore`."""
        with self._lock:
            if self.holder(campaign_id) == holder:
                del self._leases[campaign_id]
                self._requests.pop(campaign_id, None)

    def holder(self, campaign_id: str) -> Holder | None:
        """See `LeasingStore`."""
        leased = self._leases.get(campaign_id)
        return leased[1] if leased else None

    def request(self, campaign_id: str, action: str) -> bool:
        """See `LeasingStore`."""
        with self._lock:
            if campaign_id not in self._leases:
                return False
            self._requests[campaign_id] = action
            return True

    def take_request(self, campaign_id: str) -> str:
        """See `LeasingStore`."""
        return self._requests.pop(campaign_id, "")

    def prune(self, keep_per_path: int = 5) -> int:
        """See `LeasingStore`."""
        with self._lock:
            seen: dict[str, int] = {}
            doomed = []
            for name in self.campaigns():
                path = self._specs[name].path
                seen[path] = seen.get(path, 0) + 1
                if seen[path] > keep_per_path and name not in self._leases:
                    doomed.append(name)
            for name in doomed:
                del self._specs[name], self._events[name]
            kept = {
                mentioned
                for events in self._events.values()
                for event in events
                for mentioned in mentioned_inputs(event)
            }
            self._inputs = {name: data for name, data in self._inputs.items() if name in kept or not doomed}
            return len(doomed)

    def close(self) -> None:
        """Nothing to close."""


class FollowedStore(MemoryStore):
    """For who takes a campaign's events as they come and never asks for them again: none are kept, and of the inputs
    that were dropped only what the baseline or a contrastive pair was. So it stays as large as what is shown, however
    long the search lasts. A dropped input goes once another comes, since it may be found again right then."""

    def __init__(self) -> None:
        super().__init__()
        self._compared: set[str] = set()
        self._dropped: set[str] = set()

    def append(self, campaign_id: str, events: Sequence[CampaignEvent]) -> None:
        """Takes note of what these events speak of. Raises `KeyError` for a campaign that wasn't created."""
        super().append(campaign_id, ())
        with self._lock:
            for event in events:
                if isinstance(event, SlowInputDropped):
                    self._dropped.add(event.input_id)
                elif isinstance(event, SlowInputFound):
                    self._dropped.discard(event.slow_input.id)
                elif isinstance(event, BaselineMeasured | ContrastMined):
                    self._compared.update(mentioned_inputs(event))

    def put_input(self, data: bytes) -> str:
        """Stores bytes under their content id, and lets go what was dropped."""
        with self._lock:
            name = super().put_input(data)
            for dropped in self._dropped - self._compared - {name}:
                self._inputs.pop(dropped, None)
            self._dropped.clear()
        return name
