"""A read grammar from nothing but the running program and inputs that it takes.

The places at which the program wants its tokens (`trace`), folded into loops (`folding`), are the structure; how
often a loop ran is explained by the numbers read before it, over all inputs that were traced. Where the rounds of a
loop differ with the value of their first token, that token is a tag. What it makes is a `ReadProgram` like that
of the program's text, to be held against the samples in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.folding import Part, Round, Spot, folded, together
from slowpath.inputs.infer.oracle.taking import differs
from slowpath.inputs.infer.oracle.tokens import TokenText
from slowpath.inputs.infer.oracle.trace import Visit, traced
from slowpath.inputs.infer.reads import Branch, Break, Item, Loop, ReadProgram, Rest, Token
from slowpath.inputs.infer.solve import explained

_MOST_TAGS = 8
_LONGEST_LINE = 6


@dataclass(frozen=True)
class _Traced:
    """All traced inputs; `by_lines` says that the program takes whole lines."""

    texts: tuple[TokenText, ...]
    by_lines: bool

    def word(self, trace: int, token: int) -> str:
        return self.texts[trace].words[token]


def structure(asker: Asker, texts: list[TokenText]) -> ReadProgram | None:
    """The read grammar that the program shows on `texts`, best first; None where it shows none. Raises `Spent`."""
    runs = traced(asker, texts)
    shape: list[Part] = []
    kept: list[TokenText] = []
    visits = [found for _, found in runs]
    for number, (text, _) in enumerate(runs):
        parts = folded(number, visits[number])
        merged = together(shape, parts) if shape else parts
        if merged is not None:
            shape = merged
        kept.append(text)
    if not shape:
        return None
    by_lines = all(_is_by_lines(text, found) for text, found in runs) and differs(
        asker.run(kept[0].data), asker.run(kept[0].on_one_line().data))
    traces = _Traced(tuple(kept), by_lines)
    items = _Writer(traces).items(_tagged(shape, traces), [])
    return ReadProgram(tuple(items), by_lines) if items else None


def _is_by_lines(text: TokenText, visits: tuple[Visit, ...]) -> bool:
    """Whether every line of the input is wanted as a whole."""
    starts = {visit.start for visit in visits}
    taken = visits[-1].start + visits[-1].width
    return all((at in starts) == text.starts_line(at) for at in range(taken))


@dataclass
class _Choice:
    """A loop whose rounds begin with the same place and go on by the value of its first token."""

    head: Spot
    arms: list[tuple[list[str], list[Part]]]
    counts: list[tuple[int, int, int]]


def _tagged(parts: list[Part], traces: _Traced) -> list[Part | _Choice]:
    """The sequence with the rounds of one tagged loop, which don't fold, as a choice."""
    sites = [part.site if isinstance(part, Spot) else None for part in parts]
    repeated = next((at for at, site in enumerate(sites) if site is not None and sites.count(site) > 1), None)
    if repeated is None:
        return list(parts)
    starts = [at for at, site in enumerate(sites) if site == sites[repeated]]
    segments = [parts[start + 1:end] for start, end in zip(starts, [*starts[1:], len(parts)], strict=True)]
    arms: dict[str, list[Part]] = {}
    visits = []
    for start, segment in zip(starts, segments, strict=True):
        spot = parts[start]
        assert isinstance(spot, Spot)
        trace, visit = spot.visits[0]
        visits += spot.visits
        tag = traces.word(trace, visit.start)
        merged = together(arms[tag], segment) if tag in arms else segment
        if merged is None:
            return list(parts)
        arms[tag] = merged
    if len(arms) > _MOST_TAGS or len(arms) < 2:
        return list(parts)
    head = Spot(sites[repeated] or 0, visits)
    trace, visit = visits[0]
    choice = _Choice(head, [([tag], arm) for tag, arm in sorted(arms.items())], [(trace, visit.start, len(starts))])
    return [*parts[:starts[0]], choice]


class _Writer:
    """Writes parts as items of a read grammar; `scope` holds the keys of the numbers read before."""

    def __init__(self, traces: _Traced) -> None:
        self.traces = traces
        self.values: dict[str, list[tuple[int, int, int]]] = {}
        self.taken: set[str] = set()

    def items(self, parts: list[Part | _Choice] | list[Part], scope: list[str]) -> list[Item]:
        """The items of one sequence; nothing where a count can't be explained."""
        made: list[Item] = []
        scope = list(scope)
        for place, part in enumerate(parts):
            if isinstance(part, Spot):
                made += self.spot(part, scope)
            else:
                last = place == len(parts) - 1
                body = self.body(part, scope)
                count = self.count(part.counts, scope, last)
                made.append(Loop(count, tuple(body), self.line(body)))
        return made

    def body(self, part: Round | _Choice, scope: list[str]) -> list[Item]:
        if isinstance(part, Round):
            return self.items(part.body, scope)
        inner = list(scope)
        head = self.spot(part.head, inner)
        tag = next(item for item in head if isinstance(item, Token))
        arms = tuple((tuple(tags), tuple(self.items(arm, inner))) for tags, arm in part.arms)
        return [*head, Branch(tag.key, arms, (), tag.line)]

    def spot(self, spot: Spot, scope: list[str]) -> list[Item]:
        """The tokens of one place, or the rest of its line where their number changes."""
        widths = [(visit.width, self.known(trace, visit.start, scope)) for trace, visit in spot.visits]
        after: list[Item] = [Break()] if self.traces.by_lines else []
        width = widths[0][0]
        alone = len(widths) == 1 and width > 2 and explained(widths, scope, constants=False) is not None
        if len({each for each, _ in widths}) > 1 or width > _LONGEST_LINE or (alone and self.traces.by_lines):
            key = self.key(spot.site)
            if self.traces.by_lines:
                return [Rest(key, self.kind(spot, 0), None, spot.site), *after]
            length = explained(widths, scope)
            return [Loop(length, (Token(key, self.kind(spot, 0), line=spot.site),), spot.site)]
        made: list[Item] = []
        for offset in range(width):
            key = self.key(spot.site)
            kind = self.kind(spot, offset)
            made.append(Token(key, kind, line=spot.site, statement=spot.site))
            if kind == "int":
                self.values[key] = [(trace, visit.start + offset, int(self.traces.word(trace, visit.start + offset)))
                                    for trace, visit in spot.visits]
                scope.append(key)
        return [*made, *after]

    def key(self, site: int) -> str:
        """A name for a token read on this line."""
        made, number = f"x{site}", 2
        while made in self.taken:
            made, number = f"x{site}_{number}", number + 1
        self.taken.add(made)
        return made

    def kind(self, spot: Spot, offset: int) -> str:
        words = [self.traces.word(trace, visit.start + at) for trace, visit in spot.visits
                 for at in ([offset] if visit.width > offset else [])]
        return "int" if words and all(_is_integer(word) for word in words) else "any"

    def known(self, trace: int, token: int, scope: list[str]) -> dict[str, object]:
        """The value that every number of `scope` has before this token."""
        made: dict[str, object] = {}
        for key in scope:
            before = [(at, value) for of, at, value in self.values.get(key, ()) if of == trace and at < token]
            if before:
                made[key] = max(before)[1]
        return made

    def count(self, counts: list[tuple[int, int, int]], scope: list[str], last: bool) -> str | None:
        """What says how often a loop runs; "" where nothing does. The last one may run until the input ends."""
        seen = [(count, self.known(trace, start, scope)) for trace, start, count in counts]
        found = explained(seen, scope, constants=len(seen) > 1)
        return found if found is not None else None if last else ""

    def line(self, body: list[Item]) -> int:
        return next((item.line for item in body if not isinstance(item, Break)), 0)


def _is_integer(word: str) -> bool:
    digits = word.lstrip("+-")
    return digits.isdigit() and len(word) - len(digits) <= 1 and len(digits) < 19
