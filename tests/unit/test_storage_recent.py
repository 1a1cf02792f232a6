"""Of bytes that are stored far more often than read, the most recent ones are kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.origin import input_id
from slowpath.storage.recent import ENTRY_BYTES, LEAST, RecentBytes

SIZES = st.lists(st.integers(0, 40), max_size=60)


def weight(stored: list[bytes]) -> int:
    return sum(ENTRY_BYTES + len(data) for data in stored)


@given(SIZES, st.integers(0, 60 * ENTRY_BYTES))
def test_the_newest_stay_and_all_together_are_not_more_than_they_may_be(sizes, most):
    kept = RecentBytes(most)
    stored = [number.to_bytes(2, "big") + bytes(size) for number, size in enumerate(sizes)]
    names = [kept.put(data) for data in stored]
    left = [data for data, name in zip(stored, names, strict=True) if kept.get(name) == data]
    assert left == stored[len(stored) - len(left) :]
    assert len(left) >= min(LEAST, len(stored))
    assert weight(left) <= most or len(left) <= LEAST
    assert len(left) == len(stored) or weight(stored[len(stored) - len(left) - 1 :]) > most


@given(SIZES)
def test_what_is_held_stays_and_what_comes_twice_is_counted_once(sizes):
    kept = RecentBytes(100)
    held = kept.put(b"held")
    kept.hold([held])
    for size in sizes:
        kept.put(bytes(size))
        kept.put(bytes(size))
    assert kept.get(held) == b"held"
    assert kept.get(input_id(b"never")) is None
    for size in sizes[-1:]:
        assert kept.get(input_id(bytes(size))) == bytes(size)
