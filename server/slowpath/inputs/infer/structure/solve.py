"""Finds the sizes that the program leaves open: how long a line's list is, how wide a grid, by the samples.

A length seen in every sample is explained by an expression over the scalars read before it (`n`, `m`, `n-1`,
`n*m` ...). Where several explain it, the statement's word goes first, then the nearest usual one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Rest, Text, Token, sizes
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.model.expression import expr
from slowpath.model.format import ROW

_MANY = 5
"""Rows that all begin with another word, which then is hardly a kind."""


@dataclass(frozen=True)
class Amounts:
    """What a statement says of how many things there are: the `numbers` of things, what is added to sizes or taken off
    (`shifts`: "-1"), whether it bounds how many a line holds, and whether the input has several test cases."""

    numbers: frozenset[int]
    shifts: frozenset[str]
    is_bounded: bool
    has_cases: bool


Snapshots = list[tuple[int, dict[str, object]]]


def explained(
    counts: Snapshots, scope: list[str], wanted: str | None = None, used: Iterable[str] = (), constants: bool = True
) -> str | None:
    """The expression over `scope` that gives every count, or a constant when all are equal, or None.

    `wanted` (from the statement) is taken when it fits or nothing was seen. `used` are expressions that
    already govern an enclosing loop and come last.
    """
    if wanted is not None and _fits(wanted, counts):
        return wanted
    if not counts:
        return None
    fitting = [text for text in candidates(scope) if _fits(text, counts)]
    fitting.sort(key=lambda text: (not text.isidentifier(), text in used))
    if constants and all(count == 1 for count, _ in counts) and not re.fullmatch(r"\w+(?:-1)?", "".join(fitting[:1])):
        return "1"  # That one is a size less two is chance.
    if fitting:
        return fitting[0]
    seen = {count for count, _ in counts}
    return str(seen.pop()) if constants and len(seen) == 1 else None


def candidates(scope: list[str]) -> Iterable[str]:
    """Expressions over the numbers read so far that could say how often something is read, the likeliest first."""
    ordered = sorted(scope, key=lambda key: (key.split("__")[0].lower() not in ("n", "len", "size"), -scope.index(key)))
    yield from ordered
    for key in ordered:
        yield from (f"{key}-1", f"{key}+1", f"2*{key}")
    for index, left in enumerate(ordered):
        for right in ordered[index + 1 :]:
            yield from (f"{left}*{right}", f"{left}+{right}")
    for key in ordered:
        yield from (f"{key}-2", f"{key}+2", f"{key}*({key}-1)//2", f"{key}**2", f"2**{key}", f"3*{key}")


def _by_row(scope: list[str]) -> Iterable[str]:
    """Lengths of the rows of a triangle."""
    yield from (f"{ROW}+1", ROW, f"{ROW}+2", f"2*{ROW}+1")
    for key in scope:
        yield from (f"{key}-{ROW}", f"{key}-1-{ROW}")


def governing(items: tuple[Item, ...]) -> set[str]:
    """The variables that some count or length mentions."""
    return {name for size in sizes(items) if size for name in expr(size).names}


def _fits(text: str, counts: Snapshots) -> bool:
    try:
        made = expr(text)
        return all(isinstance(env.get(name), int) for _, env in counts for name in made.names) and all(
            int(made.value(env)) == count for count, env in counts
        )
    except (KeyError, ArithmeticError, ValueError, TypeError):
        return False


class Solver:
    """Fills open lengths in a read grammar. `wanted` maps a key to the length that the statement gives;
    `kinds` says that the statement speaks of kinds of queries; `told` is what it says of how many things there are."""

    def __init__(self, sites: Sites, wanted: dict[str, str], kinds: bool = False, told: Amounts | None = None) -> None:
        self.sites, self.wanted, self.kinds, self.told = sites, wanted, kinds, told
        self.used: set[str] = set()

    def items(
        self, items: tuple[Item, ...], path: str, scope: list[str], used: tuple[str, ...], in_loop: bool
    ) -> tuple[Item, ...]:
        """The items with every length known, but for those that only the input's own end, or its line's, gives."""
        if not path:
            self.used = governing(items)
        items = self._with_skipped_counts(items, path)
        made: list[Item] = []
        scope = list(scope)
        for index, item in enumerate(items):
            where = f"{path}.{index}"
            if isinstance(item, Token):
                scope += [item.key] if item.kind in ("int", "any", "digit") else []
                made.append(item)
            elif isinstance(item, Rest):
                made += self.rest(item, self.sites.get(where, Site()), scope, used, in_loop)
                scope += item.fields
            elif isinstance(item, Loop):
                made += self.loop(item, where, scope, used)
            elif isinstance(item, Branch):
                arms = tuple(
                    (values, self.items(body, f"{where}/{i}", scope, used, in_loop))
                    for i, (values, body) in enumerate(item.arms)
                )
                made.append(
                    replace(
                        item, arms=arms, otherwise=self.items(item.otherwise, f"{where}/else", scope, used, in_loop)
                    )
                )
            else:
                made.append(item)
                site = self.sites.get(where)
                if isinstance(item, Text) and site is not None and site.integers and not site.blanks:
                    scope.append(item.key)
        return tuple(made)

    def _with_skipped_counts(self, items: tuple[Item, ...], path: str) -> tuple[Item, ...]:
        """A line that the program skips right before a list of unknown length is the list's length, as far as no
        sample shows it."""
        made = list(items)
        for index, item in enumerate(items[:-2]):
            behind = items[index + 2]
            if (
                isinstance(item, Text)
                and item.skipped
                and f"{path}.{index}" not in self.sites
                and isinstance(behind, Rest)
                and behind.length is None
            ):
                made[index] = Token(item.key, "int", 0, item.line, use=item.use)
                made[index + 2] = replace(behind, length=item.key)
                self.used.add(item.key)
        return tuple(made)

    def loop(self, item: Loop, where: str, scope: list[str], used: tuple[str, ...]) -> list[Item]:
        """A loop; one without a count must be explained, have run exactly once, or go on to the end."""
        site = self.sites.get(where, Site())
        count = item.count
        if count is None and not item.until and self._bare(item):
            count = explained(site.counts, scope, self._wanted(item), constants=False)
        elif count is None and not item.until:
            if site.counts and all(made == 1 for made, _ in site.counts) and self._is_whole(item):
                return list(self._shifted(item, where, scope, used))
            count = explained(site.counts, scope, None, (), constants=False)
        if count is None and not site.counts and not item.until:
            count = self._likely(item, scope)
        self.used |= expr(count).names if count else frozenset()
        body = self.items(item.body, where, scope, (*used, count or ""), True)
        return [replace(item, count=count, body=body)]

    def _is_whole(self, item: Loop) -> bool:
        """Whether a loop that ran once in every sample is the idiom `while (cin >> n) { ... }` around one input."""
        is_one = self.told is None or not self.told.has_cases
        return is_one and any(isinstance(part, Loop | Rest | Branch) for part in item.body)

    def _likely(self, item: Loop, scope: list[str]) -> str | None:
        """What counts a list that is read to the end of the input where no sample shows it: a number read before that
        counts nothing else; of a list the first such, of a table the last."""
        free = [key for key in scope if key not in self.used]
        if not free or any(not isinstance(part, Token) for part in without_breaks(item.body)):
            return None
        single = len(without_breaks(item.body)) == 1
        usual = [key for key in free if key.split("__")[0].lower() in ("n", "m", "k", "q", "len", "size")] or free
        return usual[0] if single else usual[-1]

    def _shifted(self, item: Loop, where: str, scope: list[str], used: tuple[str, ...]) -> tuple[Item, ...]:
        """The body of a loop that runs once, its sites moved up to where the loop stood."""
        return (Loop("1", self.items(item.body, where, scope, used, False), item.line),)

    def _bare(self, item: Loop) -> bool:
        return len(item.body) == 1 and isinstance(item.body[0], Token)

    def _wanted(self, item: Loop) -> str | None:
        first = item.body[0]
        return self.wanted.get(first.key) if isinstance(first, Token) else None

    def rest(self, item: Rest, site: Site, scope: list[str], used: tuple[str, ...], in_loop: bool) -> list[Item]:
        """A line's list with its length; a list of few named parts becomes tokens."""
        lengths = {count for count, _ in site.counts}
        if item.separator != " " and item.length is not None:
            return [item]
        if item.ended:
            last = next(iter(site.lasts)) if len(site.lasts) == 1 else "-1"
            body = Token(item.key, item.kind, 0, item.line, use=item.use)
            return [Loop(None, (body,), item.line, until=(last,))]
        if item.fields and (lengths == {len(item.fields)} or not lengths):
            uses = item.field_uses or (item.use,) * len(item.fields)
            return [Token(key, item.kind, 0, item.line, use=use) for key, use in zip(item.fields, uses, strict=True)]
        is_fixed = not in_loop and (self.told is None or lengths <= self.told.numbers)
        found = explained(site.counts, scope, self.wanted.get(item.key), used, constants=is_fixed)
        if found not in (None, self.wanted.get(item.key)) and self._is_left_open(str(found), site, in_loop):
            return [item]
        leads = item.counted and bool(lengths) and site.counted_head and (found is None or found.isdigit())
        found = None if leads else found
        if found is None and in_loop and len(site.counts) > 2:
            found = next((text for text in _by_row(scope) if _fits(text, site.counts)), None)
        if found is not None and not (in_loop and len(lengths) == 1 and self._is_chance(item, found, min(lengths))):
            self.used |= expr(found).names
            return [replace(item, length=found)]
        if not lengths and in_loop and item.use.width:
            lengths = {item.use.width}
        if in_loop and len(lengths) == 1:
            count = lengths.pop()
            names = item.fields + tuple(f"{item.key}_{i + 1}" for i in range(len(item.fields), count))
            return (
                [Token(key, item.kind, 0, item.line, use=item.use) for key in names]
                if count <= 6
                else [replace(item, length=str(count))]
            )
        tagged = (
            len(site.heads) <= 12
            and all(len(seen) == 1 for seen in site.heads.values())
            and (self.kinds or not _are_values(site))
        )
        is_counted = bool(lengths) and site.counted_head and (in_loop or len(lengths) > 1)
        if (item.counted and not lengths) or leads or (is_counted and not (self.kinds and tagged)):
            key = f"{item.key}_count"
            return [Token(key, "int", 0, item.line, use=item.use), replace(item, length=key)]
        if in_loop and len(lengths) > 1 and site.counted_second:
            first, key = f"{item.key}_first", f"{item.key}_count"  # "ann 2 12 34": a name, then a counted list
            return [
                Token(first, "any", 0, item.line, use=item.use),
                Token(key, "int", 0, item.line),
                replace(item, length=key),
            ]
        if in_loop and lengths and tagged:
            return self._tagged(item, site)
        if not lengths and (usual := self._unseen(item, scope)):
            self.used |= expr(usual).names
            return [replace(item, length=usual)]
        return [item]

    def _is_left_open(self, found: str, site: Site, in_loop: bool) -> bool:
        """Whether a length that samples have is chance beside what the statement says: it bounds what a line holds, or
        nowhere takes or adds as much as one sample would have it."""
        if self.told is None or found.isidentifier() or found.isdigit():
            return False
        shift = re.fullmatch(r"\w+([-+]\d+)", found)
        return (in_loop and self.told.is_bounded) or (
            not in_loop and len(site.counts) == 1 and shift is not None and shift[1] not in self.told.shifts
        )

    def _is_chance(self, item: Rest, found: str, count: int) -> bool:
        """Whether a length that all rows of the samples have is rather a number of things on a row, which a size equals
        by chance: the statement names as many, or only an offset makes the size equal."""
        wanted = self.wanted.get(item.key)
        return wanted == str(count) if wanted is not None else not found.isidentifier()

    def _unseen(self, item: Rest, scope: list[str]) -> str | None:
        """The length of a line's list that no sample shows: what its places are visited up to, else a number that
        counts nothing else, else the size that lists usually have."""
        usual = next((key for key in scope if key not in self.used and key.split("__")[0].lower() == "n"), None)
        visited, less, _ = (item.use.sizes[-1] if item.use.sizes else "").partition("-")
        if visited in scope and (less or usual is None):
            return item.use.sizes[-1]
        free = [key for key in scope if key not in self.used]
        return next(iter(candidates(free)), None) or next(
            (key for key in scope if key.split("__")[0].lower() in ("n", "len", "size")), None
        )

    def _tagged(self, item: Rest, site: Site) -> list[Item]:
        tag = item.fields[0] if item.fields else f"{item.key}_0"
        arms = []
        for head, seen in sorted(site.heads.items()):
            count = next(iter(seen)) - 1
            names = [item.fields[i] if i < len(item.fields) else f"{item.key}_{i}" for i in range(1, count + 1)]
            arms.append(((head,), tuple(Token(f"{name}", "any", 0, item.line, use=item.use) for name in names)))
        return [Token(tag, "any", 0, item.line, use=item.use), Branch(tag, tuple(arms), (), item.line)]


def _are_values(site: Site) -> bool:
    """Whether what rows begin with is a value like all others rather than a kind of row: each row begins with another,
    and not with 1, 2, 3; of words at least five do."""
    if not site.integers:
        return len(site.heads) == len(site.counts) >= _MANY
    heads = sorted(int(head) if head.lstrip("-").isdigit() else -1 for head in site.heads)
    return (
        site.integers
        and len(heads) == len(site.counts)
        and heads not in (list(range(len(heads))), list(range(1, len(heads) + 1)))
    )


def without_breaks(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items that are read, line ends left out."""
    return tuple(item for item in items if not isinstance(item, Break))


def is_plain(items: tuple[Item, ...]) -> bool:
    """Whether there are only tokens, lists and bare loops over one token, on what may be one line."""
    return all(
        isinstance(item, Token)
        or (isinstance(item, Rest) and item.length is not None)
        or (
            isinstance(item, Loop)
            and item.count is not None
            and len(without_breaks(item.body)) == 1
            and isinstance(without_breaks(item.body)[0], Token)
        )
        for item in without_breaks(items)
    ) and not any(isinstance(item, Text) for item in items)
