"""Programs that are Python generators, as oracles: they yield the line on which they want a token, and are sent it.

At the end of the input they are sent None. What they return is their output; an exception is a crash.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator

from slowpath.model.ports import Observation
from slowpath.model.verdict import Verdict

Wanted = int | tuple[int, ...]
Program = Callable[[], Generator[Wanted, "str | None", object]]
MOST_STEPS = 100_000


class FakeOracle:
    """A `ProgramOracle`. A program that yields several lines wants its token on the last of them; one that yields ()
    goes on reading on the same line.

    `takes_all` lets it read its whole input before it looks at it; without `asks_for_more` it can't show waiting.
    """

    def __init__(self, program: Program, *, takes_all: bool = False, asks_for_more: bool = True) -> None:
        self.asks_for_more = asks_for_more
        self.runs = 0
        self._program = program
        self._takes_all = takes_all

    def __call__(self, data: bytes, *, ends: bool = True) -> Observation:
        self.runs += 1
        ends = ends or not self.asks_for_more
        words = deque(data.decode("latin-1").split())
        hits: Counter[int] = Counter()
        if self._takes_all and not ends:
            return Observation(Verdict.TIME_LIMIT, b"", {1: 1}, True)
        program = self._program()
        try:
            wanted = next(program)
            for _ in range(MOST_STEPS):
                hits.update([wanted] if isinstance(wanted, int) else wanted)
                if not words and not ends:
                    return Observation(Verdict.TIME_LIMIT, b"", dict(hits), True)
                wanted = program.send(words.popleft() if words else None)
        except StopIteration as end:
            return Observation(Verdict.OK, str(end.value).encode(), dict(hits))
        except Exception:
            return Observation(Verdict.RUNTIME_ERROR, b"", dict(hits))
        return Observation(Verdict.TIME_LIMIT, b"", dict(hits))
