"""Probes in a C++ program's text: what the search build is compiled from.

Each insertion is a line of its own between `#line` directives: one names a file of ours (`FILES` and the number of the
probe) and lines from `FIRST_LINE` on, the one behind it says the user's line again. So his lines and what `__LINE__`
says stay; the compiler's messages about a condition name its probe; and in the notes of the flow graph inserted code
is told from his (`toolchain/inserted_code.py`). The macros are those of `toolchain/runtime/probes.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.instrument.cpp_expressions import judged_expression, maps_of
from slowpath.instrument.insertions import CannotPlace, Insertion, woven
from slowpath.instrument.places import resolve
from slowpath.model.constraint import BEFORE, COUNT, Condition, Constraint, Count, Place, RejectedCondition
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.source import parse_cpp

FILES = "slowpath-condition-"
"""Inserted code of probe k stands in a file of this name and k, as the compiler is told."""
FIRST_LINE = 1_000_000
"""The first line of inserted code, beyond the last one of any program."""
_NAMESPACE = "slowpath_setup_"
_COUNT = late_regex(rf"\b{COUNT}\b")
_OWN_LINES = re.compile(rb"^[ \t]*#[ \t]*(line\b|\d)", re.MULTILINE)


@dataclass(frozen=True)
class ProbedText:
    """A program's text with probes: `probed` are the constraints' ids by slot, `rejected` those without one.
    `defines` says that conditions brought definitions of their own. `peaks` are (slot, count, divisor) of probes that
    stand nowhere, since their value is the largest of a count."""

    source: bytes = field(repr=False)
    probed: tuple[str, ...] = ()
    rejected: tuple[RejectedCondition, ...] = ()
    defines: bool = False
    peaks: tuple[tuple[int, int, float], ...] = ()


def with_probes(source: bytes, name: str, constraints: Sequence[Constraint]) -> ProbedText:
    """The text with a probe for every condition that can stand in it; `name` is what the compiler calls the file."""
    texts: list[tuple[Insertion, bytes]] = []
    setups = _Setups()
    counts: dict[tuple[Count, str], int] = {}
    probed: list[str] = []
    rejected: list[RejectedCondition] = []
    peaks: list[tuple[int, int, float]] = []
    for constraint in constraints:
        if constraint.condition is None:
            continue
        slot = len(probed)
        try:
            made = list(_insertions(source, constraint.condition, slot, counts))
        except CannotPlace as error:
            rejected.append(RejectedCondition(constraint.id, error.reason))
            continue
        if constraint.condition.count is not None:
            number = counts.setdefault((constraint.condition.count, constraint.condition.setup), len(counts))
            if (divisor := constraint.condition.peak_of) is not None:
                peaks.append((slot, number, divisor))
        first = min((insertion for insertion, _ in made), key=_function, default=None)
        using = setups.using(constraint.condition.setup, first, slot) if first is not None else "{}"
        texts += (
            (insertion, _line_of_ours(source, name, insertion, slot, using.format(text))) for insertion, text in made
        )
        probed.append(constraint.id)
    before = [
        (insertion, _line_of_ours(source, name, insertion, slot, text))
        for insertion, slot, text in setups.definitions()
    ]
    return ProbedText(woven(source, [*before, *texts]), tuple(probed), tuple(rejected), bool(before), tuple(peaks))


class _Setups:
    """Definitions, each text once, in a namespace of its own, before the first function that needs them."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Insertion, int]] = {}

    def using(self, setup: str, insertion: Insertion, slot: int) -> str:
        """A format for texts that use the definitions of the condition with this slot."""
        if not setup.strip():
            return "{}"
        known = self._found.get(setup)
        if known is None:
            self._found[setup] = known = insertion, slot
        elif insertion.function < known[0].function:
            self._found[setup] = known = insertion, known[1]
        return f"{{{{ using namespace {_NAMESPACE}{known[1]}; {{}} }}}}"

    def definitions(self) -> Iterator[tuple[Insertion, int, str]]:
        """The definitions: where they go, the slot of the first condition that has them, and their text."""
        for setup, (insertion, slot) in self._found.items():
            place = Place(BEFORE, insertion.place.line, insertion.place.column)
            yield (
                replace(insertion, at=insertion.function, braces=None, place=place),
                slot,
                f"namespace {_NAMESPACE}{slot} {{\n{setup}\n}}",
            )


def _function(insertion: Insertion) -> int:
    return insertion.function


def _insertions(
    source: bytes, condition: Condition, slot: int, counts: Mapping[tuple[Count, str], int]
) -> Iterator[tuple[Insertion, str]]:
    """The statements of one condition with their spots, in the order of their going; without those of a count that is
    among `counts`, since equal ones are counted once, and without a probe of what is only the peak of a count. Raises
    `CannotPlace`."""
    if _OWN_LINES.search(source):
        raise CannotPlace("the program has #line directives")
    _check_setup(condition.setup)
    maps = maps_of(source)
    left, right = judged_expression(condition.left, maps), judged_expression(condition.right, maps)
    if condition.count is not None:
        known = counts.get((condition.count, condition.setup))
        number = len(counts) if known is None else known
        left, right = (_COUNT.sub(f"slowpath_passes[{number}]", side) for side in (left, right))
        if known is None:
            yield from _counting(source, condition.count, number)
    if condition.peak_of is None:
        yield resolve(source, "cpp", condition.place), f"SLOWPATH_PROBE({slot}, ({left}), ({right}))"


def _counting(source: bytes, count: Count, number: int) -> Iterator[tuple[Insertion, str]]:
    amount = _COUNT.sub(f"slowpath_passes[{number}]", judged_expression(count.amount, maps_of(source)))
    if count.since is not None:
        yield resolve(source, "cpp", count.since), f"SLOWPATH_RESET({number})"
    yield resolve(source, "cpp", count.at), f"SLOWPATH_PASS({number}, ({amount}))"


def _check_setup(setup: str) -> None:
    if any(line.lstrip().startswith("#") for line in setup.splitlines()):
        raise CannotPlace("its definitions hold preprocessor directives")
    if setup.strip() and parse_cpp(setup.encode()).has_error:
        raise CannotPlace("its definitions can't be read")


def _line_of_ours(source: bytes, name: str, insertion: Insertion, number: int, text: str) -> bytes:
    line = source.count(b"\n", 0, insertion.at) + 1
    return f'\n#line {FIRST_LINE} "{FILES}{number}"\n{text}\n#line {line} "{name}"\n'.encode()
