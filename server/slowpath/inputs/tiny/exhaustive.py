"""All tiny inputs: the valid instances of a format in the order of their size, simple values first.

Most bugs show on some input of very few elements (the small scope hypothesis; Jackson 2006), so a search that leaves
none of those out finds them without knowing what they are about. Instances come level by level; one that has no more
than a few thousand members is gone through, of a larger one a spread is drawn. About 10,000 a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import blake2b
from itertools import islice

import numpy as np

from slowpath.inputs.filling.checked import is_checked, without_checks
from slowpath.inputs.layout import normalised
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.tiny.choices import about_how_many, every, some
from slowpath.inputs.tiny.tiny import tiny_instance
from slowpath.inputs.tiny.values import Tininess
from slowpath.inputs.validating.checks import passing
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat

MOST_WHOLE = 4096
_BATCH = 256
MOST_DRAWN = 1024
LARGEST_SIZE = 10

_SHAPES = (
    (1, 2, False),
    (2, 2, False),
    (2, 3, False),
    (1, 3, True),
    (3, 2, False),
    (2, 3, True),
    (3, 3, False),
    (4, 2, False),
    (3, 4, True),
    (4, 3, False),
    (5, 2, False),
    (4, 4, False),
    (5, 3, False),
    (4, 3, True),
    (6, 2, False),
    (5, 5, False),
    (6, 3, False),
    (7, 2, False),
    (6, 6, False),
    (8, 2, False),
    (6, 4, True),
    (7, 7, False),
    (9, 2, False),
    (8, 3, False),
    (LARGEST_SIZE, 2, False),
    (LARGEST_SIZE, 10, False),
)
"""Size, span and whether values are extreme, of each level in order."""
_FIRST_REACH, _REACH_GROWTH, _LARGEST_REACH = 4, 1.5, 1024


def levels() -> tuple[Tininess, ...]:
    """The levels in the order in which they are gone through."""
    made, reach = [], float(_FIRST_REACH)
    for size, span, has_ends in _SHAPES:
        made.append(Tininess(size, span, span if has_ends else int(reach), has_ends))
        reach = min(reach * (1.0 if has_ends else _REACH_GROWTH), _LARGEST_REACH)
    return tuple(made)


def small_instances(fmt: InputFormat, most: int, seed: int = 0) -> Iterator[Instance]:
    """Up to `most` valid instances, the smallest first; one test case where the format has cases.

    No two print alike. The same arguments give the same instances; `seed` matters only where a level is too large.
    """
    for _, instance in small_instances_by_level(fmt, most, seed):
        yield instance


def small_instances_by_level(
    fmt: InputFormat, most: int, seed: int = 0, most_of_a_level: int | None = None
) -> Iterator[tuple[Tininess, Instance]]:
    """As `small_instances`, each with its level. With `most_of_a_level` about so many are drawn of a level that has
    more, so that few instances come from all levels."""
    made = normalised(fmt)
    seen: set[bytes] = set()
    for place, tininess in enumerate(levels()):
        for instance in _level(made, tininess, np.random.default_rng([seed, place]), most_of_a_level):
            if len(seen) >= most:
                return
            key = blake2b(print_input(fmt, instance), digest_size=12).digest()
            if key not in seen:
                seen.add(key)
                yield tininess, instance


def _level(fmt: InputFormat, tininess: Tininess, rng: np.random.Generator, most: int | None) -> Iterator[Instance]:
    make = partial(tiny_instance, fmt, tininess)
    is_small = about_how_many(make, rng) <= (most or MOST_WHOLE)
    made = every(make, 4 * MOST_WHOLE) if is_small else some(make, rng, most or MOST_DRAWN)
    plain = without_checks(fmt)
    sound = (instance for instance in made if instance is not None and holds(plain, instance))
    while batch := list(islice(sound, _BATCH if is_checked(fmt) else 1)):
        yield from (instance for instance, passed in zip(batch, passing(fmt, batch), strict=True) if passed)
