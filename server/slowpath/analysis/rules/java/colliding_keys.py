"""A hash table keyed by what the input holds.

What it finds:
    `put`, `get`, `containsKey`, `merge`, `getOrDefault`, `add` and `contains` of a `HashMap` or `HashSet` with a key
    that is a variable.
Why it is slow:
    The place of a key is its hash code, whose upper half is mixed into the lower one by an exclusive or. Hash codes of
    texts, `Long` and `Integer` are known, so an input can hold many keys of one place. Since Java 8 a crowded place
    becomes a tree where keys can be compared, which costs some steps more; keys that can't be compared cost a square.
Evidence:
    The keys whose place in a table of 1024 is the first, counted while the program runs.
Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Map<String, Integer> counts = new HashMap<>();
            for (int i = 0; i < n; i++) {
                String word = in.next();
                counts.merge(word, 1, Integer::sum);
            }
            System.out.println(counts.size());
        }
    }
Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Map<String, Integer> counts = new TreeMap<>();
            for (int i = 0; i < n; i++) {
                String word = in.next();
                counts.merge(word, 1, Integer::sum);
            }
            System.out.println(counts.size());
        }
    }
False alarms:
    Keys that the statement bounds below the size of the table, and tables that hold few keys.
Source:
    OpenJDK, `java.util.HashMap.hash` and `treeifyBin`; JEP 180.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.java_view import JavaView, part_of_scale, work
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import Constraint
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import text_of

_TABLE = late_regex(r"(?:Linked)?Hash(?:Map|Set)|ConcurrentHashMap|Hashtable")

ID = "java-colliding-keys"
WHY = "Keys of one place are told apart one by one."


def find(view: JavaView) -> Iterator[Constraint]:
    """Hash tables asked for keys that are variables, once for each key and table."""
    done = set()
    for node, path, given in view.calls(
        "put", "get", "containsKey", "merge", "getOrDefault", "add", "contains", "putIfAbsent"
    ):
        if not given or given[0].type != "identifier" or not view.is_repeated(node):
            continue
        key = text_of(given[0])
        if _TABLE.fullmatch(view.type_of(path, node)) and (path, key) not in done:
            done.add((path, key))
            code = f"java.util.Objects.hashCode({key})"
            yield from work(
                view,
                ID,
                node,
                f"(({code} ^ ({code} >>> 16)) & 1023) == 0",
                f"Many keys `{key}` of `{path}` have the same place in the table",
                WHY,
                part_of_scale(view, 0.25),
            )


RULE = Rule(ID, "Keys of the input in a hash table", "java", 2, find, __doc__)
