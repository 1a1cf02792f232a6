"""Keys that collide are gathered by group testing, without a look at the program's hash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.space import Space
from slowpath.engine.strategies import collisions
from slowpath.engine.strategies.collisions import Collisions
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

WORDS = 'n: int 1..600\nw: word[n] 1..8 of "abcdefghij" lines\n'
MOST_RUNS = 6000
NUMBERS = "n: int 1..5000\na: int[n] 1..2000000000\n"


def steps(values: list[Any], place: Callable[[Any], Any]) -> int:
    """The steps of a table with chains into which all are put; reading takes one a letter."""
    table: dict[Any, list[Any]] = {}
    total = 0
    for value in values:
        chain = table.setdefault(place(value), [])
        total += len(str(value)) + (chain.index(value) if value in chain else len(chain))
        if value not in chain:
            chain.append(value)
    return total


def polynomial(word: str) -> int:
    made = 7
    for letter in word:
        made = (made * 31 + ord(letter)) % 257
    return made


def searched(text: str, name: str, place: Callable[[Any], Any]) -> tuple[list[Candidate], int]:
    """The inputs of full size that came of a search, and its runs, which end at `MOST_RUNS`."""
    fmt = from_text(text)
    context = StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False), Corpus(), seed=5)
    search, made, idle, runs = Collisions(context), [], 0, 0
    while idle < 3 and runs < MOST_RUNS:
        batch = []
        while len(batch) < search.batch and (proposal := search.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            assert proposal.instance is not None
            assert not violations(fmt, proposal.instance, 1)
            count = steps(list(proposal.instance[name]), place)
            search.observe(Outcome(proposal, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5))
        runs += len(batch)
        idle = 0 if batch else idle + 1
        made += [proposal for proposal in batch if proposal.level == FULL]
    return made, runs


def test_words_are_put_together_of_those_that_collide():
    made = searched(WORDS, "w", polynomial)[0]
    words = made[-1].instance["w"]
    assert len(words) == len(set(words)) == 600
    assert len({polynomial(word) for word in words}) == 1


def test_what_few_words_come_to_is_shown_before_all_are_gathered():
    made, runs = searched(WORDS, "w", polynomial)
    different = [len(set(candidate.instance["w"])) for candidate in made]
    assert different == sorted(different) and 64 <= different[0] < different[-1]
    assert all(len({polynomial(word) for word in candidate.instance["w"]}) == 1 for candidate in made)
    assert runs < 1000


def test_numbers_that_collide_tell_their_stride():
    values = searched(NUMBERS, "a", lambda value: int(value) % 10_007)[0][0].instance["a"].tolist()
    assert len(values) == len(set(values)) == 5000
    assert len({value % 10_007 for value in values}) == 1


def test_a_search_ends_once_it_gathered_all_that_collide():
    words = 'n: int 1..20000\nw: word[n] 1..8 of "abcdefgh" lines\n'
    made, runs = searched(words, "w", lambda word: "one" if word[:3] in ("aaa", "aab", "aac") else word)
    assert made and runs < MOST_RUNS


def test_an_array_that_cannot_be_shortened_is_left(monkeypatch):
    def fails(*_):
        raise CannotGenerate("the others")

    monkeypatch.setattr(collisions, "generate", fails)
    assert searched(NUMBERS, "a", lambda value: 0) == ([], 0)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (NUMBERS, "a"),
        ("n: int 1..5000\na: int[n] 1..9\n", "a"),
        ("n: int 1..9; a: int 1..10^9\n", "a"),
        ("n: int 1..9\na: int[n] 1..10^9\n", "a"),
    ],
    ids=["nothing collides", "few kinds of elements", "no array", "few elements"],
)
def test_there_is_nothing_to_gather(text, name):
    assert searched(text, name, lambda value: value)[0] == []
