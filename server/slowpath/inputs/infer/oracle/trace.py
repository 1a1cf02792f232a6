"""Which line of the source wants which token: the program is given its input token by token.

With `k` tokens given and the input open, the program waits where it wants token `k + 1`, and the hit counts are those
up to that place. A token is *wanted at* a line that ran since the token before was wanted. Often several did: the
head of the loop, what was computed in between, a reading function of the program's own. Of these the lines are
chosen that part all tokens among them, each wanted at one (an exact cover). Tokens without a line between them are
wanted together. A line that runs for tokens which later lines tell apart may be a function that those call, or a
loop with a condition after the read: both readings are given, since other questions tell which one holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.tokens import TokenText

LONGEST_TRACE = 90
"""Tokens of one input that are given one by one."""

_MOST_LEVELS = 4
_Want = tuple[int, int]


@dataclass(frozen=True)
class Visit:
    """`width` tokens from index `start` on, wanted at one place: `site`, a line of the source."""

    site: int
    start: int
    width: int


@dataclass(frozen=True)
class Trace:
    """An input, and for every token that the program takes of it the lines that ran since the one before was wanted."""

    text: TokenText
    lines: tuple[frozenset[int], ...]


def traced(asker: Asker, texts: list[TokenText]) -> list[Trace]:
    """The traces of the texts, but for those that are too long or that the program doesn't take token by token.
    Raises `Spent`."""
    return [
        Trace(text, tuple(found)) for text in texts if len(text) <= LONGEST_TRACE and (found := _wanted(asker, text))
    ]


def readings(traces: list[Trace]) -> Iterator[list[tuple[Visit, ...]]]:
    """The visits of every trace, sites shared among all: without the lines that are called most, then without more
    of them, at last with all lines."""
    runs = [trace.lines for trace in traces]
    by_line = _wants(runs, frozenset())
    called = _called(by_line)
    sizes = sorted({len(by_line[line]) for line in called}, reverse=True)[:_MOST_LEVELS]
    levels = [frozenset(line for line in called if len(by_line[line]) >= size) for size in sizes]
    for left_out in [*levels, frozenset[int]()]:
        sites = _sites(_wants(runs, left_out))
        if all((run, 0) in sites for run in range(len(runs))):
            yield [_visits(run, len(lines), sites) for run, lines in enumerate(runs)]


def _wanted(asker: Asker, text: TokenText) -> list[frozenset[int]]:
    """For every token that the program takes, the lines that ran since the token before was wanted."""
    before: dict[int, int] = {}
    made: list[frozenset[int]] = []
    for count in range(len(text)):
        seen = asker.open(text.first(count))
        if not seen.waiting:
            break
        made.append(frozenset(line for line, hits in seen.hits.items() if hits > before.get(line, 0)))
        before = dict(seen.hits)
    at_once = len(made) > 1 and not any(made[1:]) and asker.open(text.data).waiting
    return [] if at_once else made


def _wants(runs: list[tuple[frozenset[int], ...]], left_out: frozenset[int]) -> dict[int, set[_Want]]:
    """For every line the (run, token) that were wanted after it ran."""
    by_line: dict[int, set[_Want]] = {}
    for run, tokens in enumerate(runs):
        for at, lines in enumerate(tokens):
            for line in lines - left_out:
                by_line.setdefault(line, set()).add((run, at))
    return by_line


def _called(by_line: dict[int, set[_Want]]) -> frozenset[int]:
    """The lines that run for tokens which at least two later lines tell apart."""
    made = set()
    for line, wants in by_line.items():
        inside = [other for later, other in by_line.items() if later > line and other < wants]
        if any(not one & other for at, one in enumerate(inside) for other in inside[at + 1 :]):
            made.add(line)
    return frozenset(made)


def _sites(by_line: dict[int, set[_Want]]) -> dict[_Want, int]:
    """The line at which each token is wanted; a token that goes on from the one before has none."""
    sites: dict[_Want, int] = {}
    for line, wants in sorted(by_line.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if not wants & sites.keys():
            sites.update(dict.fromkeys(wants, line))
    for line, wants in sorted(by_line.items(), reverse=True):
        for want in wants:
            sites.setdefault(want, line)
    return sites


def _visits(run: int, count: int, sites: dict[_Want, int]) -> tuple[Visit, ...]:
    made: list[Visit] = []
    for at in range(count):
        if (run, at) in sites:
            made.append(Visit(sites[run, at], at, 1))
        else:
            made[-1] = Visit(made[-1].site, made[-1].start, made[-1].width + 1)
    return tuple(made)
