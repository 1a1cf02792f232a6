"""Several questions at once: an endpoint's answer takes seconds that are spent waiting.

Theory of operation. Questions go to daemon threads, so that an interrupted process never waits for an endpoint that is
silent; the caller's thread only waits, and can be interrupted. Results come in the order of the questions, whatever
the order of the answers. A failure of ours takes the place of its answer; a bug in a thread is raised in the caller's.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from slowpath.errors import SlowpathError

MOST_AT_ONCE = 8
POLL_S = 0.2
T = TypeVar("T")
Q = TypeVar("Q")


def ask_all(ask: Callable[[Q], T], questions: Sequence[Q], at_once: int = MOST_AT_ONCE) -> list[T | SlowpathError]:
    """`ask` of each question, `at_once` at a time."""

    def safely(question: Q) -> T | SlowpathError:
        try:
            return ask(question)
        except SlowpathError as error:
            return error

    if len(questions) < 2 or at_once < 2:
        return [safely(question) for question in questions]
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for place in range(len(questions)):
        waiting.put(place)
    answers: dict[int, T | SlowpathError] = {}
    bugs: list[BaseException] = []

    def work() -> None:
        try:
            while not bugs:
                place = waiting.get_nowait()
                answers[place] = safely(questions[place])
        except queue.Empty:
            return
        except BaseException as bug:
            bugs.append(bug)

    threads = [
        threading.Thread(target=work, name="slowpath-model", daemon=True) for _ in range(min(at_once, len(questions)))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive() and not bugs:
            thread.join(POLL_S)
    if bugs:
        raise bugs[0]
    return [answers[place] for place in range(len(questions))]
