"""What every right answer looks like, as far as statement and samples say: a number, none below zero, a remainder.

An output that doesn't look so is wrong whatever the right one is. Only what leaves no choice counts: that all samples'
answers are one number each, that it's told to print how many of something there are and nowhere that -1 may be
printed, that it's told to print a number modulo another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.analysis.statement_text import sentences

FEWEST_SAMPLES = 2
"""So many answers of a single number each say that all are, unless the statement asks for one."""
LEAST_MODULUS = 1000
_NUMBER = re.compile(r"[+-]?\d+")
_NO_NUMBER = re.compile(r"[+-]?(?:nan|inf|infinity)(?:\(.*\))?", re.IGNORECASE)
_REAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TELLING = re.compile(r"\b(?:print|output|report|display|write|compute|calculate|determine|find|skriv)", re.IGNORECASE)
_COUNT = re.compile(r"\b(?:number\s+of|how\s+many|antal|antalet|hur\s+många)\b", re.IGNORECASE)
_BELOW_ZERO = re.compile(r"[-−–]\s*\d|\bnegativ\w*|\bminus\b|\bdifference\b|\bsigned\b", re.IGNORECASE)
_THIN = re.compile(r"\\[,;:! ]|~|(?<=\d)[\s'_](?=\d{3}\b)")
_VALUE = (
    r"(?P<base>\d+)(?:\s*(?P<how>\^|e|\*\*)\s*(?P<power>\d{1,2}))?(?:\s*\+\s*(?P<plus>\d{1,4}))?"
    r"(?![\w^]|\.\d|\s*[-+*])"
)
_MODULO = re.compile(
    rf"\b(?:modulo|mod|(?:remainder|divided)\b[^.]{{0,60}}?\bby)\s*(?:the\s+)?(?:prime\s+|number\s+)*\(?\s*{_VALUE}"
)


@dataclass(frozen=True)
class AnswerShape:
    """What is known of all right answers: `is_number` says that each is one integer, `is_numbers` that each consists of
    numbers, `is_count` that it isn't negative, `modulus` what it is below."""

    is_number: bool = False
    is_numbers: bool = False
    is_count: bool = False
    modulus: int | None = None

    def objection(self, output: bytes) -> str:
        """Why an output can't be right, "" where it may be."""
        tokens = output[:4096].decode("utf-8", "replace").split()
        if self.is_number and not tokens:
            return "it prints nothing, where a number is asked for"
        odd = next((token for token in tokens if _NO_NUMBER.fullmatch(token)), None) if self.is_numbers else None
        if odd is not None:
            return f"it prints {odd}, which is no number"
        if len(tokens) != 1 or not _NUMBER.fullmatch(tokens[0]) or len(tokens[0]) > 1000:
            return ""
        value = int(tokens[0])
        if self.is_count and value < 0:
            return f"it prints {value} where a number of things is asked for"
        if self.modulus is not None and not 0 <= value < self.modulus:
            return f"it prints {value} where a remainder by {self.modulus} is asked for"
        return ""


def answer_shape(statement: str, answers: Sequence[bytes]) -> AnswerShape:
    """What statement and the samples' answers say of all answers."""
    printed = [answer.decode("utf-8", "replace").split() for answer in answers]
    is_numbers = any(printed) and all(_REAL.fullmatch(token) for tokens in printed for token in tokens)
    if not is_numbers or not all(len(tokens) == 1 and _NUMBER.fullmatch(tokens[0]) for tokens in printed):
        return AnswerShape(is_numbers=is_numbers and not re.search(r"\b(?:nan|inf|infinity)\b", statement.lower()))
    said = [sentence for sentence in sentences(statement) if sentence.section not in ("input", "example")]
    told = [sentence.text for sentence in said if _TELLING.search(sentence.text)]
    output = [sentence.text for sentence in said if sentence.section == "output"]
    is_count = any(_COUNT.search(text) for text in told if not output or text in output) and not any(
        _BELOW_ZERO.search(text) for text in (*told, *output)
    )
    moduli = {modulus for text in (*told, *output) if (modulus := _modulus(text)) is not None}
    values = [int(tokens[0]) for tokens in printed]
    modulus = moduli.pop() if len(moduli) == 1 else None
    return AnswerShape(
        is_number=is_count or modulus is not None or len(printed) >= FEWEST_SAMPLES,
        is_numbers=True,
        is_count=is_count and min(values) >= 0,
        modulus=modulus if modulus is not None and all(0 <= value < modulus for value in values) else None,
    )


def _modulus(text: str) -> int | None:
    found = _MODULO.search(_THIN.sub("", text))
    if found is None:
        return None
    base, power = int(found["base"]), int(found["power"] or 1)
    raised = base * 10**power if found["how"] == "e" else base**power if base <= 10 else base
    value = raised + int(found["plus"] or 0)
    return value if value >= LEAST_MODULUS else None
