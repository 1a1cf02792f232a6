"""How a cost grows with a size: models fitted to measured points and compared, with honest intervals.

Theory. A program's cost along one family of inputs is taken to be `work(n) + reading * n + fixed`: every program reads
its input and starts up, whatever it does besides. `work` is one of the shapes of `model.growth`; a shape with a free
parameter (the power of n, the base of an exponential, the place of a jump) is fitted on a grid of that parameter.
Residuals are those of logarithms, so that a point at n = 16 weighs as much as one at 200,000. Which of the smaller
terms belong into a model, and which model explains the points best, is decided by Akaike's criterion with its
correction for few points (Hurvich and Tsai, 1989), where no model is believed to fit better than `FINEST`: counts have
no noise, so what is left over is the fault of the model, and without a floor the longest formula would always win.

Intervals of a free parameter are its profile: all values at which the residuals are no worse than the best ones by
more than Student's t allows at 95%. A prediction covers every value of that interval, the scatter of the points, and
every other model that explains the points nearly as well: that is what makes it wide where it is far from the points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from slowpath.analysis.growth_shapes import LARGER_BESIDE, LEAST_BASE, SMOOTH_SHAPES, SPARE, Shape, thresholds
from slowpath.model.growth import EXPONENTIAL, POLYNOMIAL, THRESHOLD

FEWEST_POINTS = 6
"""So many different sizes are needed before anything is said."""
FINEST = 0.015
"""No short formula is believed to say a program's cost more closely than this (a share of it)."""
NEARLY_AS_WELL = 3.0
"""A model whose criterion is worse by no more than this counts where something is predicted (Burnham and Anderson)."""
NOTICEABLY_BETTER = 2.0
"""A less simple model must be better than the simplest good one by this."""
LEAST_JUMP = 3.0
"""How many times dearer the largest size must be than what comes before a threshold would have it."""
SMOOTH = 0.04
"""Thresholds are looked for only where no smooth model comes closer to the points than this."""
FINER_STEPS, FINER_ROUNDS = 9, 5
"""A free parameter is looked for between two values by so many between them, then between the two beside the best."""
ROUNDS = 6
SETTLED = 1e-7
KEPT = 256
"""So many comparisons: those of a few searches."""
_T95 = (12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


@dataclass(frozen=True)
class Fit:
    """A model with the best value of its free parameter. `criterion` is Akaike's, smaller is better; `spread` the
    residuals' standard deviation in logarithms."""

    shape: Shape
    terms: str
    value: float
    criterion: float
    spread: float
    sizes: np.ndarray
    costs: np.ndarray

    @property
    def model(self) -> str:
        """One of the words of `model.growth`."""
        return self.shape.model

    @property
    def left(self) -> int:
        """Degrees of freedom: how many more points there are than values that were fitted to them."""
        return max(1, len(self.sizes) - len(self.terms) - self.shape.free)

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """The 95% interval of the free parameter."""
        if not self.shape.is_refined:
            return self.value, self.value
        outer = self.shape.grid(self.sizes)
        most = float(self._errors(np.array([self.value]))[0]) + (self.spread * _student(self.left)) ** 2
        return (
            _crossing(self._errors, most, self.value, float(outer[0])),
            _crossing(self._errors, most, self.value, float(outer[-1])),
        )

    def _errors(self, values: np.ndarray) -> np.ndarray:
        return _errors(self.shape, self.terms, self.sizes, self.costs, values)

    def _weights(self, values: np.ndarray) -> np.ndarray:
        return _solve(_rows(self.shape, self.terms, self.sizes, values), self.costs)[0]

    @cached_property
    def _best(self) -> np.ndarray:
        return self._weights(np.array([self.value]))[0]

    def at(self, n: float) -> float:
        """The cost at a size."""
        return self._at(n, self.value, self._best)

    def _at(self, n: float, value: float, weights: np.ndarray) -> float:
        cost = float((_terms(self.shape, self.terms, np.array([float(n)]), value) @ weights)[0])
        return min(max(cost, 1.0), 1e300)

    def interval(self, n: float) -> tuple[float, float]:
        """Where the cost at a size lies with 95%, if this model is the right one."""
        known = [self.at(n)]
        if self.shape.is_refined:
            values = np.linspace(*self.bounds, 9)
            weights = self._weights(values)
            known += [
                self._at(n, float(value), own)
                for value, own in zip(values, weights, strict=True)
                if not np.isnan(own).any()
            ]
        scatter = math.exp(min(50.0, _student(self.left) * self.spread * math.sqrt(1 + self._leverage(n))))
        return min(known) / scatter, min(max(known) * scatter, 1e300)

    def _leverage(self, n: float) -> float:
        """How much less sure the cost at a size is for the weights being fitted, in variances of one point."""
        rows = _terms(self.shape, self.terms, self.sizes, self.value)
        rows = rows / (rows @ self._best)[:, None]
        point = _terms(self.shape, self.terms, np.array([float(n)]), self.value)[0] / self.at(n)
        scale = np.abs(rows).max(axis=0)
        inverse = np.linalg.pinv(rows / scale)
        return float(((point / scale) @ inverse) @ ((point / scale) @ inverse))


@dataclass(frozen=True)
class Comparison:
    """The model that explains the points best, and all that do nearly as well. `power` is the power of n that fits best
    with its interval, whatever the model, None where no power fits at all."""

    best: Fit
    others: tuple[Fit, ...]
    power: Fit | None

    def interval(self, n: float) -> tuple[float, float]:
        """Where the cost at a size lies: under any of the models that explain the points."""
        known = [fit.interval(n) for fit in (self.best, *self.others)]
        return min(low for low, _ in known), max(high for _, high in known)


def compare(
    sizes: Sequence[float], costs: Sequence[float], at_least: Sequence[tuple[float, float]] = ()
) -> Comparison | None:
    """The models that explain how `costs` grow with `sizes`; None where there are too few different sizes.

    `at_least` are (size, cost) of runs that were cut: a model that stays below one of them is out, unless all do.
    """
    return _compared(tuple(map(float, sizes)), tuple(map(float, costs)), tuple(at_least))


@lru_cache(maxsize=KEPT)
def _compared(
    sizes: tuple[float, ...], costs: tuple[float, ...], at_least: tuple[tuple[float, float], ...]
) -> Comparison | None:
    """Kept, since it takes some 30 ms and all lines of a loop run equally often."""
    n, cost = _points(sizes, costs)
    if len(n) < FEWEST_POINTS:
        return None
    fits = [fit for shape in SMOOTH_SHAPES if (fit := _fitted(shape, n, cost)) is not None]
    power = next((fit for fit in fits if fit.model == POLYNOMIAL), None)
    if all(fit.spread > SMOOTH for fit in fits):
        fits += [fit for shape in thresholds(n) if (fit := _fitted(shape, n, cost)) is not None]
    fits = _reaching(fits, at_least) or _reaching(_jumping(sizes, costs, at_least), at_least) or fits
    least = min(fit.criterion for fit in fits)
    simplest = next(fit.model for fit in fits if fit.criterion <= least + NOTICEABLY_BETTER)
    best = min((fit for fit in fits if fit.model == simplest), key=lambda fit: fit.criterion)
    near = [fit for fit in fits if fit.criterion <= least + NEARLY_AS_WELL]
    return Comparison(best, tuple(_one_a_model(near, best)), power)


def _reaching(fits: Sequence[Fit], at_least: Sequence[tuple[float, float]]) -> list[Fit]:
    return [fit for fit in fits if all(fit.interval(size)[1] >= bound for size, bound in at_least)]


def _jumping(sizes: Sequence[float], costs: Sequence[float], at_least: Sequence[tuple[float, float]]) -> list[Fit]:
    """Thresholds among the sizes of runs that were cut, taken for what they cost at least: a table of which all keys
    fall into one bucket is slow from some size on, and no run beyond it comes to its end."""
    n, cost = _points([*sizes, *(size for size, _ in at_least)], [*costs, *(bound for _, bound in at_least)])
    beyond = (shape for shape in thresholds(n) if shape.begin > max(sizes))
    return [fit for shape in beyond if (fit := _fitted(shape, n, cost)) is not None]


def slope(sizes: Sequence[float], costs: Sequence[float]) -> tuple[float, float, float]:
    """The slope of log cost on log n by least squares, with its 95% interval; 0 where it can't be told."""
    n, cost = _points(sizes, costs)
    if len(n) < 3:
        return 0.0, 0.0, 0.0
    x, y = np.log(n) - np.log(n).mean(), np.log(cost) - np.log(cost).mean()
    made = float(x @ y / (x @ x))
    variance = max(float(((y - made * x) ** 2).sum()) / (len(n) - 2), FINEST**2)
    around = _student(len(n) - 2) * math.sqrt(variance / float(x @ x))
    return made, made - around, made + around


def _one_a_model(fits: Sequence[Fit], best: Fit) -> Iterator[Fit]:
    """The best fit of each other model: many places of a threshold say the same."""
    for model in dict.fromkeys(fit.model for fit in fits if fit.model != best.model):
        yield min((fit for fit in fits if fit.model == model), key=lambda fit: fit.criterion)


def _points(sizes: Sequence[float], costs: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """The points by size, of equal sizes the dearest."""
    known: dict[float, float] = {}
    for size, cost in zip(sizes, costs, strict=True):
        if size > 0 and cost > 0:
            known[float(size)] = max(known.get(float(size), 0.0), float(cost))
    ordered = sorted(known)
    return np.array(ordered), np.array([known[size] for size in ordered])


def _fitted(shape: Shape, n: np.ndarray, cost: np.ndarray) -> Fit | None:
    """The shape with those of the smaller terms that it needs; None where it can't be fitted to so few points."""
    made = [fit for spare in shape.spares if (fit := _with_terms(shape, spare, n, cost)) is not None]
    return min(made, key=lambda fit: fit.criterion, default=None)


def _with_terms(shape: Shape, spare: str, n: np.ndarray, cost: np.ndarray) -> Fit | None:
    columns = shape.columns(n[:1], float(shape.grid(n)[0])).shape[1]
    terms = "w" * columns + spare
    parameters = len(terms) + shape.free + 1
    if len(n) - parameters - 1 <= 0:
        return None
    grid = shape.grid(n)
    errors = _errors(shape, terms, n, cost, grid)
    at = int(np.argmin(errors))
    if math.isinf(errors[at]):
        return None
    value, error = float(grid[at]), float(errors[at])
    if shape.is_refined:
        value, error = _least(
            lambda values: _errors(shape, terms, n, cost, values),
            float(grid[max(0, at - 1)]),
            float(grid[min(len(grid) - 1, at + 1)]),
        )
    if shape.model == EXPONENTIAL and value <= math.log2(LEAST_BASE):
        return None
    criterion = (
        len(n) * math.log(max(error / len(n), FINEST**2))
        + 2 * parameters
        + (2 * parameters * (parameters + 1) / (len(n) - parameters - 1))
    )
    return Fit(shape, terms, value, criterion, math.sqrt(max(error / (len(n) - parameters + 1), FINEST**2)), n, cost)


def _least(errors: Callable[[np.ndarray], np.ndarray], low: float, high: float) -> tuple[float, float]:
    """Where the error is least between two values, and the least."""
    for _ in range(FINER_ROUNDS):
        values = np.linspace(low, high, FINER_STEPS)
        found = errors(values)
        at = int(np.argmin(found))
        low, high = float(values[max(0, at - 1)]), float(values[min(FINER_STEPS - 1, at + 1)])
    return float(values[at]), float(found[at])


def _crossing(errors: Callable[[np.ndarray], np.ndarray], most: float, inside: float, outside: float) -> float:
    """The value between the two at which the error first passes `most`; the outer one where it never does."""
    for _ in range(FINER_ROUNDS):
        values = np.linspace(inside, outside, FINER_STEPS)
        beyond = np.flatnonzero(errors(values)[1:] > most)
        if not beyond.size:
            return outside
        inside, outside = float(values[beyond[0]]), float(values[beyond[0] + 1])
    return inside


def _errors(shape: Shape, terms: str, n: np.ndarray, cost: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The sum of squared residuals for each value of the free parameter, infinite where there is no such fit."""
    weights, errors = _solve(_rows(shape, terms, n, values), cost)
    if shape.model == THRESHOLD:
        errors = np.array(
            [
                error if math.isfinite(error) and _jumps(shape, n, float(value), own) else math.inf
                for value, own, error in zip(values, weights, errors, strict=True)
            ]
        )
    if shape.model == POLYNOMIAL and LARGER_BESIDE & set(terms):
        errors = np.where(values > 1, errors, math.inf)
    return errors


def _jumps(shape: Shape, n: np.ndarray, value: float, weights: np.ndarray) -> bool:
    """Whether the largest size is dearer than what stands below the threshold, gone on, would have it: the column of
    the smallest size says how that goes on, since it is a power that is 1 at n = 1."""
    power = math.log(shape.columns(n[:1], value)[0, 0]) / math.log(n[0]) if n[0] > 1 else value
    return weights[1] * shape.columns(n[-1:], value)[0, 1] >= LEAST_JUMP * weights[0] * n[-1] ** power


def _rows(shape: Shape, terms: str, n: np.ndarray, values: np.ndarray) -> np.ndarray:
    """`_terms` for each value of the free parameter, on which only the columns of the work depend."""
    work = np.stack([shape.columns(n, float(value)) for value in values])
    smaller = [SPARE[term](n) for term in terms if term != "w"]
    if not smaller:
        return work
    beside = np.broadcast_to(np.stack(smaller, axis=1), (*work.shape[:2], len(smaller)))
    return np.concatenate((work, beside), axis=2)


def _terms(shape: Shape, terms: str, n: np.ndarray, value: float) -> np.ndarray:
    """The columns of a model: those of its work, then its smaller terms."""
    return np.column_stack([shape.columns(n, value), *(SPARE[term](n) for term in terms if term != "w")])


def _solve(rows: np.ndarray, cost: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each of many matrices the weights of its columns that make the logarithms of their sum fit best, with the
    sum of squared residuals.

    Gauss and Newton's steps from the fit of relative errors. Not a number and infinite where the work would have to be
    negative, or where a smaller term takes away more than half of it: such a sum is no growth, it only bends to the
    points.
    """
    scale = np.abs(rows).max(axis=1, keepdims=True)
    is_usable = (np.isfinite(scale) & (scale > 0)).all(axis=(1, 2))
    columns = np.where(is_usable[:, None, None], rows / np.where(scale > 0, scale, 1.0), 1.0)
    guess = np.broadcast_to(cost, columns.shape[:2])
    for _ in range(ROUNDS):
        wanted = np.maximum(0.1, 1 + np.log(cost / guess))
        weights = (np.linalg.pinv(columns / guess[:, :, None]) @ wanted[:, :, None])[:, :, 0]
        made = (columns @ weights[:, :, None])[:, :, 0]
        is_usable &= (made > 0).all(axis=1)
        made = np.where(is_usable[:, None], made, 1.0)
        has_settled = np.abs(np.log(made / guess)).max() < SETTLED
        guess = made
        if has_settled:
            break
    taken = (columns @ np.where(weights < 0, -weights, 0.0)[:, :, None])[:, :, 0]
    is_usable &= (weights[:, 0] > 0) & (taken <= guess).all(axis=1)
    errors = np.where(is_usable, (np.log(cost / guess) ** 2).sum(axis=1), math.inf)
    return np.where(is_usable[:, None], weights / scale[:, 0, :], math.nan), errors


def _student(left: int) -> float:
    """The two-sided 95% quantile of Student's distribution."""
    return _T95[max(1, left) - 1] if left <= len(_T95) else 1.96 + 2.6 / left
