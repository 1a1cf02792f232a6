"""Printing a line at a time.

What it finds:
    `System.out.println`, `print` and `printf` in a loop.
Why it is slow:
    `System.out` hands each call on to the system by itself; a `StringBuilder` or a buffered `PrintWriter` does so once.
Evidence:
    The calls, counted while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            for (int i = 0; i < n; i++) System.out.println(in.nextInt() + 1);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < n; i++) out.append(in.nextInt() + 1).append(' ');
            System.out.print(out);
        }
    }
False alarms:
    A few thousand lines.
Source:
    OpenJDK, `java.lang.System.newPrintStream`, `java.io.PrintStream.implWrite`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, part_of_scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "java-output-per-line"
WHY = "Each call is handed to the system by itself."


def find(view: JavaView) -> Iterator[Constraint]:
    """Calls of System.out that are reached often."""
    for node, path, _ in view.calls("println", "print", "printf", "format"):
        if path == "System.out" and view.is_repeated(node):
            yield from work(
                view, ID, node, "1", "Very many lines are printed one by one", WHY, part_of_scale(view, 0.5)
            )


RULE = Rule(ID, "Printing a line at a time", "java", 1, find, __doc__)
