"""The values of a size model: integer variables, what couples them, and sums that test cases share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from slowpath.inputs.relations.primes import is_prime
from slowpath.model.expression import Expr
from slowpath.model.format import Relation


@dataclass(frozen=True)
class SizeVariable:
    """One integer of the model. `path` names the cases around it; `is_size` says that it governs a length
    or count (or is a word's length); `in_rows` that every row has its own; `count` how many rows."""

    name: str
    lo: Expr
    hi: Expr
    path: tuple[str, ...]
    is_size: bool
    is_word: bool = False
    in_rows: bool = False


OUT_OF_RANGE = -(2**8192)


@dataclass(frozen=True)
class SizeConstraint:
    """`left operator right` over variables of one scope; where the operator is "prime", `left` is prime, where it is
    "among" one of `choices` (and `right` is 0). `text` is what the user knows it by."""

    left: Expr
    operator: str
    right: Expr
    text: str
    choices: tuple[int, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        return self.left.names | self.right.names

    def slack(self, values: Mapping[str, int]) -> int:
        """At least 0 when it holds; for "==" and "!=" left minus right. `OUT_OF_RANGE` where a side is a power of a
        number that is too large for one, or divides by 0."""
        try:
            left, right = self.left.value(values), self.right.value(values)
        except ArithmeticError:
            return OUT_OF_RANGE
        match self.operator:
            case "<=":
                return right - left
            case "<":
                return right - left - 1
            case ">=":
                return left - right
            case ">":
                return left - right - 1
        return left - right

    def holds(self, values: Mapping[str, int]) -> bool:
        slack = self.slack(values)
        if slack == OUT_OF_RANGE:
            return False
        if self.operator == "prime":
            return is_prime(slack)
        if self.operator == "among":
            return slack in self.choices
        return slack == 0 if self.operator == "==" else slack != 0 if self.operator == "!=" else slack >= 0


@dataclass(frozen=True)
class SumBound:
    """A "sum" relation: over all cases down `path` the left side is at most `bound`.

    `least` is the left side in one case when every row and element is smallest; `even` when elements are
    smallest and every row has the size that the row's size variable says. Without rows and elements both are
    the left side itself.
    """

    relation: Relation
    path: tuple[str, ...]
    least: Expr
    even: Expr
    bound: int

    @property
    def text(self) -> str:
        """The relation in words."""
        return f"the sum of {self.relation.left} <= {self.bound}"


@dataclass(frozen=True)
class SizeModel:
    """Variables in the order of the input, the constraints of single scopes, and the sums over cases.

    `counts` has the number of cases by the name of the `Cases`.
    """

    variables: dict[str, SizeVariable]
    constraints: tuple[SizeConstraint, ...]
    sums: tuple[SumBound, ...]
    counts: dict[str, Expr]


def corners(lows_highs: list[tuple[int, int]], most: int = 3) -> Iterator[tuple[int, ...]]:
    """The corners of a box, of at most its first `most` sides; the others stay low."""
    sides = [pair if place < most else pair[:1] for place, pair in enumerate(lows_highs)]
    return product(*sides)
