"""Chooses what runs units, by where they are to be done; Ray is loaded only where it is asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from slowpath.evaluation.running.runner import RAY, Place, Runner


@contextlib.contextmanager
def opened_runner(place: Place) -> Iterator[Runner]:
    """The runner, until this is left. Raises `ToolMissing` without Ray, `UsageError` where no cluster answers."""
    if place.on == RAY:
        from slowpath.evaluation.running.on_ray import on_ray

        with on_ray(place) as runner:
            yield runner
    else:
        from slowpath.evaluation.running.local import LocalRunner

        yield LocalRunner(place)
