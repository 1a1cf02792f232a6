"""Items of a list that a story asks for or defines something by: "S is strong if all of the following hold: - S is a
palindrome". Such an item says nothing of the input, though it is a plain sentence by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import Sentence

_ITEM = late_regex(r"\s*(?:[-*+•◦▪]|\\item\b|<li\b)")
_LEADS = late_regex(r":\s*$")
_OF_INPUT = late_regex(
    r"\b(?:inputs?|given|guarantee\w*|promise\w*|tests?|cases?|lines?|reads?|receives?|contains?|consists?|integers?|"
    r"numbers|constraints?|limits?|bounds?)\b",
    re.I,
)
_STORY, _ASKED = "", "asked"


def is_listed(sentence: Sentence) -> bool:
    """Whether a sentence begins an item of a list."""
    return _ITEM.match(sentence.quote) is not None


def with_asked_items(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """The sentences, with the items of such lists in a section of their own."""
    is_led = is_item = False
    before: Sentence | None = None
    for sentence in sentences:
        begins = is_listed(sentence)
        goes_on = is_item and before is not None and sentence.line - before.line <= 1
        is_item = sentence.section == _STORY and is_led and (begins or goes_on)
        if not is_item:
            is_led = sentence.section == _STORY and _asks(sentence.text)
        before = sentence
        yield replace(sentence, section=_ASKED) if is_item else sentence


def _asks(text: str) -> bool:
    """Whether a sentence leads over to a list of what is asked for, or of what defines something."""
    return (
        _LEADS.search(text) is not None
        and _OF_INPUT.search(text) is None
        and spoken(text, "asked", "conditional", "chosen", "called", "open") is not None
    )
