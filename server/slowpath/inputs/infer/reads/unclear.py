"""The readings of a program that asks for something unclear before it reads: the samples decide between them.

Either the condition holds always, or never; or, in a loop, in all rounds but the first (`if (i > 0) cin >> parent;`) or
the last (`if (i < n - 1) cin >> road;`), whose tokens then stand apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from slowpath.inputs.infer.reads.items import (
    Branch,
    Item,
    Loop,
    Rest,
    Text,
    Token,
    bodies,
    has_loop,
    has_reads,
    leaves,
    sizes,
    with_bodies,
)
from slowpath.model.format import ROW
from slowpath.source.sums import difference


def readings(
    items: tuple[Item, ...], names: dict[str, str]
) -> tuple[tuple[Item, ...], tuple[tuple[Item, ...], ...], dict[str, str]]:
    """(the reading that takes most, the others, key -> the key that all other rounds have where its own stands apart);
    `names` learns what the program calls those."""
    first, twins = _decided(items), dict[str, str]()
    others = [_decided(items, larger=False), *map(_decided, _odd_rounds(items, names, twins))]
    return first, tuple(dict.fromkeys(other for other in others if other != first)), twins


def _decided(items: tuple[Item, ...], larger: bool = True) -> tuple[Item, ...]:
    """`items` with each branch on something unknown (`on` is "") replaced by its arm that reads most, or least of
    those that read."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Branch) and not item.on:
            arms = filter(has_reads, bodies(item))
            sized = sorted(arms, key=lambda body: (has_loop(body), sum(1 for _ in leaves(body))), reverse=True)
            made += _decided(sized[0 if larger else -1], larger) if sized else ()
        else:
            made.append(with_bodies(item, partial(_decided, larger=larger)))
    return tuple(made)


def _odd_rounds(items: tuple[Item, ...], names: dict[str, str], twins: dict[str, str]) -> Iterator[tuple[Item, ...]]:
    """The items with the first, or the last, round of a loop before, or behind, the others: it reads nothing where the
    others do on an unclear condition."""
    for index, item in enumerate(items):
        if not isinstance(item, Loop):
            continue
        around = items[:index], items[index + 1 :]
        short = tuple(part for part in item.body if not _is_optional(part))
        if short != item.body and item.count and not any(ROW in size for size in sizes((item,))):
            made = {leaf.key: _new_key(leaf.key, names) for leaf in leaves(short)}
            twins.update((key, other) for other, key in made.items())
            odd = _with_keys(short, made)
            less = replace(item, count=difference(f"({item.count})-1"))
            yield (*around[0], *odd, less, *around[1])
            yield (*around[0], less, *odd, *around[1])
        yield from ((*around[0], replace(item, body=body), *around[1]) for body in _odd_rounds(item.body, names, twins))


def _is_optional(item: Item) -> bool:
    return isinstance(item, Branch) and not item.on and has_reads((item,)) and not all(map(has_reads, bodies(item)))


def _new_key(key: str, names: dict[str, str]) -> str:
    made = next(made for number in range(2, len(names) + 3) if (made := f"{key}__{number}") not in names)
    names[made] = names.get(key, key)
    return made


def _with_keys(items: tuple[Item, ...], keys: dict[str, str]) -> tuple[Item, ...]:
    """Items under other keys, and with the sizes that mention them."""

    def renamed(item: Item) -> Item:
        if isinstance(item, Rest):
            item = replace(item, length=_over(item.length, keys))
        if isinstance(item, Token | Text | Rest):
            return replace(item, key=keys[item.key])
        if isinstance(item, Loop):
            item = replace(item, count=_over(item.count, keys))
        elif isinstance(item, Branch):
            item = replace(item, on=keys.get(item.on, item.on))
        return with_bodies(item, partial(_with_keys, keys=keys))

    return tuple(map(renamed, items))


def _over(size: str | None, keys: dict[str, str]) -> str | None:
    return re.sub(r"[A-Za-z_]\w*", lambda match: keys.get(match[0], match[0]), size) if size else size
