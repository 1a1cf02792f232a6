"""Passes the questions of workers to the editor's own language models on to the client, and what is said back.

Each worker numbers its own questions; on the way they have numbers of this server. A worker that died, or whose search
is over, waits for nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.model.relay import ModelQuestion, QuestionWithdrawn, ReplyEnded, ReplyPart
from slowpath.worker.supervisor import Supervised


class Relaying:
    """Questions under way. `ask` and `withdraw` tell the client; all runs on the server's loop."""

    def __init__(self, ask: Callable[[ModelQuestion], None], withdraw: Callable[[int], None]) -> None:
        self._ask = ask
        self._withdraw = withdraw
        self._open: dict[int, tuple[Supervised, int]] = {}
        self._last = 0

    def pass_on(self, worker: Supervised, said: ModelQuestion | QuestionWithdrawn) -> None:
        """What a worker asks, or asks no more."""
        if isinstance(said, QuestionWithdrawn):
            self._close([number for number, asker in self._open.items() if asker == (worker, said.id)])
            return
        self._last += 1
        self._open[self._last] = (worker, said.id)
        self._ask(replace(said, id=self._last))

    def hear(self, said: ReplyPart | ReplyEnded) -> None:
        """What the client says; nothing happens where nobody waits for it."""
        asker = self._open.get(said.id)
        if asker is None:
            return
        if isinstance(said, ReplyEnded):
            del self._open[said.id]
        worker, number = asker
        worker.send(replace(said, id=number))

    def forget(self, worker: Supervised) -> None:
        """The worker is gone."""
        self._close([number for number, (asker, _) in self._open.items() if asker is worker])

    def _close(self, numbers: list[int]) -> None:
        for number in numbers:
            del self._open[number]
            self._withdraw(number)
