"""Which of a file's versions stand for its history: those at the 0th, 33rd and 66th percentile step (ECCO 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

STEPS = (0, 33, 66)


def steps_of(versions: Sequence[bytes]) -> tuple[bytes, ...]:
    """The versions at the percentile steps of a history, oldest first; `versions` are all before the last one. A short
    history gives each of its versions once."""
    if not versions:
        return ()
    places = dict.fromkeys(len(versions) * step // 100 for step in STEPS)
    return tuple(versions[place] for place in places)
