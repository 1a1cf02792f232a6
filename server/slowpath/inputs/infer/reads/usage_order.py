"""What a program takes for granted of the order of what it reads: that a list is sorted, that it is a permutation, that
one end of an interval comes behind the other.

By names only, like `usage`, and by forms that hardly mean anything else: a search by halves in a list that nobody
sorts or gives away, a list filled at the places that values say and read at all of them, a walk that marks where it
was, `sum[r] - sum[l - 1]`, `if (start >= last) last = end`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from slowpath.inputs.infer.reads.expression_names import (
    CALLS,
    LISTED,
    SETS,
    arguments,
    base_name,
    compared_sides,
    index_of,
    loop_turns,
    shifted_name,
)
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_SEARCH = late_regex(
    r"(?:std::)?(?:(?:lower|upper)_bound|binary_search|equal_range)|(?:bisect\.)?bisect(?:_left|_right)?"
)
_WHOLE = late_regex(r"(?P<list>[A-Za-z_]\w*)(?:\.c?begin\(\)| ?\+ ?\d+)?|(?:std::)?c?begin\((?P<of>[A-Za-z_]\w*)\)")
_ASKS_ONLY = late_regex(
    r"(?:std::)?(?:len|size|ssize|print|max|min|sum|max_element|min_element|accumulate|range|enumerate|zip)"
)
_CHANGES = late_regex(r"\.(?:sort|reverse|insert|swap)$")
_MOST_GIVEN = 3
"""With a comparison of its own a search has one argument more, and another order."""
_UNSEEN = late_regex(
    r"\(*(?:!|not )\(?(?P<marks>[A-Za-z_]\w*)\[(?P<at>[A-Za-z_]\w*)\]\)*|"
    r"\(*(?P<list>[A-Za-z_]\w*)\[(?P<place>[A-Za-z_]\w*)\] ?== ?(?:0|false|False)\)*"
)
_ASKED = "?"
_PLACE = late_regex(r"(?P<turn>[A-Za-z_]\w*)(?: ?[-+] ?\d+)?")
_MARKS = ("1", "true", "True")
_PAIR = 2
_LEAST = late_regex(r"\*?(?P<heap>\w+)(?:\.(?:top|front|peek|first|begin)\(\)|\[0\])")
_ORDERED = ("<", "<=", ">", ">=")
_IFS = ("if_statement", "elif_clause", "conditional_expression")
_LOOPS = ("for_statement", "for_in_clause", "for_range_loop", "while_statement", "do_statement")
_ENUMERATED = late_regex(r"(?P<place>\w+), *(?P<value>\w+)")


def sorted_lists(root: Node, read: frozenset[str]) -> set[str]:
    """The lists in `read` in which the program searches by halves, and which it neither sorts, nor changes, nor gives
    to a function that may."""
    searched: set[str] = set()
    others = {base_name(target) for target, _ in _set_in(root, with_changes=True) if target.type in LISTED}
    for node in descendants(root, *CALLS):
        function, given = text_of(node.child_by_field_name("function")), arguments(node)
        whole = [found["list"] or found["of"] for one in given if (found := _WHOLE.fullmatch(text_of(one))) is not None]
        if _SEARCH.fullmatch(function):
            searched |= set(whole[:1]) if len(given) <= _MOST_GIVEN else set()
        elif "." in function:
            others |= {function.rpartition(".")[0]} if _CHANGES.search(function) else set()
        elif not _ASKS_ONLY.fullmatch(function):
            others |= set(whole)
        if re.search(r"\bsorted$", function):
            others |= {base_name(target) for target in _set_around(node)}
    return (searched & read) - others


def permutations(root: Node, read: frozenset[str], aliases: Mapping[str, str], turns: frozenset[str]) -> set[str]:
    """The lists in `read` that are permutations to the program: `place[p[i]] = i` fills a list for all `i`, which is
    read at all places, or at those that the input names; or walks from all places mark where they were and ask no more.
    `turns` count the turns of loops."""
    sets = {target.id: value for target, value in _set_in(root)}
    placed: dict[str, set[str]] = defaultdict(set)
    visited: dict[str, set[str]] = defaultdict(set)
    bounds: dict[str, set[str]] = defaultdict(set)
    for node in descendants(root, *LISTED):
        name, index = base_name(node), index_of(node)
        at = shifted_name(index)[0] if index is not None else ""
        set_to = _PLACE.fullmatch(text_of(sets[node.id])) if node.id in sets else None
        if set_to is not None and set_to["turn"] in turns:
            placed[name].add(aliases.get(at, at))
            bounds[name].add(_ASKED if _is_asked(node) else _bound_around(node, set_to["turn"]))
        elif node.id not in sets and at in turns | read and "[" not in text_of(index):
            visited[name].add(at)
            bounds[name].add(_ASKED if _is_asked(node) else _bound_around(node, at))
    made = {name for node in descendants(root, "while_statement") for name in _followed(node)}
    for listed in placed.keys() & visited.keys():
        if _ASKED not in bounds[listed] and len(bounds[listed] - {""}) <= 1:
            made |= placed[listed] - visited[listed]
    return made & read


def _bound_around(node: Node, turn: str) -> str:
    """Up to which variable the loop goes whose turn that is; "" where it goes over a list, or is none."""
    around = node.parent
    while around is not None:
        found = loop_turns(around) if around.type in ("for_statement", "for_in_clause") else None
        if found is not None and found[0] == turn:
            return found[1].bound
        around = around.parent
    return ""


def _is_asked(node: Node) -> bool:
    """Whether something is asked before a node is come to, in the loop that it stands in."""
    around = node.parent
    while around is not None and around.type not in _LOOPS:
        if around.type in _IFS:
            return True
        around = around.parent
    return False


def _followed(loop: Node) -> Iterator[str]:
    """The list along which `while (!seen[i]) { seen[i] = true; i = p[i]; }` goes in a loop over all places, in which
    nobody forgets what was seen."""
    asked = _UNSEEN.fullmatch(text_of(loop.child_by_field_name("condition")))
    body, around = loop.child_by_field_name("body"), loop.parent
    while around is not None and around.type != "for_statement":
        around = around.parent
    if asked is None or body is None or around is None:
        return
    marks, at = asked["marks"] or asked["list"], asked["at"] or asked["place"]
    before = text_of(around)[: loop.start_byte - around.start_byte]
    forgets = re.search(
        rf"\b(?:fill|memset|assign|clear)\b[^;\n]*\b{marks}\b|\b{marks}\b\s*(?:=|\(|\.(?:assign|clear|fill))", before
    )
    set_to = {text_of(target): value for target, value in _set_in(body)}
    step = set_to.get(at)
    if step is not None and forgets is None and text_of(set_to.get(f"{marks}[{at}]")) in _MARKS:
        yield from (base_name(one) for one in descendants(step, *LISTED) if text_of(index_of(one)) == at)


def interval_ends(
    root: Node, read: frozenset[str], aliases: Mapping[str, str], stepped: Mapping[str, int]
) -> dict[str, set[str]]:
    """Name -> those that don't stand behind it. `stepped` is what is added to names before they are used.

    Two ends of an interval are taken one place apart (`sum[r] - sum[l - 1]`, `change[l]++` and `change[r + 1]--`), one
    is held against the other end of the interval before (`if (start >= last) last = end`, or the least end of a heap,
    which is taken out then), or both are put among the events of a sweep, with 1 and with -1."""
    made: dict[str, set[str]] = defaultdict(set)

    def named(node: Node) -> str:
        name = base_name(node)
        return name if name in read else aliases.get(name, "")

    for (less, below), (more, above) in (*_taken_apart(root), *_changed_apart(root)):
        if {less, more} <= read and above + stepped.get(more, 0) - below - stepped.get(less, 0) == 1:
            made[more].add(less)
    for node in descendants(root, "if_statement", "elif_clause"):
        condition, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is None or then is None:
            continue
        for one, other in _held_against(condition):
            least = _LEAST.fullmatch(text_of(other))
            if least is not None and _takes_out(least["heap"], then):
                lasts = {named(value) for owner, value in _put_in(root) if owner == least["heap"]}
            else:
                lasts = {named(value) for target, value in _set_in(then) if text_of(target) == text_of(other)}
            if named(one) and named(one) not in lasts and text_of(other) not in read:
                for end in lasts & read:
                    made[end].add(named(one))
    for last in _events(root, read, "-1"):
        made[last] |= _events(root, read, "1")
    return {last: firsts - {last} for last, firsts in made.items()}


def _takes_out(heap: str, then: Node) -> bool:
    return re.search(rf"pop\(\s*{heap}\b|\b{heap}\.(?:pop|poll|erase|remove)", text_of(then)) is not None


_End = tuple[str, int]
"""A name and what is added to it in an index."""


def _taken_apart(root: Node) -> Iterator[tuple[_End, _End]]:
    """(first, last) of differences of one list or function: `sum[r] - sum[l - 1]`, `query(r) - query(l - 1)`."""
    for node in descendants(root, "binary_expression", "binary_operator"):
        sides = node.named_children
        if len(sides) == _PAIR and text_of(node.child_by_field_name("operator")) in ("-", "^"):
            last, first = (_place_of(side) for side in sides)
            if last is not None and first is not None and last[0] == first[0]:
                yield first[1], last[1]


def _changed_apart(root: Node) -> Iterator[tuple[_End, _End]]:
    """(first, last) of what is added to a list at one place and taken away at another: `d[l]++; d[r + 1]--;`."""
    added: dict[str, set[_End]] = defaultdict(set)
    taken: dict[str, set[_End]] = defaultdict(set)
    for node in descendants(root, *SETS, "augmented_assignment", "update_expression"):
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        sign = text_of(node.child_by_field_name("operator"))
        place = _place_of(target) if target is not None else None
        if place is not None and sign in ("+=", "++", "-=", "--"):
            (added if "+" in sign else taken)[place[0]].add(place[1])
    for listed in added.keys() & taken.keys():
        yield from ((first, last) for first in added[listed] for last in taken[listed])


def _place_of(node: Node) -> tuple[str, _End] | None:
    """(what is asked, the place that it is asked about) of `sum[r]` or `query(r)`."""
    if node.type in LISTED:
        index = index_of(node)
        whole = text_of(node)[: -len(text_of(index)) - 1] if index is not None else ""
        return (whole, shifted_name(index)) if index is not None and "[" not in text_of(index) else None
    given = arguments(node) if node.type in CALLS else []
    function = text_of(node.child_by_field_name("function"))
    is_own = len(given) == 1 and function not in ("abs", "labs", "llabs", "fabs", "sqrt", "int", "str", "len")
    return (function, shifted_name(given[0])) if is_own and "[" not in text_of(given[0]) else None


def _held_against(condition: Node) -> Iterator[tuple[Node, Node]]:
    """What a condition holds against what, both ways."""
    for node in descendants(condition, "binary_expression", "comparison_operator"):
        sides = compared_sides(node, _ORDERED)
        yield from (sides, sides[::-1]) if sides is not None else ()


def _put_in(root: Node) -> Iterator[tuple[str, Node]]:
    """(container, value) wherever one value is put into a heap: `heap.push(end)`, `heappush(heap, end)`."""
    for node in descendants(root, *CALLS):
        function, given = text_of(node.child_by_field_name("function")), arguments(node)
        if function.endswith("heappush") and len(given) == _PAIR:
            yield text_of(given[0]), given[1]
        elif function.endswith((".push", ".insert", ".add", ".offer")) and len(given) == 1:
            yield function.rpartition(".")[0], given[0]


def _events(root: Node, read: frozenset[str], number: str) -> set[str]:
    """The names that are put together with a number: `events.push_back({start, 1})`."""
    made = set()
    for node in descendants(root, "tuple", "initializer_list"):
        parts = node.named_children
        if len(parts) == _PAIR and text_of(parts[1]).replace("+", "") == number and shifted_name(parts[0])[0] in read:
            made.add(shifted_name(parts[0])[0])
    return made


def turns_in(root: Node) -> frozenset[str]:
    """The variables that count the turns of loops."""
    loops = list(descendants(root, "for_statement", "for_in_clause"))
    found = (*map(loop_turns, loops), *map(enumerated, loops))
    return frozenset(one[0] for one in found if one is not None)


def enumerated(loop: Node) -> tuple[str, str, str] | None:
    """(place, value, list) of `for place, value in enumerate(list)`."""
    names = _ENUMERATED.fullmatch(text_of(loop.child_by_field_name("left")))
    right = loop.child_by_field_name("right")
    given = arguments(right)
    if names is None or right is None or not given or text_of(right.child_by_field_name("function")) != "enumerate":
        return None
    return names["place"], names["value"], base_name(given[0])


def _set_in(root: Node, with_changes: bool = False) -> Iterator[tuple[Node, Node]]:
    """(what is set, to what) of every assignment but those that declare, `with_changes` also by `+=` and the like."""
    for node in descendants(root, *SETS, "augmented_assignment"):
        target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        is_plain = text_of(node.child_by_field_name("operator")) in ("", "=") and node.type in SETS
        if target is not None and value is not None and (is_plain or with_changes):
            yield target, value


def _set_around(node: Node) -> Iterator[Node]:
    """What is set to an expression in which a node stands."""
    around = node.parent
    while around is not None and around.type not in ("block", "compound_statement", "module"):
        if around.type in SETS and (target := around.child_by_field_name("left")) is not None:
            yield target
        around = around.parent
