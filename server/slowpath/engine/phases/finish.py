"""The end: what waits is confirmed, and, once the rows were looked at closer, the pair is mined a last time, checkers
are judged, and the last word is said."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.sureness import Search, sureness
from slowpath.engine.constraints.gate import MOST_OTHERS, judge_checkers
from slowpath.engine.search_state import SearchState
from slowpath.model.campaign import CampaignEvent, ConstraintMeasured, Ended, GuidanceMeasured

JUDGING_S = 3.0
"""What judging checkers takes at least, which is two builds: with less left it isn't begun."""


def failed_on_samples(state: SearchState) -> Iterator[CampaignEvent]:
    """The end of a campaign whose program fails on every sample."""
    state.runner.tell(
        Ended(
            "failed",
            "samples-failed",
            "The program fails on every sample.",
            "Make it pass its samples first: slowness of a failing program says nothing.",
        )
    )
    yield from state.runner.drain()


def settle(state: SearchState) -> Iterator[CampaignEvent]:
    """Confirms what waits."""
    if not state.is_closing and (state.meter.counted or not state.meter.is_spent):
        for event in state.findings.settle():
            state.runner.tell(event)
    yield from state.runner.drain()


def finish(state: SearchState, at_once: bool = False) -> Iterator[CampaignEvent]:
    """Judges checkers, and ends the campaign; `at_once` only ends it, where its time is up."""
    runner = state.runner
    is_stopped = state.stop()
    if not (is_stopped or at_once):
        runner.mine_contrast()
    tell_shares(state)
    yield from runner.drain()
    if not (is_stopped or at_once) and state.deadline.left_s > JUDGING_S:
        _judge_checkers(state)
    for told in state.watch.told():
        runner.tell(ConstraintMeasured(told))
    runner.progress()
    limit_s = None if state.meter.counted else state.spec.limit_s
    is_cut_off = is_stopped and not state.meter.is_spent
    went = Search(runner.gained_at, limit_s, runner.meter.executions - runner.totals.gained_after)
    message = "" if is_cut_off else sureness(state.findings.ranked(), went)
    runner.tell(Ended("stopped" if is_cut_off else "finished", message=message))
    yield from runner.drain()


def tell_shares(state: SearchState) -> None:
    """How many satisfying inputs each strategy has made, where constraints are watched."""
    if state.watch.probes:
        state.watch.settle()
        state.runner.tell_constraints()
        state.runner.tell(GuidanceMeasured(state.watch.shares()))


def _judge_checkers(state: SearchState) -> None:
    if state.gate is None:
        return
    slow, fast = _pair(state)
    others = [data for _, data in state.spec.samples] + state.runner.contrasts.cheapest(MOST_OTHERS)
    warning = judge_checkers(state.gate, state.watch, slow, fast, others)
    if warning is not None:
        state.runner.tell(warning)


def _pair(state: SearchState) -> tuple[bytes | None, bytes | None]:
    """The slow and the fast input of the contrastive pair, mined here or by an earlier process."""
    if state.runner.pair is not None:
        return state.runner.pair.slow, state.runner.pair.fast
    if state.past.contrast is not None:
        return state.read_input(state.past.contrast.slow_id), state.read_input(state.past.contrast.fast_id)
    return None, None
