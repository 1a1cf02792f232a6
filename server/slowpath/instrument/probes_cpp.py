"""Probes in a C++ program's text: what the search build is compiled from.

Each insertion is a line of its own between `#line` directives: one names a file of ours (`FILES` and the number of the
probe) and lines from `FIRST_LINE` on, the one behind it says the user's line again. So his lines and what `__LINE__`
says stay; the compiler's messages about a condition name its probe; and in the notes of the flow graph inserted code
is told from his (`toolchain/inserted_code.py`). The macros are those of `toolchain/runtime/probes.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from slowpath.inputs.infer.cpp_source import parse_cpp
from slowpath.instrument.places import CannotPlace, Spot, resolve, woven
from slowpath.model.constraint import BEFORE, COUNT, Condition, Constraint, Place, RejectedCondition

FILES = "slowpath-condition-"
"""Inserted code of probe k stands in a file of this name and k, as the compiler is told."""
FIRST_LINE = 1_000_000
"""The first line of inserted code, beyond the last one of any program."""
_COUNT = re.compile(rf"\b{COUNT}\b")
_OWN_LINES = re.compile(rb"^[ \t]*#[ \t]*(line\b|\d)", re.MULTILINE)
_REFUSED = frozenset({"assignment_expression", "update_expression", "delete_expression", "throw_statement",
                      "co_await_expression", "co_yield_statement", "comment"})


@dataclass(frozen=True)
class ProbedText:
    """A program's text with probes: `probed` are the constraints' ids by slot, `rejected` those without one."""

    source: bytes = field(repr=False)
    probed: tuple[str, ...] = ()
    rejected: tuple[RejectedCondition, ...] = ()


def with_probes(source: bytes, name: str, constraints: Sequence[Constraint]) -> ProbedText:
    """The text with a probe for every condition that can stand in it; `name` is what the compiler calls the file."""
    texts: list[tuple[Spot, bytes]] = []
    setups: dict[str, tuple[Spot, int]] = {}
    probed: list[str] = []
    rejected: list[RejectedCondition] = []
    for constraint in constraints:
        if constraint.condition is None:
            continue
        try:
            made = list(_insertions(source, constraint.condition, len(probed)))
        except CannotPlace as error:
            rejected.append(RejectedCondition(constraint.id, error.reason))
            continue
        if constraint.condition.setup.strip():
            _keep_first(setups, constraint.condition.setup, made[-1][0], len(probed))
        probed.append(constraint.id)
        texts += ((spot, _line_of_ours(source, name, spot, number, text)) for spot, number, text in
                  ((spot, len(probed) - 1, text) for spot, text in made))
    definitions = [(_before_function(spot), setup, number) for setup, (spot, number) in setups.items()]
    texts = [*((spot, _line_of_ours(source, name, spot, number, setup)) for spot, setup, number in definitions),
             *texts]
    return ProbedText(woven(source, texts), tuple(probed), tuple(rejected))


def _insertions(source: bytes, condition: Condition, slot: int) -> Iterator[tuple[Spot, str]]:
    """The statements of one condition with their spots, the probe itself last. Raises `CannotPlace`."""
    if _OWN_LINES.search(source):
        raise CannotPlace("the program has #line directives")
    left, right = (_expression(text, condition, slot) for text in (condition.left, condition.right))
    _check_setup(condition.setup)
    if condition.count is not None:
        amount = _expression(condition.count.amount, condition, slot)
        if condition.count.since is not None:
            yield resolve(source, "cpp", condition.count.since), f"SLOWPATH_RESET({slot})"
        yield resolve(source, "cpp", condition.count.at), f"SLOWPATH_PASS({slot}, ({amount}))"
    yield resolve(source, "cpp", condition.place), f"SLOWPATH_PROBE({slot}, ({left}), ({right}))"


def _expression(text: str, condition: Condition, slot: int) -> str:
    """The expression on one line, with the name that its count has. Raises `CannotPlace` for what is none."""
    line = " ".join(text.split("\n")).strip()
    if not _is_expression(line):
        raise CannotPlace(f"'{line}' isn't an expression")
    return _COUNT.sub(f"slowpath_passes[{slot}]", line) if condition.count is not None else line


def _is_expression(line: str) -> bool:
    """Whether the text is one expression, what opens in it closes in it, and it changes nothing in plain sight."""
    text = f"void f() {{ ({line}); }}".encode()
    root = parse_cpp(text)
    body = root.named_children[0].child_by_field_name("body") if root.named_child_count == 1 else None
    if root.has_error or body is None or body.named_child_count != 1:
        return False
    inner = body.named_children[0].named_children[:1]
    if not inner or inner[0].type != "parenthesized_expression" or inner[0].end_byte != len(text) - len("; }"):
        return False
    waiting = [inner[0]]
    while waiting:
        node = waiting.pop()
        if node.type in _REFUSED:
            return False
        waiting.extend(child for child in node.children if child.type != "lambda_expression")
    return True


def _check_setup(setup: str) -> None:
    if any(line.lstrip().startswith("#") for line in setup.splitlines()):
        raise CannotPlace("its definitions hold preprocessor directives")
    if setup.strip() and parse_cpp(setup.encode()).has_error:
        raise CannotPlace("its definitions can't be read")


def _keep_first(setups: dict[str, tuple[Spot, int]], setup: str, spot: Spot, number: int) -> None:
    """Conditions with the same definitions share them, before the first function that needs them."""
    if setup not in setups or spot.function < setups[setup][0].function:
        setups[setup] = (spot, number)


def _before_function(spot: Spot) -> Spot:
    return replace(spot, at=spot.function, braces=None, place=Place(BEFORE, spot.place.line, spot.place.column))


def _line_of_ours(source: bytes, name: str, spot: Spot, number: int, text: str) -> bytes:
    line = source.count(b"\n", 0, spot.at) + 1
    return f'\n#line {FIRST_LINE} "{FILES}{number}"\n{text}\n#line {line} "{name}"\n'.encode()
