"""Which variables running a part of a C++ program may change, on the side of too many."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from slowpath.analysis.rules.cpp_view_calls import Calls
from slowpath.source.cpp.view_names import bases, declared_name
from slowpath.source.cpp.view_tree import Syntax

_READING = frozenset(
    (
        "size length empty begin end rbegin rend cbegin cend front back top count find substr c_str data at "
        "lower_bound upper_bound rfind compare bucket_count contains first second capacity test any none"
    ).split()
)
_CHANGING = frozenset(
    (
        "swap scanf memset fill sort reverse getline read iota copy stable_sort unique rotate next_permutation "
        "swap_ranges nth_element fill_n memcpy remove partial_sum gets fgets random_shuffle shuffle"
    ).split()
)
PURE_CALLS = frozenset({"sqrt", "sqrtl", "min", "max", "abs", "int", "long", "double", "size_t"})


class Changes(Calls):
    """Asks what changes where."""

    def statement(self, node: Syntax) -> Syntax:
        """The statement that a node is part of."""
        found = node
        for above in (node, *node.above()):
            if above.type == "compound_statement" or above.type in ("translation_unit", "case_statement"):
                return found
            found = above
            if (
                (above.type.endswith("_statement") or above.type == "declaration")
                and above.field != "initializer"
                and above.type != "init_statement"
            ):
                return above
        return found

    def changed(self, node: Syntax) -> frozenset[str]:
        """The names of variables that running a part of the program may change or declare."""
        key = (node.start, node.end)
        found = self._changed.get(key)
        if found is None:
            self._changed[key] = frozenset()
            found = self._changed[key] = frozenset(self._changes(node))
        return found

    @cached_property
    def _changed(self) -> dict[tuple[int, int], frozenset[str]]:
        return {}

    def _changes(self, node: Syntax) -> Iterator[str]:
        for part in node.walk():
            if part.type == "assignment_expression":
                yield from bases(part.get("left"))
            elif part.type == "update_expression":
                yield from bases(part.get("argument"))
            elif part.type == "binary_expression" and part.operator == ">>":
                yield from bases(part.get("right"))
            elif part.type == "pointer_expression" and part.text.startswith("&"):
                yield from bases(part.get("argument"))
            elif part.type in ("init_declarator", "declaration", "for_range_loop"):
                yield from (declared_name(declarator) for declarator in part.all("declarator"))
            elif part.type == "call_expression":
                yield from self._changes_of_call(part)

    def _changes_of_call(self, node: Syntax) -> Iterator[str]:
        called, given = node.get("function"), node.get("arguments")
        arguments = given.children if given is not None else []
        if called is None:
            return
        if called.type == "field_expression":
            member = called.get("field")
            if member is None or member.text not in _READING:
                yield from bases(called.get("argument"))
            return
        name = called.text.split("<")[0].split("::")[-1]
        functions = self._by_name.get(name, [])
        for function in functions:
            inside = self.changed(function.body)
            if function.is_lambda:
                yield from inside
            yield from (
                changed for changed in inside if any(found.is_global for found in self.scopes._by_name.get(changed, ()))
            )
            for parameter, argument in zip(function.parameters, arguments, strict=False):
                if (parameter.by_reference and not parameter.is_constant) or parameter.is_pointer or parameter.dims:
                    yield from bases(argument)
        if not functions and (name in _CHANGING or (name not in PURE_CALLS and name not in _READING)):
            for argument in arguments:
                yield from bases(argument)

    def invariant(self, node: Syntax, within: Syntax) -> bool:
        """Whether an expression surely means the same all through a part of the program."""
        return not node.names & self.changed(within) and not any(node.find("call_expression", "update_expression"))
