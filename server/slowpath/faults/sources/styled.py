"""Plans for random inputs in the styles that programs stumble over, for any format.

A plan draws sizes up to a cap, one style for all numbers (values of different parts have to meet) or one for each part,
and wishes for single numbers: the ends of their range, small ones, notable ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.faults.sources.styles import WORD_STYLES, edge_style, holding, interesting, notable, of_pieces
from slowpath.inputs.filling.plan import ArrayFiller, Plan, WordFiller
from slowpath.inputs.layout import places
from slowpath.inputs.sizes.assign import random_int, random_size
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Array, FloatType, InputFormat, IntType, Matrix, Records, Scalar, TextType, WordType

_ONE_STYLE = 0.75
_FIXED_SIZE = 0.5
_PIECED = 0.3
"""How often words are made of each other's pieces, where there are several of them."""
_SHORT = 8


@dataclass(frozen=True)
class Parts:
    """The parts of a format that a plan can wish for: sizes, single numbers with their constant ranges (None where
    they depend on others), arrays, words, and the first endpoints of edges. `case_counts` count test cases."""

    sizes: tuple[str, ...]
    numbers: tuple[tuple[str, int | None, int | None], ...]
    arrays: tuple[str, ...]
    words: tuple[str, ...]
    edges: tuple[str, ...]
    case_counts: tuple[str, ...]


def parts_of(fmt: InputFormat) -> Parts:
    """The parts of a format, in its order."""
    model = size_model(fmt)
    counts = frozenset().union(*(count.names for count in model.counts.values()), frozenset())
    sizes = tuple(name for name, variable in model.variables.items() if variable.is_size and name not in counts)
    numbers: list[tuple[str, int | None, int | None]] = []
    arrays, words, edges = [], [], []
    for name, place in places(fmt).items():
        of = getattr(place.item, "type", None)
        if isinstance(of, WordType | TextType):
            words.append(name)
        elif isinstance(place.item, Scalar) and place.rows is None and isinstance(of, IntType):
            if name not in sizes and name not in counts:
                numbers.append((name, of.lo.constant, of.hi.constant))
        elif isinstance(of, IntType | FloatType) and isinstance(place.item, Array | Matrix | Scalar):
            arrays.append(name)
        if isinstance(place.rows, Records) and place.rows.structure in ("tree", "graph") and place.rows.endpoints:
            edges.append(place.rows.endpoints[0])
    return Parts(sizes, tuple(numbers), tuple(arrays), tuple(words), tuple(dict.fromkeys(edges)), tuple(sorted(counts)))


class StyledPlans:
    """Draws plans. `styles` are those that numbers are drawn in, `literals` and `texts` the programs' own numbers and
    texts."""

    def __init__(
        self,
        parts: Parts,
        styles: Sequence[tuple[str, ArrayFiller]],
        literals: Sequence[int],
        texts: Sequence[str],
        rng: np.random.Generator,
    ) -> None:
        self._parts = parts
        self._styles = (*styles, ("notable values", interesting(literals)))
        self._literals = literals
        self._word_styles = (*WORD_STYLES, holding(texts), holding(texts)) if texts else WORD_STYLES
        self._rng = rng

    def drawn(self, largest: int, cases: int = 1) -> tuple[Plan, str]:
        """A plan with sizes of at most `largest` (where the format allows that), and its style in words."""
        rng = self._rng
        said, style = self._style()
        arrays = {name: style if rng.random() < _ONE_STYLE else self._style()[1] for name in self._parts.arrays}
        is_pieced = len(self._parts.words) > 1 and rng.random() < _PIECED
        word = of_pieces() if is_pieced else self._word()
        words: dict[str, WordFiller] = {
            name: word if is_pieced or rng.random() < _ONE_STYLE else self._word() for name in self._parts.words
        }
        edge = edge_style(rng)
        edges = dict.fromkeys(self._parts.edges, edge) if edge is not None else {}
        sizes = self._sizes(largest, is_pieced) | dict.fromkeys(self._parts.case_counts, cases)
        plan = Plan(sizes=sizes, arrays=arrays, words=words, edges=edges, scalars=self._scalars(largest))
        return plan, f"{said}, sizes up to {largest}"

    def _style(self) -> tuple[str, Any]:
        return self._styles[int(self._rng.integers(len(self._styles)))]

    def _word(self) -> WordFiller:
        return self._word_styles[int(self._rng.integers(len(self._word_styles)))]

    def _sizes(self, largest: int, unlike: bool) -> dict[str, int]:
        """All of one size, or each of its own; where they are `unlike`, some are short beside the others."""
        rng, largest = self._rng, max(largest, 1)
        if unlike:
            return {
                name: int(rng.integers(1, min(largest, _SHORT) if rng.random() < 0.5 else largest, endpoint=True))
                for name in self._parts.sizes
            }
        common = int(rng.integers(1, largest, endpoint=True))
        return {
            name: common if rng.random() < _FIXED_SIZE else int(rng.integers(0, largest, endpoint=True))
            for name in self._parts.sizes
        }

    def _scalars(self, largest: int) -> dict[str, Any]:
        return {name: self._number(lo, hi, largest) for name, lo, hi in self._parts.numbers}

    def _number(self, lo: int | None, hi: int | None, largest: int) -> Any:
        rng = self._rng
        kind = int(rng.integers(8))
        if kind < 2:
            return ("min", "max")[kind]
        if lo is None or hi is None or kind == 2 or lo > hi:
            return int(rng.integers(0, 2 * largest + 1)) if kind < 6 else "random"
        if kind < 5:
            return random_int(max(lo, min(0, hi)), min(hi, max(lo, 0) + 2 * largest), rng) if hi > lo else lo
        if kind == 5:
            offered = notable(lo, hi, self._literals)
            return offered[int(rng.integers(len(offered)))]
        return random_size(lo, hi, rng) if kind == 6 else "random"
