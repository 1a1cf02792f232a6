"""Whole states go out at most so often, and the last one always does."""

from __future__ import annotations

import asyncio

from slowpath.lsp.throttle import Throttle

LONG_S = 3600.0
"""An interval that no busy machine lets pass in the middle of a test."""


def run(scenario):
    said = []

    async def go():
        await scenario(Throttle(said.append, interval_s=LONG_S))

    asyncio.run(go())
    return said


async def until(holds):
    while not holds():
        await asyncio.sleep(0)


def test_the_first_is_said_at_once_and_a_burst_once_more():
    async def scenario(throttle):
        for _ in range(50):
            throttle.poke("a")
        (timer,) = throttle._timers.values()
        assert timer.when() <= asyncio.get_running_loop().time() + LONG_S
        timer._run()

    assert run(scenario) == ["a", "a"]


def test_what_was_put_off_is_said_when_its_time_has_come():
    said = []

    async def scenario():
        throttle = Throttle(said.append, interval_s=0.01)
        throttle.poke("a")
        throttle.poke("a")
        await asyncio.wait_for(until(lambda: len(said) == 2), 300)

    asyncio.run(scenario())


def test_keys_do_not_wait_for_each_other():
    async def scenario(throttle):
        throttle.poke("a")
        throttle.poke("b")

    assert run(scenario) == ["a", "b"]


def test_flushing_says_it_now_and_only_once():
    async def scenario(throttle):
        throttle.poke("a")
        throttle.poke("a")
        throttle.flush("a")

    assert run(scenario) == ["a", "a"]


def test_what_is_forgotten_is_not_said():
    async def scenario(throttle):
        throttle.poke("a")
        throttle.poke("a")
        throttle.forget("a")
        throttle.poke("b")

    assert run(scenario) == ["a", "b"]
