"""How a sentence says something: as so, as promised, as asked for, on a condition, or as an example.

The one place where that is decided for the accounts of a statement. A sentence of the input section says what the input
is, unless it speaks of samples or of the output; elsewhere only a promise does for certain, and a story's plain
statement about things that the input describes.
"""

from __future__ import annotations

import re
from enum import Enum

from slowpath.statement.claims.scope import SUBTASK, rank
from slowpath.statement.sentences.sentence import Sentence


class Modality(Enum):
    """How a sentence speaks of the input."""

    ASSERTED = "asserted"  # the input section says so
    PROMISED = "promised"  # "it is guaranteed that"
    TOLD = "told"  # the story says so
    NOT_INPUT = "not input"  # asked for, an example, on a condition, the output, a subtask


_PROMISE = re.compile(
    r"(?<!\bthe )(?<!\ba )\bguarante(?:e|es|ed)\b(?! to (?!be|have|exist|contain|form|hold|lie|satisfy|not)\b)|"
    r"\b(?:you|we|one) (?:can|may) (?:safely )?assume\b|^\W*assume that\b|"
    r"\b(?:input|tests?|test cases?|test data|data) (?:is|are|was|were|will be) (?:generated|chosen|constructed|such|"
    r"valid|consistent)\b|\badditional constraints?\b|"
    r"\b(?:has|have|had|been|was|were|is|are) checked (?:and|that|to be)\b|\b(?:can|may) rely on\b|\bit so happens\b|"
    r"\bthere (?:always |will always )(?:is|exists?|be)\b|"
    r"\balways (?:exists?|possible|solvable|reachable)\b|"
    r"\b(?:answers?|results?)\b(?: (?!error)\w+){0,6}? (?:is|are|will|does|do)(?: always| never| not)*(?: be)? "
    r"(?:at most|at least|less than|smaller than|no (?:more|less|larger|greater) than|exceed|between|unique)\b",
    re.I,
)
_NO_PROMISE = re.compile(
    r"\b(?:not|isn't) guaranteed\b|\b(?:do(?:es)?|did) not guarantee\b|\bcannot assume\b|"
    r"\bfits? (?:in|into|within)\b[^.;]{0,40}\b(?:integers?|int|int64|long|bits?|types?|memory|variables?|range|\d+)\b|"
    r"\b(?:can|could|may) be (?:shown|proven|proved|seen)\b",
    re.I,
)
_WITHOUT_CONTENT = re.compile(
    r"^[\W\d]*(?:(?:you|we|one) (?:can|may) (?:safely )?assume(?: that)?(?: the following)?|it is guaranteed(?: that)?|"
    r"(?:there are )?(?:no|without) (?:further|additional|other|extra|special|more) "
    r"(?:constraints?|restrictions?|limits?|limitations?))\W*$",
    re.I,
)
_NAMED = re.compile(r"^\W*let \w{1,3} (?:denote|stand for)\b[^\d<>]*$", re.I)
"""What only gives a name to something."""
_SUPPOSED = re.compile(r"^\W*(?:assume|suppose)\b", re.I)
"""What a story supposes to explain something."""
_NOT_TO_ASSUME = re.compile(r"\b(?:may|can|should|must|do)(?: ?not|n't) (?:\w+ )?assume\b|\bassume nothing\b", re.I)
_ASKED = re.compile(
    r"\?\s*$|\b(?:find|print|output|determine|compute|calculate|report|write a program|your (?:task|goal|job|program)|"
    r"help|decide|count the|let(?:'s| us) (?:consider|look at|call|define|say)|"
    r"how (?:many|much|long|far)|what is|which of)\b|^\W*which\b",
    re.I,
)
_OPEN = re.compile(
    r"^\W*(?:if|when(?:ever)?|suppose|unless|for example|for instance|note that it|in particular)\b|"
    r"\b(?:can|could|may|might|should|shall|would|must|wants?|wish\w*|needs?|allowed|able to|has to|have to|if|"
    r"whether|so that|such that|e\.g)\b",
    re.I,
)
"""In a story: what may be done, is wished for, or would be so."""
_PERMITTED = re.compile(
    r"\b(?:may|might|could|can(?! (?:always )?(?:get|reach|travel|go|walk|drive|move|(?:all )?be (?:reach|divid|split|"
    r"partition|solv|visit))|not\b)|are allowed to|is allowed to)(?! not\b|not\b)(?: also)? \w+|\b(?:need not|"
    r"does not have to|do not have to|not necessar(?:y|ily)|unnecessary|does not matter)\b",
    re.I,
)
"""What is allowed forbids nothing."""
_DEFINED = re.compile(
    r"^\W*an? (?:\w+ ){1,4}is an? (?:\w+ ){1,3}(?:with|that|which|whose|where|in which|such that|having|of which)\b",
    re.I,
)
"""What a word of the story means: "A leaf is a vertex with at most one neighbour"."""
_EVEN_IF_ALIKE = re.compile(r"\beven (?:if|when|though)\b.{0,40}\b(?:same|equal|identical|alike|coincide)", re.I)
"""What is told apart though it may be alike: "two bricks are different, even if they have the same size"."""
_CONDITION = re.compile(r"\b(?:if|unless|until|when(?:ever)?)\b[^,;.]*", re.I)
"""What would be so on a condition restricts nothing by itself."""
_BETWEEN_CLAUSES = re.compile(r"(?:,|;)? (?:but|although|though|while|whereas) |; ")
_SHORTEST_CLAUSE = 3
_PARTS = re.compile(r"[,:;] | -- ")
_SHORTEST_PART = 4
_COMPARES = re.compile(r"[<>]|!=")
"""What restricts something all the same: "a_j (1 <= a_j <= n), the rooms that Ann can go to"."""
_GUARANTEED = re.compile(r"\b(?:guaranteed,? |assume )that\b", re.I)
_AND_THAT = re.compile(r",? and that |; ")
_AND = re.compile(r",? and (?!-?\d)")
_VERB = re.compile(r"\b(?:is|are|be|has|have|contains?|do|does|can|will|exists?|lies?|holds?)\b|n't\b|[<>=]")
_SAMPLES = re.compile(
    r"\b(?:sample|example) (?:input|output|case|test|data|\d)|\b(?:first|second|third) (?:sample|"
    r"example)\b|\bfigure\b",
    re.I,
)
_ANSWERS = re.compile(
    r"\byour (?:final )?(?:score|output|answer|solution|program|submission)\b|"
    r"\b(?:the|an?y?) answers?\b.{0,40}\b(?:is|are|will be) (?:accepted|considered|judged)\b",
    re.I,
)


def told_part(text: str) -> str:
    """What a sentence of the story says as so: its parts in which nothing is asked for, may be done or is wished for.
    "In order that nobody has to wait, there are always as many chairs as guests" says what stands behind the comma."""
    if _ASKED.search(text):
        return ""
    parts = (part for part in _PARTS.split(text) if not _OPEN.search(part))
    return ", ".join(part for part in parts if len(part.split()) >= _SHORTEST_PART)


def unconditional(text: str) -> str:
    """A sentence's text without its conditions."""
    return _CONDITION.sub(" ", text)


def said_in(sentence: Sentence) -> str:
    """What a sentence says of the input for certain, "" where that is nothing."""
    modality = modality_of(sentence)
    if modality is Modality.NOT_INPUT:
        return ""
    return unconditional(told_part(sentence.text) if modality is Modality.TOLD else sentence.text)


def is_conditional(text: str) -> bool:
    """Whether a sentence has a condition."""
    return _CONDITION.search(text) is not None


def _clauses(text: str) -> list[str]:
    """The parts of a sentence that say something each: "they do not overlap, but one may begin when another ends"."""
    return [part for part in _BETWEEN_CLAUSES.split(text) if len(part.split()) >= _SHORTEST_CLAUSE] or [text]


def promises_in(text: str) -> int:
    """How many things a promise says: "that the corner is white and all cells are distinct" are two. What has no verb
    belongs to what follows ("x and y are distinct"), at the end to what stands before."""
    promised = _GUARANTEED.search(text)
    parts = _AND_THAT.split(text[promised.end() :]) if promised is not None else []
    return max(1, sum(max(1, sum(_VERB.search(part) is not None for part in _AND.split(said))) for said in parts))


def modality_of(sentence: Sentence) -> Modality:
    """How a sentence speaks of the input."""
    text = sentence.text
    trust = rank(sentence)
    if (
        _WITHOUT_CONTENT.search(text)
        or _NAMED.search(text)
        or (_NOT_TO_ASSUME.search(text) and not _COMPARES.search(text))
    ):
        return Modality.NOT_INPUT
    if sentence.section == "" and any(found.search(text) for found in (_SUPPOSED, _DEFINED, _EVEN_IF_ALIKE)):
        return Modality.NOT_INPUT
    promise = _PROMISE.search(text)
    if (
        promise is not None
        and not _NO_PROMISE.search(text)
        and not _ASKED.search(re.split(r"[;,]", text[: promise.start()])[-1])
        and sentence.section != "examples"
        and trust != SUBTASK
    ):
        return Modality.PROMISED
    if trust is None or trust == SUBTASK or _SAMPLES.search(text) or _ANSWERS.search(text):
        return Modality.NOT_INPUT
    if sentence.section in ("input", "constraints"):
        is_free = all(map(_PERMITTED.search, _clauses(text))) and not _COMPARES.search(text)
        return Modality.NOT_INPUT if is_free else Modality.ASSERTED
    return Modality.TOLD if sentence.section == "" and told_part(text) else Modality.NOT_INPUT
