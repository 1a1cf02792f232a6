"""A Python program as the rules see it: its statements, loops and functions, what stands where, and how often.

Python's own `ast` is read. Text that doesn't parse has the lines that the parser complains of blanked, a few times;
what is left is seen. Columns are 0-based and in bytes of the line's UTF-8, as in `model.constraint.Place`.
"""

from __future__ import annotations

import ast
import contextlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from slowpath.analysis.rules.names import Names, names_of
from slowpath.analysis.rules.python_bindings import FUNCTIONS
from slowpath.analysis.rules.python_view_kinds import Kinds
from slowpath.analysis.rules.python_view_scopes import Scopes
from slowpath.analysis.rules.python_view_tree import Tree
from slowpath.inputs.infer.reads.items import ReadProgram
from slowpath.inputs.infer.reads.python.reading import reads_of_python
from slowpath.model.constraint import AFTER, BEFORE, BODY, Place
from slowpath.model.format import InputFormat

LOOPS = (ast.For, ast.AsyncFor, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SPECIAL = (*LOOPS, *COMPREHENSIONS, *FUNCTIONS, ast.Lambda, ast.ClassDef)
_LARGEST = 200_000
_DEEPEST = 150
_MOST_REPAIRS = 12


@dataclass(frozen=True, eq=False)
class Loop:
    """A `for` or `while` statement, or one `for` of a comprehension (then `node` is its `ast.comprehension`)."""

    node: ast.For | ast.AsyncFor | ast.While | ast.comprehension
    depth: int
    lines: tuple[int, ...]

    @property
    def is_statement(self) -> bool:
        """Whether it is a statement, which has a place of its own."""
        return not isinstance(self.node, ast.comprehension)

    @property
    def iterated(self) -> ast.expr | None:
        """What a `for` goes over, None for a `while`."""
        return None if isinstance(self.node, ast.While) else self.node.iter


@dataclass(frozen=True, eq=False)
class Site:
    """A node where it stands: the statement around it, the loops around it in its function (outermost first, those
    of comprehensions too), and the function, None at the module's level. `in_lambda` says that names there aren't
    in scope at the statement."""

    node: ast.AST
    statement: ast.stmt
    loops: tuple[Loop, ...]
    function: ast.FunctionDef | ast.AsyncFunctionDef | None
    in_lambda: bool
    in_class: bool

    @property
    def line(self) -> int:
        """The 1-based line of the node."""
        return getattr(self.node, "lineno", self.statement.lineno)

    @property
    def outer(self) -> tuple[Loop, ...]:
        """The loops around it that are statements."""
        return tuple(loop for loop in self.loops if loop.is_statement)

    @property
    def inner(self) -> tuple[Loop, ...]:
        """The loops of comprehensions around it."""
        return tuple(loop for loop in self.loops if not loop.is_statement)


@dataclass(eq=False)
class View:
    """A parsed program. `sites` are in source order; `scopes` knows names, `kinds` what they hold, `inputs` which of
    them hold variables of the input."""

    tree: Tree
    _sites: dict[type, list[Site]]
    _of: dict[ast.AST, Site]
    scopes: Scopes
    kinds: Kinds
    inputs: Names
    _texts: dict[ast.AST, str] = field(default_factory=dict)
    _reading: dict[ast.AST, bool] = field(default_factory=dict)

    @property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What each node stands in."""
        return self.tree.parents

    def sites(self, *types: type) -> Iterator[Site]:
        """The nodes of the given types, in source order for each type."""
        for each in types:
            yield from self._sites.get(each, ())

    def site(self, node: ast.AST) -> Site:
        """Where a node stands. Raises `KeyError` for what is no part of the program."""
        return self._of[node]

    def text(self, node: ast.AST) -> str:
        """A node as text on one line."""
        if node not in self._texts:
            self._texts[node] = ast.unparse(node)
        return self._texts[node]

    def inside(self, node: ast.AST, *types: type) -> Iterator[ast.AST]:
        """The nodes of the given types in `node`, itself included, but not those of functions defined in it."""
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if isinstance(part, types):
                yield part
            if part is node or not isinstance(part, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
                waiting.extend(self.tree.children[part])

    def within(self, nodes: list[ast.stmt], *types: type) -> Iterator[ast.AST]:
        """The same over several statements; definitions among them are left out."""
        for node in nodes:
            if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                yield from self.inside(node, *types)

    def is_builtin_call(self, node: ast.AST, *names: str) -> bool:
        """Whether a node calls one of these built-in functions, under its own name, with arguments told apart."""
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in names
            and not self.scopes.is_bound_anywhere(node.func.id)
            and not any(isinstance(argument, ast.Starred) for argument in node.args)
        )

    def place_of(self, site: Site) -> Place | None:
        """Where to count how often the site is reached: before its statement, or at the head of a `while`'s body for
        what its test asks. None where no statement stands right there: in a lambda, a class, a decorator."""
        statement = site.statement
        if site.in_lambda or site.in_class or isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return None
        if isinstance(statement, ast.While):
            return self.body(statement)
        return self.before(statement)

    def before(self, statement: ast.stmt) -> Place:
        """Before a statement; for an `elif` before the `if` that it belongs to."""
        head = self.head(statement)
        return Place(BEFORE, head.lineno, head.col_offset)

    def after(self, statement: ast.stmt) -> Place:
        """After a whole statement."""
        head = self.head(statement)
        return Place(AFTER, head.lineno, head.col_offset)

    def body(self, statement: ast.stmt) -> Place:
        """The first thing in the body of a loop or function."""
        return Place(BODY, statement.lineno, statement.col_offset)

    def head(self, statement: ast.stmt) -> ast.stmt:
        """The statement itself; for an `elif` the `if` that the chain begins with."""
        while isinstance(statement, ast.If):
            parent = self.parents.get(statement)
            if not (
                isinstance(parent, ast.If)
                and parent.orelse == [statement]
                and statement.col_offset == parent.col_offset
            ):
                break
            statement = parent
        return statement

    @cached_property
    def functions(self) -> tuple[Site, ...]:
        """The functions of the program, in source order."""
        return tuple(self.sites(ast.FunctionDef))

    def calls_of(self, name: str) -> Iterator[Site]:
        """Where something of that name is called, as a function or a method."""
        return iter(self._calls.get(name, ()))

    @cached_property
    def _calls(self) -> dict[str, list[Site]]:
        made: dict[str, list[Site]] = {}
        for site in self.sites(ast.Call):
            called = site.node.func  # type: ignore[attr-defined]
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            made.setdefault(name, []).append(site)
        return made

    @cached_property
    def repeated(self) -> frozenset[ast.AST]:
        """The functions that run more than once: called in a loop, by themselves, twice over, or by such."""
        often: set[ast.AST] = set()
        calls = {site.node: list(self.calls_of(site.node.name)) for site in self.functions}  # type: ignore[attr-defined]
        for _ in range(4):
            before = len(often)
            often |= {
                function
                for function, sites in calls.items()
                if function not in often
                and any(
                    site.loops or site.in_lambda or site.function in often or site.function is function
                    for site in sites
                )
            }
            if len(often) == before:
                break
        return frozenset(often)

    def is_repeated(self, site: Site) -> bool:
        """Whether the site is reached many times in one run, as far as the text shows."""
        return bool(site.outer) or site.function in self.repeated

    def self_calls(self, function: ast.AST) -> list[Site]:
        """Where a function calls itself by name, nested functions left out."""
        name = getattr(function, "name", "")
        return [site for site in self.calls_of(name) if site.function is function]

    def is_reading(self, node: ast.AST) -> bool:
        """Whether something in `node` reads the input, as far as its names show."""
        known = self._reading.get(node)
        if known is None:
            known = self._reading[node] = any(
                (part.id if isinstance(part, ast.Name) else part.attr) in self.scopes.readers  # type: ignore[attr-defined]
                for part in self.inside(node, ast.Name, ast.Attribute)
            )
        return known


def view_of(source: bytes, fmt: InputFormat | None = None) -> View:
    """The view of a program's text; empty where nothing can be seen of it. Never raises."""
    tree = _parsed(source)
    scopes = Scopes(tree)
    kinds = Kinds(scopes)
    walker = _Walker(tree)
    walker.walk()
    reads = ReadProgram(())
    with contextlib.suppress(RecursionError):
        reads = reads_of_python(source[:_LARGEST])
    return View(tree, walker.sites, walker.of, scopes, kinds, names_of(reads, fmt))


def _parsed(source: bytes) -> Tree:
    """The syntax tree, of what can be read; an empty module where that is too deep to walk."""
    text = source[:_LARGEST].decode("utf-8", "replace").replace("\x00", " ").lstrip("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    rows = text.split("\n")
    for _ in range(_MOST_REPAIRS):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = Tree(ast.parse("\n".join(rows)))
        except SyntaxError as error:
            if not _blanked(rows, error.lineno or 1):
                break
            continue
        except (ValueError, RecursionError, MemoryError):
            break
        return tree if tree.depth <= _DEEPEST else Tree(ast.Module([], []))
    return Tree(ast.Module([], []))


def _blanked(rows: list[str], line: int) -> bool:
    """Puts `pass` in place of a line that can't be read; False where that is done already."""
    index = min(max(line, 1), len(rows)) - 1
    while index > 0 and not rows[index].strip():
        index -= 1
    bare = rows[index].lstrip()
    if bare == "pass":
        rows[index] = ""
        return True
    if not bare:
        return False
    rows[index] = rows[index][: len(rows[index]) - len(bare)] + "pass"
    return True


@dataclass(frozen=True)
class _Around:
    """What stands around a node while the tree is walked."""

    statement: ast.stmt | None = None
    loops: tuple[Loop, ...] = ()
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    in_lambda: bool = False
    in_class: bool = False


class _Walker:
    """Collects the sites in source order."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.sites: dict[type, list[Site]] = {}
        self.of: dict[ast.AST, Site] = {}

    def walk(self) -> None:
        """Visits every node with what stands around it."""
        waiting: list[tuple[ast.AST, _Around]] = [(node, _Around()) for node in reversed(self.tree.module.body)]
        while waiting:
            node, around = waiting.pop()
            if isinstance(node, ast.stmt):
                around = _Around(node, around.loops, around.function, around.in_lambda, around.in_class)
            if around.statement is None:
                continue
            site = Site(node, around.statement, around.loops, around.function, around.in_lambda, around.in_class)
            self.of[node] = site
            self.sites.setdefault(type(node), []).append(site)
            if isinstance(node, _SPECIAL):
                waiting.extend(reversed(list(_children(node, around))))
            else:
                waiting.extend((part, around) for part in reversed(self.tree.children[node]))


def _children(node: ast.AST, around: _Around) -> Iterator[tuple[ast.AST, _Around]]:
    """The parts of a node, each with what stands around it."""
    if isinstance(node, LOOPS):
        last = max((getattr(part, "end_lineno", 0) or 0 for part in node.body), default=node.lineno)
        loop = Loop(node, len(around.loops), tuple(range(node.lineno, max(last, node.lineno) + 1)))
        looped = _with_loops(around, (*around.loops, loop))
        if isinstance(node, ast.While):
            yield node.test, looped
        else:
            yield node.iter, around
            yield node.target, looped
        yield from ((part, looped) for part in node.body)
        yield from ((part, around) for part in node.orelse)
    elif isinstance(node, COMPREHENSIONS):
        loops = around.loops
        for generator in node.generators:
            yield generator.iter, _with_loops(around, loops)
            loops = (*loops, Loop(generator, len(loops), (node.lineno,)))
            inner = _with_loops(around, loops)
            yield generator.target, inner
            yield from ((part, inner) for part in generator.ifs)
        inner = _with_loops(around, loops)
        parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        yield from ((part, inner) for part in parts)
    elif isinstance(node, FUNCTIONS):
        yield from ((part, around) for part in (*node.decorator_list, node.args))
        own = _Around(around.statement, (), node)
        yield from ((part, own) for part in node.body)
    elif isinstance(node, ast.Lambda):
        yield node.args, around
        yield node.body, _Around(around.statement, around.loops, around.function, True, around.in_class)
    elif isinstance(node, ast.ClassDef):
        yield from ((part, around) for part in (*node.decorator_list, *node.bases))
        own = _Around(around.statement, around.loops, around.function, around.in_lambda, True)
        yield from ((part, own) for part in node.body)


def _with_loops(around: _Around, loops: tuple[Loop, ...]) -> _Around:
    return _Around(around.statement, loops, around.function, around.in_lambda, around.in_class)
