"""What a program does with its variables after reading them: evidence of what their values may be.

By names only and without following control: which variables are compared with which characters, with 0 or less,
stand in an index, bound a loop, which lists are visited up to which variable. It serves C++ and Python, whose parse
trees name these things alike. Approximate: two variables of one name are one here, which is why what it finds
only decides where neither statement nor samples do. The lists in a list `a` are noted as `a[]`, the turns of a loop
from one variable that is read to another under its own variable's name and `@`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.inputs.infer.reads.expression_names import (
    LISTED,
    SETS,
    Turns,
    base_name,
    base_of,
    index_of,
    literal_text,
    loop_turns,
    outside_subscripts,
    shifted_name,
)
from slowpath.inputs.infer.reads.items import Use
from slowpath.inputs.infer.reads.letters import CLASSES, ENDS
from slowpath.inputs.infer.reads.row_widths import row_widths
from slowpath.inputs.infer.reads.seen import OF_WALK, Seen
from slowpath.inputs.infer.reads.usage_aliases import aliases_in, lessened, members_in, packed, places_of_turns, walked
from slowpath.inputs.infer.reads.usage_choices import choices_in, single_marks
from slowpath.inputs.infer.reads.usage_order import enumerated, interval_ends, permutations, sorted_lists, turns_in
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_NAME = late_regex(r"[A-Za-z_]\w*")
_SHIFTED = late_regex(r"([A-Za-z_]\w*)(?:\s*([+-])\s*(\d+))?")
_LINKED = late_regex(r"(?P<list>\w+)\[(?P<links>\w+)\[(?P<at>\w+)(?: ?- ?1)?\](?: ?- ?1)?\]")
_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")
_PUTS = ("push_back", "emplace_back", "push", "insert", "append", "add")


class Usage:
    """The uses in one program, by name. `sizes` maps names of lists to their declared sizes, as far as known; `read`
    are the names of what is read."""

    def __init__(self, root: Node, sizes: dict[str, str], read: frozenset[str]) -> None:
        self.seen: dict[str, Seen] = {}
        self.aliases = members_in(read)
        self.copies: dict[str, tuple[str, int]] = {}
        self.sizes = sizes or {}
        self.read = read
        self.others = aliases_in(root, read)
        self.walks = walked(root, read)
        for node in descendants(root, "init_declarator", "for_range_loop", *SETS, "for_statement", "for_in_clause"):
            self._alias(node)
            self._copy(node)
        turns = turns_in(root)
        self.stepped = lessened(root, read, turns)
        self.packed, self.given = packed(root, read), places_of_turns(root, read)
        for walk in self.walks.values():
            for end, more in (walk.first, walk.last):
                self.others[end] = {*self.others.get(end, ()), (f"{walk.name}@", more)}
        self._visit(root, {})
        self.row_widths = row_widths(root, read)
        self.choices, self.marks = choices_in(root, read), single_marks(root, turns)
        self.sorted, self.permuted = sorted_lists(root, read), permutations(root, read, self.aliases, turns)
        self.ends = interval_ends(root, read, self.aliases, self.stepped)
        self.in_order = {*self.ends, *(first for firsts in self.ends.values() for first in firsts)}

    def of(self, name: str, text: bool = False) -> Use:
        """The uses of a name and of what it is copied to. `text` says that it is a line that may hold blanks."""
        names = [name, *(alias for alias, of in self.aliases.items() if of == name)]
        found = [self.seen[each] for each in names if each in self.seen]
        tables = [self.seen[listed] for seen in found for listed, _ in seen.indexes if listed in self.seen]
        own = self.seen.get(name, Seen())
        sizes = tuple(own.visited.get(at, ("", 0))[0] for at in range(max(own.visited, default=-1) + 1))
        if len(sizes) == 1 and {bound for bound, _ in own.ends} == {sizes[0]} and max(own.ends)[1] < 0:
            sizes = (f"{sizes[0]}{max(own.ends)[1]}",)
        return Use(
            frozenset(c for seen in found for c in seen.letters) | {key for table in tables for key in table.keys},
            frozenset(word for seen in found for word in seen.words),
            any(seen.zero for seen in found),
            any(seen.negative for seen in found),
            tuple(dict.fromkeys((*self._places(name, self._indexes(name)), *sorted(self.given.get(name, ()))))),
            sizes,
            text or any(seen.blanks for seen in found),
            any(seen.bounds_loop for seen in found),
            any(seen.positive for seen in found),
            tuple(sorted(own.after)),
            any(seen.allocates for seen in found),
            any(seen.gathers for seen in found),
            "permutation" if name in self.permuted else "sorted" if name in self.sorted else "",
            self.choices.get(name),
            ends=tuple(sorted(self.ends.get(name, ()))),
            marks=frozenset(self.marks.get(name, ())),
            width=self.row_widths.get(name, 0),
        )

    def _indexes(self, name: str) -> list[tuple[str, int]]:
        """(list, what is added to the name in the index) wherever a name, or what it is copied to, is an index."""
        names = [name, *(alias for alias, of in self.aliases.items() if of == name)]
        indexes = [pair for each in names if each in self.seen for pair in self.seen[each].indexes]
        indexes += [
            (listed, more + shift)
            for copy, (of, shift) in self.copies.items()
            if of == name
            for listed, more in self._note(copy).indexes
        ]
        indexes += [
            (listed, more + shift)
            for alias, shift in sorted(self.others.get(name, ()))
            for listed, more in self._note(alias).indexes
        ]
        made = [(listed, more + self.stepped.get(name, 0)) for listed, more in indexes]
        return [(listed, more or self.packed.get(name, 0)) for listed, more in made]

    def _places(self, name: str, indexes: list[tuple[str, int]]) -> Iterator[tuple[str, int]]:
        """(variable or number that bounds the index, least value) for every list that a name is an index into."""
        for listed, shift in indexes:
            seen, size = self.seen.get(listed), self.sizes.get(listed, "")
            bound, first = seen.visited.get(0, ("", 0)) if seen is not None else ("", 0)
            is_bound = bool(bound) and bound != name and bound not in self.copies
            is_fixed = listed not in self.read and size.isdigit()
            if bound and size == f"{bound}+1":
                yield size, max(-shift, 0)  # There to count from 1, whatever loop goes over all of it.
            elif is_bound and not is_fixed:
                yield bound, max(first - shift, 0)
            elif size:
                if (
                    is_bound
                    and bound in self.read
                    and (name in self.in_order or (seen is not None and seen.filled == {bound}))
                ):
                    yield bound, max(first - shift, 0)  # Of an array for the largest input, so many are used.
                yield size, max(-shift, 0)
            elif listed in self.read:
                yield f"len({listed})", max(-shift, 0)

    def _note(self, name: str) -> Seen:
        return self.seen.setdefault(name, Seen())

    def _alias(self, node: Node) -> None:
        """`char c = s[i]`, `for (char c : s)`, `for c in s`, `for i, c in enumerate(s)`: c is a part of s."""
        if (numbered := enumerated(node)) is not None:
            self.aliases.setdefault(numbered[1], numbered[2])
        if node.type == "for_statement" and node.child_by_field_name("left") is None:
            return
        left = node.child_by_field_name("declarator") or node.child_by_field_name("left")
        right = node.child_by_field_name("value") or node.child_by_field_name("right")
        if left is None or right is None or right.type not in ("identifier", *LISTED):
            return
        if node.type == "assignment_expression" and text_of(left) not in _NAME.findall(text_of(index_of(right))):
            return  # Of those that declare nothing only `x = next[x]`.
        if right.type == "identifier" and node.type in ("init_declarator", *SETS):
            return
        name, of = _NAME.search(text_of(left)), base_name(right)
        if name and of and name.group() != of:
            self.aliases.setdefault(name.group(), of)

    def _copy(self, node: Node) -> None:
        """`int i = l - 1`: i is l less one. Whoever is set twice is no copy."""
        left = node.child_by_field_name("declarator") or node.child_by_field_name("left")
        right = node.child_by_field_name("value") or node.child_by_field_name("right")
        if (
            node.type not in ("init_declarator", "assignment")
            or left is None
            or right is None
            or left.type != "identifier"
        ):
            return
        of, shift = shifted_name(right) if "[" not in text_of(right) else ("", 0)
        around = node.parent.parent if node.parent is not None else None
        if around is not None and around.id in self.walks:
            return
        known = self.copies.get(text_of(left))
        if of in self.read and of != text_of(left):
            self.copies[text_of(left)] = (of, shift) if known in (None, (of, shift)) else ("", 0)

    # -- one walk over the tree --------------------------------------------------------------------------

    def _visit(self, root: Node, loops: dict[str, Turns]) -> None:
        stack = [(root, loops)]
        while stack:
            node, inside = stack.pop()
            if node.type in ("for_statement", "for_in_clause"):
                inside = self._loop(node, inside)
            elif node.type in ("list_comprehension", "generator_expression", "set_comprehension"):
                for clause in descendants(node, "for_in_clause"):
                    inside = self._loop(clause, inside)
            method = getattr(self, f"_on_{node.type}", None)
            if method is not None:
                method(node, inside)
            stack += [(child, inside) for child in node.named_children]

    def _loop(self, node: Node, inside: dict[str, Turns]) -> dict[str, Turns]:
        """The loop variables in sight with what bounds each, and the first value."""
        walk = self.walks.get(node.id)
        if walk is not None:
            self._note(walk.last[0]).after.add(walk.first[0])
            return {**inside, walk.name: OF_WALK}
        found = loop_turns(node)
        if found is None:
            return inside
        name, turns = found
        self._note(turns.bound).bounds_loop = True
        return {**inside, name: turns}

    def _on_subscript_expression(self, node: Node, inside: dict[str, Turns]) -> None:
        base, depth = node, 0
        while base.type in LISTED:
            base = base.child_by_field_name("argument") or base.child_by_field_name("value") or base.named_children[0]
            depth += base.type in LISTED
        listed = base_name(base)
        index = index_of(node)
        if index is None or not listed:
            return
        if index.type == "slice" and depth == 0:
            self._sliced(listed, text_of(index))
            return
        inner = listed + "[]" * depth
        for name in {text_of(found) for found in outside_subscripts(index)} & inside.keys():
            turns = inside[name]
            if turns is not OF_WALK and turns.bound != listed:
                self._note(listed).visited.setdefault(depth, turns[:2])
                self._note(inner).visited.setdefault(0, turns[:2])
                self._note(inner).ends.add((turns.bound, turns.more + shifted_name(index)[1]))
        if index.type in ("char_literal", "string") and len(literal_text(index)) == 1:
            self._note(listed).keys.add(literal_text(index))
        name_, shift = shifted_name(index)
        if name_ not in inside or inside[name_] is OF_WALK:
            self._note(inner).ends.add(("", 0))
        if inside.get(name_) is OF_WALK:  # The turns of a walk are its own.
            self._note(f"{name_}@").indexes.append((inner, shift))
        elif name_ and (name_ not in inside or name_ in self.copies):
            self._note(name_).indexes.append((inner, shift))

    _on_subscript = _on_subscript_expression

    def _sliced(self, listed: str, text: str) -> None:
        """`a[l - 1:r]`: both ends are indices, the second of what stands behind the last."""
        self._note(listed).ends.add(("", 0))
        ends = [_SHIFTED.fullmatch(part.strip()) for part in text.split(":")[:2]]
        for end, behind in zip(ends, (0, 1), strict=False):
            if end is not None:
                self._note(end[1]).indexes.append((listed, int((end[2] or "+") + (end[3] or "0")) - behind))
        first, last = (*ends, None)[:2]
        if first is not None and last is not None and first[1] in self.read:
            self._note(last[1]).after.add(first[1])

    def _on_binary_expression(self, node: Node, inside: dict[str, Turns]) -> None:
        operator = text_of(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        if operator in _COMPARISONS:
            self._compared(left, right, operator)
            self._compared(right, left, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator))
        elif operator == "-" and right.type == "char_literal":
            self._letters(base_name(left), ENDS.get(text_of(right)[1:-1], text_of(right)[1:-1]))
        elif operator in ("&", "|", "^", ">>") and base_name(left):
            self._note(base_name(left)).zero |= operator != ">>" or text_of(base_of(left)) not in ("cin", "in", "is")
        elif operator == "*" and "list" in (left.type, right.type):
            self._note(shifted_name(left if right.type == "list" else right)[0]).allocates = True
        elif operator == "+" and text_of(left) in self.sizes and inside.get(text_of(right), OF_WALK) is not OF_WALK:
            self._note(text_of(left)).visited.setdefault(0, inside[text_of(right)][:2])
        elif operator in ("%", "/", "//") and base_name(right):
            self._note(base_name(right)).positive = True

    def _on_assignment_expression(self, node: Node, inside: dict[str, Turns]) -> None:
        right, target = node.child_by_field_name("right"), node.child_by_field_name("left")
        text = text_of(node)
        if (linked := _LINKED.search(text)) is not None and f"{linked['list']}[{linked['at']}]" in text:
            self._note(linked["links"]).gathers = True  # `size[p[i]] += size[i]`.
        if target is not None and target.type in LISTED and text_of(index_of(target)) in inside:
            self._note(base_name(target)).filled.add(inside[text_of(index_of(target))].bound)
        if text_of(node.child_by_field_name("operator")) in ("/=", "%=", "//=") and base_name(right):
            self._note(base_name(right)).positive = True

    _on_augmented_assignment = _on_assignment_expression

    def _on_binary_operator(self, node: Node, inside: dict[str, Turns]) -> None:
        self._on_binary_expression(node, inside)
        left, right = text_of(node.child_by_field_name("left")), text_of(node.child_by_field_name("right"))
        quoted = re.fullmatch(r"ord\(['\"](.)['\"]\)", right)
        letter = {"97": "a", "65": "A", "48": "0"}.get(right) or (quoted.group(1) if quoted else "")
        ordinal = re.match(r"ord\((\w+)", left)
        if ordinal and letter:
            self._letters(ordinal.group(1), ENDS.get(letter, letter))

    def _on_comparison_operator(self, node: Node, inside: dict[str, Turns]) -> None:
        sides = node.named_children
        operators = [text_of(child) for child in node.children if not child.is_named]
        for left, operator, right in zip(sides, operators, sides[1:], strict=False):
            if operator in _COMPARISONS:
                self._compared(left, right, operator)
                self._compared(right, left, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator))
            elif operator == "in":
                if right.type == "string":
                    self._letters(base_name(left), literal_text(right))
                elif right.type in ("identifier", "subscript") and len(literal_text(left)) == 1:
                    self._letters(base_name(right), literal_text(left))

    def _on_while_statement(self, node: Node, inside: dict[str, Turns]) -> None:
        """What a loop goes on by may never end where it is 0."""
        condition = node.child_by_field_name("condition")
        for found in descendants(condition, "identifier") if condition is not None else ():
            self._note(text_of(found)).positive = True

    _on_do_statement = _on_while_statement

    def _on_unary_expression(self, node: Node, inside: dict[str, Turns]) -> None:
        name = base_name(node.child_by_field_name("argument"))
        if name and text_of(node).startswith("!"):
            self._note(name).zero = True

    def _on_case_statement(self, node: Node, inside: dict[str, Turns]) -> None:
        value, switch = node.child_by_field_name("value"), node.parent.parent if node.parent is not None else None
        condition = switch.child_by_field_name("condition") if switch is not None else None
        if value is not None and value.type == "char_literal" and condition is not None:
            inner = condition.child_by_field_name("value") or condition.named_children[0]
            self._letters(base_name(inner), text_of(value)[1:-1])

    def _on_call_expression(self, node: Node, inside: dict[str, Turns]) -> None:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        called = re.split(r"\.|->|::", text_of(function))[-1]
        first = base_name(given[0]) if given else ""
        if called == "range" and given:
            self._note(base_name(given[min(1, len(given) - 1)])).bounds_loop = True
        if called in ("abs", "labs", "llabs", "fabs") and first:
            self._note(first).negative = True
        if called in ("log", "log2", "log10", "gcd", "__gcd", "lcm", "__builtin_clz", "__builtin_ctz"):
            for argument in given:
                self._note(base_name(argument)).positive = True
        owner = (
            function.child_by_field_name("argument") or function.child_by_field_name("object")
            if function is not None and function.type in ("field_expression", "attribute")
            else None
        )
        if called in _PUTS and owner is not None and len(given) == 1 and text_of(given[0]) in inside:
            self._gathered(owner)
        about = base_name(owner) if owner is not None else first
        if called in CLASSES and about:
            self._letters(about, CLASSES[called])
        if (
            called in ("count", "find", "index", "replace", "startswith", "endswith")
            and owner is not None
            and given
            and given[0].type in ("string", "char_literal", "string_literal")
        ):
            self._letters(base_name(owner), literal_text(given[0]))

    _on_call = _on_call_expression

    def _gathered(self, owner: Node) -> None:
        """`children[p[i]].push_back(i)`: what the list stands at."""
        index = index_of(owner)
        if index is not None and (name := shifted_name(index)[0]):
            self._note(name).gathers = True

    def _compared(self, node: Node, other: Node, operator: str) -> None:
        """Notes what `node operator other` says of the name that `node` is."""
        name = base_name(node)
        if not name:
            return
        text = text_of(other)
        if other.type in ("char_literal", "string_literal", "string"):
            word = literal_text(other)
            if operator in ("==", "!=") and len(word) > 1:
                self._note(name).words.add(word)
                self._note(name).blanks |= " " in word
            elif len(word) == 1:
                self._letters(name, word if operator in ("==", "!=") else ENDS.get(word, word))
        elif re.fullmatch(r"-\s*\d+", text):
            self._note(name).negative |= operator in ("<", "<=", ">=", ">")
        elif text in ("0", "0LL", "1"):
            one = text == "1"
            asked = ("<", ">=") if one else ("==", "!=", ">", "<=")
            self._note(name).zero |= operator in asked
            self._note(name).negative |= operator in ("<", ">=") and not one

    def _letters(self, name: str, letters: str) -> None:
        if name:
            self._note(name).letters.update(letters)
            self._note(name).blanks |= " " in letters
