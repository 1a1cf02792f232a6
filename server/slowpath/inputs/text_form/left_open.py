"""What a written format leaves open: comments that begin with `# ?`, one for each reason why its inputs may be invalid.

A format that was inferred is written down with them: the sentences of the statement that nothing in it stands for, each
with its place, and a line that may say it. Inputs are doubtful as long as one of them stands there. Whoever writes a
line that says it, or sees that the sentence isn't about the input, takes the comment out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.model.validity import DOUBT_KINDS, Doubt, SentenceMark

_WRITTEN_ELSEWHERE = frozenset({"no-statement"})
"""Whoever writes a format without a statement answers that."""
_OPEN = late_regex(r"\s*#\s?\?\s*(?P<said>.*)")
_KIND = late_regex(r"(?P<kind>[a-z-]+): (?P<text>.*)")
_SENTENCE = late_regex(r'(?P<text>.*?) \((?:[^"]*?:)?(?P<line>\d+): "(?P<quote>.*)"\)')
_PROPOSED = late_regex(r"\s*#\s{3,}(?P<line>(?:where )?\S.*)")
_HEADING = (
    "# Not said by this format. While a line with a question mark stands here, inputs count as doubtful: say it by a",
    "# line of the format, or take the line out where it isn't about the input.",
)


def open_lines(doubts: Iterable[Doubt], statement: str = "") -> list[str]:
    """The comments that leave these doubts open, with a heading; none where nothing is. `statement` is the file that
    the lines of sentences refer to."""
    made: list[str] = []
    for doubt in doubts:
        if doubt.kind not in _WRITTEN_ELSEWHERE:
            made.append(_line(doubt, statement))
            made += [f"#   {line}" for line in doubt.proposal.splitlines()]
    return [*_HEADING, *made] if made else []


def _line(doubt: Doubt, statement: str) -> str:
    text = " ".join(doubt.text.split())
    if doubt.kind != "sentence":
        return f"# ? {doubt.kind}: {text}"
    place = f"{statement}:{doubt.line}" if statement else str(doubt.line)
    return f'# ? {text} ({place}: "{plain(doubt.quote)}")'


def plain(quote: str) -> str:
    """Words of a statement on one line."""
    return " ".join(quote.split())


def left_open(text: str) -> tuple[Doubt, ...]:
    """The doubts that a format's text leaves open, each with the line that it proposes."""
    return tuple(doubt for doubt, _ in _found(text.split("\n")))


def places_open(text: str) -> list[tuple[Doubt, tuple[int, int]]]:
    """The same with the first line of each, 1-based, and the last."""
    return [(doubt, (begin + 1, end)) for doubt, (begin, end) in _found(text.split("\n"))]


def still_open(doubts: Sequence[Doubt], marks: Sequence[SentenceMark]) -> tuple[Doubt, ...]:
    """Those that are left where the statement's sentences have these marks: what the format has come to say is
    settled, whatever its comments."""
    of = {plain(mark.quote): mark for mark in marks}
    made = []
    for doubt in doubts:
        mark = of.get(plain(doubt.quote)) if doubt.quote else None
        if mark is None:
            made.append(doubt)
        elif mark.mark == "unclear":
            made.append(replace(doubt, line=mark.line, quote=mark.quote))
    return tuple(made)


def settled(text: str, doubt: Doubt, line: str = "") -> str:
    """The text without the comment that leaves a doubt open, and with a `line` of format in its place; the heading goes
    with the last one."""
    lines = text.rstrip("\n").split("\n")
    for known, (begin, end) in _found(lines):
        if (known.kind, plain(known.quote) or plain(known.text)) == (
            doubt.kind,
            plain(doubt.quote) or plain(doubt.text),
        ):
            del lines[begin:end]
            break
    if not list(_found(lines)):
        lines = [each for each in lines if each not in _HEADING]
    while lines and not lines[-1].strip():
        lines.pop()
    if line and line not in lines:
        at = next((number for number, each in enumerate(lines) if each == _HEADING[0]), len(lines))
        lines[at:at] = line.split("\n")
    return "".join(f"{each}\n" for each in lines)


def all_settled(text: str) -> str:
    """The text with nothing left open."""
    for doubt in left_open(text):
        text = settled(text, doubt)
    return text


def _found(lines: Sequence[str]) -> Iterator[tuple[Doubt, tuple[int, int]]]:
    """Each doubt with the places of its lines."""
    for number, line in enumerate(lines):
        if (match := _OPEN.fullmatch(line)) is None:
            continue
        end = number + 1
        while end < len(lines) and _PROPOSED.fullmatch(lines[end]):
            end += 1
        proposed = "\n".join(each.lstrip()[1:][3:].rstrip() for each in lines[number + 1 : end])
        yield replace(_read(match["said"].strip()), proposal=proposed), (number, end)


def _read(said: str) -> Doubt:
    if (sentence := _SENTENCE.fullmatch(said)) is not None:
        return Doubt("sentence", sentence["text"], int(sentence["line"]), sentence["quote"])
    if (other := _KIND.fullmatch(said)) is not None and other["kind"] in DOUBT_KINDS:
        return Doubt(other["kind"], other["text"])
    return Doubt("sentence", said)
