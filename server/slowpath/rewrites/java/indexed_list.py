"""A list that is asked by index, as an array.

What it changes:
    `new LinkedList<>()` of a list that is asked by index in a loop becomes `new ArrayList<>()`.

Why it is faster:
    A linked list walks to the index; an array list looks at one place, and takes a third of the memory.

When it refuses:
    The variable isn't declared as a `List`, anything else may know the list, or elements are put in or taken out
    elsewhere than at its end.

Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> all = new LinkedList<>();
            for (int i = 0; i < n; i++) all.add(in.nextInt());
            long sum = 0;
            for (int i = 0; i < all.size(); i++) sum += (long) all.get(i) * i;
            System.out.println(sum);
        }
    }

Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> all = new LinkedList<>();
            for (int i = 0; i < n; i++) all.add(in.nextInt());
            long sum = 0;
            while (!all.isEmpty()) sum += all.get(all.size() / 2) * (long) all.remove(0);
            System.out.println(sum);
        }
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.rewrites.java_program import JavaProgram, called_on, is_gone_over
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_AS_FAST = frozenset("get set size isEmpty contains indexOf lastIndexOf addAll sort equals hashCode toString".split())


def _find(program: JavaProgram) -> Iterator[Change]:
    for made in descendants(program.root, "object_creation_expression"):
        declarator = made.parent
        kind = text_of(made.child_by_field_name("type"))
        if (
            declarator is None
            or declarator.type != "variable_declarator"
            or not re.fullmatch(r"(?:java\.util\.)?LinkedList\s*<.*>", kind)
        ):
            continue
        name = text_of(declarator.child_by_field_name("name"))
        declared, uses = program.local(name, made), program.all_uses(name, made)
        if (
            declared is None
            or uses is None
            or not re.match(r"(?:java\.util\.)?List\s*<", text_of(declared.child_by_field_name("type")))
        ):
            continue
        calls = [(use, called_on(use)) for use in uses]
        if not all(
            is_gone_over(use)
            or (called is not None and (called[0] in _AS_FAST or (called[0] == "add" and len(called[1]) == 1)))
            for use, called in calls
        ):
            continue
        if any(
            called is not None and called[0] == "get" and program.view.loop_around(use) is not None
            for use, called in calls
        ):
            written = made.child_by_field_name("type")
            assert written is not None
            yield from change(
                made.start_point.row + 1,
                [program.replaced(written, "java.util.ArrayList" + kind[kind.index("<") :])],
                f"`{name}` walks to the index each time",
            )


RULE = RewriteRule(
    "java-indexed-list", "Keep a list that is asked by index in an array", "java", 3, _find, __doc__ or ""
)
