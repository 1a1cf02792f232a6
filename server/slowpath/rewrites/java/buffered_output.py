"""Output that is handed on in large pieces.

What it changes:
    `System.out` becomes a stream with a buffer, first in `main`; what waits is printed when the program ends.

Why it is faster:
    `System.out` hands each call of `println` on to the system by itself.

When it refuses:
    Nothing is printed in a loop, the program sets or flushes its streams, ends its machine at once, or may be an answer
    to an interactive problem.

Example:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            for (int left = in.nextInt(); left > 0; left--) System.out.println(left * left);
        }
    }

Not here:
    import java.util.Scanner;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            for (int left = in.nextInt(); left > 0; left--) {
                System.out.println(left * left);
                System.out.flush();
            }
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_OTHERWISE = tuple("setOut flush halt setErr inheritedChannel console FileDescriptor Runtime checkError close".split())
_LINES = (
    "System.setOut(new java.io.PrintStream(new java.io.BufferedOutputStream(",
    "    new java.io.FileOutputStream(java.io.FileDescriptor.out), 1 << 16)));",
    "Runtime.getRuntime().addShutdownHook(new Thread(System.out::flush));",
)


def _find(program: JavaProgram) -> Iterator[Change]:
    early = next(descendants(program.root, "static_initializer"), None) is not None
    if early or program.may_talk or program.mentions(*_OTHERWISE):
        return
    mains = [
        node
        for node in descendants(program.root, "method_declaration")
        if text_of(node.child_by_field_name("name")) == "main"
    ]
    printed = [
        node
        for node, path, _ in program.view.calls("println", "print", "printf")
        if path == "System.out" and program.view.is_repeated(node)
    ]
    body = mains[0].child_by_field_name("body") if len(mains) == 1 else None
    # A field that holds the stream from before `main` would go on printing past the buffer.
    kept = any(
        text_of(node) == "System.out" and (node.parent is None or node.parent.type != "method_invocation")
        for node in descendants(program.root, "field_access")
    )
    first = body.named_children[0] if body is not None and body.named_children else None
    # What letters beyond ASCII become is the stream's business.
    if first is None or not printed or kept or not program.source.isascii():
        return
    yield from change(
        printed[0].start_point.row + 1,
        [program.before(first, "\n".join(_LINES))],
        "each call of `System.out` is handed to the system by itself",
    )


RULE = RewriteRule("java-buffered-output", "Print in large pieces", "java", 2, _find, __doc__ or "")
