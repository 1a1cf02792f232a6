"""The description of the input in a statement without headings: from the sentence that begins it to the examples.

A homework sheet says "The first line tells you how many events there are (at most 5000)" in the middle of its story.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence

_BEGINS = late_regex(
    r"\b(?:first|1st) line\b|\bstandard input\b|\bstdin\b|\bthe input (?:is|are|has|consists?|contains?|starts?|"
    r"begins?|gives|file|will)\b|^input (?:is|consists|contains|starts|begins|has)\b|\byou (?:get|receive|read)\b|"
    r"첫째 줄|첫 번째 줄|第一行|1 ?行目|[Вв] первой строке",
    re.I,
)
_IS_OUTPUT = late_regex(
    r"^\W*(?:then |for (?:each|every)\b[^.]{0,40}?,? )?(?:print|output|write|display|report)\b|"
    r"^\W*(?:the )?(?:output|your program (?:should|must|has to))\b|"
    r"\bfirst line of (?:the |your )?output\b",
    re.I,
)


def with_input_found(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences, those of a story that describe the input in its section, where no heading opens any."""
    if any(sentence.section in ("input", "constraints", "output") for sentence in sentences):
        return tuple(sentences)
    story = [at for at, sentence in enumerate(sentences) if sentence.section == ""]
    begin = next(
        (at for at in story if _BEGINS.search(sentences[at].text) and not _IS_OUTPUT.search(sentences[at].text)),
        len(sentences),
    )
    return tuple(
        replace(sentence, section="output" if _IS_OUTPUT.search(sentence.text) else "input")
        if at >= begin and sentence.section == ""
        else sentence
        for at, sentence in enumerate(sentences)
    )
