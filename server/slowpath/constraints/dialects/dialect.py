"""What a language brings to the asking for constraints: its words in the prompts, and the reading of its code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from slowpath.llm.prompts import prompt_part


@dataclass(frozen=True)
class Comparison:
    """`left <operator> right`, the outermost thing that an expression says."""

    left: str
    operator: str
    right: str


class Looking(Protocol):
    """Judges code against one program and one setup; see `constraints.purity`. Raises `Unfit`."""

    def check_setup(self) -> tuple[str, ...]: ...

    def check(self, expression: str) -> None: ...

    def walks(self, expression: str) -> bool: ...


@dataclass(frozen=True)
class Dialect:
    """One language.

    `unwrapped` takes the condition out of an `if` statement that a reply wrapped it in, and is the identity else.
    `comparison` is None where an expression isn't one. `looking` makes the judge of a program's expressions. All of it
    is pure and looks at text alone.
    """

    id: str
    name: str
    unwrapped: Callable[[str], str]
    comparison: Callable[[str], Comparison | None]
    looking: Callable[[bytes, str], Looking]

    def functions(self, setup: str) -> tuple[str, ...]:
        """The names that a setup defines. Raises `Unfit`."""
        return self.looking(b"", setup).check_setup() if setup.strip() else ()

    def check(self, expression: str, setup: str, program: bytes) -> None:
        """Raises `Unfit` where an expression has side effects, does input or output, can end the program or isn't an
        expression, and where its setup does such things."""
        self._looking(setup, program).check(expression)

    def walks(self, expression: str, setup: str, program: bytes) -> bool:
        """Whether evaluating an expression may walk over data, rather than take a few steps. Raises `Unfit`."""
        return self._looking(setup, program).walks(expression)

    def _looking(self, setup: str, program: bytes) -> Looking:
        made = self.looking(program, setup)
        if setup.strip():
            made.check_setup()
        return made

    def words(self, prompt: str, part: str) -> str:
        """What a prompt says in this language alone: `prompts/<prompt>/<part>.<id>.md`."""
        return prompt_part(prompt, f"{part}.{self.id}")
