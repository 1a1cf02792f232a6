"""Numbers kept as keys, without an object for each.

What it changes:
    A local `HashMap` from numbers to numbers, or a `HashSet` of numbers, becomes a table of plain ones that is written
    beside the program's classes.

Why it is faster:
    A hash table of the library makes an object for each key, one for each value and one for each entry, and follows
    three links to ask for one. Its places are known, too, so that an input can crowd one; those of the table here
    hang on a number that is drawn at random.

When it refuses:
    The table is gone over, something is removed, anything else may know it, a key or value may be null or another kind
    of number, or what it gives is used as an object.

Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt(), most = 0;
            Map<Integer, Integer> counts = new HashMap<>();
            for (int i = 0; i < n; i++) {
                int x = in.nextInt();
                counts.put(x, counts.getOrDefault(x, 0) + 1);
                most = Math.max(most, counts.getOrDefault(x, 0) + 0);
            }
            System.out.println(most + " " + counts.size());
        }
    }

Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Map<Integer, Integer> counts = new HashMap<>();
            for (int i = 0; i < n; i++) counts.merge(in.nextInt(), 1, Integer::sum);
            for (int x : counts.keySet()) System.out.println(x);
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from slowpath.model.patterns import late_regex
from slowpath.model.rewrite import SourceEdit
from slowpath.rewrites.java_numbers import INT, LONG, kind_of
from slowpath.rewrites.java_program import JavaProgram, called_on
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_NAME = "NumberTable"
_TABLE = """
    static final class NumberTable {
        private static final long SCATTER = new java.util.Random().nextLong() | 1;
        private long[] keys = new long[16], values = new long[16];
        private boolean[] taken = new boolean[16];
        private int size, shift = 60;

        private int place(long key) {
            int at = (int) (key * SCATTER >>> shift);
            while (taken[at] && keys[at] != key) at = at + 1 & taken.length - 1;
            return at;
        }

        private int room(long key) {
            int at = place(key);
            if (taken[at]) return at;
            if (2 * size >= taken.length) {
                long[] oldKeys = keys, oldValues = values;
                boolean[] wasTaken = taken;
                shift--;
                keys = new long[2 * wasTaken.length];
                values = new long[2 * wasTaken.length];
                taken = new boolean[2 * wasTaken.length];
                for (int i = 0; i < wasTaken.length; i++) {
                    if (!wasTaken[i]) continue;
                    int to = place(oldKeys[i]);
                    taken[to] = true;
                    keys[to] = oldKeys[i];
                    values[to] = oldValues[i];
                }
                at = place(key);
            }
            size++;
            taken[at] = true;
            keys[at] = key;
            values[at] = 0;
            return at;
        }

        boolean containsKey(long key) { return taken[place(key)]; }
        boolean contains(long key) { return taken[place(key)]; }
        int size() { return size; }
        boolean isEmpty() { return size == 0; }

        void put(long key, long value) {
            int at = room(key);
            values[at] = value;
        }

        void sum(long key, long value) {
            int at = room(key);
            values[at] += value;
        }

        boolean add(long key) {
            int before = size;
            room(key);
            return size > before;
        }

        long get(long key) {
            int at = place(key);
            if (!taken[at]) throw new NullPointerException();
            return values[at];
        }

        long getOrDefault(long key, long otherwise) {
            int at = place(key);
            return taken[at] ? values[at] : otherwise;
        }

        void clear() {
            java.util.Arrays.fill(taken, false);
            size = 0;
        }
    }
"""
_DECLARED = late_regex(
    r"(?:Map|HashMap)\s*<\s*(Integer|Long)\s*,\s*(Integer|Long)\s*>|(?:Set|HashSet)\s*<\s*(Integer|Long)\s*>"
)
_MADE = late_regex(r"(?:java\.util\.)?Hash(?:Map|Set)\s*<[\w\s,]*>")
_PLAIN = {"Integer": "int", "Long": LONG}
_ARITHMETIC = frozenset({"-", "*", "/", "%", "<", ">", "<=", ">="})
_SUMS = frozenset({"Integer::sum", "Long::sum"})
_SUM = late_regex(r"\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*->\s*(?:\1\s*\+\s*\2|\2\s*\+\s*\1)")


def _find(program: JavaProgram) -> Iterator[Change]:
    for statement in descendants(program.root, "local_variable_declaration"):
        kind = statement.child_by_field_name("type")
        declared = _DECLARED.fullmatch(text_of(kind))
        declarators = [each for each in statement.named_children if each.type == "variable_declarator"]
        if kind is None or declared is None or len(declarators) != 1:
            continue
        name = text_of(declarators[0].child_by_field_name("name"))
        made = declarators[0].child_by_field_name("value")
        uses, body = program.all_uses(name, statement), _outermost(statement)
        if (
            made is None
            or body is None
            or not uses
            or program.local(name, statement) != statement
            or not _is_empty(program, made)
            or not any(program.view.is_repeated(use) for use in uses)
        ):
            continue
        key, value = _PLAIN[declared[1] or declared[3]], _PLAIN.get(declared[2] or "", "")
        is_known = _TABLE.encode() in program.source
        table = _NAME if is_known else program.fresh(_NAME)
        edits: list[SourceEdit | None] = [program.replaced(kind, table), program.replaced(made, f"new {table}()")]
        for use in uses:
            asked = _asked(program, use, key, value)
            if asked is None:
                break
            edits += asked
        else:
            if not is_known:
                end = body.end_byte - 1
                edits.append(SourceEdit(end, end, _TABLE.replace(_NAME, table).encode()))
            reason = f"each number that `{name}` keeps is an object"
            yield from change(statement.start_point.row + 1, edits, reason)


def _asked(program: JavaProgram, use: Node, key: str, value: str) -> list[SourceEdit | None] | None:
    """What becomes of one use of the table; None where it can't be a plain one. `value` is "" for a set."""
    called, call = called_on(use), use.parent
    if called is None or call is None:
        return None
    method, given = called
    tables = {text_of(use): value} if value else {}
    is_statement = call.parent is not None and call.parent.type == "expression_statement"
    if method in ("size", "isEmpty", "clear") and not given:
        return []
    if not given or kind_of(program, given[0], tables) != key:
        return None
    if (method == "containsKey" and value) or (method in ("contains", "add") and not value):
        return [] if len(given) == 1 else None
    if method == "get" and len(given) == 1 and value and _is_number(program, call, "", tables):
        return _narrowed(program, call, value)
    if len(given) < 2 or not value or kind_of(program, given[1], tables) != value:
        return None
    if method == "put" and is_statement:
        return []
    if method == "getOrDefault" and _is_number(program, call, text_of(use), tables):
        return _narrowed(program, call, value)
    if method == "merge" and is_statement and len(given) == 3:
        how, name = text_of(given[2]), call.child_by_field_name("name")
        added = SourceEdit(given[1].end_byte, given[2].end_byte, b"")
        return (
            [program.replaced(name, "sum"), added]
            if name is not None and (how in _SUMS or _SUM.fullmatch(how))
            else None
        )
    return None


def _is_empty(program: JavaProgram, made: Node) -> bool:
    """Whether a value is a new hash table without elements, of whatever size."""
    given = made.child_by_field_name("arguments")
    return (
        made.type == "object_creation_expression"
        and _MADE.fullmatch(text_of(made.child_by_field_name("type"))) is not None
        and not any(each.type == "class_body" for each in made.named_children)
        and given is not None
        and all(kind_of(program, each) == INT for each in given.named_children)
    )


def _outermost(node: Node) -> Node | None:
    """The body of the outermost class around a node."""
    around, found = node.parent, None
    while around is not None:
        found = around if around.type == "class_body" else found
        around = around.parent
    return found


def _narrowed(program: JavaProgram, call: Node, value: str) -> list[SourceEdit | None]:
    if value == LONG:
        return []
    before, after = call.start_byte, call.end_byte
    return [SourceEdit(before, before, b"((int) "), SourceEdit(after, after, b")")]


def _is_number(program: JavaProgram, node: Node, table: str, tables: Mapping[str, str]) -> bool:
    """Whether what is given is used as a number and never as an object. `table`: it's never null, so that it may be
    shown, or put into that table."""
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "binary_expression":
        operator = text_of(parent.child_by_field_name("operator"))
        sides = [parent.child_by_field_name("left"), parent.child_by_field_name("right")]
        others = [side for side in sides if side is not None and side != node]
        return operator in _ARITHMETIC or (
            operator in ("+", "==", "!=")
            and all(kind_of(program, other, tables) != "" for other in others)
            and not (operator != "+" and any(_is_asked(other, tables) for other in others))
        )
    if parent.type == "variable_declarator" and parent.parent is not None:
        return text_of(parent.parent.child_by_field_name("type")) in _PLAIN.values()
    if parent.type == "assignment_expression" and parent.child_by_field_name("right") == node:
        left = parent.child_by_field_name("left")
        return program.view.type_of(text_of(left), node) in _PLAIN.values()
    if parent.type == "array_access":
        return parent.child_by_field_name("index") == node
    call = parent.parent
    if parent.type != "argument_list" or call is None or call.type != "method_invocation":
        return False
    of, name = text_of(call.child_by_field_name("object")), text_of(call.child_by_field_name("name"))
    return (of == "Math" and name in ("max", "min", "abs")) or (
        table != "" and (of, name) in (("System.out", "println"), ("System.out", "print"), (table, "put"))
    )


def _is_asked(node: Node, tables: Mapping[str, str]) -> bool:
    """Whether it is what a table gives, an object: two of them are compared by which objects they are."""
    while node.type == "parenthesized_expression":
        node = node.named_children[0]
    return node.type == "method_invocation" and text_of(node.child_by_field_name("object")) in tables


RULE = RewriteRule("java-primitive-keys", "Keep numbers as keys without objects", "java", 2, _find, __doc__ or "")
