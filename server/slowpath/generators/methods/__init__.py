"""The ways of asking for generators, one file each."""

from __future__ import annotations

from slowpath.generators.methods import plain, sas, stab, tg
from slowpath.generators.methods.method import Method

METHODS: dict[str, Method] = {made.id: made for made in (stab.METHOD, tg.METHOD, sas.METHOD, plain.METHOD)}

__all__ = ["METHODS", "Method"]
