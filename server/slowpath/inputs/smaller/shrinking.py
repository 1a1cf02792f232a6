"""The state of a minimisation: the smallest instance so far, and the trial of a smaller one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from slowpath.inputs.mutators.scope_edit import ScopeEdit, anatomy
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.model.format import InputFormat
from slowpath.model.nodes import Path

FINEST = 4096
_MOST_CASES = 16

Numbers = tuple[int, ...]
"""The 0-based numbers of the cases in which a scope stands."""


class Spent(Exception):
    """The budget is used up."""


class Shrinking:
    """`best` satisfies the oracle and is valid; `accepts` replaces it by something that is no longer and simpler."""

    def __init__(
        self,
        fmt: InputFormat,
        instance: Instance,
        keeps: Callable[[Instance], bool],
        max_executions: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.fmt = fmt
        self.keeps = keeps
        self.stop = stop
        self.left = max_executions
        self.best = instance
        self.printed = print_input(fmt, instance)
        self.seen = {hash(self.printed)}
        self.anatomy = anatomy(fmt)

    def accepts(self, make: Callable[[], ScopeEdit]) -> bool:
        """Makes a candidate and takes it over when it is valid, no longer, new, and keeps the oracle.

        Raises `Spent` when the oracle may not be asked any more, or `stop` says so: making a candidate of many elements
        takes as long as asking.
        """
        if self.stop():
            raise Spent
        try:
            edit = make()
            if not edit.settled():
                return False
        except CannotGenerate:
            return False
        printed = print_input(self.fmt, edit.root)
        if len(printed) > len(self.printed) or hash(printed) in self.seen:
            return False
        if self.left <= 0:
            raise Spent
        self.left -= 1
        self.seen.add(hash(printed))
        if not self.keeps(edit.root):
            return False
        self.best, self.printed = edit.root, printed
        return True

    def edit(self, path: Path, numbers: Numbers) -> ScopeEdit:
        """A scope of a copy of the best instance."""
        return ScopeEdit(self.fmt, self.best, path, np.random.default_rng(0), numbers)

    def assigned(self, path: Path, numbers: Numbers, name: str, wish: int) -> ScopeEdit:
        """Such a copy with another integer or word length."""
        edit = self.edit(path, numbers)
        edit.reassigned({name: wish})
        return edit

    def scopes(self) -> Iterator[tuple[Path, Numbers]]:
        """The scopes; of many cases only the first ones."""
        for path in self.anatomy.parts:
            yield from ((path, numbers) for numbers in self._numbers(self.best, path))

    def _numbers(self, scope: Instance, path: Path) -> list[Numbers]:
        if not path:
            return [()]
        return [
            (number, *rest)
            for number, case in enumerate(scope[path[0]][:_MOST_CASES])
            for rest in self._numbers(case, path[1:])
        ]

    def standing(self, path: Path, numbers: Numbers) -> Instance | None:
        """The scope's current instance, None when it was removed meanwhile."""
        scope = self.best
        for name, number in zip(path, numbers, strict=True):
            if number >= len(scope[name]):
                return None
            scope = scope[name][number]
        return scope

    def without_chunks(self, length: Callable[[], int], without: Callable[[np.ndarray], ScopeEdit]) -> bool:
        """Delta debugging: `without(places that stay)` for chunks of halving size."""
        changed, size = False, length()
        size -= size // 2
        while size >= 1 and length() > 0 and length() // size <= FINEST:
            begin = 0
            while begin < length():
                places = np.arange(length())
                kept = np.concatenate((places[:begin], places[begin + size :]))
                if self.accepts(partial(without, kept)):
                    changed = True
                else:
                    begin += size
            size //= 2
        return changed

    def towards(self, now: int, goal: int, make: Callable[[int], ScopeEdit]) -> bool:
        """Tries `make(goal)`, else half and a quarter of the way to it."""
        wishes = dict.fromkeys((goal, (goal + now) // 2, (goal + 3 * now) // 4))
        return any(self.accepts(partial(make, wish)) for wish in wishes if wish != now)
