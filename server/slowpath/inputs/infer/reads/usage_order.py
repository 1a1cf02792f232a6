"""What a program takes for granted of the order of what it reads: that a list is sorted, that it is a permutation, that
one end of an interval comes behind the other.

By names only, like `usage`, and only what such code can't do without: it searches by halves in a list that nobody
sorts, reads at every place a list that was filled at the places that values say, follows a list from place to place
and asks only whether it was there, or takes `sum[r] - sum[l - 1]`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tree_sitter import Node

from slowpath.inputs.infer.reads.expression_names import base_name, index_of, loop_turns, shifted_name
from slowpath.source.cpp.values import descendants, text_of

_NAME = re.compile(r"[A-Za-z_]\w*")
_SEARCH = re.compile(r"(?:^|[.:])(?:(?:lower|upper)_bound|binary_search|equal_range|bisect(?:_left|_right)?)$")
_SORT = re.compile(r"(?:^|[.:])(?:(?:stable_|partial_)?sort|sorted|insort\w*|nth_element|make_heap|heapify)$")
_UNSEEN = re.compile(
    r"\(*(?:!|not )\(?(?P<marks>[A-Za-z_]\w*)\[(?P<at>[A-Za-z_]\w*)\]\)*|"
    r"\(*(?P<list>[A-Za-z_]\w*)\[(?P<place>[A-Za-z_]\w*)\] ?== ?(?:0|false|False)\)*"
)
_PAIR = 2
_LEAST = re.compile(r"\*?(?P<heap>\w+)(?:\.(?:top|front|peek|first|begin)\(\)|\[0\])")
_MARKS = ("1", "true", "True")
_SETS = ("assignment", "assignment_expression")
_CALLS = ("call", "call_expression")
_ORDERED = ("<", "<=", ">", ">=")
_LISTED = ("subscript", "subscript_expression")
_ENUMERATED = re.compile(r"(?P<place>\w+), *(?P<value>\w+)")


def sorted_lists(root: Node, read: frozenset[str]) -> set[str]:
    """The lists in `read` in which the program searches by halves, and which it neither sorts nor changes."""
    searched: set[str] = set()
    changed = {base_name(target) for target, _ in _set_in(root, "") if target.type in _LISTED}
    for node in descendants(root, *_CALLS):
        function, given = text_of(node.child_by_field_name("function")), _arguments(node)
        names = [name for one in given[:1] for name in _NAME.findall(text_of(one)) if name in read]
        if _SEARCH.search(function):
            searched |= set(names[:1])
        elif _SORT.search(function):
            around = node.parent if node.parent is not None and node.parent.type in _SETS else None
            changed |= {*names[:1], function.rpartition(".")[0], base_name(_target(around))}
    return searched - changed


def permutations(root: Node, read: frozenset[str], aliases: Mapping[str, str], turns: frozenset[str]) -> set[str]:
    """The lists in `read` that are permutations to the program: `place[p[i]] = i` fills a list that is read at all
    places, or at any that the input names, or a walk along it marks where it was and asks no more. `turns` count the
    turns of loops."""
    sets = {target.id: value for target, value in _set_in(root)}
    placed: dict[str, set[str]] = defaultdict(set)
    visited: dict[str, set[str]] = defaultdict(set)
    for node in descendants(root, *_LISTED):
        name, index = base_name(node), index_of(node)
        at = shifted_name(index)[0] if index is not None else ""
        if node.id in sets and text_of(sets[node.id]).partition(" ")[0] in turns:
            placed[name].add(aliases.get(at, at))
        elif node.id not in sets and at in turns | read and "[" not in text_of(index):
            visited[name].add(at)
    followed = {name for node in descendants(root, "while_statement") for name in _followed(node)}
    by_place = {name for listed in placed.keys() & visited.keys() for name in placed[listed] - visited[listed]}
    return (followed | by_place) & read


def _followed(loop: Node) -> Iterator[str]:
    """The list along which `while (!seen[i]) { seen[i] = true; i = p[i]; }` goes."""
    asked = _UNSEEN.fullmatch(text_of(loop.child_by_field_name("condition")))
    body = loop.child_by_field_name("body")
    if asked is None or body is None:
        return
    marks, at = asked["marks"] or asked["list"], asked["at"] or asked["place"]
    set_to = {text_of(target): value for target, value in _set_in(body)}
    step = set_to.get(at)
    if step is not None and text_of(set_to.get(f"{marks}[{at}]")) in _MARKS:
        yield from (base_name(one) for one in descendants(step, *_LISTED) if text_of(index_of(one)) == at)


def interval_ends(
    root: Node, read: frozenset[str], aliases: Mapping[str, str], indexes: Mapping[str, Iterable[tuple[str, int]]]
) -> dict[str, set[str]]:
    """Name -> those that don't stand behind it; `indexes` maps names to (list, what is added to the name there).

    Two ends of an interval are taken one place apart (`sum[r] - sum[l - 1]`, `change[l]` and `change[r + 1]`), one is
    held against the other end of an interval before (`if (start >= last) last = end`, or the least end of a heap), or
    both are put among the events of a sweep, with 1 and with -1."""
    made: dict[str, set[str]] = defaultdict(set)
    taken: dict[str, set[tuple[str, int]]] = defaultdict(set)

    def named(node: Node) -> str:
        name = base_name(node)
        return name if name in read else aliases.get(name, "")

    places = [(name, listed, shift) for name in indexes for listed, shift in indexes[name]]
    for name, listed, shift in (*places, *_given(root)):
        if name in read:
            taken[listed].add((name, shift))
    for pairs in taken.values():
        for first, less in pairs:
            for last, more in pairs:
                if last != first and more - less == 1:
                    made[last].add(first)
    kept: dict[str, set[str]] = defaultdict(set)
    for target, value in _set_in(root):
        kept[text_of(target)] |= {named(one) for one in (_arguments(value) if _is_most(value) else [value])} & read
    for owner, value in _put_in(root):
        kept[owner].add(named(value))
    for one, other in _compared(root):
        first, least = named(one), _LEAST.fullmatch(text_of(other))
        lasts = kept.get(least["heap"] if least is not None else text_of(other), set()) & read
        if first in read and first not in lasts and text_of(other) not in read:
            for last in lasts:
                made[last].add(first)
    for first in _events(root, read, "1"):
        for last in _events(root, read, "-1") - {first}:
            made[last].add(first)
    return made


def _put_in(root: Node) -> Iterator[tuple[str, Node]]:
    """(container, value) wherever one value is put into a heap: `heap.push(end)`, `heappush(heap, end)`."""
    for node in descendants(root, *_CALLS):
        function, given = text_of(node.child_by_field_name("function")), _arguments(node)
        if function.endswith("heappush") and len(given) == _PAIR:
            yield text_of(given[0]), given[1]
        elif function.endswith((".push", ".insert", ".add", ".offer")) and len(given) == 1:
            yield function.rpartition(".")[0], given[0]


def _events(root: Node, read: frozenset[str], number: str) -> set[str]:
    """The names that are put together with a number: `events.push_back({start, 1})`."""
    made = set()
    for node in descendants(root, "tuple", "initializer_list", "argument_list"):
        parts = node.named_children
        if len(parts) == _PAIR and text_of(parts[1]).replace("+", "") == number and shifted_name(parts[0])[0] in read:
            made.add(shifted_name(parts[0])[0])
    return made


def _compared(root: Node) -> Iterator[tuple[Node, Node]]:
    """What is held against what, both ways: by a comparison, or by taking the larger one."""
    for node in descendants(root, "binary_expression", "comparison_operator", *_CALLS):
        is_call = node.type in _CALLS
        sides = _arguments(node) if is_call else node.named_children
        signs = [text_of(one) for one in node.children if not one.is_named]
        if len(sides) == _PAIR and (_is_most(node) if is_call else signs[:1] and signs[0] in _ORDERED):
            yield from ((sides[0], sides[1]), (sides[1], sides[0]))


def _given(root: Node) -> Iterator[tuple[str, str, int]]:
    """What functions of one number are asked about, like lists: `query(r) - query(l - 1)`."""
    for node in descendants(root, *_CALLS):
        given = _arguments(node)
        if len(given) == 1 and "[" not in text_of(given[0]):
            name, shift = shifted_name(given[0])
            yield name, f"{text_of(node.child_by_field_name('function'))}()", shift


def turns_in(root: Node) -> frozenset[str]:
    """The variables that count the turns of loops."""
    loops = list(descendants(root, "for_statement", "for_in_clause"))
    counted = map(loop_turns, loops)
    return frozenset(found[0] for found in (*counted, *map(enumerated, loops)) if found is not None)


def enumerated(loop: Node) -> tuple[str, str, str] | None:
    """(place, value, list) of `for place, value in enumerate(list)`."""
    names = _ENUMERATED.fullmatch(text_of(loop.child_by_field_name("left")))
    right = loop.child_by_field_name("right")
    given = _arguments(right)
    if names is None or not given or text_of(right.child_by_field_name("function")) != "enumerate":  # type: ignore[union-attr]
        return None
    return names["place"], names["value"], base_name(given[0])


def _set_in(root: Node, sign: str = "=") -> Iterator[tuple[Node, Node]]:
    """(what is set, to what) of every assignment but those that declare, those by `+=` and the like where `sign` is
    ""."""
    for node in descendants(root, *_SETS, "augmented_assignment"):
        target, value = _target(node), node.child_by_field_name("right")
        is_plain = text_of(node.child_by_field_name("operator")) in ("", "=") and node.type in _SETS
        if target is not None and value is not None and (is_plain or not sign):
            yield target, value


def _target(node: Node | None) -> Node | None:
    return node.child_by_field_name("left") if node is not None else None


def _is_most(value: Node) -> bool:
    return re.search(r"(?:^|[.:])max$", text_of(value.child_by_field_name("function"))) is not None


def _arguments(node: Node | None) -> list[Node]:
    given = node.child_by_field_name("arguments") if node is not None else None
    return given.named_children if given is not None else []
