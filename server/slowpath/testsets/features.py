"""What is alike in inputs, as far as the right program shows it: two without a new feature ask the same."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator

import numpy as np

from slowpath.model.execution import Execution
from slowpath.model.testset import Group, ProposedTest

_NUMBER = re.compile(rb"[+-]?\d+(?:\.\d+)?")
_LONGEST_WORD = 20
SHORT_ANSWER = 32
"""An answer of at most so many bytes is told apart from all others, of a longer one only what it looks like."""


def features_of(proposed: ProposedTest, ran: Execution) -> frozenset[Hashable]:
    """The features of one input: its kind, and the ways that the right program took."""
    return ways_of(ran) | {("kind", proposed.group, proposed.kind)}


def ways_of(ran: Execution) -> frozenset[Hashable]:
    """What the right program did: which parts of it ran how often, by powers of two, and what its answer looks like."""
    return frozenset((*_counters(ran), *_answer(ran.output or b"")))


def answer_of(ran: Execution) -> Hashable:
    """The answer as something to compare, a long one by what it looks like."""
    output = ran.output or b""
    return output.strip() if len(output) <= SHORT_ANSWER else tuple(_answer(output))


def reason_of(fresh: Iterable[Hashable]) -> str:
    """Why an input with these features, at least one, asks something that none before it asks: by the one that says
    most to people. A feature is new once, so no two inputs have the same reason."""
    return min(map(_told, fresh))[1]


def _told(feature: Hashable) -> tuple[int, str]:
    """How late a feature is named, and its words."""
    match feature:
        case ("kind", Group() as group, str() as kind):
            return 0, f"the first of its kind: {kind}" + (f" ({group.value})" if group.value not in kind else "")
        case ("word", bytes() as word):
            return 1, f"the first whose answer begins with {word.decode('utf-8', 'backslashreplace')!r}"
        case ("number", bool() as is_negative, int() as length, bool() as is_least):
            sign = "a negative number" if is_negative else "a number"
            which = "0 or 1" if is_least else f"{sign} of {length} character{'s' if length > 1 else ''}"
            return 1, f"the first whose answer begins with {which}"
        case ("tokens", int() as bits):
            return 2, f"the first whose answer has {_range(bits - 1) if bits else 'no'} token{'s' * (bits != 1)}"
        case (int() as slot, int() as level):
            times = f"{_range(level)} time{'s' if level else ''}"
            return 3, f"the first on which block {slot} of the right program runs {times}"
    return 4, f"the first with {feature}"


def _range(level: int) -> str:
    """The numbers of so many bits beyond the first."""
    return "1" if level == 0 else f"{1 << level:,} to {(2 << level) - 1:,}"


def _counters(ran: Execution) -> Iterator[Hashable]:
    if ran.counters is None:
        return
    counts = np.frombuffer(ran.counters, np.uint64)
    (slots,) = np.nonzero(counts)
    levels = np.log2(counts[slots].astype(np.float64)).astype(np.int64)
    yield from zip(slots.tolist(), levels.tolist(), strict=True)


def _answer(output: bytes) -> Iterator[Hashable]:
    """How many tokens there are, by powers of two, and what the first is: a word, or a number's sign and length."""
    tokens = output.split(None, 1 << 12)
    yield "tokens", len(tokens).bit_length()
    if tokens:
        is_number = _NUMBER.fullmatch(tokens[0])
        yield (
            ("number", tokens[0].startswith(b"-"), len(tokens[0]), tokens[0] in (b"0", b"1"))
            if is_number
            else ("word", tokens[0][:_LONGEST_WORD])
        )
