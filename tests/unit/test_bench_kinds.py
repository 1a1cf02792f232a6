"""What kind of bug programs have, as readers told, and how often a search says so."""

from __future__ import annotations

import pytest

from slowpath.bench import kinds
from slowpath.bench.kinds import KindScore, kind_score, pair_kinds, program_kinds
from slowpath.model.breaking import FaultCategory

NUMERIC, DP = FaultCategory.NUMERIC, FaultCategory.DP


@pytest.fixture
def labels(tmp_path, monkeypatch):
    (tmp_path / "kinds.toml").write_text(
        '[packages.a__b]\n"wrong_answer/w.cpp" = ["numeric", "dp"]\n[pairs.12C]\npair3 = ["dp"]\n'
    )
    monkeypatch.setattr(kinds, "LABELS", tmp_path / "kinds.toml")
    kinds._labels.cache_clear()
    yield
    kinds._labels.cache_clear()


def test_programs_are_named_by_their_place_in_the_package(labels):
    assert program_kinds("a__b", "submissions/wrong_answer/w.cpp") == (NUMERIC, DP)
    assert program_kinds("a__b", "submissions/wrong_answer/x.cpp") == program_kinds("c", "w.cpp") == ()


def test_what_a_reader_told_of_a_pair_counts_before_the_benchmarks_own_word(labels):
    assert pair_kinds("12C", "pair3", "numeric") == (DP,)
    assert (pair_kinds("12C", "pair4", "numeric"), pair_kinds("12C", "pair4", "T1")) == ((NUMERIC,), ())


def test_a_kind_is_right_where_it_is_one_of_those_told():
    rows = [((NUMERIC, DP), "dp"), ((NUMERIC,), "dp"), ((NUMERIC,), ""), ((), "dp")]
    assert kind_score(rows) == KindScore(3, 2, 1)


def test_the_labels_name_kinds_that_there_are_and_no_more_than_two():
    read = kinds._labels()
    told = [kinds_of for part in read.values() for named in part.values() for kinds_of in named.values()]
    assert len(told) >= 60 and all(0 < len(set(each)) == len(each) <= 2 for each in told)
    assert {kind for each in told for kind in each} == set(FaultCategory)
