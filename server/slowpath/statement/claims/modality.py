"""How a sentence says something: as so, as promised, as asked for, on a condition, or as an example.

A sentence of the input section says what the input is, unless it speaks of samples or of the output; elsewhere only a
promise does for certain, and a story's plain statement about things that the input describes. The words are data
(`phrases/modality.toml`).
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.scope import SUBTASK, rank
from slowpath.statement.phrases.manners import spoken, without
from slowpath.statement.sentences.sentence import EXAMPLES, Sentence


class Modality(Enum):
    """How a sentence speaks of the input."""

    ASSERTED = "asserted"  # the input section says so
    PROMISED = "promised"  # "it is guaranteed that"
    TOLD = "told"  # the story says so
    NOT_INPUT = "not input"  # asked for, an example, on a condition, the output, a subtask


_BETWEEN_CLAUSES = late_regex(
    r"(?:,|;)? (?:but|although|though|while|whereas) |; |, and (?=(?:\w+ ){1,3}(?:is|are|has|have|may|might|can)\b)"
)
_SHORTEST_CLAUSE = 3
_PARTS = late_regex(r"[,:;] | -- ")
_SHORTEST_PART = 4
_MAY_DO_ALL = late_regex(r"(\b(?:may|might|can|could) \w+), (?=\w+,? (?:or|and)\b)", re.I)
"""What goes on behind a comma: "they may touch, overlap or even coincide"."""
_NAMES_TASK = late_regex(r": | -- ")
_COMPARES = late_regex(r"[<>]|!=")
"""What restricts something all the same: "a_j (1 <= a_j <= n), the rooms that Ann can go to"."""
_EXPLAINED = late_regex(r",? (?:meaning|denoting|indicating|signifying|which means) that .*")
"""What values stand for: "two different integers a and b, meaning that a can be bought for b"."""
_GUARANTEED = late_regex(r"\b(?:guaranteed,? |assume )that\b", re.I)
_FOR_ALL = late_regex(r"\bfor (?:all|each|every|any)\b[^,;.]{0,20}[<>=][^,;]*", re.I)
_AND_THAT = late_regex(r",? and that |; ")
_AND = late_regex(r",? and (?!-?\d)")
_VERB = late_regex(r"\b(?:is|are|be|has|have|contains?|do|does|can|will|exists?|lies?|holds?)\b|n't\b|[<>=]")
_GOES_ON = late_regex(
    r"\W*(?:(?:but|and|or|so) )?(?:at (?:most|least)|only|exactly|no more than|with|without|in|on|by|for|to)\b", re.I
)
_SUM = late_regex(r"\bsum\b", re.I)
_OTHERWISE = ("conditional", "whether", "chosen", "asked", "called", "moved", "of some", "uncertain")
"""The manners of what tells of a task, of a part, or of a possibility rather than of all of the input."""
_DESCRIBING = late_regex(r"\b(?:contains?|has|have|given|lines?)\b", re.I)
_GIVEN = late_regex(r"\b(?:lines?|contains?|given|guaranteed|tests?|inputs?|cases|integers|is|are)\b", re.I)
"""What stands before "such that the sum ..." where it is so of what is given."""
_NEAR_SUM = 70
"""Characters before a sum in which its condition stands."""


def told_part(text: str) -> str:
    """What a sentence of the story says as so: its parts in which nothing is asked for, may be done or is wished for.
    "In order that nobody has to wait, there are always as many chairs as guests" says what stands behind the comma; a
    part without a verb goes on with the one before: "she wants to buy them all, but one at a time"."""
    if spoken(text, "question"):
        return ""
    parts: list[str] = []
    is_open = False
    for part in _PARTS.split(_MAY_DO_ALL.sub(r"\1 or ", text)):
        is_open = bool(spoken(part, "open")) or (
            is_open and _GOES_ON.match(part) is not None and not _VERB.search(part)
        )
        parts += [] if is_open else [part]
    return ", ".join(part for part in parts if len(part.split()) >= _SHORTEST_PART)


def unconditional(text: str) -> str:
    """A sentence's text without its conditions."""
    return without(text, "conditional")


def said_in(sentence: Sentence) -> str:
    """What a sentence says of the input for certain, "" where that is nothing."""
    modality = modality_of(sentence)
    if modality is Modality.NOT_INPUT:
        return ""
    return unconditional(told_part(sentence.text) if modality is Modality.TOLD else _without_task(sentence.text))


def _without_task(text: str) -> str:
    """A sentence without what it asks for behind a colon or dash: "2 l r: find the number of distinct values"."""
    head, *parts = _NAMES_TASK.split(text)
    kept = (part for part in parts if (asked := spoken(part, "asked")) is None or asked.start() > 0)
    return ": ".join((head, *kept))


def supposes_sum(text: str) -> bool:
    """Whether a sentence says of a sum what would follow from it, or of which things it speaks ("teams such that the
    sum is even"), not what is so ("integers such that the sum is even")."""
    if re.match(r"\W*(?:if|when(?:ever)?)\b", text, re.I):
        return True
    for match in _SUM.finditer(text):
        clause = re.split("[.;]", text[: match.start()])[-1][-_NEAR_SUM:]
        such = spoken(clause, "chosen")
        before = text[: match.start() - len(clause) + such.start()] if such else ""
        if spoken(clause, "conditional") or (such and (not _GIVEN.search(before) or spoken(before, "asked"))):
            return True
    return False


def _clauses(text: str) -> list[str]:
    """The parts of a sentence that say something each: "they do not overlap, but one may begin when another ends"."""
    return [part for part in _BETWEEN_CLAUSES.split(text) if len(part.split()) >= _SHORTEST_CLAUSE] or [text]


def promises_in(text: str) -> int:
    """How many things a promise says: "that the corner is white and all cells are distinct" are two. What has no verb
    belongs to what follows ("x and y are distinct"), at the end to what stands before."""
    promised = _GUARANTEED.search(text)
    parts = _AND_THAT.split(_FOR_ALL.sub("", text[promised.end() :])) if promised is not None else []
    return max(1, sum(max(1, sum(_VERB.search(part) is not None for part in _AND.split(said))) for said in parts))


@lru_cache(maxsize=4096)
def modality_of(sentence: Sentence) -> Modality:
    """How a sentence speaks of the input."""
    text = sentence.text
    trust = rank(sentence)
    if spoken(text, "no content", "naming") or (spoken(text, "not to assume") and not _COMPARES.search(text)):
        return Modality.NOT_INPUT
    if sentence.section == "" and spoken(text, "supposed", "meaning", "told apart"):
        return Modality.NOT_INPUT
    promise = spoken(text, "promise")
    if (
        promise is not None
        and not spoken(text, "no promise")
        and not spoken(re.split(r"[;,]", text[: promise.start()])[-1], "question")
        and sentence.section not in EXAMPLES
        and trust != SUBTASK
    ):
        return Modality.PROMISED
    if trust is None or trust == SUBTASK or spoken(text, "sample", "judged"):
        return Modality.NOT_INPUT
    if sentence.section in ("input", "constraints"):
        clauses = _clauses(_EXPLAINED.sub("", text))
        is_free = all(spoken(clause, "permitted") for clause in clauses) and not _COMPARES.search(text)
        return Modality.NOT_INPUT if is_free else Modality.ASSERTED
    return Modality.TOLD if sentence.section == "" and told_part(text) else Modality.NOT_INPUT


@lru_cache(maxsize=4096)
def is_told(sentence: Sentence, is_described: bool) -> bool:
    """Whether a sentence describes or promises all of the input: one of the story does where nothing else describes
    it (`is_described`)."""
    trust = rank(sentence)
    is_said = trust == 0 or (
        trust == 1
        and (
            spoken(sentence.text, "promised") is not None
            or (not is_described and _DESCRIBING.search(sentence.text) is not None)
        )
    )
    return is_said and not spoken(sentence.text, *_OTHERWISE)


def is_said_of_all(sentence: Sentence) -> bool:
    """Whether a sentence tells what all of the input is like, not a condition, a task, or what may be otherwise."""
    return not spoken(sentence.text, *_OTHERWISE, "limited")
