"""What is promoted to full size: what did best, and what tells nothing at medium size."""

from __future__ import annotations

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.catalogue.hints import Hints
from slowpath.engine.candidate import FULL
from slowpath.engine.corpus import Corpus
from slowpath.engine.space import Space
from slowpath.engine.strategies.promotion import Promotion
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text

FORMAT = from_text("n: int 1..3000\na: int[n] 1..10^9\n")


def promotion(facts: TargetFacts, words: tuple[str, ...]) -> Promotion:
    space = Space(FORMAT, boundaries(FORMAT), facts, 1, Hints(words))
    return Promotion(StrategyContext(space, Corpus(), seed=1))


def promoted(strategy: Promotion) -> list[str]:
    made = []
    while (candidate := strategy.propose()) is not None:
        assert candidate.level == FULL
        made.append(candidate.origin.label)
    return made


def test_work_that_no_counter_sees_is_tried_at_full_size_in_any_case() -> None:
    labels = promoted(promotion(TargetFacts(cpython=True), ("hash",)))
    assert sum("one probe path" in label for label in labels) == len(labels) == 2


def test_derived_keys_are_among_it() -> None:
    facts = TargetFacts(cpython=True, derived_keys=("less place",))
    labels = promoted(promotion(facts, ("hash",)))
    assert any("dict, less their place" in label for label in labels)


@pytest.mark.parametrize(("facts", "words"), [(TargetFacts(cpython=True), ()), (TargetFacts(), ("hash",))])
def test_without_a_table_of_python_only_what_did_well_is_promoted(facts: TargetFacts, words: tuple[str, ...]) -> None:
    assert promoted(promotion(facts, words)) == []
