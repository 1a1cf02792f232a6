"""Local search over few letters: where they stand, and that it finds squares that matter one by one."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.letter_moves import letter_at, letters_of, stepped, with_letter
from slowpath.engine.space import Space
from slowpath.engine.strategies.climb import Climb
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

FORMATS = {
    "grid": ('n: int 2..6\ng: word[n] n..n of ".#" lines\n', b"3\n.#.\n###\n...\n"),
    "word": ('k: int 1..9\ns: word 1..9 of "abc"\n', b"3\nabcab\n"),
    "words": ('n: int 1..5\nw: word[n] 1..4 of "ab" lines\n', b"2\nab\nb\n"),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_changed_letter_is_changed_in_a_copy_alone(name):
    text, data = FORMATS[name]
    fmt = from_text(text)
    instance = parse(fmt, data)
    letters = letters_of(fmt, instance, 100)
    assert "".join(letter_at(instance, letter) for letter in letters).encode() == b"".join(data.split()[1:])
    for letter in letters:
        put = next(other for other in letter.alphabet if other != letter_at(instance, letter))
        changed = with_letter(instance, letter, put)
        assert [letter_at(changed, other) != letter_at(instance, other) for other in letters].count(True) == 1
        assert letter_at(changed, letter) == put
    assert instance == parse(fmt, data)
    assert letters_of(fmt, instance, len(letters) - 1) == []


@pytest.mark.parametrize("name", FORMATS)
def test_steps_keep_what_the_format_says(name):
    text, data = FORMATS[name]
    fmt, rng = from_text(text), np.random.default_rng(3)
    instance = parse(fmt, data)
    for _ in range(60):
        instance, _label = stepped(instance, letters_of(fmt, instance, 100), rng)
        assert not violations(fmt, instance, 1)


def test_numbers_are_no_letters():
    fmt = from_text("k: int 1..9\n")
    assert letters_of(fmt, parse(fmt, b"3\n"), 100) == []


def test_the_climb_finds_squares_that_matter_for_themselves():
    """A picture of 36 squares, of which each that is right costs a fifth more."""
    fmt = from_text(FORMATS["grid"][0])
    context = StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=False), Corpus(), seed=5)
    wanted = np.random.default_rng(7).integers(0, 2, 36)

    def count(instance) -> int:
        squares = np.array([letter == "#" for row in instance["g"] for letter in row])
        return int(1000 * 1.2 ** (squares == wanted).sum()) if len(squares) == 36 else 1

    first = context.space.build(context.space.full[0], (), "saturation")
    context.corpus.consider(first, count(first.instance), array("Q", [1]))
    climb, best = Climb(context), 0
    for _ in range(900):
        proposal = climb.propose()
        if proposal is None or violations(fmt, proposal.instance, 1):
            continue
        cost = count(proposal.instance)
        best = max(best, cost)
        outcome = Outcome(proposal, Execution(Verdict.OK, cost, 0, 0, 0), cost, 0, 1, 0.5)
        context.corpus.consider(proposal, cost, array("Q", [cost]))
        climb.observe(outcome)
        assert proposal.level == FULL
    assert best >= 1000 * 1.2**34
