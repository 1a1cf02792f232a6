"""Checkers as Python text.

What is evaluated may raise (a name that isn't bound yet, an index), so it stands in a `try` that keeps an `Exception`
to itself; a program that is stopped from outside is stopped as before. Names and builtins that the program may have
given another meaning are bound where the shared part stands, which is before the program's first statement, behind a
docstring and `from __future__` imports. Nothing is imported by name, and nothing is ever assigned in the program's
own scopes.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import textwrap
import tokenize

from slowpath.instrument.insertions import CannotPlace, Insertion
from slowpath.instrument.marks import (
    COUNTS,
    DECLARES,
    HEAD_RANKS,
    NEEDS,
    RESTARTS,
    SETUP_RANK,
    SHARED,
    TESTS,
    Piece,
    is_marked,
    line_begin,
)
from slowpath.instrument.places import first_function, resolve
from slowpath.instrument.python_places import first_code
from slowpath.model.constraint import COUNT, Condition
from slowpath.model.patterns import late_regex

LONGEST = 1000
_COUNT = late_regex(rf"\b{COUNT}\b")
_GROWING = re.compile(rb"\b([A-Za-z_]\w*)\s*=\s*(?:collections\.)?defaultdict\b")
_CHANGING = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
_CHANGING_METHODS = frozenset(
    (
        "append appendleft extend extendleft insert pop popleft popitem remove discard add clear update sort "
        "reverse setdefault readline write"
    ).split()
)
_CHANGING_CALLS = frozenset({"input", "print", "next", "exit", "quit", "exec", "eval", "setattr", "delattr", "open"})
_SHARED = """\
# slowpath checkers: they count how often a constraint holds and change nothing else that the program does.
# Slowpath takes them out again (Remove all checkers). With SLOWPATH_CHECKERS=1 they report to stderr at the end.
def slowpath_checker(name, factor, mode, at_exit=__import__("atexit").register, system=__import__("os")):
    counts = [0, 0]
    def tested(left, right=1):
        counts[1] += 1
        if right > 0 and left >= factor * right:
            counts[0] += 1
            if mode == "abort":
                system.abort()
    def report():
        if mode == "stderr" or system.environ.get("SLOWPATH_CHECKERS"):
            system.write(2, ("slowpath checker %s: fired %d of %d\\n" % (name, counts[0], counts[1])).encode())
    at_exit(report)
    return tested
# slowpath end"""


def shared_piece(plain: bytes) -> Piece:
    """What the checkers of a text share. Raises `CannotPlace` where the program has no line of its own to begin on."""
    at = first_code(plain)
    return Piece(SHARED, "", at, _lines(plain, at, _SHARED, b""), HEAD_RANKS[SHARED])


def pieces_of(plain: bytes, checker: str, sentence: str, condition: Condition, mode: str) -> list[Piece]:
    """The pieces of one checker, at offsets of `plain`. Raises `CannotPlace`."""
    name = f"slowpath_{checker}"
    left, right = (_expression(plain, text, name, condition) for text in (condition.left, condition.right))
    insertion = resolve(plain, "python", condition.place)
    made = [_declaration(plain, checker, sentence, condition, mode)]
    if condition.setup.strip():
        made.append(_definitions(plain, checker, condition))
    if condition.count is not None:
        if condition.count.since is not None:
            made.append(
                _at(plain, checker, resolve(plain, "python", condition.count.since), RESTARTS, f"{name}_count[0] = 0")
            )
        amount = _expression(plain, condition.count.amount, name, condition)
        passed = f"{name}_count[0] += {amount}"
        made.append(
            _at(
                plain,
                checker,
                resolve(plain, "python", condition.count.at),
                COUNTS,
                passed if amount.isdigit() else f"try: {passed}\nexcept Exception: pass",
            )
        )
    arguments = left if right == "1" else f"{left}, {right}"
    made.append(_at(plain, checker, insertion, TESTS, f"try: {name}({arguments})\nexcept Exception: pass", sentence))
    return made


def _declaration(plain: bytes, checker: str, sentence: str, condition: Condition, mode: str) -> Piece:
    factor = condition.factor
    shown = str(int(factor)) if factor == int(factor) and abs(factor) < 2**53 else repr(factor)
    count = f"slowpath_{checker}_count = [0]\n" if condition.count is not None else ""
    at = first_code(plain)
    text = (
        f"# slowpath checker {checker} {DECLARES} its counters: {_readable(plain, sentence)}\n{count}"
        f'slowpath_{checker} = slowpath_checker("{checker}", {shown}, "{mode}")  # slowpath end'
    )
    return Piece(checker, DECLARES, at, _lines(plain, at, text, b""), HEAD_RANKS[DECLARES])


def _definitions(plain: bytes, checker: str, condition: Condition) -> Piece:
    """The functions that the condition needs, before the module's first statement around one of its places."""
    text = textwrap.dedent(condition.setup.replace("\r\n", "\n").expandtabs(4)).strip("\n")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise CannotPlace("its definitions can't be read") from error
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            harmless = all(module.split(".")[0] in sys.stdlib_module_names for module in modules)
        else:
            harmless = (
                isinstance(node, ast.FunctionDef)
                and not node.decorator_list
                and all(
                    isinstance(default, ast.Constant)
                    for default in (*node.args.defaults, *node.args.kw_defaults)
                    if default is not None
                )
            )
        if not harmless or getattr(node, "module", "") == "__future__":
            raise CannotPlace("its definitions are more than functions and imports")
    taken = _bound(tree) & _names(plain)
    if taken:
        raise CannotPlace(f"its definitions give {min(taken)} a meaning, which the program uses")
    if is_marked(text):
        raise CannotPlace("its definitions can't be read")
    at = first_function(plain, "python", condition)
    return Piece(
        checker,
        NEEDS,
        at,
        _lines(plain, at, f"# slowpath checker {checker} {NEEDS} this\n{text}\n# slowpath end", b""),
        SETUP_RANK,
    )


def _bound(tree: ast.Module) -> set[str]:
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return names


def _names(plain: bytes) -> set[str]:
    try:
        return {token.string for token in tokenize.tokenize(io.BytesIO(plain).readline) if token.type == tokenize.NAME}
    except (SyntaxError, tokenize.TokenError, ValueError):
        return {match.decode() for match in re.findall(rb"[A-Za-z_]\w*", plain)}


def _expression(plain: bytes, text: str, name: str, condition: Condition) -> str:
    """The expression on one line. Raises `CannotPlace` where it isn't one, or may change something."""
    try:
        tree = ast.parse(f"({text}\n)" if len(text) <= LONGEST else "", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CannotPlace(f"'{text}' isn't an expression") from error
    for node in ast.walk(tree):
        if isinstance(node, _CHANGING) or (
            isinstance(node, ast.Call)
            and (
                (isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING_METHODS)
                or (isinstance(node.func, ast.Name) and node.func.id in _CHANGING_CALLS)
            )
        ):
            raise CannotPlace(f"'{text}' may change something")
    growing = {match.decode() for match in _GROWING.findall(plain)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in growing:
            raise CannotPlace(f"'{text}' puts a key that isn't there into a defaultdict; get() doesn't")
    if isinstance(tree.body, (ast.Tuple, ast.GeneratorExp)):
        raise CannotPlace(f"'{text}' isn't a number")
    line = text.strip() if "\n" not in text.strip() and "#" not in text else ast.unparse(tree)
    if isinstance(tree.body, ast.Starred):
        raise CannotPlace(f"'{text}' isn't an expression")
    return _COUNT.sub(f"{name}_count[0]", line) if condition.count is not None else line


def _at(plain: bytes, checker: str, insertion: Insertion, role: str, code: str, sentence: str = "") -> Piece:
    """Lines of the checker's own at a spot. Behind the last line of a text that doesn't end it, they begin with its
    end instead. Raises `CannotPlace` where a lone carriage return ends the text: whose it was couldn't be told."""
    said = f": {_readable(plain, sentence)}" if sentence else ""
    text = f"# slowpath checker {checker} {role}{said}\n{code}  # slowpath end"
    rank = (-len(insertion.indent), 1 if insertion.is_last else 2)
    if insertion.is_first and not insertion.is_last:
        line = line_begin(plain, insertion.at)
        return Piece(checker, role, line, _lines(plain, line, text, insertion.indent), rank)
    end = plain.find(b"\n", insertion.at)
    if end >= 0:
        return Piece(checker, role, end + 1, _lines(plain, end, text, insertion.indent), rank)
    if plain.endswith(b"\r"):
        raise CannotPlace("a carriage return without a newline ends its line")
    ending = _line_end(plain, 0)
    lines = b"".join(ending + insertion.indent + line.encode("utf-8", "replace") for line in text.split("\n"))
    return Piece(checker, role, len(plain), lines, rank)


def _lines(plain: bytes, at: int, text: str, indent: bytes) -> bytes:
    ending = _line_end(plain, at)
    return b"".join(indent + line.encode("utf-8", "replace") + ending for line in text.split("\n"))


def _line_end(plain: bytes, at: int) -> bytes:
    end = plain.find(b"\n", at)
    end = plain.find(b"\n") if end < 0 else end
    return b"\r\n" if end > 0 and plain[end - 1 : end] == b"\r" else b"\n"


def _readable(plain: bytes, sentence: str) -> str:
    """The sentence in letters that the file's encoding has, where it isn't UTF-8."""
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(plain).readline)[0]
    except (SyntaxError, ValueError):
        encoding = "ascii"
    if encoding in ("utf-8", "utf-8-sig"):
        return sentence
    return sentence.encode("ascii", "replace").decode()
