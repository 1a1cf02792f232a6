"""The ways of asking for a faster version, one file each (ECCO section 4)."""

from __future__ import annotations

from slowpath.rewrites.ways import (
    exec_refine,
    few_shot,
    generate,
    instruct,
    nl_exec_refine,
    profile,
    self_refine,
    trajectory,
)
from slowpath.rewrites.ways.way import RewriteWay

WAYS: dict[str, RewriteWay] = {
    made.id: made
    for made in (
        instruct.WAY,
        few_shot.WAY,
        profile.WAY,
        trajectory.WAY,
        generate.WAY,
        self_refine.WAY,
        exec_refine.WAY,
        nl_exec_refine.WAY,
    )
}

__all__ = ["WAYS", "RewriteWay"]
