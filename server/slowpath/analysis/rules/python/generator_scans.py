"""A comprehension over a whole list in each step.

What it finds:
    `any(... for y in a)`, `all(...)`, `sum(...)`, `min(...)`, `next(...)` or `[... for y in a if ...]` in a loop.
Why it is slow:
    The comprehension is a loop: within another one it is quadratic. `any`, `all` and `next` end at the first hit, so
    they are slow where there is none, or a late one.
Evidence:
    The elements that the comprehensions go over at most, added up while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    lonely = 0
    for x in a:
        if not any(x + 1 == y for y in a):
            lonely += 1
    print(lonely)
Not here:
    n = int(input())
    a = list(map(int, input().split()))
    there = set(a)
    print(sum(x + 1 not in there for x in a))
False alarms:
    `any` and `all` that end early; rows that stay short, such as the neighbours of a vertex.
Source:
    docs.python.org, "Built-in Functions", `any`, `all`: both end at the first that decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.python_view import COMPREHENSIONS, Site, View
from slowpath.analysis.rules.python_view_conditions import size, sizes_large, work
from slowpath.analysis.rules.python_view_repetition import is_again, is_short
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "py-generator-scans"
WHY = "The comprehension goes over its list again in each iteration of the loop around it."
_ENDING = ("any", "all", "next")


def find(view: View) -> Iterator[Constraint]:
    """Comprehensions in loops or functions that run often."""
    for site in view.sites(*COMPREHENSIONS):
        node = site.node
        assert isinstance(node, COMPREHENSIONS)
        over = [generator.iter for generator in node.generators]
        if not is_again(view, site, *over) or all(is_short(view, each) for each in over) or _is_read(view, site):
            continue
        consumer = view.parents.get(node)
        ends = view.is_builtin_call(consumer, *_ENDING) if consumer is not None else False
        sentence = f"`{view.text(over[0])}` is long whenever the comprehension goes over it"
        if ends:
            sentence += ", and what decides it stands late or is missing"
        yield from work(
            view,
            ID,
            site,
            size(view, node, site.statement, "list"),
            sentence,
            WHY,
            aims=() if ends or not site.loops else sizes_large(view),
        )


def _is_read(view: View, site: Site) -> bool:
    """Whether the comprehension reads the input, which can't be done twice."""
    return view.is_reading(site.node)


RULE = Rule(ID, "A comprehension over a whole list in each step", "python", 3, find, __doc__)
