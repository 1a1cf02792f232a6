"""What the catalogue holds: named constructions, each with the place in the literature that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Construction:
    """One adversarial construction: a filler (`slowpath.inputs.filling.plan`) under the name that the user reads.

    `against` says which implementations suffer, `source` where the construction is described.
    """

    name: str
    filler: Callable[..., Any]
    against: str
    source: str


def by_name(*constructions: Construction) -> dict[str, Construction]:
    """A registry in the order given, which is the order of trial. Raises `ValueError` on a repeated name."""
    registry: dict[str, Construction] = {}
    for construction in constructions:
        if construction.name in registry:
            raise ValueError(f"two constructions are called {construction.name!r}")
        registry[construction.name] = construction
    return registry
