"""Several questions at once: an endpoint's answer takes seconds that are spent waiting.

Results come in the order of the questions, whatever the order of the answers. A failure of ours takes the place of
its answer; the first of them that concerns all (nobody answers) is for the caller to raise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from slowpath.errors import SlowpathError

MOST_AT_ONCE = 8
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
    with ThreadPoolExecutor(min(at_once, len(questions)), "slowpath-model") as pool:
        return list(pool.map(safely, questions))
