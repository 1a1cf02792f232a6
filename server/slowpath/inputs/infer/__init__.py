"""Infers the input format of a problem from its statement, its samples, how the program's text reads, and how the
running program reads (`inference`).

What reads programs here is loaded without the rest, since much that infers nothing needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slowpath.inputs.infer.inference import infer
    from slowpath.inputs.infer.structure.proposals import reads_of

__all__ = ["infer", "reads_of"]


def __getattr__(name: str) -> object:
    if name == "infer":
        from slowpath.inputs.infer.inference import infer

        return infer
    if name == "reads_of":
        from slowpath.inputs.infer.structure.proposals import reads_of

        return reads_of
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
