"""Finds the sizes that the program leaves open: how long a line's list is, how wide a grid, by the samples.

A length seen in every sample is explained by an expression over the scalars read before it (`n`, `m`, `n-1`,
`n*m` ...). Where several explain it, the statement's word goes first, then the nearest usual one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from slowpath.inputs.infer.align import Site, Sites, Unfit
from slowpath.inputs.infer.reads import Branch, Break, Item, Loop, Rest, Text, Token
from slowpath.model.expression import expr

Snapshots = list[tuple[int, dict[str, object]]]


def explained(counts: Snapshots, scope: list[str], wanted: str | None = None, used: Iterable[str] = (),
              constants: bool = True) -> str | None:
    """The expression over `scope` that gives every count, or a constant when all are equal, or None.

    `wanted` (from the statement) is taken when it fits or nothing was seen. `used` are expressions that
    already govern an enclosing loop and come last.
    """
    if wanted is not None and _fits(wanted, counts):
        return wanted
    if not counts:
        return None
    candidates = list(_candidates(scope))
    fitting = [text for text in candidates if _fits(text, counts)]
    fitting.sort(key=lambda text: text in used)
    if fitting:
        return fitting[0]
    seen = {count for count, _ in counts}
    return str(seen.pop()) if constants and len(seen) == 1 else None


def _candidates(scope: list[str]) -> Iterable[str]:
    ordered = sorted(scope, key=lambda key: (key.split("__")[0].lower() not in ("n", "len", "size"),
                                             -scope.index(key)))
    yield from ordered
    for key in ordered:
        yield from (f"{key}-1", f"{key}+1", f"2*{key}")
    for index, left in enumerate(ordered):
        for right in ordered[index + 1:]:
            yield from (f"{left}*{right}", f"{left}+{right}")
    for key in ordered:
        yield from (f"{key}-2", f"{key}+2", f"{key}*({key}-1)//2", f"{key}**2", f"2**{key}", f"3*{key}")


def _fits(text: str, counts: Snapshots) -> bool:
    try:
        made = expr(text)
        return all(isinstance(env.get(name), int) for _, env in counts for name in made.names) and \
            all(int(made.value(env)) == count for count, env in counts)
    except (KeyError, ArithmeticError, ValueError, TypeError):
        return False


class Solver:
    """Fills open lengths in a read grammar. `wanted` maps a key to the length that the statement gives;
    `kinds` says that the statement speaks of kinds of queries."""

    def __init__(self, sites: Sites, wanted: dict[str, str], kinds: bool = False) -> None:
        self.sites, self.wanted, self.kinds = sites, wanted, kinds

    def items(self, items: tuple[Item, ...], path: str, scope: list[str], used: tuple[str, ...],
              in_loop: bool) -> tuple[Item, ...]:
        """The items with every length known. Raises `Unfit` where the samples show none."""
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
                arms = tuple((values, self.items(body, f"{where}/{i}", scope, used, in_loop))
                             for i, (values, body) in enumerate(item.arms))
                made.append(replace(item, arms=arms, otherwise=self.items(
                    item.otherwise, f"{where}/else", scope, used, in_loop)))
            else:
                made.append(item)
                site = self.sites.get(where)
                if isinstance(item, Text) and site is not None and site.integers and not site.blanks:
                    scope.append(item.key)
        return tuple(made)

    def loop(self, item: Loop, where: str, scope: list[str], used: tuple[str, ...]) -> list[Item]:
        """A loop; one without a count must be explained, or have run exactly once."""
        site = self.sites.get(where, Site())
        count = item.count
        if count is None and self._bare(item) and (found := explained(site.counts, scope, self._wanted(item))):
            count = found
        elif count is None and not self._bare(item):
            if all(made == 1 for made, _ in site.counts):
                return list(self._shifted(item, where, scope, used))
            count = explained(site.counts, scope, None, (), constants=False)
        if count is None and not site.counts:
            count = self._usual(scope)
        if count is None:
            raise Unfit(f"line {item.line}: it reads until the input ends, and no number read before says how "
                        "much that is")
        body = self.items(item.body, where, scope, (*used, count), True)
        return [replace(item, count=count, body=body)]

    def _shifted(self, item: Loop, where: str, scope: list[str], used: tuple[str, ...]) -> tuple[Item, ...]:
        """The body of a loop that runs once, its sites moved up to where the loop stood."""
        return (Loop("1", self.items(item.body, where, scope, used, False), item.line),)

    def _bare(self, item: Loop) -> bool:
        return len(item.body) == 1 and isinstance(item.body[0], Token)

    def _wanted(self, item: Loop) -> str | None:
        first = item.body[0]
        return self.wanted.get(first.key) if isinstance(first, Token) else None

    def _usual(self, scope: list[str]) -> str | None:
        """The size that a list most likely has when no sample shows it."""
        return next(iter(_candidates(scope)), None)

    def rest(self, item: Rest, site: Site, scope: list[str], used: tuple[str, ...], in_loop: bool) -> list[Item]:
        """A line's list with its length; a list of few named parts becomes tokens."""
        lengths = {count for count, _ in site.counts}
        if item.fields and (lengths == {len(item.fields)} or not lengths):
            return [Token(key, item.kind, 64, item.line) for key in item.fields]
        found = explained(site.counts, scope, self.wanted.get(item.key), used, constants=not in_loop)
        if found is not None:
            return [replace(item, length=found)]
        if in_loop and len(lengths) == 1:
            count = lengths.pop()
            names = item.fields + tuple(f"{item.key}_{i + 1}" for i in range(len(item.fields), count))
            return [Token(key, item.kind, 64, item.line) for key in names] if count <= 6 else [
                replace(item, length=str(count))]
        tagged = len(site.heads) <= 12 and all(len(seen) == 1 for seen in site.heads.values())
        if lengths and in_loop and site.counted_head and not (self.kinds and tagged):
            key = f"{item.key}_count"
            return [Token(key, "int", 64, item.line), replace(item, length=key)]
        if in_loop and lengths and tagged:
            return self._tagged(item, site)
        if not lengths and (usual := self._usual(scope)):
            return [replace(item, length=usual)]
        if not lengths:
            raise Unfit(f"line {item.line}: nothing says how many tokens {item.key} has")
        raise Unfit(f"line {item.line}: the lines of {item.key} have {_listed(lengths)} tokens, and no number "
                    "read before says so")

    def _tagged(self, item: Rest, site: Site) -> list[Item]:
        tag = item.fields[0] if item.fields else f"{item.key}_0"
        arms = []
        for head, seen in sorted(site.heads.items()):
            count = next(iter(seen)) - 1
            names = [item.fields[i] if i < len(item.fields) else f"{item.key}_{i}" for i in range(1, count + 1)]
            arms.append(((head,), tuple(Token(f"{name}", "any", 64, item.line) for name in names)))
        return [Token(tag, "any", 64, item.line), Branch(tag, tuple(arms), (), item.line)]


def _listed(numbers: set[int]) -> str:
    shown = sorted(numbers)[:4]
    return ", ".join(map(str, shown)) + (" ..." if len(numbers) > 4 else "")


def without_breaks(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items that are read, line ends left out."""
    return tuple(item for item in items if not isinstance(item, Break))


def is_plain(items: tuple[Item, ...]) -> bool:
    """Whether there are only tokens, lists and bare loops over one token, on what may be one line."""
    return all(isinstance(item, Token | Rest) or (isinstance(item, Loop) and len(without_breaks(item.body)) == 1
               and isinstance(without_breaks(item.body)[0], Token)) for item in without_breaks(items)) and \
        not any(isinstance(item, Text) for item in items)
