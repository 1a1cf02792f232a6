"""What a way of asking for a faster version is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from slowpath.rewrites.question import RewriteQuestion

ALONE, WORDS, RESULTS, WORDS_ON_RESULTS = "", "words", "results", "words on results"


@dataclass(frozen=True)
class RewriteWay:
    """One way of asking. `id` is the word on the command line, `prompt` the folder under `prompts/`, `values` fills it.

    `feedback` says what a version is refined by: nothing but the reasons against it (`ALONE`), the model's own words,
    what running it showed, or the model's words on that. `lacks` says what a question must have for this way and
    hasn't, "" for nothing.
    """

    id: str
    title: str
    prompt: str
    values: Callable[[RewriteQuestion], Mapping[str, str]]
    feedback: str = ALONE
    lacks: Callable[[RewriteQuestion], str] = lambda _: ""
