"""Constraint extraction (STAB section 3.1): what a statement says of its input, as normalised records.

`extract` is the whole of it; the modules are its parts, one for each kind of thing that sentences say.
"""

from slowpath.inputs.infer.extraction.records import extract

__all__ = ["extract"]
