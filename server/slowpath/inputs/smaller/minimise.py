"""Smaller inputs that still show what they showed, by the format: fewer cases, fewer rows, simpler values.

`keeps` is the oracle ("still at least 90% of the cost"); it sees valid instances only, at most `max_executions`
of them. Sizes are lowered, values become as simple as they can (numbers near to zero, words of one letter), so that
many of the smaller inputs that follow are the same and tried once; then rows and elements are removed in chunks that
halve (delta debugging, Zeller and Hildebrandt 2002), with everything of the same length following.
The result is locally minimal when the budget sufficed. What is kept, and what is tried besides, is
said by who asks: `engine/minimised.py` for slow inputs, `faults/minimised.py` for breaking ones.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.inputs.filling.checked import is_checked, without_checks
from slowpath.inputs.layout import normalised
from slowpath.inputs.printing import Instance
from slowpath.inputs.smaller.fewer import fewer_cases, fewer_elements, shorter_rows, smaller_sizes
from slowpath.inputs.smaller.shrinking import Shrinking, Spent
from slowpath.inputs.smaller.simpler import simpler_values
from slowpath.inputs.validating.checks import passing
from slowpath.model.format import InputFormat

_STEPS = (fewer_cases, smaller_sizes, simpler_values, fewer_elements, shorter_rows)


def minimise(
    fmt: InputFormat,
    instance: Instance,
    keeps: Callable[[Instance], bool],
    max_executions: int,
    stop: Callable[[], bool] = lambda: False,
) -> Instance:
    """The smallest instance found for which `keeps` is true, `instance` itself when no smaller one does.

    `instance` must be valid and is taken to satisfy `keeps`. It ends once `stop` says so. The same arguments give the
    same result.
    """
    if is_checked(fmt):
        return minimise(
            without_checks(fmt), instance, lambda found: passing(fmt, [found])[0] and keeps(found), max_executions, stop
        )
    search = Shrinking(normalised(fmt), instance, keeps, max_executions, stop)
    try:
        while sum(step(search) for step in _STEPS):
            pass
    except Spent:
        pass
    return search.best
