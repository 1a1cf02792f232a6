"""Reads the rows of a loop at once where they are of integers alone: a tenth of the time that it takes one by one.

Where something isn't as it should be nothing is read, and the loop itself finds what.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from slowpath.inputs.checktestdata.evaluation import Evaluation
from slowpath.inputs.checktestdata.syntax import (
    Blank,
    Command,
    Expression,
    Int,
    Length,
    Negation,
    Operation,
    Repeat,
    Variable,
)
from slowpath.model.patterns import late_regex

_PLAIN = "(?:0|-?[1-9][0-9]{0,17})"


class RowReading(Evaluation):
    """An evaluation that reads rows of integers at once."""

    def _rows(self, command: Repeat) -> Callable[[int], bool] | None:
        """Who reads so many rows at once, and says whether it did. None for a loop of which more is kept than numbers
        under plain names, or under the loop's counter, and for one whose bounds change as it goes."""
        numbers = [each for each in command.body if isinstance(each, Int)]
        blanks = _blanks(command)
        kept = [name for name in (*(each.name for each in numbers), command.counter) if name is not None]
        if blanks is None or not all(self._is_plain(name, command.counter) for name in kept):
            return None
        changing = {name.name for name in kept}
        if any(changing & set(_names(bound)) for each in numbers for bound in (each.lo, each.hi)):
            return None
        bounds = [(self._integer(each.lo, each.place), self._integer(each.hi, each.place)) for each in numbers]
        between = [re.escape(blank) for blank in blanks]
        row = "".join(f"{_PLAIN}{blank}" for blank in between[: len(numbers) - 1]) + _PLAIN
        is_parted = command.separator is not None

        def read(times: int) -> bool:
            rows = f"{row}(?:{between[-1]}{row}){{{times - 1}}}" + ("(?![0-9])" if is_parted else between[-1])
            match = late_regex(rows).match(self.data, self.at)
            if match is None:
                return False
            values = np.fromstring(match[0], dtype=np.int64, sep=" ").reshape(times, len(numbers))
            for column, (lo, hi) in zip(values.T, bounds, strict=True):
                if not lo() <= int(column.min()) <= int(column.max()) <= hi():
                    return False
            self._step(times)
            self.at = match.end()
            for number, column in zip(numbers, values.T, strict=True):
                self._keep(number.name, column)
            if command.counter is not None:
                self._table(command.counter.name)[()] = times
            return True

        return read

    def _is_plain(self, variable: Variable, counter: Variable | None) -> bool:
        is_indexed_by_row = counter is not None and variable.index == (counter,)
        return variable.name not in self._occurrences and (not variable.index or is_indexed_by_row)

    def _keep(self, variable: Variable | None, values: np.ndarray) -> None:
        if variable is None:
            return
        table = self._table(variable.name)
        if variable.index:
            table.update(zip(((row,) for row in range(len(values))), values.tolist(), strict=True))
        else:
            table[()] = int(values[-1])


def _blanks(command: Repeat) -> list[str] | None:
    """What stands behind each number of a row, the last before the next row; None where rows aren't of integers with a
    blank between each two."""
    parts: Sequence[Command] = (*command.body, *([] if command.separator is None else [command.separator]))
    if len(parts) % 2 or not all(isinstance(each, Blank if at % 2 else Int) for at, each in enumerate(parts)):
        return None
    return [each.character for each in parts if isinstance(each, Blank)]


def _names(expression: Expression) -> Iterator[str]:
    """The names of the variables in an expression."""
    match expression:
        case Variable():
            yield expression.name
            for part in expression.index:
                yield from _names(part)
        case Length() | Negation():
            yield from _names(expression.of)
        case Operation():
            yield from _names(expression.left)
            yield from _names(expression.right)
