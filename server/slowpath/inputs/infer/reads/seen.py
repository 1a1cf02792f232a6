"""What was seen of one name of a program (see `usage`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.inputs.infer.reads.expression_names import Turns

OF_WALK = Turns("", 0, 0)
"""The turns of a loop between two variables that are read."""


@dataclass
class Seen:
    """What was seen of one name. `visited` maps a dimension to the names of the variables that bound it, with the
    first index, and `ends` are those of the first dimension with what is added to them; `after` are the variables from
    which loops go up to it; `allocates` says that lists are made as long as it; `keys` are the characters that a table
    is indexed by; `indexes` are (list, what is added to the name in the index); `gathers` says that loop variables are
    put into lists at it, or places linked by it; `filled` are the variables up to which its elements are set."""

    letters: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    zero: bool = False
    negative: bool = False
    bounds_loop: bool = False
    positive: bool = False
    blanks: bool = False
    keys: set[str] = field(default_factory=set)
    visited: dict[int, tuple[str, int]] = field(default_factory=dict)
    indexes: list[tuple[str, int]] = field(default_factory=list)
    after: set[str] = field(default_factory=set)
    allocates: bool = False
    gathers: bool = False
    ends: set[tuple[str, int]] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
