"""What every store must do, as tests over a fixture `store` that the importing module provides."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.campaign import (
    BaselineMeasured,
    Budget,
    CampaignSpec,
    CampaignStarted,
    ContrastMined,
    Ended,
    Progressed,
    SlowInputFound,
)
from slowpath.model.contrast import Contrast, LineContrast
from slowpath.model.cost import Cost
from slowpath.model.expression import expr
from slowpath.model.format import Array, InputFormat, IntType, Scalar
from slowpath.model.origin import Origin, input_id
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict
from slowpath.storage.leases import Holder, this_process

PATH = str(Path("/problems/sort/solution.cpp"))


def spec(path: str = PATH) -> CampaignSpec:
    number = IntType(expr(1), expr(10**9))
    return CampaignSpec(
        path,
        "cpp",
        b"int main() {} // \xff\xfe",
        InputFormat((Scalar("n", IntType(expr(1), expr(100))), Array("a", expr("n"), number))),
        (("1", b"1\n5\n"),),
        Budget(seconds=3.0),
        seed=7,
    )


def slow_input(data: bytes, count: int = 1000, parent: str = "") -> SlowInput:
    origin = Origin("mutation", "mutation of #1", parent, {"steps": [1, 2]})
    return SlowInput(
        input_id(data),
        len(data),
        Cost(count, 0.5, 0.01, 1 << 20),
        count / 10,
        origin,
        Verdict.OK,
        12,
        hits={3: 4, 5: 600},
    )


def contrast(fast: str, slow: str) -> Contrast:
    return Contrast(
        fast,
        slow,
        "sample 1",
        "pattern",
        10,
        1000,
        0.9,
        0.8,
        1.7,
        100.0,
        (LineContrast(3, 1, 900, 450.5, 0.9, True),),
        ("small",),
    )


def history(first: bytes = b"1\n5\n", slow: bytes = b"2\n9 9\n") -> list:
    return [
        CampaignStarted("c1", PATH, Budget(3.0)),
        BaselineMeasured(input_id(first), "sample 1", 4, Cost(10, 0.1, 0.0, 1 << 20), True),
        Progressed(10, 9, 10, 50, "pattern", 100.0, 0.4),
        SlowInputFound(slow_input(slow), 11, 0.5),
        ContrastMined(contrast(input_id(first), input_id(slow)), 12, 0.6),
        Ended("finished", executions=20, elapsed_s=3.0),
    ]


class StoreKit:
    """Subclass it beside a `store` fixture."""

    def test_gives_a_specification_back_whole(self, store):
        store.create("c1", spec())
        assert store.spec("c1") == spec()
        assert store.spec("c2") is None

    def test_leaves_a_campaign_that_exists_as_it_is(self, store):
        store.create("c1", spec())
        store.append("c1", history()[:1])
        store.create("c1", replace(spec(), seed=9))
        assert store.spec("c1").seed == 7
        assert len(list(store.events("c1"))) == 1

    def test_numbers_events_from_one_in_their_order(self, store):
        store.create("c1", spec())
        store.append("c1", history()[:2])
        store.append("c1", history()[2:])
        assert list(store.events("c1")) == list(enumerate(history(), 1))
        assert list(store.events("c1", after=4)) == list(enumerate(history(), 1))[4:]
        assert list(store.events("c1", after=99)) == []
        assert list(store.events("unknown")) == []

    def test_refuses_events_of_a_campaign_that_it_does_not_know(self, store):
        with pytest.raises(KeyError):
            store.append("c1", history())

    def test_keeps_inputs_by_content(self, store):
        data = bytes(range(256)) * 40
        assert store.put_input(data) == input_id(data)
        assert store.put_input(data) == input_id(data)
        assert store.input(input_id(data)) == data
        assert store.put_input(b"") == input_id(b"")
        assert store.input(input_id(b"")) == b""
        assert store.input("0" * 16) is None

    def test_lists_campaigns_newest_first_and_by_file(self, store):
        for name, path in (("c1", "/a.cpp"), ("c2", "/b.cpp"), ("c3", "/a.cpp")):
            store.create(name, spec(path))
        assert list(store.campaigns()) == ["c3", "c2", "c1"]
        assert list(store.campaigns("/a.cpp")) == ["c3", "c1"]
        assert list(store.campaigns("/c.cpp")) == []

    def test_gives_one_living_holder_the_file(self, store):
        mine, other = this_process(), Holder(1, 0.0, "another machine")
        assert store.claim("c1", PATH, other) is None
        assert store.claim("c2", PATH, mine) == "c1"
        assert store.claim("c1", PATH, mine) == "c1"
        assert store.holder("c1") == other
        assert store.holder("c2") is None
        assert store.claim("c2", "/other.cpp", mine) is None

    def test_lets_a_holder_claim_again_and_release(self, store):
        mine = this_process()
        assert store.claim("c1", PATH, mine) is None
        assert store.claim("c1", PATH, mine) is None
        assert store.renew("c1", mine)
        store.release("c1", mine)
        assert store.holder("c1") is None
        assert not store.renew("c1", mine)
        assert store.claim("c2", PATH, Holder(1, 0.0, "another machine")) is None

    def test_release_by_a_stranger_changes_nothing(self, store):
        mine = this_process()
        store.claim("c1", PATH, mine)
        store.release("c1", Holder(1, 0.0, "another machine"))
        assert store.holder("c1") == mine

    def test_passes_requests_to_the_holder_once(self, store):
        assert not store.request("c1", "stop")
        store.claim("c1", PATH, this_process())
        assert store.take_request("c1") == ""
        assert store.request("c1", "pause")
        assert store.request("c1", "stop")
        assert store.take_request("c1") == "stop"
        assert store.take_request("c1") == ""

    def test_prunes_old_campaigns_but_not_those_that_run(self, store):
        for number in range(1, 6):
            store.create(f"c{number}", spec())
            store.append(f"c{number}", history(slow=b"slow %d" % number))
        store.create("other", spec("/other.cpp"))
        store.claim("c1", PATH, this_process())
        assert store.prune(keep_per_path=2) == 2
        assert list(store.campaigns()) == ["other", "c5", "c4", "c1"]
        assert list(store.events("c4"))
        assert not list(store.events("c2"))
        assert store.spec("c2") is None

    def test_pruning_keeps_the_inputs_of_the_kept(self, store):
        for number in (1, 2):
            store.create(f"c{number}", spec())
            store.put_input(b"slow %d" % number)
            store.append(f"c{number}", history(slow=b"slow %d" % number))
        store.prune(keep_per_path=1)
        assert store.input(input_id(b"slow 2")) == b"slow 2"

    def test_takes_events_from_several_threads(self, store):
        store.create("c1", spec())
        event = history()[2]

        def write():
            for _ in range(20):
                store.append("c1", [event, event])

        threads = [threading.Thread(target=write) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [sequence for sequence, _ in store.events("c1")] == list(range(1, 161))
