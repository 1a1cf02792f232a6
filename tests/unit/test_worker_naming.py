"""Bytes go up with the first event that names them, and no others do."""

from __future__ import annotations

import pytest

from slowpath.model.breaking import BreakFound, BreakingInput, Failing
from slowpath.model.campaign import Ended, PhaseEntered
from slowpath.model.origin import Origin
from slowpath.model.rewrite import KeptTest, ProvenRewrite, RefusedRewrite, Rewrite, Speed
from slowpath.storage.recent import RecentBytes
from slowpath.worker.naming import Naming


def test_of_what_a_search_stores_only_what_its_events_name_goes_up_and_that_once():
    said: list[bytes] = []
    naming = Naming(said.append, RecentBytes(1000))
    ids = [naming.keep(data) for data in (b"input", b"expected", b"actual", b"another")]
    found = BreakingInput(ids[0], 5, (), Origin("tiny", "tiny"), Failing.WRONG_ANSWER, "wrong", expected=ids[1])
    for event in (PhaseEntered("tiny", "Trying."), BreakFound(found), BreakFound(found), Ended("finished")):
        naming.tell(event)
    assert said == [b"input", b"expected"]
    for number in range(2000):
        naming.keep(b"candidate %d" % number)
    assert naming.read(ids[0]) == b"input", "what was named last stays"
    assert naming.read(ids[3]) is None


STEP = Rewrite("r-1", "r", "Something", 1, (), b"new")


@pytest.mark.parametrize(
    ("event", "named"),
    [
        (lambda a, b: RefusedRewrite("r", "It fails.", a), [b"one"]),
        (lambda a, b: RefusedRewrite("r", "It fails."), []),
        (
            lambda a, b: ProvenRewrite((STEP,), b"new", 9, Speed((), 2, 2, 2, 1), tests=(KeptTest("slow", a, b),)),
            [b"one", b"two"],
        ),
    ],
    ids=["refused", "refused without input", "proven"],
)
def test_what_speaks_for_or_against_a_version_goes_up_with_it(event, named):
    said: list[bytes] = []
    naming = Naming(said.append)
    naming.tell(event(naming.keep(b"one"), naming.keep(b"two")))
    assert said == named
