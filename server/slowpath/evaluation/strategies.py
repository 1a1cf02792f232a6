"""The strategies that are compared, by name: the same validators, budget and confirmation for all.

A strategy is part of our engine (`strategies` and `ablations` as `slowpath find` takes them), AFL++ as it comes, the
data set's own tests, a search for breaking inputs, an optimisation, or the inputs that other programs' searches found.
`asks` says what a model is asked for first;
such a strategy takes part only where a model is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slowpath.engine.strategies.model_generators import ModelGenerators
from slowpath.engine.strategies.perffuzz import PerfFuzz
from slowpath.engine.strategies.random_valid import RandomValid
from slowpath.errors import UsageError
from slowpath.evaluation.units import WRONG, Program
from slowpath.model.campaign import DEFAULT_MUTATORS, NO_CATALOGUE, NO_CONSTRAINTS, NO_FEEDBACK, NO_INSTRUMENTATION
from slowpath.model.languages import is_native

SEARCH, FUZZER, TESTS, BREAK, OPTIMIZE, TRANSFER = "search", "fuzzer", "tests", "break", "optimize", "transfer"
CONSTRAINTS = "constraints"
"""What a model is asked for beside a way of asking for generators: constraints, and mutators that aim at them."""


@dataclass(frozen=True)
class Strategy:
    """One way. Of a search `own` are the strategies, as origins name them, whose inputs count; () for all. `without`
    are strategies that take no part."""

    what: str
    kind: str = SEARCH
    strategies: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    ablations: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    asks: str = ""

    def takes(self, program: Program) -> bool:
        """Whether it can do anything with the program alone: AFL++ needs C++, a breaking input a program that is wrong,
        and what is to be transferred is known only when searches are over."""
        if self.kind == TRANSFER:
            return False
        if self.kind == FUZZER:
            return is_native(program.language) and program.kind != WRONG
        return (program.kind == WRONG) == (self.kind == BREAK)


SHAPED = ("shape-climb", "script-climb", "generalisation", "halving", "small-world", "pieces")

STRATEGIES = {
    "existing": Strategy("the tests that the data set has already, measured in the same way", TESTS),
    "default": Strategy("our whole search"),
    "no-catalogue": Strategy("without the catalogue of known constructions", ablations=(NO_CATALOGUE,)),
    "no-constraints": Strategy("without constraints", ablations=(NO_CONSTRAINTS,)),
    "no-feedback": Strategy("blind: neither cost nor counters choose", ablations=(NO_FEEDBACK,)),
    "no-shapes": Strategy("without the strategies that find shapes and let them grow", without=SHAPED),
    "no-instrumentation": Strategy("checkers don't feed the search (WedgeNoInstr)", ablations=(NO_INSTRUMENTATION,)),
    "default-mutators": Strategy("no constraint-aware mutators (WedgeDefaultMut)", ablations=(DEFAULT_MUTATORS,)),
    "random-valid": Strategy(
        "random valid inputs", strategies=("random-valid",), ablations=(NO_CONSTRAINTS,), own=(RandomValid.id,)
    ),
    "perffuzz": Strategy(
        "PerfFuzz's rule on bytes, valid inputs only",
        strategies=("perffuzz",),
        ablations=(NO_CONSTRAINTS,),
        own=(PerfFuzz.id,),
    ),
    "afl": Strategy("AFL++ as it comes (C++ only), from samples and saturated inputs", FUZZER),
    "tg": Strategy(
        "TG-prompt: the model's generators alone (WEDGE section 4.1)",
        asks="tg",
        strategies=("model-generators",),
        ablations=(NO_CONSTRAINTS,),
        own=(ModelGenerators.id,),
    ),
    "sas": Strategy(
        "EvalPerf's SaS: generators with a scale, alone",
        asks="sas",
        strategies=("model-generators",),
        ablations=(NO_CONSTRAINTS,),
        own=(ModelGenerators.id,),
    ),
    "stab": Strategy(
        "STAB's specification: the model's generators alone",
        asks="stab",
        strategies=("model-generators",),
        ablations=(NO_CONSTRAINTS,),
        own=(ModelGenerators.id,),
    ),
    "plain": Strategy(
        "plain instruction: the model's generators alone (STAB's Base)",
        asks="plain",
        strategies=("model-generators",),
        ablations=(NO_CONSTRAINTS,),
        own=(ModelGenerators.id,),
    ),
    "wedge": Strategy(
        "WEDGE: the model's constraints guide, its mutators make the inputs",
        asks=CONSTRAINTS,
        strategies=("model-mutators", "aimed", "approach"),
    ),
    "break": Strategy("a search for an input on which a wrong program fails", BREAK),
    "transfer": Strategy(
        "what searches found for one program, measured on its problem's other fast, slow and random accepted ones",
        TRANSFER,
    ),
    "optimize": Strategy("the rules' faster versions, proven, and measured on existing and on found inputs", OPTIMIZE),
}
DEFAULT = ("existing", "default", "random-valid", "break")
"""Those that take part where none are named."""


def chosen(names: Sequence[str], *, has_model: bool) -> dict[str, Strategy]:
    """The named strategies, those of `DEFAULT` without names. Raises `UsageError` for one that there isn't, or that
    asks a model where none is named."""
    unknown = sorted(set(names) - set(STRATEGIES))
    if unknown:
        raise UsageError(f"{', '.join(unknown)}: no such strategy.", f"There are {', '.join(STRATEGIES)}.")
    asking = [name for name in names if STRATEGIES[name].asks]
    if asking and not has_model:
        raise UsageError(
            f"{', '.join(asking)}: a language model is asked, and none is named.",
            "Give --model or --replay, or leave it out of --strategies.",
        )
    return {name: STRATEGIES[name] for name in STRATEGIES if name in (names or DEFAULT)}


def taking(strategies: dict[str, Strategy], program: Program) -> Iterable[str]:
    """The names of those that can do something with the program."""
    return (name for name, strategy in strategies.items() if strategy.takes(program))
