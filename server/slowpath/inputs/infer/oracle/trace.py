"""Which line of the source wants which token: the program is given its input token by token.

With `k` tokens given and the input open, the program waits where it wants token `k + 1`, and the hit counts are those
up to that place. A token is *wanted at* a line that ran since the token before was wanted. Often several did: the
head of the loop, what was computed in between, a reading function of the program's own. Of these the lines are
chosen that part all tokens among them, each wanted at one (an exact cover); a line that is run for tokens which later
lines tell apart is a function that those call. Tokens without a line between them are wanted together.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.tokens import TokenText

LONGEST_TRACE = 90
"""Tokens of one input that are given one by one."""

_Want = tuple[int, int]


@dataclass(frozen=True)
class Visit:
    """`width` tokens from index `start` on, wanted at one place: `site`, a line of the source."""

    site: int
    start: int
    width: int


def traced(asker: Asker, texts: list[TokenText]) -> list[tuple[TokenText, tuple[Visit, ...]]]:
    """The texts with their visits, sites shared among all. Texts that are too long, and those that the program doesn't
    take token by token, are left out. Raises `Spent`."""
    wants: list[tuple[TokenText, list[frozenset[int]]]] = []
    for text in texts:
        if len(text) <= LONGEST_TRACE and (found := _wanted(asker, text)):
            wants.append((text, found))
    sites = _sites([lines for _, lines in wants])
    return [(text, _visits(number, lines, sites)) for number, (text, lines) in enumerate(wants)]


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
    return made if any(made[1:]) or len(made) == 1 else []


def _sites(runs: list[list[frozenset[int]]]) -> dict[_Want, int]:
    """The line at which each token is wanted that doesn't go on from the one before; keys are (run, token)."""
    heads = {(run, at) for run, tokens in enumerate(runs) for at, lines in enumerate(tokens) if lines}
    by_line: dict[int, set[_Want]] = {}
    for run, at in heads:
        for line in runs[run][at]:
            by_line.setdefault(line, set()).add((run, at))
    own = {line: wants for line, wants in by_line.items() if not _is_called(line, wants, by_line)}
    sites: dict[_Want, int] = {}
    for line, wants in sorted(own.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if not wants & sites.keys():
            sites.update(dict.fromkeys(wants, line))
    for run, at in heads - sites.keys():
        sites[run, at] = max(runs[run][at])
    return sites


def _is_called(line: int, wants: set[_Want], by_line: dict[int, set[_Want]]) -> bool:
    """Whether later lines part the tokens that are wanted at `line` among at least two of them."""
    covered: set[_Want] = set()
    parts = 0
    inside = [other for later, other in by_line.items() if later > line and other < wants]
    for other in sorted(inside, key=lambda each: (-len(each), min(each))):
        if not other & covered:
            covered |= other
            parts += 1
    return parts >= 2 and covered == wants


def _visits(run: int, tokens: list[frozenset[int]], sites: dict[_Want, int]) -> tuple[Visit, ...]:
    made: list[Visit] = []
    for at in range(len(tokens)):
        if (run, at) in sites:
            made.append(Visit(sites[run, at], at, 1))
        else:
            made[-1] = Visit(made[-1].site, made[-1].start, made[-1].width + 1)
    return tuple(made)
