"""What is sorted by the library stands in disorder.

What it finds:
    `Arrays.sort` of a whole array, `Collections.sort` and `sort` of a list of numbers or texts.
Why it is slow:
    Objects and lists are merged from the runs in which they stand: what rises or falls throughout is compared n times,
    a random order n log n times, each time through two pointers. Numbers of arrays are merged likewise where their runs
    are few, else split by pivots from fixed places: a random order mispredicts every other comparison. Until Java 13 an
    order that puts the largest numbers at those places makes the sort quadratic; from 14 on heapsort ends that, at
    three times the cost of a random order.
Evidence:
    The places where what rose falls or the other way round, counted when the sort begins: two of three in a random
    order.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int[] all = new int[in.nextInt()];
            for (int i = 0; i < all.length; i++) all[i] = in.nextInt();
            Arrays.sort(all);
            System.out.println(all[all.length / 2]);
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            byte[] all = in.next().getBytes();
            Arrays.sort(all);
            System.out.println(all[all.length / 2]);
        }
    }
False alarms:
    Programs of which sorting is a small part.
Source:
    OpenJDK, `java.util.DualPivotQuicksort` (JDK-8226297 for Java 14) and `java.util.TimSort`.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import LISTS, JavaView, part_of_scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.source.cpp.values import text_of

ID = "java-sort-order"
WHY = "A random order costs the sort several times what one that rises does, an order made against it still more."
_OBJECTS = dict.fromkeys(("Integer", "Long", "Double", "String"), "{}.compareTo({}) > 0")
_FALLS = {**dict.fromkeys(("int", "long", "double"), "{} > {}"), **_OBJECTS}
"""How one element is told to be greater than the next, by their type."""


def find(view: JavaView) -> Iterator[Constraint]:
    """Sorts of arrays and lists whose elements have an order of their own."""
    for node, path, given in view.calls("sort"):
        of = text_of(given[0]) if path in ("Collections", "Arrays") and len(given) == 1 else path
        kind = view.type_of(of, node)
        is_list = kind in LISTS - {"LinkedList"}
        item = view.item_of(of, node) if is_list else kind.removesuffix("[]")
        is_natural = not is_list or path == "Collections" or list(map(text_of, given)) == ["null"]
        if (is_list or kind.endswith("[]")) and item in (_OBJECTS if is_list else _FALLS) and is_natural:
            name = f"turns_{node.start_point.row + 1}_{node.start_point.column}"
            yield from work(
                view,
                ID,
                node,
                f"{name}({of})",
                f"`{of}` holds much in disorder when it is sorted",
                WHY,
                part_of_scale(view, 0.25),
                _setup(name, item, is_list),
            )


def _setup(name: str, item: str, is_list: bool) -> str:
    """A method that counts the turns."""
    length, element = ("size()", "all.get({})") if is_list else ("length", "all[{}]")
    first, second, third = (element.format(place) for place in ("i - 2", "i - 1", "i"))
    falls = _FALLS[item]
    return (
        f"static long {name}({f'java.util.List<{item}>' if is_list else f'{item}[]'} all) {{\n"
        "    long turns = 0;\n"
        f"    for (int i = 2; i < all.{length}; i++) {{\n"
        f"        if (({falls.format(first, second)}) != ({falls.format(second, third)})) turns++;\n"
        "    }\n"
        "    return turns;\n"
        "}"
    )


RULE = Rule(ID, "A sort of what is in disorder", "java", 2, find, __doc__)
