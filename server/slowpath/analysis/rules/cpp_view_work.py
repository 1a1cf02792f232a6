"""How rules write their constraints: counts of work over loops, thresholds from the format's bounds, aims.

A count of work begins before a loop and is looked at behind it. Where a return leaves that loop, what stands behind
it may never be reached: the count is then looked at in the loop, at the beginning of each round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_calls import Function
from slowpath.analysis.rules.cpp_view_loops import FALLING, Loop
from slowpath.analysis.rules.names import Held
from slowpath.analysis.rules.rule import RULE
from slowpath.model.constraint import (
    AFTER,
    BEFORE,
    BODY,
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
from slowpath.model.format import TRAITS, Relation
from slowpath.source.cpp.view_names import base_name
from slowpath.source.cpp.view_tree import Syntax

LEAST, MOST = 16, 20_000_000
"""Thresholds in rounds: fewer says nothing, more would take longer than a run may."""
UNKNOWN = 20_000
"""A number of rounds in total that is much where no bound is known."""


def found(
    rule: str,
    node: Syntax,
    sentence: str,
    condition: Condition | None,
    why: str,
    *,
    lines: Iterable[int] = (),
    aims: Iterable[Aim] = (),
) -> list[Constraint]:
    """The constraint as a list; empty where its condition has no place."""
    if condition is None:
        return []
    origin = ConstraintOrigin(RULE, rule)
    return [
        Constraint(
            constraint_id(origin, node.line, sentence, condition),
            node.line,
            sentence,
            condition,
            origin,
            why,
            tuple(dict.fromkeys(lines)) or (node.line,),
            tuple(aims),
        )
    ]


def lines_of(node: Syntax) -> range:
    """The lines that a node spans."""
    return range(node.line, node.last_line + 1)


def behind(view: CppView, loop: Loop) -> tuple[Place | None, int]:
    """Where a count over a loop is looked at, with the position that decides what is in sight there."""
    never_behind = loop.is_endless and not any(leaving.type == "break_statement" for leaving in loop.exits)
    if loop.returns or never_behind or any(inner.returns for inner in loop.children):
        return view.place(BODY, loop.node), loop.body.start + 1
    return view.place(AFTER, loop.node), loop.node.end


def over(
    view: CppView,
    loop: Loop,
    at: Place | None,
    *,
    amount: str = "1",
    left: str = COUNT,
    right: str = "1",
    factor: float = 1.0,
) -> Condition | None:
    """A condition on what is counted at a place while a loop runs; None where a place can't be named."""
    place, since = behind(view, loop)[0], view.place(BEFORE, loop.node)
    if at is None or place is None or since is None:
        return None
    return Condition(left, place, right, factor, Count(at, amount, since))


def around(view: CppView, node: Syntax, *, cases: bool = True) -> list[Loop]:
    """The loops within which a node is passed, innermost first; without those over test cases where not `cases`,
    unless there are no others."""
    loops = view.loops_around(node)
    inner = [loop for loop in loops if not view.is_case_loop(loop)]
    return loops if cases or not inner else inner


def rounds_most(view: CppView, loops: Iterable[Loop]) -> int | None:
    """The product of the most rounds of loops; None where none of them is known."""
    given = list(loops)
    bound, summed = _summed(view, given)
    known = [most for loop in given if loop not in summed and (most := view.most_rounds(loop)) is not None]
    product = bound
    for most in known:
        product = min(product * max(1, most), 1 << 60)
    return product if known or summed else None


def _summed(view: CppView, loops: list[Loop]) -> tuple[int, tuple[Loop, ...]]:
    """The bound of a sum over all cases, with the loop over cases and the one over a case's size that it bounds; 1
    and no loops where there's no such sum."""
    cases = [loop for loop in loops if view.is_case_loop(loop)]
    for loop in loops:
        held = sized_by(view, loop) if cases and loop not in cases else None
        if held is not None and held.variable in view.names.sums:
            return max(1, view.names.sums[held.variable]), (loop, cases[0])
    return 1, ()


def share(value: int | None, part: float, least: int = LEAST) -> float:
    """A threshold that is a part of what is possible, within what is slow and what can be run."""
    return float(round(min(MOST, max(least, part * value)))) if value is not None else float(UNKNOWN)


def in_total(
    view: CppView, node: Syntax, at: Place | None, *, amount: str = "1", each: int | None = 1, part: float = 0.1
) -> Condition | None:
    """A condition on the sum of `amount` over all passes of a place within the outermost loop around `node`.

    `each` is the most that one pass adds. Outside of any loop there's none.
    """
    loops = around(view, node)
    if not loops:
        return None
    most = rounds_most(view, loops)
    product = None if most is None or each is None else min(most * each, 1 << 60)
    return over(view, loops[-1], at, amount=amount, factor=share(product, part))


def entry(view: CppView, function: Function) -> Place | None:
    """The beginning of a function's body, or of a lambda's."""
    if function.node.type == "function_definition":
        return view.place(BODY, function.node)
    first = next((child for child in function.body.children), None)
    return view.place(BEFORE, first) if first is not None else None


def statement_place(view: CppView, node: Syntax) -> Place | None:
    """The place at the statement that a node is part of; None where it is part of a loop's or branch's header."""
    statement = view.statement(node)
    if statement.type not in ("expression_statement", "declaration", "return_statement"):
        return None
    return view.place(BEFORE, statement)


def moved(view: CppView, rule: str, node: Syntax, name: str, what: str, behind_what: str) -> list[Constraint]:
    """That a call makes many elements of a sequence move: those behind the one that it erases or puts in."""
    condition = in_total(
        view,
        node,
        statement_place(view, node),
        amount=view.size_of(name, node.start),
        each=view.length(name, node.start),
    )
    sentence = f"many elements are {what} {name} while it is long"
    return found(rule, node, sentence, condition, f"all elements behind the {behind_what} move")


def outer_call(view: CppView, function: Function) -> Syntax | None:
    """The statement of the one call by which a function is entered from outside, outside of any loop."""
    calls = [call for call in view.calls_of(function) if not call.node.inside(function.body)]
    return view.statement(calls[0].node) if len(calls) == 1 else None


def over_call(
    view: CppView, function: Function, at: Place | None, *, amount: str = "1", right: str = "1", factor: float = 1.0
) -> Condition | None:
    """A condition on what is counted at a place during a call from outside of a function that calls itself."""
    statement = outer_call(view, function)
    if at is None or statement is None:
        return None
    loop = view.loop_of(statement)
    if statement.type in ("expression_statement", "declaration"):
        since, place = view.place(BEFORE, statement), view.place(AFTER, statement)
        if since is None or place is None:
            return None
        return Condition(COUNT, place, right, factor, Count(at, amount, since))
    if right == "1" and loop is not None:
        return over(view, loop, at, amount=amount, factor=factor)
    place = view.place(BODY, function.node) if function.node.type == "function_definition" else None
    return Condition(COUNT, place, "1", factor, Count(at, amount)) if place is not None and right == "1" else None


def aims_large(*held: Held | None, part: float = 0.5) -> list[Aim]:
    """Aims at large values of what the program reads."""
    made: list[Aim] = []
    for one in held:
        if one is not None and one.variable and one.hi is not None and one.shape != "word":
            lo = one.lo or 0
            made.append(Relation("compare", expr(one.variable), ">=", expr(str(int(lo + (one.hi - lo) * part)))))
    return list(dict.fromkeys(made))


def aims_small(held: Held | None, most: int) -> list[Aim]:
    """Aims at values of what the program reads that are at most `most`, or the least possible."""
    if held is None or not held.variable or held.lo is None or held.shape == "word":
        return []
    return [Relation("compare", expr(held.variable), "<=", expr(str(max(held.lo, most))))]


def aims_trait(held: Held | None, trait: str) -> list[Aim]:
    """An aim at an array with a trait."""
    assert trait in TRAITS
    return [WithTrait(held.variable, trait)] if held is not None and held.variable and held.shape == "list" else []


def sized_by(view: CppView, loop: Loop) -> Held | None:
    """The input's variable that says how many rounds a loop takes."""
    bound = loop.bound if loop.kind != "range" else None
    if bound is None:
        return view.names.value(loop.variable)
    parts = [bound.get("left"), bound.get("right")] if bound.type == "binary_expression" else [bound]
    return next((held for part in parts if (held := _reached(view, loop, part)) is not None), None)


def _reached(view: CppView, loop: Loop, end: Syntax | None) -> Held | None:
    """The input's variable that says how large the end of a loop gets: an outer loop's variable gets as large as that
    loop goes."""
    outer = next((one for one in loop.ancestors if end is not None and one.variable == end.text), None)
    if outer is None:
        return view.held(end)
    return view.held(outer.start) if outer.direction == FALLING else sized_by(view, outer)


def reads_input(view: CppView, node: Syntax) -> bool:
    """Whether a part of the program reads input itself."""
    return any(
        re.search(r"\b(cin|scanf|getline|getchar|gets)\b", part.text)
        for part in node.find("call_expression", "binary_expression")
        if part.type == "call_expression" or part.operator == ">>"
    )


def range_of(view: CppView, node: Syntax, arguments: tuple[Syntax, ...]) -> tuple[str, str]:
    """(container or array, expression for its number of elements) of the iterators that a library call is given;
    empty texts where they aren't plain."""
    if len(arguments) < 2:
        return "", ""
    name = base_name(arguments[0])
    if name in ("begin", "std::begin", "std"):
        given = arguments[0].get("arguments")
        name = base_name(given.children[0]) if given is not None and given.children else ""
    position = view.statement(node).start
    whole = rf"\s*\(?\s*{re.escape(name)}\s*\)?\s*"
    plain = (
        re.fullmatch(rf"{whole}[.]\s*c?r?begin\s*\(\s*\)\s*|(std::)?begin\s*\({whole}\)", arguments[0].text)
        if name
        else None
    )
    if plain is not None:
        return name, view.size_of(name, position)
    variable = view.scopes.at(name, position) if name else None
    last = arguments[1]
    if variable is not None and variable.dims and last.type == "binary_expression" and last.operator == "+":
        size = last.get("right")
        if size is not None and base_name(last.get("left")) == name and view.usable(size, position):
            return name, f"(long long)({size.text})"
    return name, ""


def range_parameters(view: CppView, function: Function) -> tuple[int, int] | None:
    """The indices of the two integer parameters that are the ends of the range on whose parts a function calls itself:
    some call keeps one end and changes the other. None where there are no such two."""
    inner = view.self_calls(function)
    numbers = [index for index, parameter in enumerate(function.parameters) if parameter.is_integral]
    if not inner or any(len(call.arguments) < len(function.parameters) for call in inner):
        return None
    for first, last in zip(numbers, numbers[1:], strict=False):
        names = function.parameters[first].name, function.parameters[last].name
        given = [(call.arguments[first].text, call.arguments[last].text) for call in inner]
        keeps_low = any(low == names[0] and _is_split(high, names[1]) for low, high in given)
        keeps_high = any(_is_split(low, names[0]) and high == names[1] for low, high in given)
        if keeps_low and keeps_high:
            return first, last
    return None


def _is_split(end: str, parameter: str) -> bool:
    """Whether the new end of a range comes from something else than that end alone."""
    return bool(set(re.findall(r"[A-Za-z_]\w*", end)) - {parameter})


def halves(loop: Loop) -> bool:
    """Whether a loop is a binary search: it goes to the middle of a range each round."""
    text = loop.node.text
    scaled = loop.kind == "for" and loop.scales and loop.direction < 0
    return scaled or (
        loop.kind in ("while", "for")
        and bool(re.search(r"(=|\()\s*[\w.]+\s*\+?\s*\(?[^;=]*[+-][^;=]*\)?\s*(/\s*2\b|>>\s*1\b)", text))
        and loop.direction >= 0
    )
