"""The catalogue's entries aren't words only: each construction makes what it's against slower than random input."""

from __future__ import annotations

import costs_geometry
import costs_graphs
import costs_hashing
import costs_numbers
import costs_sorting
import costs_strings
import numpy as np
import pytest

from slowpath.catalogue import scenarios

PROOFS = [
    proof
    for family in (costs_sorting, costs_hashing, costs_graphs, costs_strings, costs_numbers, costs_geometry)
    for proof in family.PROOFS
]


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_costs_more_than_random_input_of_the_same_size(proof):
    cost = proof.cost(proof.attack())
    usual = [proof.cost(proof.usual(np.random.default_rng(seed))) for seed in (1, 2)]
    assert cost >= proof.factor * max(usual), (cost, usual)
    if proof.worst is not None:
        assert cost == proof.worst


def test_every_structural_or_numerical_entry_of_the_paper_is_proved():
    entries = {
        (scenario.id, one.name)
        for scenario in scenarios()
        for one in scenario.implementations
        if not one.beyond and one.vulnerability != "size-only"
    }
    assert entries - {(proof.scenario, proof.implementation) for proof in PROOFS} == set()


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_proves_a_construction_that_the_entry_names(proof):
    named = {(scenario.id, one.name): one.constructions for scenario in scenarios() for one in scenario.implementations}
    assert proof.construction in named[proof.scenario, proof.implementation]
