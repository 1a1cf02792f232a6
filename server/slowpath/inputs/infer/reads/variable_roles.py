"""What is known of variables before any bound, as a value: sizes, counts of cases, ends of edges."""

from __future__ import annotations

from dataclasses import dataclass, field

USUAL_EXPONENT = 20


@dataclass
class Roles:
    """What the structure says of variables: which are sizes, of what kind, and how large arrays are.

    `capacity` maps a size to the constant size of the program's array that it fills, `last_index` a list to
    its largest index (n for `p_2 ... p_n`), `exponents` a number by whose power of two something is counted to how
    large that may be, `vertices` an edge's end to the number of vertices; `from_zero` holds the ends of edges
    whose vertices are counted from 0.
    """

    sizes: set[str] = field(default_factory=set)
    case_counts: set[str] = field(default_factory=set)
    sides: set[str] = field(default_factory=set)
    capacity: dict[str, int] = field(default_factory=dict)
    strings: int = 0
    exponents: dict[str, int] = field(default_factory=dict)
    vertices: dict[str, str] = field(default_factory=dict)
    last_index: dict[str, str] = field(default_factory=dict)
    from_zero: set[str] = field(default_factory=set)
