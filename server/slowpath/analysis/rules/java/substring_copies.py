"""Parts of a text that are copied in each step.

What it finds:
    `substring`, `toCharArray`, `split`, `replace`, `concat` and `toLowerCase` of a long `String` that
    are reached often.
Why it is slow:
    Since Java 7 a part of a text is a copy of its own: a step that looks at the rest of a text costs its length.
Evidence:
    The characters of the text, added up whenever it is copied while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String rest = in.next();
            int sum = 0;
            while (!rest.isEmpty()) {
                sum += rest.charAt(0);
                rest = rest.substring(1);
            }
            System.out.println(sum + n);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            String text = in.next();
            int sum = 0;
            for (int i = 0; i < text.length(); i++) sum += text.charAt(i);
            System.out.println(sum + n);
        }
    }
False alarms:
    Parts of a few letters, whose text is long: the whole text is counted.
Source:
    OpenJDK, `java.lang.String.substring`; JDK-4513622.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "java-substring-copies"
WHY = "A part of a text is a copy."


def find(view: JavaView) -> Iterator[Constraint]:
    """Copies of texts that are made again and again."""
    for node, path, _ in view.calls("substring", "toCharArray", "split", "replace", "concat", "toLowerCase"):
        if view.type_of(path, node) == "String" and view.is_repeated(node) and view.is_outside(path, node):
            yield from work(
                view,
                ID,
                node,
                size(view, path, node),
                f"`{path}` is long whenever a part of it is copied, which is often",
                WHY,
            )


RULE = Rule(ID, "Parts of a text copied in each step", "java", 3, find, __doc__)
