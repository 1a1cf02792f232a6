"""Profiles: what a sequence does from its first place to its last but for one end of it, where it does something else.

Many a program takes everything back at a last element that is unlike the others, or goes on for ever after a few first
ones that are: a hill that gets flatter and one pole far above it, some elements that point to the end and then each to
the one that stands as many before it. Either half of such a shape costs nothing alone, so that no search comes to both
step by step. The halves are few, though: constants, ramps, curves, two values by turns; at one end of them one element
or a part of all at a bound. So all of these are gone through at a few hundred elements.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.engine.shapes.terms import Term

_FLATTER: Term = ("+", "lo", ("sums", "j"))
_STEEPER: Term = ("+", "lo", ("sums", "i"))
PROFILES: tuple[Term, ...] = (
    ("+", "lo", "i"),
    ("-", "hi", "i"),
    _FLATTER,
    _STEEPER,
    ("fitted", "i"),
    ("fitted", "j"),
    ("reverse", _FLATTER),
    ("reverse", _STEEPER),
    ("interleave", "lo", "hi"),
    ("interleave", "lo", ("+", "lo", 1)),
)
CONSTANTS: tuple[Term, ...] = ("lo", "hi")
LENGTHS: tuple[Term, ...] = (1, ("//", "n", 4), ("//", "n", 6))
"""How many elements at one end are unlike the others."""


def profiles() -> Iterator[Term]:
    """All profiles, then with one element at an end at a bound, then with a part of all there."""
    yield from (*CONSTANTS, *PROFILES)
    for length in LENGTHS:
        for profile in (*PROFILES, *CONSTANTS):
            for bound in CONSTANTS:
                if bound != profile:
                    yield ("segments", profile, ("-", "n", length), bound)
                    yield ("segments", bound, length, profile)
