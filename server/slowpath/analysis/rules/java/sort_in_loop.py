"""A sequence is sorted again in each step.

What it finds:
    `Collections.sort`, `Arrays.sort` and `sort` of a list that are reached often, for what lives longer than a round.
Why it is slow:
    Each step sorts what is nearly sorted already: the length times the steps, at least.
Evidence:
    The lengths of what is sorted, added up while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                all.add(in.nextInt());
                Collections.sort(all);
                System.out.println(all.get(i / 2));
            }
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < n; i++) all.add(in.nextInt());
            Collections.sort(all);
            System.out.println(all.get(n / 2));
        }
    }
False alarms:
    Sorting each row of a table once.
Source:
    STAB section 3.2: sorting in a loop.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, size, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

ID = "java-sort-in-loop"
WHY = "Sorting goes over all of it each time."


def find(view: JavaView) -> Iterator[Constraint]:
    """Sorting of the same sequence again and again."""
    for node, path, given in view.calls("sort"):
        of = text_of(given[0]) if path in ("Collections", "Arrays") and given else path
        if view.is_repeated(node) and view.is_outside(of.split("[")[0], node):
            yield from work(
                view, ID, node, size(view, of, node), f"`{of}` is long whenever it is sorted, which is often", WHY
            )


RULE = Rule(ID, "A sequence sorted again in each step", "java", 3, find, __doc__)
