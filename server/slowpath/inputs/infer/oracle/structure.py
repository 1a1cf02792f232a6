"""A read grammar from nothing but the running program and inputs that it takes.

The places at which the program wants its tokens (`trace`), folded into loops (`folding`), are the structure; how
often a loop ran is explained by the numbers read before it, over all inputs that were traced. Where the rounds of a
loop differ with the value of their first token, that token is a tag. What it makes is a `ReadProgram` like that
of the program's text, to be held against the samples in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.folding import Part, Round, Spot, folded, together
from slowpath.inputs.infer.oracle.naming import names_for
from slowpath.inputs.infer.oracle.taking import differs
from slowpath.inputs.infer.oracle.tokens import TokenText
from slowpath.inputs.infer.oracle.trace import Visit, readings, traced
from slowpath.inputs.infer.oracle.writing import Choice, Shape, Traced, Writer
from slowpath.inputs.infer.reads.items import Branch, Item, Loop, ReadProgram, all_items
from slowpath.inputs.infer.structure.align import Unfit, align

_MOST_TAGS = 8


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
            items = tuple(Writer(Traced(given, by_lines)).items(shape, []))
            program = ReadProgram(items, by_lines, names=names_for(items))
            if program not in made and _follows(program, [given[trace] for trace in kept]):
                made.append(program)
    return sorted(made, key=lambda program: _strangeness(program.items))


def _strangeness(items: tuple[Item, ...]) -> int:
    """How odd the counts of the loops are: the number itself, a product, something else, until the input ends."""
    total = 0
    for item in all_items(items):
        if isinstance(item, Loop):
            plain = item.count is not None and item.count.isidentifier()
            product = item.count is not None and "*" in item.count and not item.count[0].isdigit()
            total += 0 if plain else 1 if product else 2 if item.count else 3
        elif isinstance(item, Branch):
            total += 1
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


def _shapes(visits: list[tuple[Visit, ...]], texts: tuple[TokenText, ...]) -> Iterator[tuple[Shape, list[int]]]:
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


def _tagged(site: int, visits: list[tuple[Visit, ...]], texts: tuple[TokenText, ...], kept: list[int]) -> Shape | None:
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
        parts = folded(trace, found[: starts[0]])
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
    return [*before, Choice(head, sorted(arms.items()), counts)]


def _after_first(found: tuple[Visit, ...]) -> tuple[Visit, ...]:
    """The visits without their first token."""
    first = found[0]
    rest = (Visit(first.site, first.start + 1, first.width - 1),) if first.width > 1 else ()
    return (*rest, *found[1:])
