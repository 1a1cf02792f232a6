"""Java's words for reading and for its types, and what stands for them in C++ (`java_as_cpp`)."""

from __future__ import annotations

import re

from slowpath.inputs.infer.reads.cpp.conditions import FIRST_OF_LINE
from slowpath.model.patterns import late_regex

INT, LONG, REAL, WORD, CHARACTER, LINE = (
    "java_int",
    "java_long",
    "java_real",
    "java_word",
    "java_character",
    "java_line",
)
ALL_LINES = late_regex(r"\.\s*lines\s*\(|\breadAllLines\b")
WHOLE_LINE = late_regex(rf"\bgetline\(cin|\b{LINE}\(\)")
READ = late_regex(r"\bjava_\w+\(\)")
FIRST = {f"{reader}()": f"{reader.replace('java_', FIRST_OF_LINE)}()" for reader in (INT, LONG, REAL, WORD, CHARACTER)}
"""Reads of what stands first on a line."""
_DIGITS = "int c = fgetc(stdin); while (c < '0') c = fgetc(stdin);"
_READERS = (
    f"int {INT}() {{ {_DIGITS} return c; }} long long {LONG}() {{ {_DIGITS} return c; }} "
    f"double {REAL}() {{ {_DIGITS} return c; }} "
    f"string {WORD}() {{ string s; while (true) s += fgetc(stdin); return s; }} "
    f"char {CHARACTER}() {{ return fgetc(stdin); }} "
)
PRELUDE = f"{_READERS}string {LINE}() {{ string line; getline(cin, line); return line; }} "
"""Readers that `cpp_program` knows by their bodies. They stand on the first line, before the program's text."""
FIRST_READERS = _READERS.replace("java_", FIRST_OF_LINE)
"""Those that stand behind them in a program that takes lines alone."""

BOXES = {
    "String": "string",
    "boolean": "bool",
    "Boolean": "bool",
    "long": "long long",
    "Long": "long long",
    "Integer": "int",
    "Double": "double",
    "Character": "char",
    "Short": "short",
    "Byte": "char",
    "byte": "char",
    "BigInteger": "long long",
    "BigDecimal": "double",
    "var": "auto",
}
HOLDERS = {
    "List": "vector",
    "ArrayList": "vector",
    "LinkedList": "deque",
    "Deque": "deque",
    "Queue": "queue",
    "ArrayDeque": "deque",
    "Vector": "vector",
    "Stack": "vector",
    "Set": "set",
    "HashSet": "set",
    "TreeSet": "set",
    "Map": "map",
    "HashMap": "map",
    "TreeMap": "map",
    "PriorityQueue": "priority_queue",
}
STREAMS = frozenset(
    (
        "Scanner BufferedReader InputStreamReader InputStream DataInputStream StreamTokenizer StringTokenizer "
        "PrintWriter PrintStream BufferedWriter OutputStreamWriter BufferedInputStream BufferedOutputStream "
        "Kattio FileInputStream"
    ).split()
)
READERS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (late_regex(pattern), reader)
    for pattern, reader in (
        (r"(?:next|read|get|scan)?_?(?:Int|Integer|Short|Byte|int)|ni|nint|in|rni", INT),
        (r"(?:next|read|get|scan)_?(?:Long|BigInteger|long)|nl|nlong|rnl", LONG),
        (r"(?:next|read|get|scan)_?(?:Double|Float|BigDecimal|double)|nd", REAL),
        (r"(?:next|read|get)_?(?:Char|char)|nc", CHARACTER),
        (r"(?:next|read|get)(?:Line|ln)|nline", LINE),
        (r"next|nextToken|(?:next|read|get)_?(?:String|Word|Token|Str|string)|ns", WORD),
    )
)
TOKENS = {"String": WORD, "int": INT, "Integer": INT, "long": LONG, "Long": LONG, "double": REAL, "BigInteger": LONG}
"""As what a method reads that gives one token, by the type that it returns."""
TAKEN_TOKEN = late_regex(r"\bnextToken\s*\(\s*\)")
PARSERS = {"parseInt": INT, "parseLong": LONG, "parseDouble": REAL, "parseShort": INT, "parseFloat": REAL}
BOXED_PARSERS = {"Integer": INT, "Long": LONG, "Double": REAL}
OUTPUTS = frozenset({"print", "println", "printf", "write", "append", "flush", "format"})
HAS_MORE = late_regex(r"hasNext\w*|hasMoreTokens|ready")
WRAPS = late_regex(
    r"System\s*\.\s*in\b|\bStringTokenizer\b|\bInputStream\b|\bDataInputStream\b|\bBufferedReader\b|"
    r"\bStreamTokenizer\b"
)
TAKEN_WHILE = late_regex(r"\bhasMore\w*|==\s*null")
TAKES = late_regex(r"\bhasMoreTokens\b|\breadLine\b|\.\s*read\s*\(|\breadByte\s*\(|\bnval\b|\bsval\b")
"""What a method's body has that takes something from a stream by itself."""
TRIMS = frozenset({"trim", "strip", "toCharArray", "intern", "toString", "toUpperCase", "toLowerCase"})
GONE = frozenset(
    (
        "modifiers throws import_declaration package_declaration annotation marker_annotation line_comment "
        "block_comment finally_clause catch_clause resource_specification lambda_expression "
        "interface_declaration enum_declaration static_initializer explicit_constructor_invocation "
        "super_interfaces superclass type_parameters"
    ).split()
)
