"""What is promoted to full size: what did best, and what tells nothing at medium size."""

from __future__ import annotations

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.catalogue.hints import Hints
from slowpath.engine.candidate import FULL, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.space import Space
from slowpath.engine.strategies.patterns import Patterns
from slowpath.engine.strategies.promotion import Promotion
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

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
    labels = promoted(promotion(TargetFacts(library="python"), ("hash",)))
    assert sum("one probe path" in label for label in labels) == len(labels) == 2


def test_derived_keys_are_among_it() -> None:
    facts = TargetFacts(library="python", derived_keys=("less place",))
    labels = promoted(promotion(facts, ("hash",)))
    assert any("dict, less their place" in label for label in labels)


@pytest.mark.parametrize(("facts", "words"), [(TargetFacts(library="python"), ()), (TargetFacts(), ("hash",))])
def test_without_a_table_of_python_only_what_did_well_is_promoted(facts: TargetFacts, words: tuple[str, ...]) -> None:
    assert promoted(promotion(facts, words)) == []


def test_what_grows_faster_is_promoted_before_what_costs_more_so_far() -> None:
    """Sorted ones cost 60 for each element, falling ones a twentieth of their square: less at a thousand."""
    counts = {"sorted": lambda n: 60 * n, "reversed": lambda n: n * n // 20, "all max": lambda n: 20 * n}
    fmt = from_text("n: int 1..100000\na: int[n] 1..10^9\n")
    context = StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), 1), Corpus(), seed=1)
    patterns, sizes = Patterns(context), set[int]()
    for _ in range(40):
        candidate = patterns.propose()
        assert candidate is not None and candidate.instance is not None
        sizes.add(candidate.instance["n"])
        name = candidate.origin.label.split("a: ")[-1].split(" (")[0]
        count = counts.get(name, lambda n: n)(candidate.instance["n"])
        patterns.observe(Outcome(candidate, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5))
    assert sizes == {1000, 250}
    assert [label.split(": ")[1] for label in promoted(Promotion(context))[:3]] == ["reversed", "sorted", "all max"]
