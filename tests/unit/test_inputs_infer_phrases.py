"""Phrases and manners that are data (`phrases/*.toml`): what each row says, and who resolves what it gives."""

from __future__ import annotations

import pytest

from slowpath.inputs.infer.relations.resolving import RESOLVERS
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import ANSWERS, COMPARISONS, MODALITY, RELATIONS, WORDS, Phrase, rows

ROWS_OF_ALL = [phrase for name in (RELATIONS, MODALITY, COMPARISONS, ANSWERS, *WORDS) for phrase in rows(name)]
SAID = [(phrase, text) for phrase in ROWS_OF_ALL for text in phrase.says]
SILENT = [(phrase, text) for phrase in ROWS_OF_ALL for text in phrase.denies]


@pytest.mark.parametrize(("phrase", "text"), SAID, ids=[f"{phrase.id}-{text[:30]}" for phrase, text in SAID])
def test_a_phrase_is_found_in_what_says_it(phrase: Phrase, text: str) -> None:
    assert phrase.pattern.search(text)


@pytest.mark.parametrize(("phrase", "text"), SILENT, ids=[f"{phrase.id}-{text[:30]}" for phrase, text in SILENT])
def test_a_phrase_is_not_found_in_what_does_not_say_it(phrase: Phrase, text: str) -> None:
    assert phrase.pattern.search(text) is None


@pytest.mark.parametrize(
    ("text", "manners", "reach", "is_so"),
    [
        ("Find out whether all of them ", ("whether",), None, True),
        ("The values are not necessarily ", ("denied",), 3, True),
        ("It is not known which of the values are ", ("denied",), 3, False),
        ("All of them ", ("asked", "denied", "possible"), None, False),
    ],
)
def test_a_manner_is_found_anywhere_or_near_the_end(
    text: str, manners: tuple[str, ...], reach: int | None, is_so: bool
) -> None:
    assert (spoken(text, *manners, reach=reach) is not None) == is_so


def test_a_manner_that_no_row_gives_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"modality\.toml gives shouted"):
        spoken("all", "shouted")


def test_phrases_name_manners_that_there_are() -> None:
    for phrase in rows(RELATIONS):
        assert phrase.where in ("promise", "all", "clause")
        assert all(spoken("", manner) is None for manner in (*phrase.unless, *phrase.needs))


def test_each_kind_of_claim_has_somebody_who_resolves_it() -> None:
    assert {phrase.gives for phrase in rows(RELATIONS)} == set(RESOLVERS)


def test_every_phrase_has_an_id_of_its_own_and_examples_of_both_kinds() -> None:
    assert len({phrase.id for phrase in ROWS_OF_ALL}) == len(ROWS_OF_ALL)
    assert all(phrase.says and phrase.denies for phrase in ROWS_OF_ALL)
