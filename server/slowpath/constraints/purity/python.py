"""Whether a Python expression only looks at the program's state.

As in C++, what is allowed is a list: operators, access, comprehensions, built-in functions and methods that change
nothing, a few modules of the standard library, and functions (the program's or the reply's own) whose bodies change
nothing but what they made themselves. Types and aliases aren't known; outputs are compared with and without checkers
by whoever asked.
"""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from slowpath.constraints.purity import Unfit
from slowpath.model.constraint import COUNT
from slowpath.model.patterns import late_regex

_LARGEST = 8000
_WORD = late_regex(r"[^\W\d]\w*")
CONSTANT_TIME = frozenset(
    (
        "abs bool chr divmod float int isinstance len ord pow range round type bin complex hash id callable "
        "hasattr getattr slice issubclass hex repr str log log2 log10 sqrt isqrt gcd lcm floor ceil bisect_left "
        "bisect_right bisect defaultdict deque"
    ).split()
)
WALKING = frozenset(
    (
        "all any dict enumerate filter frozenset list map max min reversed set sorted sum tuple zip iter bytes "
        "bytearray Counter accumulate groupby pairwise islice chain combinations product permutations reduce"
    ).split()
)
METHODS = frozenset(
    (
        "count index get keys values items startswith endswith find rfind isdigit isalpha isupper islower "
        "isspace lower upper strip lstrip rstrip split splitlines join replace bit_length bit_count copy union "
        "intersection difference symmetric_difference issubset issuperset isdisjoint most_common elements total "
        "as_integer_ratio is_integer encode decode qsize empty"
    ).split()
)
MODULES = frozenset(
    "math itertools collections bisect functools operator heapq statistics string re fractions decimal".split()
)
INPUT_OUTPUT = frozenset(
    (
        "input print open sys os stdin stdout stderr breakpoint socket subprocess read readline readlines write "
        "writelines flush"
    ).split()
)
ENDING = frozenset(("exit", "quit", "abort", "_exit", "kill"))
RUNNING = frozenset(
    "eval exec compile __import__ globals locals vars setattr delattr next super memoryview help dir".split()
)
_EXPRESSIONS = (
    ast.BoolOp,
    ast.BinOp,
    ast.UnaryOp,
    ast.IfExp,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Compare,
    ast.Call,
    ast.Constant,
    ast.Attribute,
    ast.Subscript,
    ast.Starred,
    ast.Name,
    ast.List,
    ast.Tuple,
    ast.Slice,
    ast.Lambda,
    ast.JoinedStr,
    ast.FormattedValue,
    ast.comprehension,
    ast.arguments,
    ast.arg,
    ast.keyword,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.expr_context,
    ast.Expression,
)
_REFUSED = {
    ast.NamedExpr: "it assigns (:=); a condition may only look",
    ast.Await: "it waits; a condition may only look",
    ast.Yield: "it yields; a condition may only look",
    ast.YieldFrom: "it yields; a condition may only look",
    ast.Raise: "it raises; a condition may not end anything",
    ast.Assert: "it asserts; a condition may not end anything",
    ast.Global: "it changes a global variable",
    ast.Nonlocal: "it changes a variable outside of it",
    ast.With: "it opens something",
    ast.ClassDef: "it defines a class",
}


class Looks:
    """Judges expressions of one program with one setup."""

    def __init__(self, program: bytes, setup: str) -> None:
        self._setup = setup
        self._program, self._defaulting = _known(program)
        self._names = frozenset(_WORD.findall(program.decode("utf-8", "replace")))
        self._own: dict[str, ast.FunctionDef] = {}
        self._judged: dict[str, str] = {}

    def check_setup(self) -> tuple[str, ...]:
        """The names of the functions in the setup. Raises `Unfit` where it holds anything else, or they do harm."""
        for made in _parsed(self._setup, "exec").body:
            if not isinstance(made, ast.FunctionDef) or made.decorator_list:
                raise Unfit(
                    f"its `setup` holds {ast.unparse(made)[:60]!r}; only plain functions may stand there"
                    " (import inside of them)"
                )
            if made.name in self._program:
                raise Unfit(f"its `setup` defines {made.name}, which the program has already; give it another name")
            self._own[made.name] = made
        for name, function in self._own.items():
            flaw = self._flaw(name, function)
            if flaw:
                raise Unfit(f"its `setup` function {name} does more than look: {flaw}")
        return tuple(self._own)

    def check(self, expression: str) -> None:
        """Raises `Unfit` where the expression does more than look. `check_setup` comes first."""
        tree = _parsed(expression, "eval")
        for node in ast.walk(tree):
            if type(node) in _REFUSED:
                raise Unfit(_REFUSED[type(node)])
            if not isinstance(node, _EXPRESSIONS):
                raise Unfit(f"it holds a {type(node).__name__}, which is more than an expression")
        bound = frozenset(_bound(tree))
        self._check_nodes(tree, bound)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in bound and not self._is_known(node.id):
                raise Unfit(f"the program has no name {node.id}")

    def _is_known(self, name: str) -> bool:
        """Whether the program, the setup or the language has the name somewhere; "_count" is the count's."""
        return name in self._names or name in self._own or name in vars(builtins) or name == COUNT

    def walks(self, expression: str) -> bool:
        """Whether evaluating it may walk over data."""
        return self._has_walk(_parsed(expression, "eval"), set())

    def _has_walk(self, tree: ast.AST, seen: set[str]) -> bool:
        for node in ast.walk(tree):
            if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.For, ast.While)):
                return True
            name = _called(node)
            if name in ("max", "min") and isinstance(node, ast.Call) and len(node.args) > 1:
                continue
            if name in WALKING and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                return True
            made = self._own.get(name) or self._program.get(name)
            if made is not None and name not in seen:
                seen.add(name)
                if self._has_walk(made, seen):
                    return True
            elif made is not None:
                return True
        return False

    def _check_nodes(self, tree: ast.AST, own: frozenset[str]) -> None:
        """Names, calls and access in any code; `own` are the names that it made itself."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                _check_name(node.id)
            elif isinstance(node, ast.Attribute):
                _check_name(node.attr)
                if node.attr.startswith("__"):
                    raise Unfit(f"it reaches into the interpreter ({node.attr})")
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
                if isinstance(node.value, ast.Name) and node.value.id in self._defaulting - own:
                    raise Unfit(
                        f"`{ast.unparse(node)}` inserts into the defaultdict where the key is missing; use"
                        f" {node.value.id}.get(...)"
                    )
            elif isinstance(node, ast.Call):
                self._check_call(node, own)

    def _check_call(self, call: ast.Call, own: frozenset[str]) -> None:
        name = _called(call)
        if isinstance(call.func, ast.Attribute):
            base = _base(call.func)
            if base not in own and base not in MODULES and name not in METHODS:
                raise Unfit(f"it calls the method {name}, which may change something; a condition may only look")
            return
        _check_name(name)
        made = self._own.get(name) or self._program.get(name)
        if made is not None:
            flaw = self._flaw(name, made)
            if flaw:
                raise Unfit(f"it calls {name}, which does more than look: {flaw}")
            return
        if name not in CONSTANT_TIME and name not in WALKING and name not in own:
            raise Unfit(
                f"it calls {name or 'something'}, which isn't known to change nothing; write a function into `setup`"
            )

    def _flaw(self, name: str, made: ast.FunctionDef) -> str:
        """What a function does besides looking, "" for nothing. A function under way is believed (recursion)."""
        if name not in self._judged:
            self._judged[name] = ""
            try:
                self._function(made)
            except Unfit as error:
                self._judged[name] = str(error)
        return self._judged[name]

    def _function(self, made: ast.FunctionDef) -> None:
        # What is made here may be changed here; what was given belongs to the caller, unless the name was bound anew.
        own = frozenset(_bound(made)) | frozenset(_imported(made))
        for node in ast.walk(made):
            if type(node) in _REFUSED:
                raise Unfit(_REFUSED[type(node)])
            if (
                isinstance(node, (ast.Subscript, ast.Attribute))
                and not isinstance(node.ctx, ast.Load)
                and _base(node) not in own
            ):
                raise Unfit(f"it changes {_base(node) or 'something'}, which it didn't make itself")
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                if any(module.split(".")[0] not in MODULES for module in modules):
                    raise Unfit(f"it imports {modules[0]}; only {', '.join(sorted(MODULES))} may be")
        self._check_nodes(made, own)


def _check_name(name: str) -> None:
    if name in INPUT_OUTPUT:
        raise Unfit(f"it does input or output ({name}); a condition may only look")
    if name in ENDING:
        raise Unfit(f"it can end the program ({name}); give the bare condition")
    if name in RUNNING:
        raise Unfit(f"it uses {name}, which may do anything; a condition may only look")


def _parsed(text: str, mode: str) -> Any:
    """The tree: an `ast.Module`, or an `ast.Expression` in mode "eval"."""
    if len(text) > _LARGEST:
        raise Unfit(f"it is longer than {_LARGEST} characters")
    try:
        return parsed(f"(\n{text}\n)" if mode == "eval" else text, mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        what = "expression" if mode == "eval" else "code"
        raise Unfit(f"{text[:80]!r} is no Python {what} ({getattr(error, 'msg', 'it is too deep')})") from error


def parsed(text: str, mode: str = "exec") -> Any:
    """`ast.parse` without its warnings about odd but valid code, which are nobody's to read here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode=mode)


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _base(node: ast.expr) -> str:
    """The variable at the bottom of an access."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _bound(tree: ast.AST) -> Iterator[str]:
    """Names that the code binds: assigned, looped over, of comprehensions and lambdas."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Lambda):
            yield from (each.arg for each in node.args.args)


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)


@lru_cache(maxsize=8)
def _known(program: bytes) -> tuple[dict[str, ast.FunctionDef], frozenset[str]]:
    """The program's functions by name, and its variables that are defaultdicts."""
    try:
        tree = parsed(program.decode("utf-8-sig", "replace"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}, frozenset()
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    defaulting = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _called(node.value) == "defaultdict"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {name: made for name, made in functions.items() if name not in vars(builtins)}, frozenset(defaulting)
