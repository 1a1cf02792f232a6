"""Other names under which a program uses what it reads: parameters of its functions that it is given to, and what it
takes out of a container that it was put into (`q.push(s)`, `u = q.front()`).

By names only, like `usage`: two variables of one name are one here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.inputs.infer.reads.expression_names import CALLS, LISTED, Turns, arguments, loop_turns
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_PUTS = frozenset({"push", "push_back", "emplace", "emplace_back", "append", "appendleft", "add", "put", "insert"})
_TAKES = frozenset({"pop", "popleft", "front", "top", "back", "get", "heappop"})
_SHIFTED = late_regex(r"\(*([A-Za-z_]\w*)\)*(?:\s*([+-])\s*(\d+))?")
_FIRST = late_regex(r"(?:deque\(|queue\.\w+\()?\s*[\[{]\s*([A-Za-z_]\w*)(?:\s*([+-])\s*(\d+))?\s*[\]}]\)?")
"""A container that begins with one element: `deque([s])`, `[s - 1]`, `{s}`."""

_STEPPED = late_regex(
    r"(?P<name>[A-Za-z_]\w*)(?:\[(?P<at>\w+)\])?\s*(?:[-+]{2}|[-+]=\s*(?P<by>\d+))|"
    r"[-+]{2}\s*(?P<other>[A-Za-z_]\w*)(?:\[(?P<place>\w+)\])?"
)
_FROM = late_regex(r"=\s*(?P<first>[A-Za-z_]\w*)\s*(?P<more>[-+]\s*\d+)?\s*;?$")
_UP_TO = late_regex(
    r"\(?\s*(?P<name>[A-Za-z_]\w*)\s*(?P<sign><=?)\s*"
    r"(?P<last>[A-Za-z_]\w*)\s*(?P<less>[-+]\s*\d+)?\s*\)?$"
)
_RANGE = late_regex(
    r"range\(\s*(?P<first>[A-Za-z_]\w*)\s*(?P<more>[-+]\s*\d+)?\s*,\s*(?P<last>[A-Za-z_]\w*)\s*"
    r"(?P<less>[-+]\s*\d+)?\s*\)"
)

Aliases = dict[str, set[tuple[str, int]]]
"""Name of what is read -> (other name, what is added to it there)."""


def members_in(read: frozenset[str]) -> dict[str, str]:
    """The member that a name stands for -> the name: what is read into `v[i].first` is called `v_first`."""
    found = ((re.search(r"_(first|second)$", name), name) for name in sorted(read, reverse=True))
    return {member[1]: name for member, name in found if member is not None}


def aliases_in(root: Node, read: frozenset[str]) -> Aliases:
    """The other names of the variables in `read`."""
    put: Aliases = defaultdict(set)
    made: Aliases = defaultdict(set)
    parameters = dict(_functions(root))
    for node in descendants(root, "call_expression", "call"):
        _given(node, parameters, read, made)
        owner, called = _method(node)
        given = arguments(node)
        if called in _PUTS and owner and len(given) == 1 and (found := _shifted(given[0])) and found[0] in read:
            put[owner].add(found)
    for left, right in _assignments(root):
        first = _FIRST.fullmatch(text_of(right))
        if first is not None and first[1] in read:
            put[text_of(left)].add((first[1], int((first[2] or "+") + (first[3] or "0"))))
    for left, right in _assignments(root):
        owner = _taken_from(right)
        for name, shift in {*put.get(owner, ()), *({(owner, 0)} if owner in read else ())}:
            made[name].add((text_of(left), shift))
    return made


def _given(node: Node, parameters: dict[str, list[str]], read: frozenset[str], made: Aliases) -> None:
    """Notes what a call gives to parameters."""
    function = node.child_by_field_name("function")
    names = parameters.get(text_of(function), []) if function is not None else []
    for name, argument in zip(names, arguments(node), strict=False):
        found = _shifted(argument)
        if found is not None and found[0] in read and found[0] != name:
            made[found[0]].add((name, found[1]))


def _functions(root: Node) -> Iterator[tuple[str, list[str]]]:
    """The functions of a program with the names of their parameters."""
    for node in descendants(root, "function_definition"):
        function, given = _function(node)
        if function and given is not None:
            yield function, _names(given)
    for node in descendants(root, "init_declarator"):
        value, name = node.child_by_field_name("value"), node.child_by_field_name("declarator")
        declarator = (
            value.child_by_field_name("declarator") if value is not None and value.type == "lambda_expression" else None
        )
        listed = declarator.child_by_field_name("parameters") if declarator is not None else None
        if name is not None and listed is not None:
            yield text_of(name), _names(listed)


def _function(node: Node) -> tuple[str, Node | None]:
    """The name of a function that is defined, and its parameters."""
    declarator = node.child_by_field_name("declarator")
    name = node.child_by_field_name("name") or (
        declarator.child_by_field_name("declarator") if declarator is not None else None
    )
    listed = node.child_by_field_name("parameters") or (
        declarator.child_by_field_name("parameters") if declarator is not None else None
    )
    return text_of(name), listed


def _names(parameters: Node) -> list[str]:
    """The names in a list of parameters: the last word of each."""
    words = [
        re.findall(r"[A-Za-z_]\w*", text_of(child).partition("=")[0].partition(":")[0])
        for child in parameters.named_children
        if child.type != "comment"
    ]
    return [found[-1] if found else "" for found in words]


def _method(node: Node) -> tuple[str, str]:
    """(container, method) of `q.push(x)`, or ("", "")."""
    function = node.child_by_field_name("function")
    if function is None or function.type not in ("field_expression", "attribute"):
        return "", ""
    owner = function.child_by_field_name("argument") or function.child_by_field_name("object")
    called = function.child_by_field_name("field") or function.child_by_field_name("attribute")
    return (text_of(owner), text_of(called)) if owner is not None and owner.type == "identifier" else ("", "")


def _taken_from(node: Node) -> str:
    """The container that an expression takes an element out of, or ""."""
    if node.type not in ("call_expression", "call"):
        return ""
    owner, called = _method(node)
    given = arguments(node)
    if called in _TAKES and owner not in ("", "heapq"):
        return owner
    named = text_of(node.child_by_field_name("function")).rpartition(".")[2]
    return text_of(given[0]) if named == "heappop" and given and given[0].type == "identifier" else ""


def _assignments(root: Node) -> Iterator[tuple[Node, Node]]:
    """(name, value) of every assignment to one name, and every declaration with a value."""
    for node in descendants(root, "init_declarator", "assignment", "assignment_expression"):
        left = node.child_by_field_name("declarator") or node.child_by_field_name("left")
        right = node.child_by_field_name("value") or node.child_by_field_name("right")
        if left is not None and right is not None and left.type == "identifier":
            yield left, right


def _shifted(node: Node) -> tuple[str, int] | None:
    """The name that an argument is, and what is added to it."""
    found = _SHIFTED.fullmatch(text_of(node))
    return (found[1], int((found[2] or "+") + (found[3] or "0"))) if found is not None else None


def places_of_turns(root: Node, read: frozenset[str]) -> dict[str, set[tuple[str, int]]]:
    """Name -> (bound, least) of the loops whose turns are given to a function where the name is given elsewhere, one
    that takes them as places of lists, or halves the range that they stand in: `set(i, x)` for all `i` from 1 to n,
    and then `set(at, x)`."""
    on_lists = {name for node in descendants(root, "function_definition") for name in _takes_places(node)}
    turns: dict[tuple[str, int], set[tuple[str, int]]] = defaultdict(set)
    given: dict[tuple[str, int], set[tuple[str, int]]] = defaultdict(set)
    for node in descendants(root, "call_expression", "call"):
        called = re.split(r"\.|->|::", text_of(node.child_by_field_name("function")))[-1]
        loops = dict(_loops_around(node))
        for at, argument in enumerate(arguments(node)):
            name, shift = _shifted(argument) or ("", 0)
            if (called, at) not in on_lists:
                continue
            if name in loops and name not in read:
                turns[called, at].add((loops[name].bound, loops[name].first + shift))
            elif name in read:
                given[called, at].add((name, shift))
    made: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for key in turns.keys() & given.keys():
        for name, shift in given[key]:
            made[name] |= {(bound, first - shift) for bound, first in turns[key] if bound != name}
    return made


def _takes_places(function: Node) -> Iterator[tuple[str, int]]:
    """(function, number) of the parameters that stand in an index, or that a function which calls itself compares."""
    name, listed = _function(function)
    body = function.child_by_field_name("body")
    if not name or listed is None or body is None:
        return
    indexes = {text_of(one) for node in descendants(body, *LISTED) for one in descendants(node, "identifier")}
    calls_itself = any(text_of(one.child_by_field_name("function")).endswith(name) for one in descendants(body, *CALLS))
    compared = {
        text_of(one)
        for node in descendants(body, "binary_expression", "comparison_operator")
        for one in node.named_children
        if calls_itself
    }
    yield from ((name, at) for at, each in enumerate(_names(listed)) if each in indexes | compared)


def _loops_around(node: Node) -> Iterator[tuple[str, Turns]]:
    """The variables and the turns of the loops that a call stands in."""
    around = node.parent
    while around is not None:
        found = loop_turns(around) if around.type in ("for_statement", "for_in_clause") else None
        yield from [found] if found is not None else []
        around = around.parent


def packed(root: Node, read: frozenset[str]) -> dict[str, int]:
    """What is added to names as they are put together with others: -1 for `edges.append((w, a - 1, b - 1))`."""
    made: dict[str, int] = {}
    for node in descendants(root, "tuple", "list", "initializer_list", "argument_list"):
        function = text_of(node.parent.child_by_field_name("function")) if node.parent is not None else ""
        is_packing = node.type != "argument_list" or function.rpartition(".")[2] in (*_PUTS, "make_pair", "make_tuple")
        for part in node.named_children if is_packing else ():
            found = _shifted(part)
            if found is not None and found[1] and found[0] in read:
                made.setdefault(*found)
    return made


def lessened(root: Node, read: frozenset[str], turns: frozenset[str]) -> dict[str, int]:
    """What is added to variables before they are used, in a statement of its own or as they are read: -1 for `x -= 1`,
    `a--, b--;`, `p[i]--` in the turn `i` of a loop (one of `turns`), `u = next() - 1` and
    `p = [int(x) - 1 for x in line]`."""
    made = {name: step for name, step in _read_with_steps(root) if name in read}
    for node in descendants(root, "expression_statement"):
        for part in text_of(node).rstrip(";").split(","):
            found = _STEPPED.fullmatch(part.strip())
            at = (found["at"] or found["place"]) if found is not None else None
            if found is None or (at is not None and at not in turns):
                continue
            if (name := found["name"] or found["other"]) in read:
                step = int(found["by"] or 1)
                made.setdefault(name, -step if "-" in part else step)
    return made


def _read_with_steps(root: Node) -> Iterator[tuple[str, int]]:
    """(name, what is added to the result of a call that it is assigned), also where each of several values is so."""
    for node in descendants(root, "init_declarator", "assignment", "assignment_expression"):
        left = node.child_by_field_name("declarator") or node.child_by_field_name("left")
        right = node.child_by_field_name("value") or node.child_by_field_name("right")
        if left is None or right is None:
            continue
        names = left.named_children if left.type in ("pattern_list", "tuple_pattern") else [left]
        values = right.named_children if right.type == "expression_list" else [right] * len(names)
        for name, value in zip(names, values, strict=False):
            if name.type == "identifier" and (step := _step(value)):
                yield text_of(name), step


def _step(value: Node) -> int:
    """What is added to the result of a call: in an expression, in each round of a comprehension, or by `map`."""
    given = arguments(value)
    if value.type == "call" and given:
        function = text_of(value.child_by_field_name("function"))
        inner = given[0].child_by_field_name("body") if function == "map" else given[0]
        return _step(inner) if inner is not None and function in ("map", "list", "tuple") else 0
    if value.type in ("list_comprehension", "generator_expression"):
        body = value.child_by_field_name("body")
        return _step(body) if body is not None else 0
    left, right = value.child_by_field_name("left"), value.child_by_field_name("right")
    sign, more = text_of(value.child_by_field_name("operator")), text_of(right)
    is_of_call = left is not None and left.type in ("call", "call_expression")
    return int(f"{sign}{more}") if is_of_call and sign in ("+", "-") and more.isdigit() else 0


@dataclass(frozen=True)
class Walk:
    """A loop from one variable that is read to another: its own variable, both ends with what is added to them."""

    name: str
    first: tuple[str, int]
    last: tuple[str, int]


def walked(root: Node, read: frozenset[str]) -> dict[int, Walk]:
    """Such loops by their nodes: `for (int i = l - 1; i < r; i++)`, `for i in range(l, r + 1)`."""
    made: dict[int, Walk] = {}
    for node in descendants(root, "for_statement", "for_in_clause"):
        condition = text_of(node.child_by_field_name("condition"))
        if condition:
            start = _FROM.search(text_of(node.child_by_field_name("initializer")))
            end = _UP_TO.match(condition)
            name, sign = (end["name"], end["sign"]) if end is not None else ("", "")
        else:
            name = text_of(node.child_by_field_name("left"))
            found = _RANGE.fullmatch(text_of(node.child_by_field_name("right")))
            start, end, sign = found, found, "<"
        if start is None or end is None or start["first"] not in read or end["last"] not in read:
            continue
        made[node.id] = Walk(
            name,
            (start["first"], int((start["more"] or "0").replace(" ", ""))),
            (end["last"], int((end["less"] or "0").replace(" ", "")) - (sign == "<")),
        )
    return made
