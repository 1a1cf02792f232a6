"""Kinds of inputs that validators refuse are asked about rarely, and none is given up."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.engine.acceptance import Acceptance


def asked_of(shares: dict[str, float], turns: int, seed: int = 5) -> dict[str, int]:
    """How often each kind is asked about, of which that share is accepted, in so many turns."""
    rng, acceptance = np.random.default_rng(seed), Acceptance()
    asked = dict.fromkeys(shares, 0)
    for turn in range(turns):
        for kind, share in shares.items():
            if acceptance.is_worth_asking(f"{kind} of #{turn:06x}"):
                asked[kind] += 1
                acceptance.learn(f"{kind} of #{turn + 1:06x}", bool(rng.random() < share))
    return asked


def test_what_is_never_accepted_is_asked_about_rarely_and_never_given_up():
    asked = asked_of({"h: sorted": 0.0, "h: run": 0.9, "h: cut": 0.5}, 1_000)
    assert asked["h: run"] == asked["h: cut"] == 1_000
    assert 100 <= asked["h: sorted"] <= 140


def test_a_kind_that_is_accepted_as_rarely_as_all_are_is_asked_about():
    asked = asked_of({"h: run": 0.03, "h: cut": 0.04}, 2_000)
    assert min(asked.values()) > 1_000


def test_a_kind_that_is_accepted_later_comes_back():
    acceptance = Acceptance()
    for turn in range(64):
        if acceptance.is_worth_asking(f"S: {turn} -> {turn + 1}"):
            acceptance.learn(f"S: {turn} -> {turn + 1}", False)
        acceptance.learn("h: run", True)
    asked = 0
    for turn in range(64, 1_000):
        if acceptance.is_worth_asking(f"S: {turn} -> {turn + 1}"):
            asked += 1
            acceptance.learn(f"S: {turn} -> {turn + 1}", True)
    assert asked > 300


def test_kinds_that_come_up_often_are_known_among_very_many_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("slowpath.engine.acceptance.MOST_KINDS", 100)
    acceptance = Acceptance()
    for turn in range(1_000):
        name = "".join("abcdefghij"[int(digit)] for digit in str(turn))
        for label in (f"w: all letters '{name}'", "h: sorted", "h: run"):
            if acceptance.is_worth_asking(label):
                acceptance.learn(label, label == "h: run")
    assert [acceptance.is_worth_asking("h: sorted") for _ in range(3)] == [False, False, False]


def test_kinds_differ_in_what_is_done_and_where():
    acceptance = Acceptance()
    for _ in range(40):
        acceptance.learn("h: sorted of #0a1b2c", False)
        acceptance.learn("h: run of #0a1b2c", True)
    assert [acceptance.is_worth_asking("h: sorted of #99ffaa") for _ in range(3)] == [False, False, False]
    assert all(acceptance.is_worth_asking(label) for label in ["w: sorted of #99ffaa"] * 5 + ["h: run of #12"] * 5)
