"""What is known of the target beyond its format: how its tables grow, which hashes it computes, what it will draw.

Bucket counts are asked from the user's own C++ library (`hashing.ask_library`); bases, moduli and seeds are constants
that the source shows (`analysis.cues`). Constructions that need a fact are offered only where it is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from slowpath.analysis.cues import Cues
from slowpath.catalogue.collisions import RollingHash
from slowpath.catalogue.seeds import KINDS, ExposedGenerator
from slowpath.catalogue.siphash import SipKey

_CPYTHON = "python"


@dataclass(frozen=True)
class BucketCount:
    """A bucket count, how many keys a table holds when it gets it (0: by `reserve`), and before it grows again."""

    buckets: int
    reached_at: int
    until: int


@dataclass(frozen=True)
class TargetFacts:
    """Bucket counts of C++ tables (empty when not probed), the language whose library is known (`libraries`), the
    polynomial hashes and the random generator whose constants the source shows, the key of text hashes where it's
    exposed, the ways in which the source derives keys (`derived_keys.WAYS`), the sizes of blocks in which it orders
    queries."""

    bucket_counts: tuple[BucketCount, ...] = ()
    library: str = ""
    rolling: tuple[RollingHash, ...] = ()
    generator: ExposedGenerator | None = None
    sip_key: SipKey | None = None
    derived_keys: tuple[str, ...] = ()
    blocks: tuple[int, ...] = ()

    def to_json(self) -> dict:
        """For a recipe: a JSON value from which `from_json` makes the same."""
        made: dict = {
            "bucket_counts": [[b.buckets, b.reached_at, b.until] for b in self.bucket_counts],
            "cpython": self.library == _CPYTHON,
        }
        if self.library not in ("", _CPYTHON):
            made["library"] = self.library
        if self.rolling:
            made["rolling"] = [[hashed.base, hashed.modulus] for hashed in self.rolling]
        if self.generator is not None:
            made["generator"] = [self.generator.kind, self.generator.seed]
        if self.sip_key is not None:
            key = self.sip_key
            made["sip_key"] = [key.k0, key.k1, key.rounds, key.final_rounds]
        if self.derived_keys:
            made["derived_keys"] = list(self.derived_keys)
        if self.blocks:
            made["blocks"] = list(self.blocks)
        return made

    @staticmethod
    def from_json(value: dict) -> TargetFacts:
        """The facts that `to_json` wrote."""
        return TargetFacts(
            tuple(BucketCount(*row) for row in value["bucket_counts"]),
            value.get("library", _CPYTHON if value["cpython"] else ""),
            tuple(RollingHash(*row) for row in value.get("rolling", ())),
            ExposedGenerator(*value["generator"]) if "generator" in value else None,
            SipKey(*value["sip_key"]) if "sip_key" in value else None,
            tuple(value.get("derived_keys", ())),
            tuple(value.get("blocks", ())),
        )

    def with_constants(self, seen: Cues) -> TargetFacts:
        """The facts with what the cues read from the source: bases and moduli, a fixed seed, an exposed hash key,
        ways to derive keys, sizes of blocks."""
        generators = [
            ExposedGenerator(str(kind), int(seed)) for kind, seed in _values(seen, "exposed-seed") if kind in KINDS
        ]
        exposed = bool(seen.lines("exposed-hash-key"))
        return replace(
            self,
            rolling=tuple(RollingHash(int(b), int(m)) for b, m in _values(seen, "rolling-hash")),
            generator=generators[0] if generators else None,
            sip_key=SipKey() if exposed else None,
            derived_keys=tuple(str(way) for (way,) in _values(seen, "derived-keys")),
            blocks=tuple(int(size) for (size,) in _values(seen, "mo-order")),
        )


def _values(seen: Cues, name: str) -> Iterable[tuple]:
    return next((cue.values for cue in seen.found if cue.name == name), ())
