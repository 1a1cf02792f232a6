"""What is evaluated: programs of a data set, and units of work on them. Values only."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from slowpath.llm.options import ModelOptions
from slowpath.model.campaign import Budget

ACCEPTED, SLOW, WRONG = "accepted", "slow", "wrong"
KINDS = (ACCEPTED, SLOW, WRONG)


@dataclass(frozen=True)
class Program:
    """One program of a data set. `id` names it there and nowhere else; `kind` is what the data set says of it
    (`KINDS`), `language` a registered language's id. `category` is the kind of its bug as the data set writes it, ""
    where it has none."""

    id: str
    problem: str
    language: str
    kind: str = ACCEPTED
    category: str = ""


@dataclass(frozen=True)
class LeftOut:
    """Something of a data set that isn't evaluated, and why, in a sentence."""

    name: str
    reason: str


@dataclass(frozen=True)
class ExistingTest:
    """A test that the data set has already; `answer` None where it has none. With `made_with_seed` the data are the
    text of a Python program that makes the input, after its randomness got this seed; with `is_recipe` they are the
    text of a replay file."""

    name: str
    data: bytes = field(repr=False)
    answer: bytes | None = field(default=None, repr=False)
    made_with_seed: int | None = None
    is_recipe: bool = False


@dataclass(frozen=True)
class Content:
    """A program with its problem, as bytes: `files` are (path, content) of a folder that the readers of `problems/`
    understand, `solution` is the program's path in it, `reference` that of a right program ("" without one). `tests`
    are there only where they are asked for."""

    files: tuple[tuple[str, bytes], ...] = field(repr=False)
    solution: str
    reference: str = ""
    tests: tuple[ExistingTest, ...] = ()


@dataclass(frozen=True)
class Terms:
    """What a unit is done with, whatever it does: the budget (seconds are CPU seconds of the search and all it starts),
    the version of Slowpath, and the language model that the strategy asks ("" where it asks none). Tables put only
    units of the same terms side by side."""

    budget: Budget
    version: str = ""
    model: str = ""

    @property
    def words(self) -> str:
        """For people."""
        version = f"Slowpath {self.version}" if self.version else "an earlier Slowpath"
        return f"{version}, {self.budget_words} a unit" + (f", the model {self.model}" if self.model else "")

    @property
    def budget_words(self) -> str:
        """The budget of a unit's search."""
        if self.budget.seconds is not None:
            return f"{self.budget.seconds:g} s"
        return f"{self.budget.executions:,} executions" if self.budget.executions is not None else "no budget"

    def goes_with(self, other: Terms) -> bool:
        """Whether units of both may stand in one table. Strategies that ask no model stand beside those that do."""
        return (self.budget, self.version) == (other.budget, other.version) and (
            not self.model or not other.model or self.model == other.model
        )


@dataclass(frozen=True)
class Unit:
    """One program, one strategy, one seed, on the `Terms` that the fields after them say. A unit that measures what a
    search found for another program says which strategy found it, `found_by`, and for which program, `found_for`."""

    program: Program
    strategy: str
    seed: int
    budget: Budget
    version: str = ""
    model: str = ""
    found_by: str = ""
    found_for: str = ""

    @property
    def terms(self) -> Terms:
        """What it is done with."""
        return Terms(self.budget, self.version, self.model)

    @property
    def id(self) -> str:
        """What tells units apart: two runs of one id are one measurement made twice."""
        said = (
            self.program.id,
            self.strategy,
            self.seed,
            self.budget.seconds,
            self.budget.executions,
            self.version,
            self.model,
            *((self.found_by, self.found_for) if self.found_by else ()),
        )
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Work:
    """All that a process needs to do a unit, on this machine or another. With `own_core` it runs on a core that no
    other unit has. `existing_s` is how long the existing tests are measured at most, in CPU seconds."""

    unit: Unit
    content: Content
    model: ModelOptions = ModelOptions()
    own_core: bool = True
    existing_s: float = 60.0
