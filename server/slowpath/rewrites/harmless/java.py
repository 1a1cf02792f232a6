"""Java: a version may name what computes, collects, reads standard input and prints."""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of
from slowpath.source.java.source import parse_java

PACKAGES = (
    "java.util",
    "java.util.function",
    "java.util.stream",
    "java.util.regex",
    "java.io",
    "java.math",
    "java.text",
    "java.lang",
    "java.lang.Math",
    "java.nio.charset",
)
FORBIDDEN = frozenset(
    (
        "Runtime ProcessBuilder ProcessHandle Process exec exitValue halt addShutdownHook load loadLibrary getenv "
        "getProperty setProperty getProperties setProperties setSecurityManager setIn setOut setErr inheritedChannel "
        "Class ClassLoader ModuleLayer forName getClass getClassLoader loadClass defineClass newInstance ServiceLoader "
        "reflect Method Field Constructor invoke MethodHandles MethodHandle VarHandle Unsafe Proxy Instrumentation "
        "File Files Path Paths FileReader FileWriter FileInputStream FileOutputStream RandomAccessFile FileChannel "
        "FileSystem FileSystems ObjectInputStream ObjectOutputStream FileDescriptor "
        "Socket ServerSocket DatagramSocket SocketChannel URL URI URLConnection HttpClient InetAddress Console console "
        "Thread ThreadGroup Executors ExecutorService ForkJoinPool CompletableFuture Timer TimerTask "
        "ScriptEngineManager Desktop Robot ResourceBundle Preferences Logger nio net sun jdk javax"
    ).split()
)
"""Names of types, methods and packages that reach beyond the program."""
_WRITERS = ("PrintWriter", "PrintStream", "Formatter")
"""They take a stream, or the name of a file."""
_ESCAPED = late_regex(r"\\u+[0-9a-fA-F]{4}")


def why_not_run(source: bytes, original: bytes) -> str:
    """See `rewrites.harmless`."""
    text = source.decode("utf-8", "replace")
    if _ESCAPED.search(text):
        return "it uses escaped letters, which is not allowed."
    known = _names(original)
    foreign = sorted(_imported(source) - _imported(original) - set(PACKAGES))
    if foreign:
        return f"it imports from {foreign[0]}, which is not among the packages that are allowed."
    used = (_names(source) & FORBIDDEN) - known
    if used:
        return f"it uses the name {sorted(used)[0]}, which is not allowed: it may compute, read and write, no more."
    for made in descendants(parse_java(source), "object_creation_expression"):
        given = made.child_by_field_name("arguments")
        first = given.named_children[0] if given is not None and given.named_children else None
        if text_of(made.child_by_field_name("type")) in _WRITERS and first is not None and not _is_stream(first):
            return f"it makes a {text_of(made.child_by_field_name('type'))} of something other than System.out."
    return "it declares native methods, which is not allowed." if re.search(r"\bnative\b", text) else ""


def _is_stream(given: Node) -> bool:
    """Whether it's surely no name of a file: `System.out`, or a stream that is made on the spot."""
    return text_of(given) in ("System.out", "System.err") or given.type == "object_creation_expression"


def _names(source: bytes) -> set[str]:
    root = parse_java(source)
    if root.has_error:  # What can't be read whole may hide a name from the tree.
        return set(re.findall(r"[A-Za-z_$][\w$]*", source.decode("utf-8", "replace")))
    parts = (part for part in root.named_children if part.type not in ("import_declaration", "package_declaration"))
    return {text_of(node) for part in parts for node in descendants(part, "identifier", "type_identifier")}


def _imported(source: bytes) -> set[str]:
    """The packages, or types of static imports, that are imported from."""
    rows = (text_of(node) for node in descendants(parse_java(source), "import_declaration"))
    return {row.removeprefix("import").strip(" ;\n").removeprefix("static ").strip().rpartition(".")[0] for row in rows}
