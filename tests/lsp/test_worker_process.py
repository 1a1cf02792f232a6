"""Worker processes over a fake engine: controls, losses, kills, and nothing left behind."""

from __future__ import annotations

import asyncio
import os
import sys
import uuid
from functools import partial
from pathlib import Path

import fake_engine
import forking
import psutil
import pytest

from slowpath.errors import StoreUnwritable
from slowpath.model.campaign import Budget, Ended, Paused, Progressed, Resumed, Warned
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.settings import Settings
from slowpath.storage import open_store
from slowpath.storage.leases import this_process
from slowpath.worker.messages import Begin, EventHappened, InputHeld, Taken, to_line
from slowpath.worker.supervisor import Died, Supervised

WAIT_S = 300


class Campaign:
    """One supervised campaign, its messages, and waiting for what they say."""

    def __init__(
        self,
        folder: Path,
        source: str = "int main() {}",
        *,
        budget: Budget | None = None,
        resume: bool = False,
        campaign_id: str = "",
        path: str = "a.cpp",
        state: Path | None = None,
    ):
        self.id = campaign_id or uuid.uuid4().hex[:16]
        self.state = state or folder / "state"
        self.messages: list = []
        self.view = CampaignView()
        self._news = asyncio.Event()
        begin = Begin(
            self.id,
            str(folder / path),
            source.encode(),
            budget or Budget(seconds=600),
            0,
            Settings(state_dir=self.state, cache_dir=folder / "cache"),
            resume,
        )
        self.supervised = Supervised(begin, self._hear, fake_engine.WORKER_COMMAND)
        self.supervised.start()

    def _hear(self, message):
        self.messages.append(message)
        if isinstance(message, EventHappened):
            self.view = fold(self.view, message.event)
        self._news.set()

    @property
    def events(self) -> list:
        return [message.event for message in self.messages if isinstance(message, EventHappened)]

    def of(self, kind: type) -> list:
        return [thing for thing in (*self.messages, *self.events) if isinstance(thing, kind)]

    async def until(self, holds):
        async def wait():
            while not holds():
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(wait(), WAIT_S)

    async def end(self):
        await asyncio.wait_for(self.supervised.wait(), WAIT_S)


@pytest.fixture
def loaded(monkeypatch) -> None:
    """Workers are forked, not started: for tests of what they say and store, not of how they end."""
    if forking.IS_POSSIBLE:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", partial(forking.create, 0, env=dict(os.environ)))


def targets_below(pid: int) -> list[psutil.Process]:
    return psutil.Process(pid).children(recursive=True)


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=WAIT_S)
    return not alive


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_runs_to_the_end_of_its_budget_and_stores_what_it_says(tmp_path):
    campaign = Campaign(tmp_path, budget=Budget(executions=5))
    await campaign.end()
    assert campaign.view.state == "finished"
    assert [slow.cost.count for slow in campaign.view.slow_inputs] == [400, 100]
    store = open_store(campaign.state)
    folded = CampaignView()
    for _, event in store.events(campaign.id):
        folded = fold(folded, event)
    assert folded.slow_inputs == campaign.view.slow_inputs
    assert folded.state == "finished"
    assert store.input(campaign.view.slow_inputs[0].id) == fake_engine.SLOW
    assert store.holder(campaign.id) is None


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_pauses_resumes_and_stops(tmp_path):
    campaign = Campaign(tmp_path)
    await campaign.until(lambda: len(campaign.of(Progressed)) > 2)
    campaign.supervised.control("pause")
    await campaign.until(lambda: campaign.of(Paused))
    assert campaign.view.state == "paused"
    paused_at = campaign.view.executions
    campaign.supervised.control("resume")
    await campaign.until(lambda: campaign.of(Resumed))
    assert campaign.of(Resumed)[0].executions == paused_at
    await campaign.until(lambda: campaign.view.executions > paused_at + 2)
    campaign.supervised.control("stop")
    await campaign.end()
    assert campaign.view.state == "stopped"


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_a_paused_campaign_can_be_stopped(tmp_path):
    campaign = Campaign(tmp_path)
    campaign.supervised.control("pause")
    await campaign.until(lambda: campaign.of(Paused))
    campaign.supervised.control("stop")
    await campaign.end()
    assert campaign.view.state == "stopped"


@pytest.mark.asyncio
async def test_a_stop_is_said_although_the_alarm_strikes_while_the_end_is_stored(tmp_path):
    campaign = Campaign(tmp_path, "int main() {} // SLOW_STORE")
    await campaign.until(lambda: len(campaign.of(Progressed)) > 2)
    campaign.supervised.control("stop")
    await campaign.end()
    assert campaign.view.state == "stopped"
    assert [type(event) for _, event in open_store(campaign.state).events(campaign.id)][-1] is Ended


@pytest.mark.asyncio
async def test_closing_leaves_it_resumable_and_no_process(tmp_path):
    campaign = Campaign(tmp_path)
    await campaign.until(lambda: len(campaign.of(Progressed)) > 2)
    below = targets_below(campaign.supervised.pid)
    assert below
    await campaign.supervised.close()
    assert gone(below)
    assert not campaign.of(Ended)
    assert not campaign.of(Died)
    again = Campaign(tmp_path, campaign_id=campaign.id, resume=True, budget=Budget(executions=1))
    await again.until(lambda: len(again.of(Progressed)) > 2)
    assert again.events[0] == Resumed(again.events[0].executions, again.events[0].elapsed_s)
    assert again.of(Progressed)[0].executions > campaign.view.executions - 2
    await again.supervised.close()


@pytest.mark.asyncio
async def test_a_build_that_does_not_come_back_is_ended_with_the_server(tmp_path):
    campaign = Campaign(tmp_path, "// SLOW_BUILD")
    await campaign.until(lambda: campaign.view.phase == "building")
    while not (below := targets_below(campaign.supervised.pid)):
        await asyncio.sleep(0)
    await campaign.supervised.close()
    assert gone(below)
    assert not campaign.supervised.running


@pytest.mark.asyncio
async def test_a_killed_worker_is_started_once_more_and_goes_on(tmp_path):
    campaign = Campaign(tmp_path, "// KILL_WORKER")
    await campaign.until(lambda: campaign.of(Died))
    (died,) = campaign.of(Died)
    assert died.restarting
    assert "SIGKILL" in died.message
    await campaign.until(lambda: campaign.of(Resumed) and campaign.view.executions > 10)
    assert len(campaign.view.slow_inputs) == 2
    await campaign.supervised.close()


@pytest.mark.asyncio
async def test_a_worker_that_dies_twice_is_given_up(tmp_path):
    campaign = Campaign(tmp_path, "// KILL_WORKER ALWAYS", budget=Budget(executions=2000))
    await campaign.until(lambda: campaign.of(Died))
    psutil.Process(await pid_of(campaign)).kill()
    await campaign.end()
    assert [died.restarting for died in campaign.of(Died)] == [True, False]


@pytest.mark.asyncio
async def test_a_worker_that_is_killed_after_a_stop_begins_anew_only_to_stop(tmp_path):
    script = (
        "import os, signal, sys; sys.stdin.readline(); said = sys.stdin.readline(); mark = sys.argv[1]\n"
        "if not os.path.exists(mark):\n    open(mark, 'w').close()\n    os.kill(os.getpid(), signal.SIGKILL)\n"
        f"os.write(1, {to_line(EventHappened(Ended('stopped')))!r})\nsys.exit(0 if 'stop' in said else 3)"
    )
    heard: list = []
    begin = Begin("c", str(tmp_path / "a.cpp"), b"", Budget(seconds=600), 0, Settings(state_dir=tmp_path))
    supervised = Supervised(begin, heard.append, (sys.executable, "-c", script, str(tmp_path / "mark")))
    supervised.start()
    supervised.control("stop")
    try:
        await asyncio.wait_for(supervised.wait(), WAIT_S)
    finally:
        await supervised.close()
    assert [type(each) for each in heard] == [Died, EventHappened] and heard[0].restarting


async def pid_of(campaign: Campaign) -> int:
    seen = len(campaign.messages)
    await campaign.until(lambda: len(campaign.messages) > seen and campaign.supervised.pid)
    return campaign.supervised.pid


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_a_bug_in_the_engine_fails_the_campaign_and_says_so(tmp_path):
    campaign = Campaign(tmp_path, "// CRASH")
    await campaign.end()
    assert campaign.view.state == "failed"
    assert campaign.view.code == "bug"
    assert "a bug" in campaign.view.message


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_without_a_format_it_fails_with_a_remedy(tmp_path):
    campaign = Campaign(tmp_path, "// NO_FORMAT")
    await campaign.end()
    assert (campaign.view.state, campaign.view.code) == ("failed", "format-unknown")
    assert campaign.view.remedy


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_the_second_on_one_file_is_told_who_runs(tmp_path):
    first = Campaign(tmp_path)
    await first.until(lambda: first.of(Progressed))
    second = Campaign(tmp_path)
    await second.end()
    assert second.of(Taken) == [Taken(first.id)]
    elsewhere = Campaign(tmp_path, path="b.cpp", budget=Budget(executions=3))
    await elsewhere.end()
    assert elsewhere.view.state == "finished"
    await first.supervised.close()


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_a_request_from_another_window_is_obeyed(tmp_path):
    campaign = Campaign(tmp_path)
    await campaign.until(lambda: campaign.of(Progressed))
    store = open_store(campaign.state)
    assert store.request(campaign.id, "stop")
    await campaign.end()
    assert campaign.view.state == "stopped"


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_an_unwritable_store_costs_nothing_that_was_found(tmp_path):
    (tmp_path / "full").write_text("a file, where the folder should be")
    campaign = Campaign(tmp_path, budget=Budget(executions=5), state=tmp_path / "full")
    await campaign.end()
    assert campaign.view.state == "finished"
    assert len(campaign.view.slow_inputs) == 2
    (warning,) = campaign.of(Warned)
    assert warning.code == StoreUnwritable.code
    assert warning.remedy
    assert fake_engine.SLOW in [held.data for held in campaign.of(InputHeld)]


@pytest.mark.asyncio
@pytest.mark.usefixtures("loaded")
async def test_a_lease_is_not_taken_from_the_living(tmp_path):
    store = open_store(tmp_path / "state")
    store.claim("mine", str(tmp_path / "a.cpp"), this_process())
    campaign = Campaign(tmp_path)
    await campaign.end()
    assert campaign.of(Taken) == [Taken("mine")]


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["kill", "terminate"])
async def test_ending_the_server_ends_worker_and_targets(tmp_path, how):
    """The server here is a small process that supervises; it is killed from outside."""
    script = tmp_path / "server.py"
    script.write_text(SERVER.format(tests=str(Path(__file__).parent), folder=str(tmp_path)))
    server = psutil.Popen([sys.executable, str(script)], stdout=-1)
    assert server.stdout.readline() == b"running\n"
    below = server.children(recursive=True)
    assert len(below) >= 2
    getattr(server, how)()
    assert gone([server, *below])
    again = Campaign(tmp_path, campaign_id="c1", resume=True)
    await again.until(lambda: again.of(Resumed) and len(again.of(Progressed)) > 2)
    await again.supervised.close()


SERVER = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from test_worker_process import Campaign, Progressed

async def serve():
    campaign = Campaign(Path({folder!r}), campaign_id="c1")
    await campaign.until(lambda: len(campaign.of(Progressed)) > 3)
    print("running", flush=True)
    await campaign.end()

asyncio.run(serve())
"""
