"""Integer keys that fall into one bucket or along one probe path of the user's own hash table.

C++: libstdc++ and libc++ take an integer key modulo a bucket count from a growth sequence that depends on the
library and its version, so it's asked from the user's own library by a small program (`probe_source`), never
written down here. A table grows to a bucket count only once it holds enough keys, hence the arrangement: keys
enough to reach it, all multiples of it as far as the bounds allow, then lookups of the deepest one.

CPython: integers hash to themselves and the probe order is fixed (`Objects/dictobject.c`, `Objects/setobject.c`):
slot `i` is followed by `5i + 1 + perturb` modulo a power of two, `perturb` losing five bits a step. Small keys are
laid along that order, so that one key that starts on the path walks all of it at each lookup.

Crosby and Wallach, "Denial of service via algorithmic complexity attacks" (2003); STAB appendix G, hashing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from slowpath.catalogue.facts import BucketCount

_UNSIGNED = (1 << 64) - 1
"""CPython shifts hashes as unsigned words: a negative one comes to 0 too."""

PROBE_SOURCE = r"""
#include <cstdio>
#include <unordered_set>
int main() {
  std::unordered_set<long long> keys;
  std::size_t buckets = keys.bucket_count();
  for (long long key = 0; key < 2200000; ++key) {
    keys.insert(key);
    if (keys.bucket_count() != buckets) {
      buckets = keys.bucket_count();
      std::printf("grown %lu %lu\n", (unsigned long)buckets, (unsigned long)keys.size());
    }
  }
  long long wishes[] = {1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 300000, 500000, 1000000, 2000000};
  for (long long wish : wishes) {
    std::unordered_set<long long> reserved;
    reserved.reserve(wish);
    std::printf("reserved %lu 0\n", (unsigned long)reserved.bucket_count());
  }
  for (int power = 10; power <= 22; ++power) {
    std::unordered_set<long long> reserved;
    reserved.reserve(1ll << power);
    std::printf("reserved %lu 0\n", (unsigned long)reserved.bucket_count());
  }
}
"""


def ask_library(probe: Callable[[str], bytes]) -> tuple[BucketCount, ...]:
    """The growth sequence of the user's C++ library. Empty where the probe printed nothing of use."""
    rows = [line.split() for line in probe(PROBE_SOURCE).decode("ascii", "replace").splitlines()]
    rows = [row for row in rows if len(row) == 3 and row[1].isdigit() and row[2].isdigit()]
    grown = [(int(row[1]), int(row[2])) for row in rows if row[0] == "grown"]
    counts = [
        BucketCount(buckets, size, following - 1) for (buckets, size), (_, following) in pairwise(grown) if buckets > 50
    ]
    reserved = sorted({int(row[1]) for row in rows if row[0] == "reserved"})
    counts += [BucketCount(buckets, 0, buckets) for buckets in reserved]
    return tuple(counts)


@dataclass(frozen=True)
class _Attack:
    """How many keys are needed before the multiples, how many multiples, and the lookups that they cost."""

    table: BucketCount
    others: int
    multiples: int
    cost: int


def _attack(table: BucketCount, length: int, lo: int, hi: int) -> _Attack:
    possible = hi // table.buckets - max(-(-lo // table.buckets), 0) + 1
    others = max(0, table.reached_at - possible)
    multiples = min(possible, table.until - others, length - others)
    if multiples < 2 or others + multiples < table.reached_at:
        return _Attack(table, 0, 0, 0)
    left = length - others - multiples
    return _Attack(table, others, multiples, multiples * multiples // 2 + left * multiples)


def bucket_keys(counts: tuple[BucketCount, ...], rank: int, repeat: str, reserved: bool) -> Callable[..., np.ndarray]:
    """Keys for the `rank`-th dearest bucket count under the bounds given.

    `repeat` says what follows once all keys are in: "oldest" (the key that was inserted last before the table
    grew: the deepest of its chain in libstdc++, where growing reverses chains and inserting prepends), "first"
    or "cycle".
    """

    def filler(length, lo, hi, rng):
        usable = [t for t in counts if (t.reached_at == 0) == reserved]
        attacks = sorted((_attack(t, length, lo, hi) for t in usable), key=lambda a: -a.cost)
        if rank >= len(attacks) or not attacks[rank].cost:
            return rng.integers(lo, hi, size=length, endpoint=True, dtype=np.int64)
        return _arranged(attacks[rank], length, lo, hi, repeat)

    return filler


def _arranged(attack: _Attack, length: int, lo: int, hi: int, repeat: str) -> np.ndarray:
    buckets = attack.table.buckets
    start = max(-(-lo // buckets), 0)
    multiples = (start + np.arange(attack.multiples, dtype=np.int64)) * buckets
    others = np.arange(attack.others + attack.others // buckets + 2, dtype=np.int64) + max(lo, 1)
    others = others[others % buckets != 0][: attack.others]
    left = length - len(others) - len(multiples)
    oldest = min(attack.multiples - 1, max(0, attack.table.reached_at - len(others) - 2))
    tail = {"oldest": multiples[oldest : oldest + 1], "first": multiples[:1], "cycle": multiples}[repeat]
    return np.clip(np.concatenate([others, multiples, np.resize(tail, max(0, left))])[:length], lo, hi)


def dict_path_keys(length, lo, hi, rng):
    """Fills a CPython dict along its probe order with half of the keys, then looks one key up again and again."""
    bits = max(3, (3 * max(1, length // 2) // 2 + 1).bit_length() - 1)
    return _path_keys(bits, 0, (2 << bits) // 3 - 2, length, lo, hi)


def set_path_keys(length, lo, hi, rng):
    """The same for a CPython set, whose probes also look at the nine slots that follow."""
    size = 8
    while (grown := _set_growth(size)) * 3 // 5 <= length // 2:
        size = grown
    return _path_keys(size.bit_length() - 1, 9, (size - 1) * 3 // 5 - 2, length, lo, hi)


def _path_keys(bits: int, ahead: int, filled: int, length: int, lo: int, hi: int) -> np.ndarray:
    """`filled` keys that occupy what one key's probes look at in a table of `2**bits`, then that key for the rest.

    `ahead` is how many following slots each probe looks at as well, unless they would leave the table.
    """
    size = 1 << bits
    walker = max(lo, min(hi, 3 * size + 1))
    slots = _probed(walker, bits)
    blocks = slots[:, None] + np.arange(ahead + 1)
    blocks = np.where((slots[:, None] + ahead < size), blocks, slots[:, None]).ravel()
    _, first = np.unique(blocks, return_index=True)
    keys = blocks[np.sort(first)][:filled]
    keys = np.where(keys < lo, keys + size, keys)
    return np.clip(np.concatenate([keys, np.full(max(0, length - len(keys)), walker)])[:length], lo, hi)


def _probed(key: int, bits: int) -> np.ndarray:
    """The slots that the probes for `key` start from, in order, until they have gone round the whole table."""
    mask, slot, perturb, perturbed = (1 << bits) - 1, key & ((1 << bits) - 1), key & _UNSIGNED, []
    while perturb:
        perturbed.append(slot)
        perturb >>= 5
        slot = (5 * slot + 1 + perturb) & mask
    cycle = _cycle(bits)
    start = int(np.flatnonzero(cycle == slot)[0])
    return np.concatenate([np.array(perturbed, dtype=np.int64), np.roll(cycle, -start)])


def _set_growth(size: int) -> int:
    """The table size that follows `size` when keys are added one by one (`set_add_entry`)."""
    used = -(-(size - 1) * 3 // 5)
    wanted = used * 2 if used > 50000 else used * 4
    return 1 << wanted.bit_length()


@lru_cache(maxsize=32)
def _cycle(bits: int) -> np.ndarray:
    """All slots of a table of `2**bits` in the order of unperturbed probes, which is one cycle."""
    cycle, mask, slot = np.empty(1 << bits, dtype=np.int64), (1 << bits) - 1, 0
    for at in range(1 << bits):
        cycle[at] = slot
        slot = (5 * slot + 1) & mask
    return cycle
