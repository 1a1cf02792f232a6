"""How many places rows of a list have in a Python program, by what it takes of them: `p[i][0]` and `p[i][1]` make two.

A list of lines that are taken apart may be a matrix or a list of records. It is one of records where nothing goes over
a row, and places of rows are constants: of `p[i]`, of what a loop over `p` runs over, of the parameter of a `key=`, and
of a parameter that a row is given for. The same goes for a line in a loop that is kept in a variable.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.source.cpp.values import descendants, text_of

_WHOLE = -1
_LOOPS = ("for_statement", "for_in_clause")
_KEYED = frozenset("sort sorted min max".split())
_IN_ORDER = frozenset("sorted reversed enumerate list".split())
_MOST_CALLS = 2
"""So many calls deep a row is followed."""


def row_widths(root: Node, read: frozenset[str]) -> dict[str, int]:
    """By names of what is read, how many places its rows, or else it itself, has; nothing where that isn't plain."""
    rows = _Rows(root)
    found: dict[str, int] = {}
    for name in read & rows.places.keys():
        inner = [width for row in rows.of_list(name) for width in rows.widths(row)]
        widths = inner or [width for place in rows.places[name] for width in rows.widths(place)]
        if widths and _WHOLE not in widths and max(widths) > 1:
            found[name] = max(widths)
    return found


class _Rows:
    """The places of names in one program."""

    def __init__(self, root: Node) -> None:
        self.places: dict[str, list[Node]] = {}
        for node in descendants(root, "identifier"):
            self.places.setdefault(text_of(node), []).append(node)
        self.functions = {
            text_of(node.child_by_field_name("name")): node for node in descendants(root, "function_definition")
        }

    def of_list(self, name: str) -> Iterator[Node]:
        """What stands for a row of a list, wherever it does."""
        for place in self.places[name]:
            parent = place.parent
            if parent is not None and parent.type == "subscript" and parent.child_by_field_name("value") == place:
                yield parent
            yield from self._gone_over(place)
            yield from self._keyed(place)

    def _gone_over(self, place: Node) -> Iterator[Node]:
        """The variable of a loop over the list."""
        over, is_numbered = place, False
        while over.parent is not None and over.parent.type == "argument_list" and over.parent.parent is not None:
            called = text_of(over.parent.parent.child_by_field_name("function"))
            if called not in _IN_ORDER or over.parent.named_children[0] != over:
                return
            over, is_numbered = over.parent.parent, is_numbered or called == "enumerate"
        loop = over.parent
        if loop is None or loop.type not in _LOOPS or loop.child_by_field_name("right") != over:
            return
        left = loop.child_by_field_name("left")
        if left is not None and is_numbered:
            left = left.named_children[-1] if left.named_children else None
        if left is not None and left.type == "identifier":
            inside = loop if loop.type == "for_statement" else loop.parent
            yield from self._inside(inside, text_of(left), left)
        elif left is not None:
            yield left

    def _keyed(self, place: Node) -> Iterator[Node]:
        """The parameter of a `key=` by which the list is ordered."""
        call = place.parent
        while call is not None and call.type in ("attribute", "argument_list"):
            call = call.parent
        if call is None or call.type != "call":
            return
        if text_of(call.child_by_field_name("function")).rpartition(".")[2] not in _KEYED:
            return
        for function in descendants(call, "lambda"):
            given = function.child_by_field_name("parameters")
            if given is not None and len(given.named_children) == 1:
                yield from self._inside(function.child_by_field_name("body"), text_of(given))

    def _inside(self, node: Node | None, name: str, but: Node | None = None) -> Iterator[Node]:
        """Where a name stands below a node."""
        if node is not None:
            yield from (each for each in self.places.get(name, ()) if _is_below(each, node) and each != but)

    def widths(self, row: Node, calls: int = 0) -> Iterator[int]:
        """How many places a row has at least by one use of it, `_WHOLE` where it is gone over; nothing where the use
        says nothing."""
        parent = row.parent
        if row.type in ("pattern_list", "tuple_pattern"):
            yield len(row.named_children)
        elif parent is None:
            return
        elif parent.type == "subscript" and parent.child_by_field_name("value") == row:
            at = text_of(parent.child_by_field_name("subscript"))
            yield int(at) + 1 if at.isdigit() else _WHOLE
        elif parent.type == "assignment" and parent.child_by_field_name("right") == row:
            left = parent.child_by_field_name("left")
            if left is not None and left.type in ("pattern_list", "tuple_pattern"):
                yield len(left.named_children)
        elif parent.type in (*_LOOPS, "list_splat", "dictionary_splat"):
            yield _WHOLE
        elif parent.type == "argument_list" and parent.parent is not None:
            yield from self._given(parent.parent, parent.named_children.index(row), calls)

    def _given(self, call: Node, place: int, calls: int) -> Iterator[int]:
        """As `widths`, of what is given to a function."""
        function = call.child_by_field_name("function")
        known = self.functions.get(text_of(function))
        if known is None:
            if function is not None and function.type == "identifier":
                yield _WHOLE
            return
        given = known.child_by_field_name("parameters")
        if calls < _MOST_CALLS and given is not None and place < len(given.named_children):
            for each in self._inside(known.child_by_field_name("body"), text_of(given.named_children[place])):
                yield from self.widths(each, calls + 1)


def _is_below(node: Node, top: Node) -> bool:
    return top.start_byte <= node.start_byte and node.end_byte <= top.end_byte
