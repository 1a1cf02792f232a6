"""What a language brings to the asking for constraints: its words in the prompts, and the reading of its code."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from slowpath.llm.prompts import prompt_part


@dataclass(frozen=True)
class Comparison:
    """`left <operator> right`, the outermost thing that an expression says."""

    left: str
    operator: str
    right: str


@dataclass(frozen=True)
class Dialect:
    """One language.

    `unwrapped` takes the condition out of an `if` statement that a reply wrapped it in, and is the identity else.
    `functions` gives the names that a setup defines. `check` raises `Unfit` where an expression has side effects,
    does input or output, can end the program or isn't an expression; its arguments are the expression, the setup and
    the program. `walks` says whether evaluating an expression may walk over data, rather than take a few steps.
    `comparison` is None where an expression isn't one. All of them are pure and look at text alone.
    """

    id: str
    name: str
    unwrapped: Callable[[str], str]
    functions: Callable[[str], Collection[str]]
    check: Callable[[str, str, bytes], None]
    walks: Callable[[str, str, bytes], bool]
    comparison: Callable[[str], Comparison | None]

    def words(self, prompt: str, part: str) -> str:
        """What a prompt says in this language alone: `prompts/<prompt>/<part>.<id>.md`."""
        return prompt_part(prompt, f"{part}.{self.id}")
