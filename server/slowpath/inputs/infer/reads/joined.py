"""Read items that belong together though a program has them apart: tests of one token, a read before its loop."""

from __future__ import annotations

import re
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Text, Token, has_reads

Arms = tuple[tuple[tuple[str, ...], tuple[Item, ...]], ...]


def joined(items: list[Item], more: list[Item]) -> list[Item]:
    """Items in order, where separate tests of one token (`if (t == 0) ... if (t == 1) ...`) make one branch."""
    if (
        items
        and more
        and isinstance(items[-1], Branch)
        and isinstance(more[0], Branch)
        and items[-1].on == more[0].on
        and items[-1].on
        and not has_reads(items[-1].otherwise)
    ):
        joined = replace(more[0], arms=_united((*items[-1].arms, *more[0].arms)), line=items[-1].line)
        return [*items[:-1], joined, *more[1:]]
    return [*items, *more]


def merged(branch: Branch) -> Branch:
    """An else that tests the same token again becomes further arms, with what the else reads before and after."""
    for at, inner in enumerate(branch.otherwise):
        if isinstance(inner, Branch) and inner.on == branch.on:
            before, after = branch.otherwise[:at], branch.otherwise[at + 1 :]
            arms = tuple((values, (*before, *body, *after)) for values, body in inner.arms)
            return replace(
                branch,
                arms=_united((*branch.arms, *arms)),
                closed=inner.closed or bool(before or after),
                otherwise=(*before, *inner.otherwise, *after),
            )
    return branch


def _united(arms: Arms) -> Arms:
    """Arms of the same values, asked for more than once, as one: what each reads, in order."""
    made: dict[tuple[str, ...], tuple[Item, ...]] = {}
    for values, body in arms:
        made[values] = (*made.get(values, ()), *body)
    return tuple(made.items())


def primed(items: list[Item]) -> list[Item]:
    """`cin >> x; while (x != -1) { ...; cin >> x; }` reads what `while (cin >> x && x != -1) { ... }` reads."""
    loop = items[-1] if items else None
    if not isinstance(loop, Loop) or loop.count is not None or not loop.until:
        return items
    before, body = items[:-1], list(loop.body)
    first, again = _last_tokens(before, len(loop.until)), _last_tokens(body, len(loop.until))
    if not first or [_name(item) for item in before[first[0] :]] != [_name(item) for item in body[again[0] :]]:
        return items
    return [*before[: first[0]], replace(loop, body=(*body[again[0] :], *body[: again[0]]))]


def _last_tokens(items: list[Item], count: int) -> list[int]:
    """Where the last `count` tokens of `items` stand, of lines the whole ones, nothing where something else stands
    among them."""
    made: list[int] = []
    is_by_lines = bool(items) and isinstance(items[-1], Break)
    for index in range(len(items) - 1, -1, -1):
        if isinstance(items[index], Token | Text):
            made.insert(0, index)
        elif not isinstance(items[index], Break):
            return []
        if len(made) >= count and not (is_by_lines and index and isinstance(items[index - 1], Token | Text)):
            return made
    return []


def _name(item: Item) -> str:
    return re.sub(r"__\d+$", "", item.key) if isinstance(item, Token | Text) else "/"
