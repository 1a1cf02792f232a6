"""Kinds of queries that a statement tells and a program doesn't: it reads `t, x, y` on every line and asks for t later.

Where each kind has as many values as the program reads behind the first, and the samples show no other kind, the line
becomes a tag with the kinds behind it, so that each has its own bounds (`1 i x` and `2 l r`).
"""

from __future__ import annotations

from dataclasses import replace

from slowpath.inputs.infer.reads.items import Branch, Item, Loop, Token
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.inputs.infer.structure.solve import without_breaks

_MOST_KINDS = 9
_SHORTEST, _LONGEST = 2, 5
_KINDS = (("int", "any", "char", "word"), ("int", "any"))
"""Of the tag, and of what stands behind it."""


def with_told_kinds(
    items: tuple[Item, ...],
    told: dict[str, tuple[str, ...]],
    sites: Sites,
    tags: frozenset[str] = frozenset(),
    path: str = "",
) -> tuple[Item, ...]:
    """The items with such a table as a list of queries, the last one that may be: edges come before queries. `told` has
    the names of what follows each tag, `tags` are those of which nothing more is told."""
    for index, item in reversed(list(enumerate(items)) if max(len(told), len(tags)) > 1 else []):
        made = _with_kinds(item, told, sites, tags, f"{path}.{index}") if isinstance(item, Loop) else item
        if made != item:
            return (*items[:index], made, *items[index + 1 :])
    return items


def _with_kinds(item: Loop, told: dict[str, tuple[str, ...]], sites: Sites, tags: frozenset[str], where: str) -> Loop:
    fields = without_breaks(item.body)
    if (
        not all(isinstance(part, Token) and part.kind in _KINDS[at > 0] for at, part in enumerate(fields))
        or item.cases
        or not _SHORTEST <= len(fields) <= _LONGEST
    ):
        return replace(item, body=with_told_kinds(item.body, told, sites, tags, where))
    first, *rest = [part for part in fields if isinstance(part, Token)]
    site = sites.get(f"{where}.{item.body.index(first)}", Site())
    numbered = all(value.isdigit() for value in site.values)
    kinds = {tag: names for tag, names in told.items() if len(names) == len(rest) and tag.isdigit() == numbered}
    if not kinds and 1 < len(site.values) <= len(tags) and site.values <= tags:
        kinds = dict.fromkeys(tags, tuple(part.key for part in rest))
    if not site.values or not site.values <= kinds.keys() or not 1 < len(kinds) <= _MOST_KINDS:
        return item
    arms = tuple(
        ((tag,), tuple(replace(part, key=f"{part.key.split('__')[0]}__{first.key}{number}") for part in rest))
        for number, tag in enumerate(sorted(kinds), 1)
    )
    behind = [part for part in item.body if part not in fields]
    return replace(item, body=(first, Branch(first.key, arms, (), first.line), *behind))
