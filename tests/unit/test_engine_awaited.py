"""What a strategy keeps of its proposals until it is told of them."""

from __future__ import annotations

from types import SimpleNamespace

from slowpath.engine.awaited import Awaited


def candidate(name: str):
    return SimpleNamespace(id=name)


def outcome(name: str):
    return SimpleNamespace(candidate=candidate(name))


def test_a_candidate_is_told_of_once():
    awaited = Awaited[int]()
    made = candidate("a")
    assert awaited.add(made, 7) is made
    assert [awaited.take(outcome("a")), awaited.take(outcome("a"))] == [7, None]


def test_the_oldest_of_those_that_are_never_told_of_go():
    awaited = Awaited[int](2)
    for number, name in enumerate("abc"):
        awaited.add(candidate(name), number)
    assert [awaited.take(outcome(name)) for name in "abc"] == [None, 1, 2]
