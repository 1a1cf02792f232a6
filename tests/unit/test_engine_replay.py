"""Replay documents: the same bytes again, from a recipe or embedded; damage is said."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowpath.catalogue import BucketCount, TargetFacts
from slowpath.engine.candidate import FULL, MEDIUM, SMALL
from slowpath.engine.replay import replay_bytes, replay_document
from slowpath.engine.space import Space
from slowpath.errors import UsageError
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.origin import Origin

TABLES = TargetFacts(tuple(BucketCount(b, s, u) for b, s, u in ((59, 30, 59), (127, 60, 127), (257, 128, 257))))
FORMATS = {
    "array": "n: int 1..2000\na: int[n] 1..10^9\n",
    "cases": "t: int 1..50\ntests: cases[t]\n  n: int 1..400\n  a: int[n] 1..n\nwhere sum n <= 400\n",
    "graph": "n: int 2..300; m: int 1..900\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..10^6\n",
    "words": 's: word 1..500 of "a-z"\np: word 1..500 of "a-z"\nwhere len(p) <= len(s)\n',
    "numbers": "a: int 1..100; b: int 1..100; c: int 1..10^4\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_patterns_are_made_again_from_their_recipe(name):
    fmt = from_text(FORMATS[name])
    space = Space(fmt, boundaries(fmt), TABLES, seed=3)
    for level in (FULL, MEDIUM, SMALL):
        site = space.sites(level)[0]
        for genome in list(site.catalogue.genomes())[::7]:
            made = space.build(site, genome, "pattern")
            document = json.loads(json.dumps(replay_document(made.origin, fmt, made.data)))
            assert "recipe" in document
            assert "data" not in document
            assert replay_bytes(document) == made.data


def test_other_inputs_are_embedded():
    fmt = from_text(FORMATS["array"])
    data = b"3\n1 2 3\n"
    document = json.loads(json.dumps(replay_document(Origin("mutation", "swap"), fmt, data)))
    assert "recipe" not in document
    assert replay_bytes(document) == data


def test_a_recipe_that_makes_other_bytes_is_not_trusted():
    fmt = from_text(FORMATS["array"])
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=3)
    made = space.build(space.full[0], (), "pattern")
    recipe = {**made.origin.recipe, "rng_seed": 1}
    document = replay_document(replace(made.origin, recipe=recipe), fmt, made.data)
    assert "data" in document
    assert replay_bytes(document) == made.data


@pytest.mark.parametrize(
    "damage",
    [
        {"data": "AAAA"},
        {"data": "%%%"},
        {"sha256": "0" * 64},
        {"slowpath_replay": 99},
        {"data": None},
        {"recipe": {"kind": "pattern"}, "format": "n: int 1..2\n"},
    ],
)
def test_damage_is_said(damage):
    data = b"3\n1 2 3\n"
    document = replay_document(Origin("mutation", "swap"), from_text(FORMATS["array"]), data)
    with pytest.raises(UsageError):
        replay_bytes({**document, **damage})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def _places(value: object, at: tuple = ()) -> list[tuple]:
    """Where a JSON value has values, itself left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, each in inner for place in [(*at, key), *_places(each, (*at, key))]]


def _changed(value, place: tuple, junk: object):
    """A JSON value with another one at a place."""
    if not place:
        return junk
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = _changed(value[place[0]], place[1:], junk)
    return copy


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), junk=JSON)
def test_a_value_of_another_kind_anywhere_is_said_or_changes_nothing(data, junk):
    fmt = from_text(FORMATS["array"])
    space = Space(fmt, boundaries(fmt), TABLES, seed=3)
    made = space.build(space.sites(SMALL)[0], (), "pattern")
    document = json.loads(json.dumps(replay_document(made.origin, fmt, made.data)))
    assert "recipe" in document
    damaged = _changed(document, data.draw(st.sampled_from(_places(document))), junk)
    with suppress(UsageError):
        assert replay_bytes(damaged) == made.data


@pytest.mark.parametrize("junk", [[], {}, "x", None])
def test_what_is_no_document_is_refused(junk):
    with pytest.raises(UsageError):
        replay_bytes(junk)
