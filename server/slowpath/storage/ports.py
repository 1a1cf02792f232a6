"""What a store of this package can do beyond the model's `Store`: leases, requests, pruning."""

from __future__ import annotations

from typing import Protocol

from slowpath.model.ports import Store
from slowpath.storage.leases import Holder


class LeasingStore(Store, Protocol):
    """A store that also knows which process runs a campaign.

    A lease belongs to one holder at a time, and of the campaigns on one solution file at most one has a
    living holder: two windows on one file don't both search it. `notices` are remarks for the user about
    how the store was opened (something was set aside), empty when all was well.
    """

    notices: tuple[str, ...]

    def claim(self, campaign_id: str, path: str, holder: Holder) -> str | None:
        """Takes the lease and returns None when it was free, dead or the holder's own already; else returns
        the id of the campaign (which may be the same one) that somebody else alive runs on `path`."""
        ...

    def renew(self, campaign_id: str, holder: Holder) -> bool:
        """A sign of life. False when the lease isn't the holder's any more."""
        ...

    def release(self, campaign_id: str, holder: Holder) -> None:
        """Gives the lease back; nothing happens when it isn't the holder's."""
        ...

    def holder(self, campaign_id: str) -> Holder | None:
        """Who runs the campaign now: a holder that is alive, or None."""
        ...

    def request(self, campaign_id: str, action: str) -> bool:
        """Leaves pause, resume or stop for whoever runs the campaign. False when nobody does."""
        ...

    def take_request(self, campaign_id: str) -> str:
        """The action that was left last, which is thereby taken; "" when there is none."""
        ...

    def prune(self, keep_per_path: int = 5) -> int:
        """Forgets all but the newest campaigns of each file, and inputs that none of the kept ones mentions.

        Campaigns with a living holder stay. Returns how many campaigns were forgotten.
        """
        ...
