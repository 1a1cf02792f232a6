"""Writes folded places as a read grammar: how many tokens each takes, and what says how often each loop runs."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.infer.oracle.folding import Part, Round, Spot
from slowpath.inputs.infer.oracle.tokens import TokenText
from slowpath.inputs.infer.oracle.trace import Visit
from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Rest, Token
from slowpath.inputs.infer.structure.solve import explained

_LONGEST_LINE = 6
_MOST_PEELED = 3


@dataclass
class Choice:
    """A loop whose rounds begin with the same place and go on by the value of its first token."""

    head: Spot
    arms: list[tuple[str, list[Part]]]
    counts: list[tuple[int, int, int]]


Shape = list[Part | Choice]
"""A sequence of places, loops, and at most one loop over tagged lines."""


@dataclass(frozen=True)
class Traced:
    """All traced inputs; `by_lines` says that the program takes whole lines."""

    texts: tuple[TokenText, ...]
    by_lines: bool

    def word(self, trace: int, token: int) -> str:
        return self.texts[trace].words[token]


class Writer:
    """Writes parts as items of a read grammar; `scope` holds the keys of the numbers read before."""

    def __init__(
        self, traces: Traced, values: dict[str, list[tuple[int, int, int]]] | None = None, taken: set[str] | None = None
    ) -> None:
        self.traces = traces
        self.values = values if values is not None else {}
        self.taken = taken if taken is not None else set()

    def items(self, parts: Shape | list[Part], scope: list[str]) -> list[Item]:
        """The items of one sequence; `scope` holds the numbers that may say how often something repeats."""
        made: list[Item] = []
        scope = list(scope)
        for place, part in enumerate(parts):
            if isinstance(part, Spot):
                made += self.spot(part, scope)
            elif isinstance(part, Round):
                made += self.round(part, scope, place == len(parts) - 1)
            else:
                body = self.choice(part, scope)
                made.append(Loop(self.count(part.counts, scope, True), tuple(body), part.head.site))
        return made

    def round(self, part: Round, scope: list[str], last: bool) -> list[Item]:
        """A loop. A list of which nothing says how long it is may begin with the numbers that do; one that is
        always as short is no list."""
        only = part.body[0] if len(part.body) == 1 else None
        made: list[Item] = []
        found = self.explained(part.counts, scope)
        if isinstance(only, Spot) and found is not None and found.isdigit() and int(found) <= _LONGEST_LINE:
            apart, _ = _peeled(part, only, int(found))
            return [item for spot in apart for item in self.spot(spot, scope)]
        if isinstance(only, Spot) and found is None:
            for peeled in range(1, min(_MOST_PEELED, *(count - 1 for _, _, count in part.counts)) + 1):
                inner = list(scope)
                first, rest = _peeled(part, only, peeled)
                trial = Writer(self.traces, self.values.copy(), self.taken.copy())
                heads = [item for spot in first for item in trial.spot(spot, inner)]
                if trial.explained(rest.counts, inner) is not None:
                    self.values, self.taken = trial.values, trial.taken
                    made, part = heads, rest
                    scope += inner[len(scope) :]
                    break
        count = self.count(part.counts, scope, last)
        return [*made, Loop(count, tuple(self.items(part.body, scope)), self.line(part))]

    def choice(self, part: Choice, scope: list[str]) -> list[Item]:
        """A tag and what follows each of its values; no count depends on the tag otherwise."""
        head = self.spot(part.head, list(scope))
        tag = next(item for item in head if isinstance(item, Token))
        arms = tuple(((value,), tuple(self.items(arm, scope))) for value, arm in part.arms)
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
                self.values[key] = [
                    (trace, visit.start + offset, int(self.traces.word(trace, visit.start + offset)))
                    for trace, visit in spot.visits
                ]
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
        words = [
            self.traces.word(trace, visit.start + at)
            for trace, visit in spot.visits
            for at in ([offset] if visit.width > offset else [])
        ]
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
        found = self.explained(counts, scope)
        return found if found is not None else None if last else ""

    def explained(self, counts: list[tuple[int, int, int]], scope: list[str]) -> str | None:
        """The expression over `scope` that gives every count."""
        seen = [(count, self.known(trace, start, scope)) for trace, start, count in counts]
        return explained(seen, scope, constants=len(seen) > 1)

    def line(self, part: Part) -> int:
        while isinstance(part, Round):
            part = part.body[0]
        return part.site


def _peeled(part: Round, spot: Spot, amount: int) -> tuple[list[Spot], Round]:
    """The first `amount` visits of a list on their own, and the rest of it, which may be none."""
    heads: list[list[tuple[int, Visit]]] = [[] for _ in range(amount)]
    rest: list[tuple[int, Visit]] = []
    counts = []
    for trace, start, count in part.counts:
        own = sorted(
            (visit for of, visit in spot.visits if of == trace and visit.start >= start), key=lambda visit: visit.start
        )[:count]
        for place, visit in enumerate(own):
            (heads[place] if place < amount else rest).append((trace, visit))
        counts.append((trace, own[amount].start if amount < count else start, count - amount))
    return [Spot(spot.site, visits) for visits in heads], Round([Spot(spot.site, rest)], counts)


def _is_integer(word: str) -> bool:
    digits = word.lstrip("+-")
    return digits.isdigit() and len(word) - len(digits) <= 1 and len(digits) < 19
