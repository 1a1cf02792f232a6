"""Reading much input by a Scanner.

What it finds:
    `nextInt`, `next`, `nextLong` and the like of a `Scanner` in a loop.
Why it is slow:
    Each token goes through regular expressions: a million numbers take about a second, ten times what a
    `StreamTokenizer` or a buffer of one's own takes.
Evidence:
    The tokens read, counted while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            long sum = 0;
            for (int i = 0; i < n; i++) sum += in.nextInt();
            System.out.println(sum);
        }
    }
Not here:
    import java.io.*;
    public class Main {
        public static void main(String[] args) throws IOException {
            StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
            in.nextToken();
            double sum = 0;
            for (int left = (int) in.nval; left > 0; left--) {
                in.nextToken();
                sum += in.nval;
            }
            System.out.println(sum);
        }
    }
False alarms:
    Inputs of a few thousand tokens.
Source:
    OpenJDK, `java.util.Scanner.buildIntegerPatternString`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, part_of_scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint

ID = "java-slow-scanner"
WHY = "A Scanner matches regular expressions for each token."


def find(view: JavaView) -> Iterator[Constraint]:
    """Tokens that scanners read again and again, once for each scanner and loop."""
    done = set()
    for node, path, _ in view.calls("next", "nextInt", "nextLong", "nextDouble", "nextLine"):
        loop = view.loop_around(node)
        at = (path, loop.start_byte if loop is not None else -1)
        if view.type_of(path, node) == "Scanner" and view.is_repeated(node) and at not in done:
            done.add(at)
            yield from work(
                view, ID, node, "1", f"Very many tokens are read from `{path}`", WHY, part_of_scale(view, 0.5)
            )


RULE = Rule(ID, "Much input by a Scanner", "java", 1, find, __doc__)
