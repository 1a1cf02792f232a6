"""The end: what waits is confirmed, and, once the rows were looked at closer, the pair is mined a last time, checkers
are judged, and the last word is said."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.sureness import Search, sureness
from slowpath.engine.gate import MOST_OTHERS, judge_checkers
from slowpath.engine.hunt import Hunt
from slowpath.model.campaign import CampaignEvent, ConstraintMeasured, Ended, GuidanceMeasured

JUDGING_S = 3.0
"""What judging checkers takes at least, which is two builds: with less left it isn't begun."""


def failed_on_samples(hunt: Hunt) -> Iterator[CampaignEvent]:
    """The end of a campaign whose program fails on every sample."""
    hunt.runner.tell(
        Ended(
            "failed",
            "samples-failed",
            "The program fails on every sample.",
            "Make it pass its samples first: slowness of a failing program says nothing.",
        )
    )
    yield from hunt.runner.drain()


def settle(hunt: Hunt) -> Iterator[CampaignEvent]:
    """Confirms what waits."""
    if not hunt.is_closing and (hunt.meter.counted or not hunt.meter.is_spent):
        for event in hunt.findings.settle():
            hunt.runner.tell(event)
    yield from hunt.runner.drain()


def finish(hunt: Hunt, at_once: bool = False) -> Iterator[CampaignEvent]:
    """Judges checkers, and ends the campaign; `at_once` only ends it, where its time is up."""
    runner = hunt.runner
    is_stopped = hunt.stop()
    if not (is_stopped or at_once):
        runner.mine_contrast()
    tell_shares(hunt)
    yield from runner.drain()
    if not (is_stopped or at_once) and hunt.deadline.left_s > JUDGING_S:
        _judge_checkers(hunt)
    for told in hunt.watch.told():
        runner.tell(ConstraintMeasured(told))
    runner.progress()
    limit_s = None if hunt.meter.counted else hunt.spec.time_limit_s
    is_cut_off = is_stopped and not hunt.meter.is_spent
    message = "" if is_cut_off else sureness(hunt.findings.ranked(), Search(runner.gained_at, limit_s))
    runner.tell(Ended("stopped" if is_cut_off else "finished", message=message))
    yield from runner.drain()


def tell_shares(hunt: Hunt) -> None:
    """How many satisfying inputs each strategy has made, where constraints are watched."""
    if hunt.watch.probes:
        hunt.watch.settle()
        hunt.runner.tell_constraints()
        hunt.runner.tell(GuidanceMeasured(hunt.watch.shares()))


def _judge_checkers(hunt: Hunt) -> None:
    if hunt.gate is None:
        return
    slow, fast = _pair(hunt)
    others = [data for _, data in hunt.spec.samples] + hunt.runner.contrasts.cheapest(MOST_OTHERS)
    warning = judge_checkers(hunt.gate, hunt.watch, slow, fast, others)
    if warning is not None:
        hunt.runner.tell(warning)


def _pair(hunt: Hunt) -> tuple[bytes | None, bytes | None]:
    """The slow and the fast input of the contrastive pair, mined here or by an earlier process."""
    if hunt.runner.pair is not None:
        return hunt.runner.pair.slow, hunt.runner.pair.fast
    if hunt.past.contrast is not None:
        return hunt.read_input(hunt.past.contrast.slow_id), hunt.read_input(hunt.past.contrast.fast_id)
    return None, None
