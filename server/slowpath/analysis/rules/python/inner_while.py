"""A `while` whose iterations depend on the data, within a loop.

What it finds:
    A `while` in another loop or in a function that runs often: walking back to a place (insertion sort), walking up
    links, dividing until it ends.
Why it is slow:
    How often it runs is decided by values, not by a size: one order of the same numbers needs no iteration, another
    as many as there are elements, for each of them.
Evidence:
    The iterations, counted while the program runs.
Example:
    n = int(input())
    a = list(map(int, input().split()))
    for i in range(1, n):
        j = i
        while j > 0 and a[j - 1] > a[j]:
            a[j - 1], a[j] = a[j], a[j - 1]
            j -= 1
    print(*a)
Not here:
    n = int(input())
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    print(total)
False alarms:
    Loops that share their iterations (two pointers, a stack): their sum is linear, and the condition is never met.
    Walks along links are another rule's.
Source:
    Cormen et al., "Introduction to Algorithms", section 2.2: insertion sort's best and worst case.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from slowpath.analysis.rules.python_view import Site, View
from slowpath.analysis.rules.python_view_conditions import constraint, held, much, sizes_large
from slowpath.analysis.rules.python_view_repetition import followed_links
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import COUNT, Aim, Condition, Constraint, Count, WithTrait

ID = "py-inner-while"
WHY = "The values decide how many iterations it makes, each time anew."


def find(view: View) -> Iterator[Constraint]:
    """`while` loops within loops or functions that run often."""
    for site in view.sites(ast.While):
        node = site.node
        assert isinstance(node, ast.While)
        if not view.is_repeated(site) or view.is_reading(node) or site.in_class or followed_links(view, node):
            continue
        place = view.body(node)
        leaves = any(True for _ in view.within(node.body, ast.Return, ast.Raise))
        condition = Condition(
            COUNT, place if leaves else view.after(node), factor=float(much(view)), count=Count(place)
        )
        test = "the loop" if isinstance(node.test, ast.Constant) else f"`while {view.text(node.test)}`"
        yield constraint(
            ID,
            node.lineno,
            f"The values make {test} run many times, and it begins often",
            condition,
            WHY,
            (node.lineno, *(loop.lines[0] for loop in site.loops)),
            _aims(view, site, node),
        )


def _aims(view: View, site: Site, node: ast.While) -> tuple[Aim, ...]:
    """Values in descending order, where neighbours in an array of the input are compared and moved up."""
    for part in ast.walk(node.test):
        if (
            isinstance(part, ast.Compare)
            and len(part.ops) == 1
            and isinstance(part.left, ast.Subscript)
            and isinstance(part.left.value, ast.Name)
            and isinstance(part.ops[0], ast.Gt | ast.Lt)
        ):
            found = held(view, part.left.value.id)
            moved = any(
                isinstance(inner, ast.Subscript)
                and isinstance(inner.ctx, ast.Store)
                and view.text(inner.value) == part.left.value.id
                for inner in view.tree.walk(node)
            )
            if found is not None and found.shape == "list" and moved and site.outer:
                trait = "reverse-sorted" if isinstance(part.ops[0], ast.Gt) else "sorted"
                return (*sizes_large(view), WithTrait(found.variable, trait))
    return ()


RULE = Rule(ID, "A while loop whose iterations depend on the values, within a loop", "python", 3, find, __doc__)
