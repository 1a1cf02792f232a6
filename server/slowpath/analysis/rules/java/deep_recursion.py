"""A method that calls itself for each element.

What it finds:
    Methods that call themselves with an argument that is less or more by a constant, or walk a graph or a list.
Why it is slow:
    Each call takes a frame of the stack, some hundred bytes: the usual stack of half a megabyte to eight overflows at
    ten thousand to a hundred thousand calls. A thread of a larger stack, or a loop, doesn't.
Evidence:
    The calls, counted while the program runs.
Example:
    import java.util.*;
    public class Main {
        static long sum(int[] a, int i) {
            if (i == a.length) return 0;
            return a[i] + sum(a, i + 1);
        }
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int[] a = new int[in.nextInt()];
            for (int i = 0; i < a.length; i++) a[i] = in.nextInt();
            System.out.println(sum(a, 0));
        }
    }
Not here:
    import java.util.*;
    public class Main {
        static long power(long base, int times) {
            if (times == 0) return 1;
            long half = power(base, times / 2);
            return times % 2 == 0 ? half * half : half * half * base;
        }
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            System.out.println(power(in.nextInt(), in.nextInt()));
        }
    }
False alarms:
    Graphs that are shallow wherever they're large, and judges with a large stack.
Source:
    JVMS 2.5.2; the option -Xss.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, part_of_scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_STEP = late_regex(r"\w+\s*[+-]\s*\d+")

ID = "java-deep-recursion"
WHY = "Each call within a call takes a part of the stack."


def find(view: JavaView) -> Iterator[Constraint]:
    """Methods that call themselves step by step: once for each."""
    done = set()
    for node in descendants(view.root, "method_invocation"):
        method, name = view.method_around(node), text_of(node.child_by_field_name("name"))
        if method is None or text_of(method.child_by_field_name("name")) != name or name in done:
            continue
        given = node.child_by_field_name("arguments")
        steps = any(_STEP.fullmatch(text_of(part)) for part in given.named_children) if given is not None else False
        if steps or view.loop_around(node) is not None:
            done.add(name)
            yield from work(
                view,
                ID,
                node,
                "1",
                f"`{name}` calls itself very often, perhaps within itself",
                WHY,
                part_of_scale(view, 0.4),
            )


RULE = Rule(ID, "Recursion as deep as the input is long", "java", 2, find, __doc__)
