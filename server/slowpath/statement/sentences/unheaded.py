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

_SPEAKS_OF_OUTPUT = late_regex(
    r"\b(?:answers?|prints?|printed|outputs?|write|written|display|report|accepted|errors?|precision|impossible|"
    r"no (?:such|solution|answer|way))\b",
    re.I,
)
"""Said behind what is to be printed, it is said of that."""
_SPEAKS_OF_INPUT = late_regex(r"\b(?:guaranteed|given|inputs?|assume|contains?|lines? of input)\b", re.I)


def with_input_found(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences, those of a story that describe the input in its section, where no heading opens any."""
    if any(sentence.section in ("input", "constraints", "output") for sentence in sentences):
        return tuple(sentences)
    story = [at for at, sentence in enumerate(sentences) if sentence.section == ""]
    begin = next(
        (at for at in story if _BEGINS.search(sentences[at].text) and not _IS_OUTPUT.search(sentences[at].text)),
        len(sentences),
    )
    found, is_behind = list(sentences), False
    for at in story:
        if at >= begin:
            is_output = _is_output(sentences[at].text, is_behind)
            is_behind |= is_output
            found[at] = replace(sentences[at], section="output" if is_output else "input")
    return tuple(found)


def _is_output(text: str, is_behind: bool) -> bool:
    """Whether a sentence is about the output; `is_behind` one that is."""
    if _IS_OUTPUT.search(text) is not None:
        return True
    return is_behind and _SPEAKS_OF_OUTPUT.search(text) is not None and _SPEAKS_OF_INPUT.search(text) is None
