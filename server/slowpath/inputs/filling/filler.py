"""Fills the items of one scope: scalars, arrays and matrices; rows are left to `slowpath.inputs.filling.rows`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.filling.word_forms import even_lengths
from slowpath.inputs.filling.word_patterns import drawn_choices, kinds_of
from slowpath.inputs.layout import over_rows
from slowpath.inputs.number_sets import parts_with_repetitions
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, FloatType, IntType, Matrix, Scalar, TextType, WordType


@dataclass
class Filler:
    """`scope` has every value that is visible so far, `sizes` the scope's assigned integers and word lengths,
    `caps` the most that the elements of an array, column or words may sum up to, by its name."""

    plan: Plan
    rng: np.random.Generator
    scope: dict[str, Any]
    sizes: Mapping[str, int]
    caps: Mapping[str, int] = field(default_factory=dict)
    made: int = 0

    def afford(self, many: int, name: str) -> int:
        """Takes note of so many values or characters more. Raises `CannotGenerate` where they would be too many."""
        self.made += many
        if self.made > self.plan.most_values:
            raise CannotGenerate(f"{name}: at most {self.plan.most_values} values in one input")
        return many

    def scalar(self, item: Scalar) -> Any:
        """The value of a scalar."""
        of = item.type
        if isinstance(of, IntType):
            return self.sizes[item.name]
        if isinstance(of, FloatType):
            return fill.floats(1, of, self.plan.arrays.get(item.name), self.rng)[0]
        return fill.word(self.sizes[item.name], of, self.plan.words.get(item.name), self.rng)

    def array(self, item: Array, scope: Mapping[str, Any]) -> Any:
        """The values of an array; `scope` may know more than the filler, in rows."""
        length = sized(item.length, scope, f"the length of {item.name}")
        self.afford(length, item.name)
        if item.separator == "" and isinstance(item.type, WordType | TextType):
            return list(fill.word(length, item.type, self.plan.words.get(item.name), self.rng))
        if "permutation" in item.traits and item.name in self.plan.arrays and length:
            # Ranks need no bounds: a proposal beyond them is as good, and clipping would lose its order.
            lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))  # type: ignore[union-attr]
            return fill.permuted(fill.proposal(length, lo, hi, self.plan.arrays[item.name], self.rng), lo)
        values = self.column(item, length, scope, {})
        if not item.traits or not length:
            return values
        lo, hi = (0, 0)
        if isinstance(item.type, IntType):
            lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))
        return fill.with_traits(item, values, lo, hi, self.rng)

    def lists(self, item: Array, count: int, columns: Mapping[str, Any]) -> list[Any] | None:
        """What `array` makes in each of `count` rows, where that is plain or distinct integers of the same bounds in
        all of them, or words of one length: many times as fast. None where it isn't so."""
        of, name = item.type, item.name
        if isinstance(of, WordType | TextType):
            return self._lists_of_words(item, of, count, columns)
        if (
            not isinstance(of, IntType)
            or item.traits - {"distinct"}
            or name in self.caps
            or not count
            or (of.lo.names | of.hi.names) & columns.keys()
            or (name in self.plan.sizes and name not in self.plan.arrays)
        ):
            return None
        lengths = self.lengths(item, count, columns)
        lo, hi = of.lo.value(self.scope), of.hi.value(self.scope)
        if lengths.min() < 0 or not (
            type(lo) is int and type(hi) is int and fill.INT64_LEAST <= lo <= hi <= fill.INT64_LARGEST
        ):
            return None
        proposer = self.plan.arrays.get(name)
        if proposer is not None:
            made = [fill.ints(length, lo, hi, proposer, self.rng, name) for length in lengths.tolist()]
        else:
            made = fill.parted(fill.ints(int(lengths.sum()), lo, hi, None, self.rng, name), lengths)
        if item.traits:
            for row in parts_with_repetitions(np.concatenate(made), lengths).tolist():
                made[row] = fill.with_traits(item, made[row], lo, hi, self.rng)
        return made

    def lengths(self, item: Array, count: int, columns: Mapping[str, Any]) -> np.ndarray:
        """The array's length in each of `count` rows."""
        return np.broadcast_to(over_rows(item.length, self.scope, columns, count), count)

    def _lists_of_words(
        self, item: Array, of: WordType | TextType, count: int, columns: Mapping[str, Any]
    ) -> list[Any] | None:
        name = item.name
        is_plain = not (
            item.traits or item.separator == "" or (isinstance(of, WordType) and of.form) or name in self.plan.words
        )
        if (
            not is_plain
            or name not in self.plan.sizes
            or not count
            or (of.length_lo.names | of.length_hi.names) & columns.keys()
        ):
            return None
        lengths = self.lengths(item, count, columns)
        if lengths.min() < 0 or int(lengths.max()) * self.plan.sizes[name] > self.caps.get(name, math.inf):
            return None
        return fill.parted(self._words(of, name, int(lengths.sum()), self.scope, {}, None), lengths)

    def column(self, item: Scalar | Array, count: int, scope: Mapping[str, Any], columns: Mapping[str, Any]) -> Any:
        """`count` values of the item's type; bounds may mention earlier `columns`."""
        of, name = item.type, item.name
        if isinstance(of, FloatType):
            return fill.floats(count, of, self.plan.arrays.get(name), self.rng)
        if isinstance(of, WordType | TextType):
            return self._words(of, name, count, scope, columns, self.caps.get(name))
        lo, hi = (over_rows(bound, scope, columns, count) for bound in (of.lo, of.hi))
        if name in self.plan.sizes and name not in self.plan.arrays:
            wanted = self.plan.sizes[name]
            values = fill.ints(count, lo, hi, lambda length, *_: np.full(length, wanted), self.rng, name)
        else:
            values = fill.ints(count, lo, hi, self.plan.arrays.get(name), self.rng, name)
        if name in self.caps:
            values = fill.shrunk(values, int(np.min(lo)), self.caps[name])
        return values

    def _words(
        self,
        of: WordType | TextType,
        name: str,
        count: int,
        scope: Mapping[str, Any],
        columns: Mapping[str, Any],
        cap: int | None,
    ) -> list[str]:
        """`cap` is what all lengths may come to, where there is such a bound."""
        if cap is None and (chosen := self._kinds(of, name, count)) is not None:
            return chosen
        lows, highs = (
            np.broadcast_to(over_rows(bound, scope, columns, count), count) for bound in (of.length_lo, of.length_hi)
        )
        lows = np.maximum(lows, isinstance(of, WordType))
        brackets = isinstance(of, WordType) and of.form == "brackets"
        if brackets:
            lows, highs = even_lengths(lows, highs)
        if np.any(lows > highs):
            raise CannotGenerate(f"the length of {name} in {of.length_lo}..{of.length_hi}")
        lengths = np.clip(self._lengths(name, lows, highs), lows, highs)
        if cap is not None and count:
            lengths = fill.shrunk(lengths, int(lows.min()), cap)
        if brackets:
            lengths = lengths - lengths % 2
        filler = self.plan.words.get(name)
        if filler is not None or (isinstance(of, WordType) and of.form):
            return fill.words(lengths.tolist(), of, filler, self.rng)
        return fill.parted(fill.random_word(self.afford(int(lengths.sum()), name), of.alphabet, self.rng), lengths)

    def _kinds(self, of: WordType | TextType, name: str, count: int) -> list[str] | None:
        """Words that are one of a few, as the plan wants kinds, else at random unless it wants letters or lengths."""
        kinds, proposer = kinds_of(of), self.plan.tags.get(name)
        if kinds and proposer is not None:
            return (list(proposer(count, kinds, self.rng)) + [kinds[0]] * count)[:count]
        is_free = name not in self.plan.words and name not in self.plan.sizes
        return drawn_choices(of, count, self.rng) if is_free else None

    def _lengths(self, name: str, lows: np.ndarray, highs: np.ndarray) -> np.ndarray:
        if name in self.plan.sizes:
            return np.full(lows.size, self.plan.sizes[name])
        if not lows.size:
            return np.empty(0, dtype=np.int64)
        spread = self.rng.random(lows.size) ** 2
        return (lows + spread * (highs - lows + 1)).astype(np.int64)

    def matrix(self, item: Matrix) -> Any:
        """The values of a matrix or grid."""
        rows = sized(item.rows, self.scope, f"the rows of {item.name}")
        columns = sized(item.columns, self.scope, f"the columns of {item.name}")
        self.afford(rows * columns, item.name)
        of = item.type
        if item.separator == "":
            return self._grid(item, rows, columns)
        if not isinstance(of, IntType):
            row = Array(item.name, expr(columns), of)
            return [self.column(row, columns, self.scope, {}) for _ in range(rows)]
        lo, hi = of.lo.value(self.scope), of.hi.value(self.scope)
        filler = self.plan.matrices.get(item.name)
        if filler is not None:
            proposed = np.asarray(
                filler(rows, columns, max(lo, fill.INT64_LEAST), min(hi, fill.INT64_LARGEST), self.rng), dtype=np.int64
            )
            return np.clip(np.resize(proposed, (rows, columns)), lo, hi)
        values = fill.ints(rows * columns, lo, hi, self.plan.arrays.get(item.name), self.rng, item.name)
        if isinstance(values, list):
            return [values[row * columns : (row + 1) * columns] for row in range(rows)]
        return values.reshape(rows, columns)

    def _grid(self, item: Matrix, rows: int, columns: int) -> list[str]:
        of = item.type
        alphabet = ""
        if isinstance(of, WordType | TextType):
            alphabet = of.alphabet
        elif isinstance(of, IntType):
            alphabet = "0123456789"[max(of.lo.value(self.scope), 0) : of.hi.value(self.scope) + 1]
        if item.name in self.plan.matrices:
            places = self.plan.matrices[item.name](rows, columns, 0, len(alphabet) - 1, self.rng)
            places = np.clip(np.resize(np.asarray(places, dtype=np.int64), (rows, columns)), 0, len(alphabet) - 1)
            return [fill.spelled(row, alphabet) for row in places]
        filler = self.plan.words.get(item.name)
        if filler is not None:
            return [fill.letters(columns, alphabet, filler, self.rng) for _ in range(rows)]
        letters = fill.random_word(rows * columns, alphabet, self.rng)
        return [letters[row * columns : (row + 1) * columns] for row in range(rows)]


def sized(expression: Expr, scope: Mapping[str, Any], what: str) -> int:
    """The value of a length or count. Raises `CannotGenerate` when it is negative."""
    size = int(expression.value(scope))
    if size < 0:
        raise CannotGenerate(f"{what}, {expression}, at least 0")
    return size
