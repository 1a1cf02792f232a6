"""How a search ends: by exactly one event, whatever happens."""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from slowpath import errors
from slowpath.errors import OutOfTime, SlowpathError
from slowpath.model.breaking import BreakView
from slowpath.model.campaign import Ended
from slowpath.model.campaign_view import CampaignView

log = logging.getLogger(__name__)
Event = TypeVar("Event")


def ended_once(
    begin: Callable[[], Iterator[Event]],
    elapsed_s: Callable[[], float],
    about: str,
    work: str = "The search",
    end: Callable[[Ended], Iterable[Event | Ended]] = lambda ended: (ended,),
    raised: tuple[type[Exception], ...] = (),
) -> Iterator[Event | Ended]:
    """The events of a search, which says once, at its end, that it ended (`Ended`).

    `begin` begins it. Where it stops or fails before it says so, `end` gives what is said of that; what happens later,
    while it is cleared away, is said no more. `about` names the search in the log, `work` in words. Never raises, but
    what is to be `raised`.
    """
    has_ended = False
    try:
        with contextlib.closing(begin()) as events:  # type: ignore[type-var]
            for event in events:
                has_ended = has_ended or isinstance(event, Ended)
                try:
                    yield event
                except GeneratorExit:
                    has_ended = True  # Nobody hears any more.
                    raise
        return
    except raised:
        raise
    except SlowpathError as error:
        ended = failure(error, elapsed_s(), work)
    except OutOfTime:
        ended = Ended("stopped", elapsed_s=elapsed_s())
    except Exception as error:
        log.error("%s crashed\n%s", about, traceback.format_exc())
        ended = failure(error, elapsed_s(), work)
    if not has_ended:
        yield from end(ended)


def failure(error: Exception, elapsed_s: float = 0.0, work: str = "The search", executions: int = 0) -> Ended:
    """The event that ends a search with our own failure; any other error is a bug in that `work`."""
    if isinstance(error, SlowpathError):
        return Ended("failed", error.code, error.message, error.remedy, executions, elapsed_s, error.details)
    message = f"{work} crashed: {type(error).__name__}: {error}."
    return Ended("failed", "bug", message, "This is a bug in Slowpath; the log has the details.", executions, elapsed_s)


def error_of(ended: Ended | CampaignView | BreakView) -> SlowpathError:
    """The failure again that such an event, or what a failed search came to, speaks of."""
    kinds = {
        kind.code: kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, SlowpathError)
    }
    error = kinds.get(ended.code, SlowpathError)(ended.message, ended.remedy)
    error.details = ended.details if isinstance(ended, Ended) else ()
    return error
