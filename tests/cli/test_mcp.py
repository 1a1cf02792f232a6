"""The server for agents over real pipes, with the SDK's own client, which holds every result against its schema."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from slowpath.agents import tools

if TYPE_CHECKING:  # The SDK takes a second to load, of every worker that lists tests.
    from mcp import Client
    from mcp.types import CallToolResult

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 600.0
RUNS = """\
n = int(input())
a = list(map(int, input().split()))
longest = 0
for begin in range(n):
    end = begin
    while end < n and a[end] == a[begin]:
        end += 1
    longest = max(longest, end - begin)
print(longest)
"""
LARGEST = "n = int(input())\nprint(max([0, *map(int, input().split())]))\n"
BRUTE = "n = int(input())\nprint(sorted(map(int, input().split()))[-1])\n"
STATEMENT = """\
# {title}

## Input
The first line has an integer $n$ ($1 \\le n \\le {most}$). The second line has $n$ integers $a_i$
(${low} \\le a_i \\le 10^6$).

## Output
One integer: {title}.
"""


@dataclass
class Agent:
    """A client of one server. `heard` are the messages of progress so far; `running` is set once the program runs."""

    portal: BlockingPortal
    client: Client
    server: psutil.Process
    heard: list[str] = field(default_factory=list)
    running: threading.Event = field(default_factory=threading.Event)

    async def _hear(self, progress: float, total: float | None, message: str | None) -> None:
        assert total is not None and 0 <= progress <= total
        self.heard.append(message or "")
        if " runs" in self.heard[-1]:
            self.running.set()

    def _calling(self, name: str, arguments: dict[str, Any]) -> Callable[[], Any]:
        return partial(self.client.call_tool, name, arguments, progress_callback=self._hear)

    def call(self, name: str, **arguments: Any) -> CallToolResult:
        return self.portal.call(self._calling(name, arguments))

    def result(self, name: str, **arguments: Any) -> dict[str, Any]:
        said = self.call(name, **arguments)
        assert not said.is_error, said.content
        return said.structured_content

    def refused(self, name: str, **arguments: Any) -> str:
        said = self.call(name, **arguments)
        assert said.is_error
        return said.content[0].text

    def begun(self, name: str, **arguments: Any) -> Future:
        """A call that goes on, once the program runs."""
        future = self.portal.start_task_soon(self._calling(name, arguments))
        assert self.running.wait(PATIENCE_S), self.heard
        return future


@contextlib.contextmanager
def started(folder: Path, builds: Path, mode: str = "auto") -> Iterator[Agent]:
    """`mode` "legacy" begins with a handshake, as clients of earlier revisions of the protocol do."""
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    before = set(psutil.Process().children())
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "server"),
        "SLOWPATH_CACHE_DIR": str(builds),
        "SLOWPATH_STATE_DIR": str(folder.parent / "state"),
        "SLOWPATH_INSTRUMENT": "time",
    }
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "slowpath", "mcp", str(folder)], env=environment, cwd=folder
    )
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(server), mode=mode)) as client,
    ):
        (process,) = set(psutil.Process().children()) - before
        yield Agent(portal, client, process)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("agents") / "programs"
    for name, most, low, sample, sources in (
        ("runs", 400, 1, "1", {"slow.py": RUNS}),
        ("largest", 5, "-10^6", "7", {"wrong.py": LARGEST, "brute.py": BRUTE}),
    ):
        (made / name).mkdir(parents=True)
        (made / name / "statement.md").write_text(STATEMENT.format(title=name, most=most, low=low))
        (made / name / "1.in").write_text("2\n3 7\n")
        (made / name / "1.out").write_text(f"{sample}\n")
        for file, source in sources.items():
            (made / name / file).write_text(source)
    return made


@pytest.fixture(scope="module")
def agent(folder, build_cache) -> Iterator[Agent]:
    with started(folder, build_cache) as made:
        yield made


def below(process: psutil.Process) -> list[psutil.Process]:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.children(recursive=True)
    return []


def all_gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE_S)
    return not alive


def test_every_tool_is_listed_with_schemas_of_arguments_and_result(agent):
    listed = agent.portal.call(agent.client.list_tools).tools
    assert [tool.name for tool in listed] == list(tools.NAMES)
    for tool in listed:
        properties = tool.input_schema["properties"]
        assert "maximum" in properties["seconds"] and "default" in properties["seconds"]
        assert tool.input_schema["required"][0] == "file" and tool.output_schema["properties"]["said"]
        assert all(each["description"] for each in [*properties.values(), *tool.output_schema["properties"].values()])


def test_finds_slow_inputs_in_files_that_are_resources_and_explains_their_lines(agent, folder):
    found = agent.result("find_slow_inputs", file="runs/slow.py", seconds=300, executions=20)
    assert found["found"] == "slow" and found["format"].startswith("n: int 1..400") and agent.heard
    row = found["slow_inputs"][0]
    assert (row["sizes"] == {"n": 400} and row["times_typical"] is None) or row["times_typical"] > 0
    listed = {each.uri: each for each in agent.portal.call(agent.client.list_resources).resources}
    (content,) = agent.portal.call(agent.client.read_resource, row["resource"]).contents
    assert content.text == Path(row["path"]).read_text() and listed[row["resource"]].size == row["size"]
    explained = agent.result("explain_slow_lines", file="runs/slow.py", input=row["path"], seconds=300)
    assert 6 in [line["line"] for line in explained["lines"]] and explained["reasons"]


def test_breaks_a_wrong_program_against_the_reference_beside_it(agent):
    broken = agent.result("break_solution", file="largest/wrong.py", seconds=300, executions=100)
    assert broken["found"] and broken["breaking"]["verdict"] == "WA" and broken["references"]
    assert max(map(int, broken["breaking"]["input"].split()[1:])) < 0
    assert broken["breaking"]["expected"] != broken["breaking"]["actual"] == "0\n"
    assert Path(broken["breaking"]["path"]).read_text() == broken["breaking"]["input"]


def test_infers_a_format_takes_a_corrected_one_and_judges_inputs_by_it(agent, folder):
    inferred = agent.result("infer_format", file="largest/wrong.py", seconds=120)
    assert inferred["sure"] and not inferred["given"] and inferred["largest"] == [{"n": 5}]
    corrected = inferred["format"].replace("1..5", "1..3")
    written = agent.result("set_format", file="largest/wrong.py", format=corrected, seconds=120)
    assert Path(written["file"]).read_text() == corrected and Path(written["file"]).is_relative_to(folder)
    judged = agent.result("validate_input", file="largest/wrong.py", text="4\n1 2 3 4\n", seconds=120)
    assert judged["valid"] is False and "n" in judged["judges"][0]["reason"]
    (page,) = agent.portal.call(agent.client.read_resource, "slowpath://docs/format").contents
    assert "## Grammar" in page.text


def test_makes_tests_on_which_a_wrong_program_fails(agent, folder):
    agent.heard.clear()
    made = agent.result("make_tests", file="largest/brute.py", wrong=["largest/wrong.py"], mutants=1, seconds=15)
    assert made["outcome"] == "finished" and made["killed"]["wrong"] == made["tried"]["wrong"] == 1
    written = Path(made["path"])
    names = {path.stem for path in (written / "tests").glob("*.in")}
    assert len(names) == made["tests"] == sum(made["groups"].values()) and not written.is_relative_to(folder)
    assert {each["name"] for each in made["first_tests"]} <= names
    for path in (written / "tests").glob("*.in"):
        assert int(path.with_suffix(".ans").read_text()) == max(map(int, path.read_text().split()[1:]))
    (report,) = agent.portal.call(agent.client.read_resource, made["report"]).contents
    assert "wrong.py" in report.text and any("programs fail" in each for each in agent.heard)


def test_shows_the_input_on_which_right_programs_disagree(agent):
    made = agent.result("make_tests", file="largest/brute.py", accepted=["largest/wrong.py"], seconds=60)
    there = made["disagreement"]
    assert made["outcome"] == "disagreed" and made["path"] is None and made["tests"] == 0
    assert Path(there["path"]).read_text() == there["input"] and max(map(int, there["input"].split()[1:])) < 0
    assert there["outputs"]["wrong.py"] == "0\n" != there["outputs"]["brute.py"]


def test_says_where_nothing_is_to_be_made_faster(agent):
    faster = agent.result("optimize_verified", file="largest/brute.py", seconds=300, executions=50)
    assert faster["outcome"] == "finished" and not faster["versions"] and faster["warnings"]


def test_bad_arguments_are_answered_with_what_is_wrong_and_what_to_do(agent, folder):
    from mcp import MCPError

    for arguments, said in (
        ({"file": "runs/slow.py", "seconds": 5000}, "seconds: Input should be less than or equal to 300"),
        ({"file": "runs/slow.py", "second": 5}, "no argument second. Known are file"),
        ({}, "file is missing"),
        ({"file": str(Path(os.__file__))}, "lies outside of the folders that this server may use"),
    ):
        assert said in agent.refused("find_slow_inputs", **arguments)
    with pytest.raises(MCPError, match="no tool"):
        agent.call("make_coffee", file="runs/slow.py")
    with pytest.raises(MCPError, match="no such resource"):
        agent.portal.call(agent.client.read_resource, "slowpath://found/../slow.py")


def test_a_cancelled_call_ends_its_search_and_the_server_goes_on(agent):
    agent.running.clear()
    future = agent.begun("find_slow_inputs", file="runs/slow.py", seconds=300)
    searching = below(agent.server)
    assert len(searching) > 1
    future.cancel()
    assert all_gone(searching)
    assert "no.py: no such file. Check the path." in agent.refused("infer_format", file="runs/no.py")


@pytest.mark.parametrize(("number", "mode"), [(signal.SIGKILL, "auto"), (signal.SIGTERM, "legacy")])
def test_a_server_that_is_killed_leaves_no_process(folder, build_cache, number, mode):
    from mcp import MCPError

    with started(folder, build_cache, mode) as agent:
        future = agent.begun("break_solution", file="runs/slow.py", seconds=300)
        searching = below(agent.server)
        assert len(searching) > 1
        agent.server.send_signal(number)
        assert all_gone([*searching, agent.server])
        with pytest.raises(MCPError):
            future.result(PATIENCE_S)
