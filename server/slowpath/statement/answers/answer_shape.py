"""What every right answer looks like, as far as statement and samples say: a number, none below zero, a remainder, one
of some words, as many lines as there are test cases, a permutation.

An output that doesn't look so is wrong whatever the right one is. Only what leaves no choice counts: that all samples'
answers are one number each, that it's told to print how many of something there are and nowhere that -1 may be
printed, that it's told to print a number modulo another, that the answers are words which the statement gives for the
output, or as many things as a number at the beginning of the input says, in all samples and by the words about it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.wholes import whole_sentences

FEWEST_SAMPLES = 2
"""So many answers of a single number each say that all are, unless the statement asks for one."""
LEAST_MODULUS = 1000
TELLING_COUNT = 3
"""A number from which on a single sample's answer has as many parts by no chance."""
_HEAD_TOKENS, _HEAD_BYTES, _MOST_BYTES = 4, 200, 1 << 16
_SIZE = re.compile(rb"[1-9]\d{0,6}")
_MARKS = ".,!?\"'"
_NAMED = r"\b\w{1,2}\s+(?:[\w-]+\s+){0,2}?(?:lines|integers|numbers|values|words|strings|permutation)\b|\bpermutation\b"
_BY_NAME = late_regex(_NAMED, re.IGNORECASE)
_EACH = late_regex(
    r"\b(?:each|every)\s+(?:of\s+the\s+)?(?:\w+\s+){0,2}?"
    rf"(?:test[- ]?cases?|cases?|tests?|data ?sets?|scenarios?|queries|query|questions?)\b|{_NAMED}",
    re.IGNORECASE,
)
_THING = late_regex(
    r"\b(?:each|every)\s+(?:of\s+the\s+)?(?:\w+\s+){0,2}?(test[- ]?case|case|test|data ?set|scenario|query|question)",
    re.IGNORECASE,
)
_OF_SOME = late_regex(
    r"\b(?:type|kind|form|such|only|at\s+most|up\s+to|distinct|different|positions?)\b|\?", re.IGNORECASE
)
_OF_KINDS = late_regex(
    r"\b(?:queries|operations|commands|events) of (?:the )?(?:\w+ )?(?:types?|kinds?|forms?)\b", re.I
)
"""An answer for some of them only: "let q be the number of queries of the third type"."""
_PERMUTATION = late_regex(r"\bpermutation\b", re.IGNORECASE)
_NONE = late_regex(
    r"-\s*1\b|\bimpossible\b|\bno\s+(?:such|solution|answer|valid)\b|\bdoes\s*n[o']t\s+exist\b|\bnone\b", re.IGNORECASE
)
_NUMBER = late_regex(r"[+-]?\d+")
_NO_NUMBER = late_regex(r"[+-]?(?:nan|inf|infinity)(?:\(.*\))?", re.IGNORECASE)
_WORD = late_regex(r"[^\W\d_]+")
_REAL = late_regex(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TELLING = late_regex(r"\b(?:print|output|report|display|write|compute|calculate|determine|find)", re.IGNORECASE)
_COUNT = late_regex(r"\b(?:number\s+of|how\s+many)\b", re.IGNORECASE)
_ANSWERS = late_regex(r"\banswers?\b", re.IGNORECASE)
_BELOW_ZERO = late_regex(r"-\s*\d|\bnegativ\w*|\bminus\b|\bdifference\b|\bsigned\b", re.IGNORECASE)
_THIN = late_regex(r"\\[,;:! ]|~|(?<=\d)[\s'_,](?=\d{3}\b)")
_VALUE = (
    r"(?P<base>\d+)(?:\s*(?P<how>\^|e|\*\*)\s*(?P<power>\d{1,2}))?(?:\s*\+\s*(?P<plus>\d{1,4}))?"
    r"(?![\w^]|\.\d|\s*[-+*])"
)
_MODULO = late_regex(
    rf"\b(?:modulo|mod|(?:remainder|divided)\b[^.]{{0,60}}?\bby)\s*(?:the\s+)?(?:prime\s+|number\s+)*\(?\s*{_VALUE}"
)


@dataclass(frozen=True)
class Parts:
    """How many parts an answer has: as many lines (or tokens) as the token `at` of the input says; where it says that
    there is none, `may_be_one`. `is_permutation`: they are the numbers from 1 on."""

    at: int
    in_lines: bool
    may_be_one: bool = False
    is_permutation: bool = False

    def count(self, output: bytes) -> int:
        """How many an output has."""
        return sum(map(bool, map(bytes.strip, output.splitlines()))) if self.in_lines else len(output.split())

    def wanted(self, data: bytes) -> int | None:
        """How many are wanted, None where that can't be told."""
        tokens = data[:_HEAD_BYTES].split()[: self.at + 1]
        return int(tokens[self.at]) if len(tokens) > self.at and _SIZE.fullmatch(tokens[self.at]) else None

    def objection(self, output: bytes, data: bytes) -> str:
        """Why an output can't be right, "" where it may be."""
        wanted, count = self.wanted(data), self.count(output) if len(output) <= _MOST_BYTES else None
        if wanted is None or count is None or (self.may_be_one and count == 1):
            return ""
        if count != wanted:
            what = ("line" if self.in_lines else "token") + ("" if count == 1 else "s")
            return f"it prints {count:,} {what} where {wanted:,} are asked for"
        if self.is_permutation and sorted(output.split(), key=lambda token: (len(token), token)) != [
            b"%d" % number for number in range(1, wanted + 1)
        ]:
            return f"it prints no permutation of 1 to {wanted:,}"
        return ""


@dataclass(frozen=True)
class AnswerShape:
    """What is known of all right answers: `is_number` says that each is one integer, `is_numbers` that each consists of
    numbers, `is_count` that it isn't negative, `modulus` what it is below; `words` are those of which each consists, in
    small letters, none where it may be something else; `parts` says how many lines or tokens it has."""

    is_number: bool = False
    is_numbers: bool = False
    is_count: bool = False
    modulus: int | None = None
    words: frozenset[str] = frozenset()
    parts: Parts | None = None

    def objection(self, output: bytes, data: bytes = b"") -> str:
        """Why an output can't be right where `data` was the input, "" where it may be."""
        return (
            self._by_number(output)
            or self._by_words(output)
            or (self.parts.objection(output, data) if self.parts else "")
        )

    def _by_words(self, output: bytes) -> str:
        if not self.words or len(output) > _MOST_BYTES:
            return ""
        tokens = output.decode("utf-8", "replace").split()
        odd = next((token for token in tokens if token.lower().strip(_MARKS) not in self.words), None)
        if odd is not None:
            return f"it prints {odd[:40]}, which is none of the words that are asked for"
        return "" if tokens else "it prints nothing, where a word is asked for"

    def _by_number(self, output: bytes) -> str:
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


def answer_shape(statement: str, samples: Sequence[tuple[bytes, bytes]]) -> AnswerShape:
    """What statement and the samples (input and answer) say of all answers."""
    said = [sentence for sentence in whole_sentences(statement) if sentence.section not in ("input", "examples")]
    output = [sentence.text for sentence in said if sentence.section == "output"]
    described = [sentence.text for sentence in whole_sentences(statement) if sentence.section == "input"] or [""]
    shape = _shape_of_numbers(statement, said, [answer for _, answer in samples])
    return replace(
        shape,
        words=_words([each for each in said if each.section == "output"], samples),
        parts=_parts(output, described, samples),
    )


def _words(output: Sequence[Sentence], samples: Sequence[tuple[bytes, bytes]]) -> frozenset[str]:
    """The words that the statement gives for the output, where all samples' answers are some of them, two at least."""
    seen = {word.lower() for _, answer in samples for word in answer.decode("utf-8", "replace").split()}
    given = frozenset(
        word for each in output if _TELLING.search(each.text) for word in _WORD.findall(each.original.lower())
    )
    return given if len(seen) >= 2 and seen <= given else frozenset()


def _is_number_of(told: Sequence[str], described: Sequence[str]) -> bool:
    """Whether the first sentence about the input gives the number of the things (test cases, queries) that each have an
    answer: by chance a sample may have as many of something else."""
    things = {found[1].lower() for text in told for found in _THING.finditer(text)}
    return any(re.search(rf"\bnumber of (?:the )?(?:\w+ )?{thing.rstrip('y')}", described[0], re.I) for thing in things)


def _parts(output: Sequence[str], described: Sequence[str], samples: Sequence[tuple[bytes, bytes]]) -> Parts | None:
    """How many parts each answer has, where that is the same number at the beginning of all samples' inputs, and no
    other one on the first line is as large in all of them."""
    told = [text for text in output if _EACH.search(text)]
    if not samples or not told or any(_OF_SOME.search(text) for text in told) or any(map(_OF_KINDS.search, output)):
        return None
    may_be_one = any(_NONE.search(text) for text in output)
    is_permutation = any(_PERMUTATION.search(text) for text in told) and not may_be_one
    is_said = _is_number_of(told, described)
    on_first_line = min(len(data[:_HEAD_BYTES].split(b"\n")[0].split()) for data, _ in samples)
    for in_lines in (True, False):
        ways = [Parts(at, in_lines, may_be_one) for at in range(_HEAD_TOKENS)]
        counts = [ways[0].count(answer) for _, answer in samples]
        fitting = [parts for parts in ways if counts == [parts.wanted(data) for data, _ in samples]]
        is_told = counts[0] >= TELLING_COUNT and fitting[:1] == ways[:1] and is_said
        if fitting and (is_told or (len(set(counts)) > 1 and (is_said or any(map(_BY_NAME.search, told))))):
            permuted = replace(fitting[0], is_permutation=is_permutation)
            parts = fitting[0] if any(permuted.objection(answer, data) for data, answer in samples) else permuted
            return parts if sum(one.at < on_first_line for one in fitting) <= 1 else None
    return None


def _shape_of_numbers(statement: str, said: Sequence[Sentence], answers: Sequence[bytes]) -> AnswerShape:
    printed = [answer.decode("utf-8", "replace").split() for answer in answers]
    is_numbers = any(printed) and all(_REAL.fullmatch(token) for tokens in printed for token in tokens)
    if not is_numbers or not all(len(tokens) == 1 and _NUMBER.fullmatch(tokens[0]) for tokens in printed):
        return AnswerShape(is_numbers=is_numbers and not re.search(r"\b(?:nan|inf|infinity)\b", statement.lower()))
    told = [sentence.text for sentence in said if _TELLING.search(sentence.text)]
    output = [sentence.text for sentence in said if sentence.section == "output"]
    of_answers = [sentence.text for sentence in said if _ANSWERS.search(sentence.text)]
    is_count = any(_COUNT.search(text) for text in told if not output or text in output) and not any(
        _BELOW_ZERO.search(text) for text in (*told, *output, *of_answers)
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
