"""Which scenarios a statement and a source call for, and why."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.analysis.cues import cues
from slowpath.catalogue import Catalogue, Hints, Reason, Selection, hints_of, scenarios, select, worth_telling
from slowpath.catalogue.keywords import keyword_hits
from slowpath.catalogue.neighbours import centroids, plain_embedder
from slowpath.catalogue.selection import NEAR
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.text_form.text import from_text

PLAIN = plain_embedder()
SHELL_SORT = b"""
#include <iostream>
int main() {
  int n, a[1000];
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++)
      for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) std::swap(a[j], a[j - gap]);
}
"""


def chosen(statement: str, source: bytes = b"", language: str = "cpp") -> list[str]:
    return [selection.scenario.id for selection in select(statement, source, language, PLAIN)]


@pytest.mark.parametrize(
    ("text", "keyword", "stands"),
    [
        ("The graph is undirected.", "directed graph", False),
        ("an undirected graph", "directed graph", False),
        ("a directed graph", "directed graph", True),
        ("Directed\ngraphs are given.", "directed graph", True),
        ("Along the street", "tree", False),
        ("two trees grow", "tree", True),
        ("a non-decreasing row", "decreasing", False),
        ("a non decreasing row", "non-decreasing", True),
        ("all queries are online", "query", True),
        ("the matrices", "matrix", False),
        ("swap_adjacent", "swap adjacent", False),
    ],
)
def test_keywords_are_whole_words(text: str, keyword: str, stands: bool) -> None:
    assert bool(keyword_hits(text, (keyword,))) == stands


def test_a_keyword_comes_with_its_sentence_and_line() -> None:
    hit = keyword_hits("First.\n\nOnce more. Sort the\nboxes now! Sort again.", ("sort",))[0]
    assert (hit.sentence, hit.line, hit.times) == ("Sort the boxes now!", 3, 2)


def test_anchors_find_their_scenario_without_their_own_help() -> None:
    """Each anchor is left out in turn: most are then among the four nearest of the fourteen scenarios."""
    rows = {scenario.id: PLAIN.embed(scenario.anchors) for scenario in scenarios()}
    means = np.stack([own.mean(axis=0) for own in rows.values()])
    ranks = []
    for place, own in enumerate(rows.values()):
        for anchor in own:
            rest = (own.sum(axis=0) - anchor) / (len(own) - 1)
            ranks.append(int(((means @ anchor)[np.arange(len(rows)) != place] > rest @ anchor).sum()))
    assert np.mean(np.array(ranks) < 4) > 0.5


def test_the_two_nearest_scenarios_are_kept_with_their_cosines() -> None:
    found = centroids(PLAIN).nearest("Roads join the cities; find the length of the shortest route to the capital.")
    assert len(found) == 2
    assert found[0].scenario.id == "graph-shortest-path"
    assert found[0].similarity > found[1].similarity > 0
    assert found[0].anchor in found[0].scenario.anchors


def test_a_statement_selects_its_scenarios_and_says_why() -> None:
    best = select("Given an undirected graph, find the shortest path from 1 to n.", embedder=PLAIN)[0]
    assert best.scenario.id == "graph-shortest-path"
    assert {reason.kind for reason in best.reasons} == {"keyword", "neighbour"}
    assert best.implementations == best.scenario.implementations
    assert "directed graph" not in {reason.text for reason in best.reasons}
    assert all("line" in str(reason) or "cosine" in str(reason) for reason in best.reasons)


def test_a_source_names_the_implementation() -> None:
    best = select("", SHELL_SORT, "cpp", PLAIN)[0]
    assert [one.name for one in best.implementations] == ["Shell sort"]
    assert best.is_cued
    assert best.reasons[0].line == 5
    assert "gap /= 2" in best.reasons[0].quote
    assert best.principles == ("Gap-dependent interleaved descending order",)


def test_nothing_selects_nothing() -> None:
    assert select("", embedder=PLAIN) == ()
    assert chosen("Print 7.") == []


def test_cued_constructions_are_tried_first_and_none_is_left_out() -> None:
    fmt = from_text("n: int 1..5000\na: int[n] 1..10^9\n")
    boundary = Boundary("largest", {"n": 100})
    hints = hints_of(cues(SHELL_SORT, "cpp"), select("", SHELL_SORT, "cpp", PLAIN))
    plain, hinted = (list(Catalogue(fmt, boundary, hints=each).genomes()) for each in (Hints(), hints))
    killer = (("a", "Shell gaps interleaved"),)
    assert hinted.index(killer) < 6 < plain.index(killer)
    assert set(hinted) == set(plain)
    catalogue = Catalogue(fmt, boundary, hints=hints)
    assert any("shell-sort, line 5" in reason for reason in catalogue.why(killer))
    assert catalogue.why((("a", "random"),)) == ()


def test_generic_constructions_stay_early_whatever_is_cued() -> None:
    fmt = from_text("n: int 1..5000\na: int[n] 1..10^9\n")
    implementations = [one for scenario in scenarios() for one in scenario.implementations]
    everything = tuple(name for one in implementations for name in one.constructions)
    genomes = list(Catalogue(fmt, Boundary("largest", {"n": 100}), hints=Hints(cued=everything[::-1])).genomes())
    assert genomes[0] == (), "random"
    for name in ("sorted", "reversed", "all max"):
        assert genomes.index((("a", name),)) < 10


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.binary(max_size=300), st.sampled_from(["cpp", "python", "other"]))
def test_never_raises_for_odd_text(statement: str, source: bytes, language: str) -> None:
    for selection in select(statement, source, language, PLAIN):
        assert selection.reasons


def test_the_centroids_are_made_once() -> None:
    assert centroids(PLAIN) is centroids(PLAIN)


TREE = from_text("n: int 2..9\nrows[n-1] tree(u, v): u: int 1..n; v: int 1..n\n")
GRAPH = from_text("n: int 2..9; m: int 1..9\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n\n")
DINIC = b"int dinic(int s, int t) { return s + t; }\nint main() { return dinic(1, 2); }\n"
FLOW = "Find the maximum flow of the network from the source to the sink."


@pytest.mark.parametrize(
    ("fmt", "source", "told"), [(GRAPH, b"", True), (None, b"", True), (TREE, b"", False), (TREE, DINIC, True)]
)
def test_flows_are_told_of_a_tree_only_where_the_program_has_them(fmt, source, told):
    chosen = select(FLOW, source, "cpp", PLAIN)
    assert "flows-matchings" in [each.scenario.id for each in chosen]
    assert ("flows-matchings" in [each.scenario.id for each in worth_telling(chosen, fmt)]) is told


def test_a_distant_likeness_alone_is_not_told():
    scenario = select(FLOW, embedder=PLAIN)[0].scenario
    near, far = (
        Selection(scenario, scenario.implementations, (Reason("neighbour", "x", similarity=each),), 1.0)
        for each in (NEAR, NEAR - 0.01)
    )
    assert worth_telling([near, far], GRAPH) == (near,)
