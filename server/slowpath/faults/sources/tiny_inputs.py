"""All inputs of tiny size, hundreds of test cases at once where the format has cases.

The first few are also given alone: programs go wrong on a single case, too, and what is right for the first case may
be wrong for the second. Most of these come after the first packs, which say more for what a run takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby, islice

from slowpath.engine.candidate import SMALL, Candidate
from slowpath.faults.fault_search_state import FaultSearchState
from slowpath.faults.packing import MOST_CASES, Packing, packs
from slowpath.faults.sources.source import Stream
from slowpath.inputs.printing import Instance
from slowpath.inputs.tiny.exhaustive import small_instances_by_level
from slowpath.model.origin import Origin

NAME = "tiny"
MOST = 60_000
MOST_UNPACKED = 12_000
ALONE, ALONE_FIRST, PACKS_FIRST = 12, 2, 4


def tiny_inputs(state: FaultSearchState) -> Stream:
    """Proposes tiny inputs, the smallest first."""
    packing = state.packing
    made = _plain(state) if packing is None else _packed(state, packing)
    return Stream(NAME, "Trying all inputs of tiny size.", 32 if packing is None else 4, made)


def _plain(state: FaultSearchState) -> Iterator[Candidate]:
    for tininess, instance in small_instances_by_level(state.spec.format, MOST_UNPACKED, state.spec.seed):
        yield _candidate(state, instance, f"tiny: {tininess}")


def _packed(state: FaultSearchState, packing: Packing) -> Iterator[Candidate]:
    by_level = small_instances_by_level(state.spec.format, MOST, state.spec.seed)
    first = list(islice(by_level, ALONE))
    alone = (_candidate(state, instance, f"tiny: {tininess}") for tininess, instance in first)
    packed = (
        _candidate(state, instance, f"tiny cases: {tininess}")
        for tininess, group in groupby(chain(first, by_level), key=lambda made: made[0])
        for instance in packs(packing, (instance for _, instance in group), MOST_CASES)
    )
    yield from islice(alone, ALONE_FIRST)
    yield from islice(packed, PACKS_FIRST)
    yield from chain(alone, packed)


def _candidate(state: FaultSearchState, instance: Instance, label: str) -> Candidate:
    return state.candidate(instance, Origin(NAME, label), SMALL, is_validated=True)
