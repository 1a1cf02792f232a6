"""A list that is searched again and again, with a set beside it.

What it changes:
    `list.contains(x)` in a loop in which the list gets elements at most asks a hash set, which is made before the loop
    and gets the same elements.

Why it is faster:
    A list is searched element by element; the set looks at one place.

When it refuses:
    The list may change in the loop otherwise, anything else may know it, or its elements aren't plainly numbers or
    texts.

Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> known = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                int x = in.nextInt();
                if (!known.contains(x)) known.add(x);
            }
            System.out.println(known.size());
        }
    }

Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> known = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                int x = in.nextInt();
                if (!known.contains(x)) known.add(x);
                if (known.size() > 5) known.remove(0);
            }
            System.out.println(known);
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.analysis.rules.java_view import LISTS
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.java_program import JavaProgram, called_on, is_gone_over, is_in
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import text_of

_ASKING = frozenset({"contains", "get", "size", "isEmpty", "indexOf"})
_KNOWN = _ASKING | {"add", "remove", "set", "clear", "addAll", "sort"}
_SIMPLE = ("identifier", "decimal_integer_literal", "string_literal", "character_literal")
_ELEMENTS = ("Integer", "Long", "String", "Character", "Short", "Byte")


def _find(program: JavaProgram) -> Iterator[Change]:
    done: set[tuple[str, int]] = set()
    for node, name, given in program.view.calls("contains"):
        declared = program.local(name, node) if name.isidentifier() else None
        element = program.view.item_of(name, node)
        if (
            declared is None
            or len(given) != 1
            or program.view.type_of(name, node) not in LISTS
            or element not in _ELEMENTS
        ):
            continue
        uses = program.all_uses(name, node)
        if uses is None or not all(is_gone_over(use) or _method(use) in _KNOWN for use in uses):
            continue
        loop = _widest(program, node, declared, uses)
        if loop is None or (name, loop.start_byte) in done:
            continue
        done.add((name, loop.start_byte))
        fresh = program.fresh(f"{name}Set")
        inside = [use for use in uses if is_in(use, loop)]
        asked = [program.replaced(use, fresh) for use in inside if _method(use) == "contains"]
        put = [_put_in_both(program, name, fresh, use) for use in inside if _method(use) == "add"]
        made = f"java.util.Set<{element}> {fresh} = new java.util.HashSet<>({name});"
        yield from change(
            node.start_point.row + 1,
            [program.before(loop, made), *asked, *put],
            f"`{name}` is searched element by element",
        )


def _method(use: Node) -> str:
    called = called_on(use)
    return called[0] if called is not None else ""


def _widest(program: JavaProgram, node: Node, declared: Node, uses: list[Node]) -> Node | None:
    """The outermost loop around a call before which the list is there, and in which it is only asked and added to."""
    found = None
    for loop in program.loops_around(node):
        inside = [use for use in uses if is_in(use, loop)]
        if is_in(declared, loop) or not all(
            _method(use) in _ASKING or is_gone_over(use) or _is_added_to(use, inside) for use in inside
        ):
            break
        if loop.parent is not None and loop.parent.type == "block":
            found = loop
    return found


def _is_added_to(use: Node, uses: list[Node]) -> bool:
    """Whether a use is a statement that adds one element at the end, which doesn't hang on the list."""
    method, given = called_on(use) or ("", [])
    statement = use.parent.parent if use.parent is not None else None
    return (
        method == "add"
        and len(given) == 1
        and statement is not None
        and statement.type == "expression_statement"
        and not any(is_in(other, given[0]) for other in uses)
    )


def _put_in_both(program: JavaProgram, name: str, fresh: str, use: Node) -> SourceEdit | None:
    """The edit that has the set get what the list gets."""
    statement = use.parent.parent if use.parent is not None else None
    _, (given,) = called_on(use) or ("", [use])
    element = text_of(given) if given.type in _SIMPLE else f"{name}.get({name}.size() - 1)"
    if statement is None:
        return None
    return program.replaced(statement, f"{{ {text_of(statement)} {fresh}.add({element}); }}")


RULE = RewriteRule("java-searched-set", "Ask a set instead of searching a list", "java", 3, _find, __doc__ or "")
