"""A read grammar from nothing but the running program and inputs that it takes.

The places at which the program wants its tokens (`trace`), folded into loops (`folding`), are the structure; how
often a loop ran is explained by the numbers read before it, over all inputs that were traced. Where the rounds of a
loop differ with the value of their first token, that token is a tag. What it makes is a `ReadProgram` like that
of the program's text, to be held against the samples in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.inputs.infer.align import Unfit, align
from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.folding import Part, Round, Spot, folded, together
from slowpath.inputs.infer.oracle.naming import names_for
from slowpath.inputs.infer.oracle.taking import differs
from slowpath.inputs.infer.oracle.tokens import TokenText
from slowpath.inputs.infer.oracle.trace import Visit, readings, traced
from slowpath.inputs.infer.reads import Branch, Break, Item, Loop, ReadProgram, Rest, Token
from slowpath.inputs.infer.solve import explained

_MOST_TAGS = 8
_LONGEST_LINE = 6
_MOST_PEELED = 3


@dataclass(frozen=True)
class _Traced:
    """All traced inputs; `by_lines` says that the program takes whole lines."""

    texts: tuple[TokenText, ...]
    by_lines: bool

    def word(self, trace: int, token: int) -> str:
        return self.texts[trace].words[token]


def structures(asker: Asker, texts: list[TokenText]) -> list[ReadProgram]:
    """The read grammars that the program shows on `texts` and that these follow, likeliest first. Raises `Spent`."""
    traces = traced(asker, texts)
    if not traces:
        return []
    given = tuple(trace.text for trace in traces)
    changes = differs(asker.run(given[0].data), asker.run(given[0].on_one_line().data))
    made: list[ReadProgram] = []
    for visits in readings(traces):
        by_lines = changes and all(map(_is_by_lines, given, visits))
        for shape, kept in _shapes(visits, given):
            items = tuple(_Writer(_Traced(given, by_lines)).items(shape, []))
            program = ReadProgram(items, by_lines, names=names_for(items))
            if program not in made and _follows(program, [given[trace] for trace in kept]):
                made.append(program)
    return sorted(made, key=lambda program: _strangeness(program.items))


def _strangeness(items: tuple[Item, ...]) -> int:
    """How odd the counts of the loops are: the number itself, a product, something else, until the input ends."""
    total = 0
    for item in items:
        if isinstance(item, Loop):
            plain = item.count is not None and item.count.isidentifier()
            product = item.count is not None and "*" in item.count and not item.count[0].isdigit()
            total += (0 if plain else 1 if product else 2 if item.count else 3) + _strangeness(item.body)
        elif isinstance(item, Branch):
            total += 1 + sum(_strangeness(body) for _, body in item.arms)
    return total


def _follows(program: ReadProgram, texts: list[TokenText]) -> bool:
    try:
        align(program, [("", text.data) for text in texts])
    except Unfit:
        return False
    return True


def _is_by_lines(text: TokenText, visits: tuple[Visit, ...]) -> bool:
    """Whether every line of the input is wanted as a whole."""
    starts = {visit.start for visit in visits}
    taken = visits[-1].start + visits[-1].width
    return all((at in starts) == text.starts_line(at) for at in range(taken))


@dataclass
class _Choice:
    """A loop whose rounds begin with the same place and go on by the value of its first token."""

    head: Spot
    arms: list[tuple[str, list[Part]]]
    counts: list[tuple[int, int, int]]


_Shape = list[Part | _Choice]


def _shapes(visits: list[tuple[Visit, ...]], texts: tuple[TokenText, ...]) -> Iterator[tuple[_Shape, list[int]]]:
    """All traces folded together, then with the rounds of a loop told apart by their first token; with each shape the
    traces that must follow it. A loop that ran once doesn't fold: the longest trace leads, others may stay out."""
    foldings = [folded(trace, found) for trace, found in enumerate(visits)]
    everything = sorted(range(len(visits)), key=lambda trace: -len(texts[trace]))
    plain = foldings[everything[0]]
    for trace in everything[1:]:
        plain = together(plain, foldings[trace]) or plain
    yield list(plain), everything
    for site in dict.fromkeys(site for parts in foldings for site in _repeated(parts)):
        refused = _refused_tags(site, visits, texts)
        kept = [trace for trace in everything if not refused & set(_tags(site, visits[trace], texts[trace]))]
        choice = _tagged(site, visits, texts, kept)
        if choice is not None:
            yield choice, kept


def _tags(site: int, found: tuple[Visit, ...], text: TokenText) -> list[str]:
    return [text.words[visit.start] for visit in found if visit.site == site]


def _refused_tags(site: int, visits: list[tuple[Visit, ...]], texts: tuple[TokenText, ...]) -> set[str]:
    """The values of the token at `site` after which the program always ends: they are no tags that it knows."""
    going_on: set[str] = set()
    last: set[str] = set()
    for found, text in zip(visits, texts, strict=True):
        tags = _tags(site, found, text)
        ends_there = bool(tags) and found[-1].site == site and found[-1].width == 1
        going_on.update(tags[:-1] if ends_there else tags)
        last.update(tags[-1:] if ends_there else [])
    return last - going_on


def _repeated(parts: list[Part]) -> Iterator[int]:
    """The places that begin a loop's rounds, or come back without folding."""
    sites = [part.site for part in parts if isinstance(part, Spot)]
    yield from (site for site in sites if sites.count(site) > 1)
    for part in parts:
        if isinstance(part, Round) and isinstance(part.body[0], Spot):
            yield part.body[0].site


def _tagged(site: int, visits: list[tuple[Visit, ...]], texts: tuple[TokenText, ...],
            kept: list[int]) -> _Shape | None:
    """The traces as what stands before the first visit of `site`, and then rounds that begin with it."""
    before: list[Part] | None = None
    arms: dict[str, list[Part]] = {}
    head = Spot(site, [])
    counts = []
    for trace in kept:
        found = visits[trace]
        starts = [at for at, visit in enumerate(found) if visit.site == site]
        if not starts:
            continue
        parts = folded(trace, found[:starts[0]])
        before = parts if before is None else together(before, parts)
        if before is None:
            return None
        counts.append((trace, found[starts[0]].start, len(starts)))
        for start, end in zip(starts, [*starts[1:], len(found)], strict=True):
            head.visits.append((trace, Visit(site, found[start].start, 1)))
            arm = folded(trace, _after_first(found[start:end]))
            tag = texts[trace].words[found[start].start]
            merged = together(arms[tag], arm) if tag in arms else arm
            if merged is None:
                return None
            arms[tag] = merged
    if before is None or not 2 <= len(arms) <= _MOST_TAGS:
        return None
    return [*before, _Choice(head, sorted(arms.items()), counts)]


def _after_first(found: tuple[Visit, ...]) -> tuple[Visit, ...]:
    """The visits without their first token."""
    first = found[0]
    rest = (Visit(first.site, first.start + 1, first.width - 1),) if first.width > 1 else ()
    return (*rest, *found[1:])


class _Writer:
    """Writes parts as items of a read grammar; `scope` holds the keys of the numbers read before."""

    def __init__(self, traces: _Traced, values: dict[str, list[tuple[int, int, int]]] | None = None,
                 taken: set[str] | None = None) -> None:
        self.traces = traces
        self.values = values if values is not None else {}
        self.taken = taken if taken is not None else set()

    def items(self, parts: _Shape | list[Part], scope: list[str]) -> list[Item]:
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
                trial = _Writer(self.traces, self.values.copy(), self.taken.copy())
                heads = [item for spot in first for item in trial.spot(spot, inner)]
                if trial.explained(rest.counts, inner) is not None:
                    self.values, self.taken = trial.values, trial.taken
                    made, part = heads, rest
                    scope += inner[len(scope):]
                    break
        count = self.count(part.counts, scope, last)
        return [*made, Loop(count, tuple(self.items(part.body, scope)), self.line(part))]

    def choice(self, part: _Choice, scope: list[str]) -> list[Item]:
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
        own = sorted((visit for of, visit in spot.visits if of == trace and visit.start >= start),
                     key=lambda visit: visit.start)[:count]
        for place, visit in enumerate(own):
            (heads[place] if place < amount else rest).append((trace, visit))
        counts.append((trace, own[amount].start if amount < count else start, count - amount))
    return [Spot(spot.site, visits) for visits in heads], Round([Spot(spot.site, rest)], counts)


def _is_integer(word: str) -> bool:
    digits = word.lstrip("+-")
    return digits.isdigit() and len(word) - len(digits) <= 1 and len(digits) < 19
