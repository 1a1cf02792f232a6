"""Ways to come to slow inputs, one file each, and the table of those that share the search's time.

A new one is a file here and a line in `SHARES`.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.engine.strategies.afl import Afl
from slowpath.engine.strategies.aimed import Aimed
from slowpath.engine.strategies.approach import Approach
from slowpath.engine.strategies.climb import Climb
from slowpath.engine.strategies.combination import Combination
from slowpath.engine.strategies.generalisation import Generalisation
from slowpath.engine.strategies.halving import Halving
from slowpath.engine.strategies.lone_numbers import LoneNumbers
from slowpath.engine.strategies.model_generators import ModelGenerators
from slowpath.engine.strategies.model_mutators import ModelMutators
from slowpath.engine.strategies.patterns import Patterns
from slowpath.engine.strategies.perffuzz import PerfFuzz
from slowpath.engine.strategies.phase_lengths import PhaseLengths
from slowpath.engine.strategies.piecework import Piecework
from slowpath.engine.strategies.promotion import Promotion
from slowpath.engine.strategies.random_valid import RandomValid
from slowpath.engine.strategies.refinement import Refinement
from slowpath.engine.strategies.rule_climb import RuleClimb
from slowpath.engine.strategies.saturation import Saturation
from slowpath.engine.strategies.script_climb import ScriptClimb
from slowpath.engine.strategies.shape_climb import ShapeClimb
from slowpath.engine.strategies.small_world import SmallWorld
from slowpath.engine.strategies.strategy import Strategy
from slowpath.engine.strategy_context import StrategyContext

SHARES: dict[str, tuple[Callable[[StrategyContext], Strategy], float]] = {
    "saturation": (Saturation, 4.0),
    "patterns": (Patterns, 4.0),
    "promotion": (Promotion, 3.0),
    "model-generators": (ModelGenerators, 4.0),
    "model-mutators": (ModelMutators, 3.0),
    "combination": (Combination, 2.0),
    "small-world": (SmallWorld, 2.0),
    "generalisation": (Generalisation, 2.0),
    "shape-climb": (ShapeClimb, 2.0),
    "script-climb": (ScriptClimb, 3.0),
    "halving": (Halving, 2.0),
    "climb": (Climb, 2.0),
    "lone-numbers": (LoneNumbers, 2.0),
    "phase-lengths": (PhaseLengths, 3.0),
    "rule-climb": (RuleClimb, 2.0),
    "pieces": (Piecework, 3.0),
    "mutation": (Refinement, 2.0),
    "aimed": (Aimed, 1.0),
    "approach": (Approach, 3.0),
    "perffuzz": (PerfFuzz, 2.0),
    "random-valid": (RandomValid, 2.0),
    "afl": (Afl, 2.0),
}
"""Each strategy by the name that the user may choose it by, with its share of the time before any yield. Those that
constraints guide have small ones: they displace little where there is nothing to guide."""

GUIDED = ("aimed", "approach")
"""The strategies that constraints guide."""
AT_FULL_SIZE = ("saturation", "climb", "mutation")
"""Those that try inputs of full size without having tried smaller ones: where such runs are dear, few are made."""
CATALOGUED = ("patterns", "promotion", "combination")
"""Those that live on the catalogue: they have no part in a search without it."""
ON_REQUEST = ("perffuzz", "random-valid", "afl")
"""Those that have a part only where the user names them: baselines, and what needs another program."""

__all__ = ["AT_FULL_SIZE", "CATALOGUED", "GUIDED", "ON_REQUEST", "SHARES"]
