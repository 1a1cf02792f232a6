"""What all answers of a test set look like, and a validator of answers in Python that says so: BAPCtools asks for one.

Lines and tokens are counted, and a count is told only where it is the same in all answers, or is a number that stands
at one of the first places of every input (a line for each of t test cases). Tokens are numbers as they're written, a
few words, or words of the letters that were seen. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

MOST_PLACES = 8
"""A count is looked for among so many of an input's first tokens."""
MOST_LINES = 8
"""Answers of at most so many lines are told line by line."""
MOST_WORDS, SEEN_EACH = 8, 2
"""So many words are listed, where each was seen about so often."""
_INTEGER, _DECIMAL = r"0|-?[1-9]\d*", r"-?(?:0|[1-9]\d*)\.\d+"
_PLAIN = re.compile(rb"(?:[!-~]+(?: [!-~]+)*\n)+")
_PROGRAM = '''\
#!/usr/bin/env python3
"""Judges whether an answer looks as those of the tests do with which this was made: `answer_check.py INPUT < ANSWER`
ends with {valid} where it does and with {invalid} where it doesn't, and says what is odd on standard error. Made by
Slowpath from the answers of the right programs: widen it where another right answer may look otherwise."""

import re
import sys

LINES = {lines}
EACH = {each}
"""How many lines there are, and of each (or of all) how many tokens and what these are. A count is a number, or with a
place the number there among the input's first tokens, plus that."""
with open(sys.argv[1], "rb") as file:
    GIVEN = file.read(4096).split(None, {places})


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit({invalid})


def counted(number, place=None):
    return number if place is None else number + int(GIVEN[place])


lines = sys.stdin.buffer.read().decode("latin-1").split("\\n")
if lines.pop():
    refuse("The last line has no end.")
if len(lines) != counted(*LINES):
    refuse(f"There are {{len(lines)}} lines where {{counted(*LINES)}} are due.")
for number, line in enumerate(lines):
    count, pattern = EACH[number if len(EACH) > 1 else 0]
    tokens = line.split(" ")
    if len(tokens) != counted(*count):
        refuse(f"Line {{number + 1}} has {{len(tokens)}} tokens where {{counted(*count)}} are due.")
    odd = next((token for token in tokens if not re.fullmatch(pattern, token)), None)
    if odd is not None:
        refuse(f"Line {{number + 1}}: {{odd[:40]!r}} looks like no token of an answer.")
sys.exit({valid})
'''

Count = tuple[int] | tuple[int, int]
"""A number; or a number and the place (0-based) of a token of the input, to which it is added."""


@dataclass(frozen=True)
class AnswerForm:
    """What answers look like: how many `lines`, and in `each` how many tokens a line has and which pattern these match:
    one entry for every line, or one for all."""

    lines: Count
    each: tuple[tuple[Count, str], ...]


def answer_form(tests: Sequence[tuple[bytes, bytes]]) -> AnswerForm | None:
    """The form of the answers of tests (input, answer); None where they have none that could be told: a blank too many,
    other than plain characters, numbers of lines or tokens that nothing says."""
    if not tests or not all(_PLAIN.fullmatch(answer) for _, answer in tests):
        return None
    given = [data.split(None, MOST_PLACES)[:MOST_PLACES] for data, _ in tests]
    answers = [[line.split(" ") for line in answer.decode("ascii").splitlines()] for _, answer in tests]
    lines = _count(given, [len(answer) for answer in answers])
    if lines is None:
        return None
    of_each = zip(*answers, strict=True) if len(lines) == 1 and lines[0] <= MOST_LINES else None
    each = (
        [_line(given, [[line] for line in some]) for some in of_each]
        if of_each is not None
        else [_line(given, answers)]
    )
    known = tuple(made for made in each if made is not None)
    return AnswerForm(lines, known) if len(known) == len(each) else None


def answer_validator(form: AnswerForm, valid: int) -> str:
    """The program, which ends with `valid` or, for what isn't an answer, with the number after it."""
    return _PROGRAM.format(valid=valid, invalid=valid + 1, lines=form.lines, each=form.each, places=MOST_PLACES)


def _line(given: Sequence[Sequence[bytes]], answers: Sequence[Sequence[Sequence[str]]]) -> tuple[Count, str] | None:
    """How many tokens lines have and what these are, over the lines of each answer."""
    counts = [{len(line) for line in lines} for lines in answers]
    if any(len(some) != 1 for some in counts):
        return None
    count = _count(given, [some.pop() for some in counts])
    return None if count is None else (count, _pattern(token for lines in answers for line in lines for token in line))


def _count(given: Sequence[Sequence[bytes]], counts: Sequence[int]) -> Count | None:
    """What says the counts, one for each answer."""
    if len(set(counts)) == 1:
        return (counts[0],)
    for place, more in product(range(MOST_PLACES), (0, -1, 1)):
        if all(
            place < len(tokens) and tokens[place].isdigit() and int(tokens[place]) + more == count
            for tokens, count in zip(given, counts, strict=True)
        ):
            return more, place
    return None


def _pattern(tokens: Iterable[str]) -> str:
    seen = Counter(tokens)
    kinds = {token: next((kind for kind in (_INTEGER, _DECIMAL) if re.fullmatch(kind, token)), "") for token in seen}
    found = sorted(set(kinds.values()) - {""})
    words = sorted(token for token, kind in kinds.items() if not kind)
    if len(words) <= MOST_WORDS and sum(seen[word] for word in words) >= SEEN_EACH * len(words):
        return "|".join((*found, *map(re.escape, words)))
    characters = set("".join(words))
    ranges = [
        (name, every)
        for name, every in (("a-z", str.islower), ("A-Z", str.isupper), ("0-9", str.isdigit))
        if any(map(every, characters))
    ]
    rest = "".join(re.escape(each) for each in sorted(characters) if not each.isalnum())
    return "|".join((*found, f"[{''.join(name for name, _ in ranges)}{rest}]+"))
