"""Builds that go on while a problem is read, a few at a time: whoever wants one of them waits for it.

What fails here is tried again, and told, by who wants it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

from slowpath.errors import SlowpathError
from slowpath.model.problem import Problem
from slowpath.settings import Settings

BUILDERS = 2
"""So many at once: a validator may take longer to compile than the program, which is built in two compilers."""
Build = Callable[[], object]


@contextlib.contextmanager
def validators_built(problem: Problem, settings: Settings | None) -> Iterator[Callable[[Build], object]]:
    """Builds the package's validators meanwhile, in a workspace that is trusted; yields what adds one more build to
    them. Left when all are built."""
    if settings is None or not problem.validators:
        yield lambda build: None
        return
    from slowpath.toolchain.tool_threads import ToolThreads
    from slowpath.toolchain.validators.languages import judging_program

    with ToolThreads(BUILDERS, thread_name_prefix="ahead") as threads:
        for source in problem.validators:
            if source.kind != "checktestdata":
                threads.submit(_tried, partial(judging_program, source, settings))
        yield lambda build: threads.submit(_tried, build)


def _tried(build: Build) -> None:
    with contextlib.suppress(SlowpathError, OSError):
        build()
