"""Constraint extraction (STAB section 3.1): what a statement says of its input, as normalised records.

`records.extract` is the whole of it; the other modules are its parts, one for each kind of thing that sentences say.
"""
