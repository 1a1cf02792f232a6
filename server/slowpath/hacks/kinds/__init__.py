"""The ways of asking for what breaks a program, one file each."""

from __future__ import annotations

from slowpath.hacks.kinds import chain_of_thought, few_shot, generator_program, zero_shot
from slowpath.hacks.kinds.kind import HackKind

KINDS: dict[str, HackKind] = {
    made.id: made for made in (zero_shot.KIND, few_shot.KIND, chain_of_thought.KIND, generator_program.KIND)
}

__all__ = ["KINDS", "HackKind"]
