"""Writes conditions over a Python program's variables that can't disturb it: no side effects, no unbound names.

The usual condition is of *work*: at a point of the text the elements that the statement there goes over are added up,
and the run satisfies it when the sum passes a multiple of the input's largest size. So it speaks of what this program
does with the data, not of how large the input is: a linear amount of work never satisfies it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from slowpath.analysis.rules.names import FIELD, LIST, SCALAR, Held, much_work, scale_of
from slowpath.analysis.rules.python_view import COMPREHENSIONS, Loop, Site, View
from slowpath.analysis.rules.python_view_values import SIZED
from slowpath.analysis.rules.rule import RULE
from slowpath.model.constraint import (
    COUNT,
    Aim,
    Condition,
    Constraint,
    ConstraintOrigin,
    Count,
    Place,
    WithTrait,
    constraint_id,
)
from slowpath.model.expression import expr
from slowpath.model.format import Relation

_PLAIN = (ast.Add, ast.Sub, ast.Mult)
_DIVIDING = (ast.FloorDiv, ast.Mod)
_WRAPPERS = ("list", "sorted", "set", "tuple", "enumerate", "reversed", "iter", "frozenset", "deque")
_COPIES = ("copy", "items", "values", "keys")


def constraint(
    rule: str,
    line: int,
    sentence: str,
    condition: Condition | None,
    why: str,
    lines: Iterable[int] = (),
    aims: tuple[Aim, ...] = (),
) -> Constraint:
    """A rule's constraint, under its id by content."""
    origin = ConstraintOrigin(RULE, rule)
    return Constraint(
        constraint_id(origin, line, sentence, condition),
        line,
        sentence,
        condition,
        origin,
        why,
        tuple(sorted(set(lines))),
        aims,
    )


def scale(view: View) -> int:
    """See `names.scale_of`."""
    return scale_of(view.inputs)


def much(view: View) -> int:
    """See `names.much_work`."""
    return much_work(view.inputs)


def is_safe(view: View, node: ast.expr, statement: ast.stmt) -> bool:
    """Whether evaluating `node` just before `statement` surely works, changes nothing and is cheap."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.Name):
        if view.scopes.comprehension_binding(node.id, node) is not None:
            return False
        return view.scopes.is_before(node.id, view.head(statement)) or _evaluates(view, node, statement)
    if isinstance(node, ast.Attribute | ast.Subscript):
        return (
            _is_plain_path(node)
            and _evaluates(view, node, statement)
            and all(is_safe(view, part, statement) for part in ast.walk(node) if isinstance(part, ast.Name))
        )
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and is_safe(view, node.operand, statement)
    if isinstance(node, ast.BinOp):
        if (
            isinstance(node.op, _DIVIDING)
            and not (isinstance(node.right, ast.Constant) and node.right.value)
            and not _evaluates(view, node, statement)
        ):
            return False
        return (
            isinstance(node.op, (*_PLAIN, *_DIVIDING))
            and is_safe(view, node.left, statement)
            and is_safe(view, node.right, statement)
        )
    if view.is_builtin_call(node, "len") and isinstance(node, ast.Call) and len(node.args) == 1:
        return view.kinds.of(node.args[0]).is_sized and is_safe(view, node.args[0], statement)
    return False


def _is_plain_path(node: ast.expr) -> bool:
    """Whether it is names, attributes and subscripts by these and numbers alone, without a slice or a call."""
    plain = (
        ast.Name,
        ast.Attribute,
        ast.Subscript,
        ast.Constant,
        ast.BinOp,
        ast.UnaryOp,
        ast.operator,
        ast.unaryop,
        ast.expr_context,
    )
    return all(isinstance(part, plain) for part in ast.walk(node))


def _evaluates(view: View, node: ast.expr, statement: ast.stmt) -> bool:
    return (
        view.head(statement) is statement
        and not isinstance(statement, ast.While)
        and view.text(node) in view.scopes.evaluated(statement)
    )


def number(view: View, node: ast.expr, statement: ast.stmt) -> str | None:
    """An integer expression as text for a place before `statement`, None where that isn't safe."""
    return view.text(node) if is_safe(view, node, statement) else None


def size(view: View, node: ast.expr, statement: ast.stmt, guess: str = "") -> str | None:
    """How many elements `node` has, as text for a place before `statement`; None where that can't be asked safely.

    With `guess` (a type's name) a variable of unknown kind counts where it is of that type, else as 0.
    """
    if view.scopes.is_bound_anywhere("len"):
        return None
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not _is_slice(node):
        if not is_safe(view, node, statement):
            return None
        kind = view.kinds.of(node)
        if kind.name in SIZED:
            return f"len({view.text(node)})"
        if guess and not kind.name:
            return f"(len({view.text(node)}) if isinstance({view.text(node)}, {guess}) else 0)"
        return None
    if isinstance(node, ast.Subscript):
        return _size_of_slice(view, node, statement, guess)
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return None if any(isinstance(part, ast.Starred) for part in node.elts) else str(len(node.elts))
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return str(len(node.value))
    if isinstance(node, ast.BinOp):
        return _size_of_operation(view, node, statement, guess)
    if isinstance(node, COMPREHENSIONS):
        return _product([size(view, part.iter, statement, guess) for part in node.generators])
    if isinstance(node, ast.Call):
        return _size_of_call(view, node, statement, guess)
    return None


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _size_of_slice(view: View, node: ast.Subscript, statement: ast.stmt, guess: str) -> str | None:
    whole, part = size(view, node.value, statement, guess), node.slice
    if whole is None or not isinstance(part, ast.Slice):
        return None
    if view.scopes.is_bound_anywhere("max") or view.scopes.is_bound_anywhere("min") or part.step is not None:
        return whole
    low = _bound_of_slice(view, part.lower, statement, whole)
    high = _bound_of_slice(view, part.upper, statement, whole)
    if low is None and high is None:
        return whole
    if low is None:
        return f"min({whole}, {high})"
    if high is None:
        return f"max(0, {whole} - {low})"
    return f"max(0, min({whole}, {high}) - {low})"


def _bound_of_slice(view: View, node: ast.expr | None, statement: ast.stmt, whole: str) -> str | None:
    """An end of a slice as a number, None where it is left out, negative or can't be asked."""
    if node is None:
        return None
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return None
    text = number(view, node, statement) if view.kinds.is_int(node) else None
    return f"({text})" if text is not None and not text.isalnum() else text


def _size_of_operation(view: View, node: ast.BinOp, statement: ast.stmt, guess: str) -> str | None:
    if isinstance(node.op, ast.Add):
        sizes = [size(view, node.left, statement, guess), size(view, node.right, statement, guess)]
        known = [each for each in sizes if each is not None]
        return " + ".join(known) if known else None
    if isinstance(node.op, ast.Mult):
        for part, times in ((node.left, node.right), (node.right, node.left)):
            each = size(view, part, statement)
            if each is not None:
                return _product([each, number(view, times, statement)])
    return None


def _size_of_call(view: View, node: ast.Call, statement: ast.stmt, guess: str) -> str | None:
    if view.is_builtin_call(node, "range"):
        return _size_of_range(view, node, statement)
    if isinstance(node.func, ast.Name) and node.args and node.func.id in (*_WRAPPERS, "map", "filter", "zip"):
        first = node.args[1 if node.func.id in ("map", "filter") and len(node.args) > 1 else 0]
        return size(view, first, statement, guess)
    if isinstance(node.func, ast.Attribute) and node.func.attr in _COPIES and not node.args:
        return size(view, node.func.value, statement, guess)
    return None


def _size_of_range(view: View, node: ast.Call, statement: ast.stmt) -> str | None:
    texts = [number(view, argument, statement) for argument in node.args]
    if not texts or len(texts) > 3 or any(text is None for text in texts):
        return None
    if len(texts) == 1 or (texts[0] == "0" and len(texts) == 2):
        return texts[-1]
    return f"len(range({', '.join(text or '' for text in texts)}))"


def bracketed(text: str) -> str:
    """The text as one operand."""
    return text if isinstance(ast.parse(text, mode="eval").body, ast.Name | ast.Constant | ast.Call) else f"({text})"


def _product(texts: list[str | None]) -> str | None:
    known = [text for text in texts if text is not None]
    if len(known) < len(texts):
        return None
    factors = [text for text in known if text != "1"]
    return factors[0] if len(factors) == 1 else " * ".join(bracketed(text) for text in factors) or "1"


def passes(view: View, site: Site, amount: str) -> str | None:
    """`amount` times the rounds of the comprehensions that stand around the site in its statement; None where these
    can't be asked."""
    rounds = [size(view, loop.iterated, site.statement, "list") for loop in site.inner if loop.iterated is not None]
    return _product([*rounds, amount])


def counted(view: View, site: Site, amount: str) -> tuple[Count, Place] | None:
    """What adds `amount` up whenever the site is reached, and where to compare the sum: after the innermost loop where
    it stands in several, so that the comparison isn't made in it."""
    place, total = view.place_of(site), passes(view, site, amount)
    if place is None or total is None:
        return None
    count = Count(place, total)
    outer = site.outer
    if len(outer) > 1 and not _may_leave(view, outer[-1]):
        loop = outer[-1].node
        assert isinstance(loop, ast.stmt)
        return count, view.after(loop)
    return count, place


def _may_leave(view: View, loop: Loop) -> bool:
    """Whether the loop may be left by what doesn't come to the statement after it."""
    return any(
        not isinstance(part, ast.Call) or "exit" in view.text(part.func)
        for part in view.inside(loop.node, ast.Return, ast.Raise, ast.Call)
    )


def work(
    view: View,
    rule: str,
    site: Site,
    amount: str | None,
    sentence: str,
    why: str,
    *,
    factor: float | None = None,
    aims: tuple[Aim, ...] = (),
) -> Iterator[Constraint]:
    """The constraint that the elements gone over at the site, `amount` each time, are many in all: at least `factor`,
    without one what `much` says. Nothing where it can't be counted there."""
    made = counted(view, site, amount) if amount is not None else None
    if made is None:
        return
    count, place = made
    condition = Condition(COUNT, place, factor=float(factor if factor is not None else much(view)), count=count)
    lines = (site.line, *(loop.lines[0] for loop in site.loops))
    yield constraint(rule, site.line, sentence, condition, why, lines, aims)


def held(view: View, name: str) -> Held | None:
    """What a variable of the program holds of the input, where the format bounds it."""
    found = view.inputs.of(name)
    return found if found is not None and found.variable else None


def large(view: View, *names: str) -> tuple[Aim, ...]:
    """The aims that these variables, numbers of the input, are at least half of their largest value."""
    made: list[Aim] = []
    for name in dict.fromkeys(names):
        found = held(view, name)
        if found is not None and found.shape in (SCALAR, FIELD) and found.hi is not None and found.hi > 1:
            made.append(Relation("compare", expr(found.variable), ">=", expr(str((found.hi + 1) // 2))))
    return tuple(made)


def small(view: View, name: str, most: int) -> tuple[Aim, ...]:
    """The aim that a variable, a number of the input, is at most `most` (and so is near its least value)."""
    found = held(view, name)
    if found is None or found.shape not in (SCALAR, FIELD) or found.lo is None:
        return ()
    return (Relation("compare", expr(found.variable), "<=", expr(str(max(found.lo, most)))),)


def large_elements(view: View, name: str) -> tuple[Aim, ...]:
    """The aim that all elements of an array of the input are at least half of their largest value."""
    found = held(view, name)
    if found is None or found.shape != LIST or found.hi is None or found.hi < 2 or found.lo is None:
        return ()
    return (Relation("compare", expr(found.variable), ">=", expr(str((found.hi + 1) // 2))),)


def with_trait(view: View, name: str, trait: str) -> tuple[Aim, ...]:
    """The aim that an array of the input has a trait."""
    found = held(view, name)
    return (WithTrait(found.variable, trait),) if found is not None and found.shape == LIST else ()


def sizes_large(view: View) -> tuple[Aim, ...]:
    """The aims that everything that the input announces as a size is large."""
    found = [
        each
        for each in view.inputs.variables.values()
        if each.shape == SCALAR and each.count and not each.in_case and each.hi is not None and each.hi > 1
    ]
    return tuple(Relation("compare", expr(each.variable), ">=", expr(str((each.hi or 0) // 2))) for each in found[:3])


def iterated_name(view: View, loop: Loop) -> str:
    """The variable that a loop goes over, that of its elements where it reads them itself, "" for anything else."""
    node = loop.iterated
    if node is not None and view.is_reading(node) and isinstance(loop.node, ast.For):
        node = loop.node.target
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _WRAPPERS and node.args:
        node = node.args[0]
    return node.id if isinstance(node, ast.Name) else ""
