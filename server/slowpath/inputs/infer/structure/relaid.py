"""Reads that take the same tokens by other loops: for samples whose lines hold more, or fewer, than one round reads.

A program may read two points of a line by a loop of two rounds, or `2*n` points where n lines hold two each, and a
table line by line though each of its numbers stands on a line of its own. The tokens are the same; the lines, and which
fields stand beside each other, aren't.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Break, Item, Loop, Token
from slowpath.model.patterns import late_regex

_MOST_BESIDE = 8
_ONE_TOKEN = ([Token], [Token, Break])
_SO_MANY_TIMES = late_regex(r"(?:(?P<times>\d)\*(?P<count>\w+)|(?P<counted>\w+)\*(?P<by>\d))")


def side_by_side(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """With the rounds of loops that run a fixed number of times beside each other."""
    made: list[Item] = []
    for item in items:
        made += _unrolled(item) if isinstance(item, Loop) else [item]
    return tuple(made)


def one_by_one(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """With loops that only nest around one token as one loop."""
    return tuple(_flat(item) if isinstance(item, Loop) else item for item in items)


def _unrolled(loop: Loop) -> Iterator[Item]:
    body = side_by_side(loop.body)
    count = loop.count or ""
    many = _SO_MANY_TIMES.fullmatch(count)
    is_plain = all(isinstance(part, Token) for part in body)
    if is_plain and count.isdigit() and 1 < int(count) <= _MOST_BESIDE:
        yield from _copies(body, int(count))
    elif is_plain and many is not None and 1 < int(many["times"] or many["by"]) <= _MOST_BESIDE:
        copies = _copies(body, int(many["times"] or many["by"]))
        yield replace(loop, count=many["count"] or many["counted"], body=tuple(copies))
    else:
        yield replace(loop, body=body)


def _copies(body: tuple[Item, ...], times: int) -> Iterator[Item]:
    for number in range(1, times + 1):
        for part in body:
            assert isinstance(part, Token)
            yield part if number == 1 else replace(part, key=f"{part.key}__{number}")


def _flat(loop: Loop) -> Loop:
    body = one_by_one(loop.body)
    inner = body[0] if len(body) == 1 else None
    if isinstance(inner, Loop) and loop.count and inner.count and [*map(type, inner.body)] in _ONE_TOKEN:
        return replace(inner, count=f"({loop.count})*({inner.count})", cases=False)
    return replace(loop, body=body)
