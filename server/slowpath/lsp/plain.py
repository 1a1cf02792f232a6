"""A program's text without the checkers that we put into it, line by line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.lsp.lines import lines_of, lines_with_ends
from slowpath.model.problem import Solution


def plain_lines(path: Path) -> Callable[[str], Sequence[str | None]]:
    """For the program at `path`: the lines of its text as they would be without checkers, None for one of theirs."""

    def plain(text: str) -> Sequence[str | None]:
        return without_spans(text, checker_spans(path, text))

    return plain


def checker_spans(path: Path, text: str) -> Sequence[tuple[int, int]]:
    """Which parts of the text are checkers, in bytes of its UTF-8; none where it isn't a program."""
    try:
        return pipeline.checker_spans(solution(path, text))
    except SlowpathError:
        return ()


def solution(path: Path, text: str) -> Solution:
    """The program as the editor has it. Raises `SourceUnreadable`."""
    return pipeline.read_solution(path, text.encode("utf-8", "replace"))


def without_spans(text: str, spans: Sequence[tuple[int, int]]) -> list[str | None]:
    """The lines without what `spans` cover, each where it begins; None where a line is left that is wholly covered, or
    that goes on the one above. Spans are in order and don't overlap."""
    if not spans:
        return list(lines_of(text))
    ends = [len(line.encode("utf-8", "replace")) for line in lines_with_ends(text)]
    starts = [0, *accumulate(ends)]
    whole = text.encode("utf-8", "replace")
    kept = [b""] * len(lines_of(text))
    done = 0
    for begin, end in (*spans, (len(whole), len(whole))):
        while done < begin:
            line = bisect_right(starts, done) - 1
            stop = min(begin, starts[line + 1])
            kept[line] += whole[done:stop]
            done = stop
        done = max(done, end)
    return _joined([part.decode("utf-8", "replace") for part in kept])


def _joined(kept: Sequence[str]) -> list[str | None]:
    """What is left of each line. A line that lost its end goes on with what is left of the next."""
    made: list[str | None] = [None] * len(kept)
    owner, begun = None, ""
    for at, text in enumerate(kept):
        if owner is None and text.strip():
            owner = at
        begun += text
        if at == len(kept) - 1 or text.endswith(("\n", "\r")):
            made[at if owner is None else owner] = begun.rstrip("\r\n")
            owner, begun = None, ""
    return made
