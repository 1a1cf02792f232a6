"""Questions to the editor's own models, of workers that end in whatever way: none stays open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.optimizations import Optimizations
from slowpath.lsp.options import read_options
from slowpath.lsp.relaying import Relaying
from slowpath.model.campaign import Ended
from slowpath.model.relay import ChatTurn, ModelQuestion, QuestionWithdrawn, ReplyEnded, ReplyPart
from slowpath.worker.messages import OptimizeHappened
from slowpath.worker.supervisor import Died


class Worker:
    """What a supervised worker is sent."""

    running = True

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> bool:
        self.sent.append(message)
        return True


class Window:
    """Two searches, what the client is asked, and which questions are withdrawn."""

    def __init__(self) -> None:
        self.asked: list[ModelQuestion] = []
        self.withdrawn: list[int] = []
        self.searches = Optimizations(lambda _: None, lambda: read_options({}))
        self.relaying = self.searches.relaying = Relaying(self.asked.append, self.withdrawn.append)
        self.first, self.second = (self.search(name) for name in ("a.py", "b.py"))

    def search(self, name: str) -> LiveOptimize:
        made = LiveOptimize(name, f"file:///{name}", Path(name), b"")
        made.supervised = Worker()  # type: ignore[assignment]
        return made

    def says(self, search: LiveOptimize, message: Any) -> None:
        self.searches._hear(search, message)


def question(number: int) -> ModelQuestion:
    return ModelQuestion(number, "maker/small", (ChatTurn("user", "Say it."),), 7, 0.5)


def sent(search: LiveOptimize) -> list[Any]:
    return search.supervised.sent  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "end",
    [
        OptimizeHappened(Ended("stopped")),
        Died("It was killed.", restarting=True),
        Died("It was killed.", restarting=False),
    ],
)
def test_a_search_that_ends_withdraws_its_questions_and_no_others(end):
    window = Window()
    for search in (window.first, window.second):
        window.says(search, question(1))
    window.says(window.first, question(2))
    window.says(window.first, end)
    assert [each.id for each in window.asked] == [1, 2, 3]
    assert window.withdrawn == [1, 3]
    for number in (1, 2, 3):
        window.relaying.hear(ReplyPart(number, "so far"))
    assert (sent(window.first), sent(window.second)) == ([], [ReplyPart(1, "so far")])


def test_a_question_after_the_end_is_withdrawn_at_once():
    window = Window()
    window.says(window.first, OptimizeHappened(Ended("stopped")))
    window.says(window.first, question(1))
    assert window.withdrawn == [1]


def test_a_reply_reaches_who_asked_by_their_own_number_and_ends_the_question():
    window = Window()
    for search in (window.first, window.second):
        window.says(search, question(5))
    window.relaying.hear(ReplyEnded(2, "length", "small"))
    window.relaying.hear(ReplyPart(2, "too late"))
    assert (sent(window.first), sent(window.second)) == ([], [ReplyEnded(5, "length", "small")])
    window.says(window.second, QuestionWithdrawn(5))
    assert window.withdrawn == []
    window.says(window.first, QuestionWithdrawn(5))
    assert window.withdrawn == [1]
