"""Promises of several things as one sentence each: "it is guaranteed that the graph is connected, and that no two roads
are alike" promises two things, of which each is understood, or not, by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from slowpath.statement.sentences.sentence import Sentence

_PROMISE = re.compile(r"(?:\bguaranteed|\b(?:can|may) (?:safely )?assume) that\b", re.I)
_AND_THAT = re.compile(r",? and that (?!(?:is|are|was|means|the same)\b)")
_OF_A_PART = re.compile(r"\b(?:such that|so that|if|when|whether|unless)\b", re.I)
"""What goes on with "and that", or on whose condition all of it is said."""
_GUARANTEED = "It is guaranteed that "


def with_promises_parted(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences, those that promise several things one for each; as they are where the words as written don't tell
    the same parts."""
    for sentence in sentences:
        (first, *others), (quote, *quotes) = _AND_THAT.split(sentence.text), _AND_THAT.split(sentence.quote)
        begins = _PROMISE.search(first)
        if (
            begins is None
            or len(others) != len(quotes)
            or sentence.foreign
            or _OF_A_PART.search(sentence.text, begins.end())
        ):
            yield sentence
            continue
        yield replace(sentence, text=first, quote=quote)
        for other, written in zip(others, quotes, strict=True):
            yield replace(sentence, text=_GUARANTEED + other, quote=written)
