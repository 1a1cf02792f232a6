"""What agents may name, how they are answered, and what becomes of the process of a call."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from slowpath import pipeline, settings
from slowpath.agents import tools
from slowpath.agents.calls import Calls
from slowpath.agents.doing import done
from slowpath.agents.found import LARGEST_BYTES, MOST, Resources
from slowpath.agents.messages import Call, Failed, Finished, Found, Progress
from slowpath.agents.places import allowed, found_folders, given_folders, with_allowed_paths
from slowpath.agents.schemas import arguments_of, schema
from slowpath.agents.telling import remedy_of
from slowpath.agents.work import Work
from slowpath.cli import main
from slowpath.errors import UsageError
from slowpath.model.campaign import Ended
from slowpath.model.rewrite import InputSpeed, ProvenRewrite, RefusedRewrite, Rewrite, Speed

FORMAT = "n: int 1..5\na: int[n] 1..9\n"


@pytest.fixture
def program(tmp_path) -> Path:
    made = tmp_path / "programs"
    made.mkdir()
    (made / "a.py").write_text("n = int(input())\nprint(sum(map(int, input().split())))\n")
    (made / "1.in").write_text("2\n3 7\n")
    (made / "1.out").write_text("10\n")
    return made / "a.py"


def called(tmp_path: Path, name: str, **arguments: object) -> Finished | Failed:
    """What a tool answers, in this process."""
    chosen = settings.load({"state_dir": tmp_path / "state", "cache_dir": tmp_path / "cache"}, {})
    call = Call(name, dict(arguments), chosen, (tmp_path / "programs",))
    return done(call, Work(chosen, call.folders, pipeline.Alarm(), lambda message: None, lambda: False))


def test_names_files_in_its_folders_and_what_searches_found_and_no_others(tmp_path):
    mine, other, state = (tmp_path / name for name in ("mine", "other", "state"))
    for folder in (mine, other, state / "found"):
        folder.mkdir(parents=True)
    (mine / "link.py").symlink_to(other / "a.py")
    folders = (*given_folders([mine], Path("/")), *found_folders(state))
    assert allowed(Path("a.py"), folders) == mine.resolve() / "a.py"
    assert allowed(state / "found" / "x" / "slow-1.in", folders)
    for path in (other / "a.py", Path("../other/a.py"), Path("link.py"), Path("/etc/passwd"), state / "store.db"):
        with pytest.raises(UsageError, match="outside of the folders"):
            allowed(path, folders)


def test_paths_within_lists_are_looked_at_too(tmp_path):
    kind = tools.tool("break_solution").arguments
    given = arguments_of(kind, {"file": "a.py", "references": ["b.py", "../c.py"]})
    with pytest.raises(UsageError, match=r"c\.py lies outside"):
        with_allowed_paths(given, (tmp_path,))
    inside = with_allowed_paths(arguments_of(kind, {"file": "a.py", "references": ["b.py"]}), (tmp_path,))
    assert (inside.file, inside.references, inside.checker) == (tmp_path / "a.py", (tmp_path / "b.py",), None)


def test_the_root_folder_is_none_that_a_server_takes_by_itself(tmp_path):
    with pytest.raises(UsageError, match="root folder"):
        given_folders([], Path("/"))
    assert given_folders([], tmp_path) == (tmp_path.resolve(),)
    with pytest.raises(UsageError, match="no such folder"):
        given_folders([tmp_path / "none"], tmp_path)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "file is missing."),
        ({"file": "a.py", "seconds": 301}, "seconds: Input should be less than or equal to 300; it was 301."),
        ({"file": "a.py", "seconds": 0}, "seconds: Input should be greater than 0"),
        ({"file": "a.py", "seconds": "soon"}, "seconds: Input should be a valid number"),
        ({"file": "a.py", "time": 3}, "There is no argument time. Known are file, problem, seconds"),
    ],
)
def test_wrong_arguments_are_named_with_what_they_were(given, said):
    with pytest.raises(UsageError) as raised:
        arguments_of(tools.tool("find_slow_inputs").arguments, given)
    assert said in str(raised.value)


def test_schemas_take_no_other_fields_and_describe_all():
    for name in tools.NAMES:
        tool = tools.tool(name)
        for kind in (tool.arguments, tool.result):
            made = schema(kind)
            assert made["additionalProperties"] is False and made["properties"]
            for definition in [made, *made.get("$defs", {}).values()]:
                assert all(each["description"] for each in definition["properties"].values())
                assert not any("title" in each for each in definition["properties"].values())


def test_only_what_calls_wrote_is_a_resource(tmp_path):
    resources = Resources()
    for number in range(MOST + 1):
        (tmp_path / f"slow-{number}.in").write_text(f"{number}\n")
        resources.add(tmp_path / f"slow-{number}.in", "slow")
    newest = resources.all()[0]
    assert newest.path.name == f"slow-{MOST}.in" and resources.read(newest.uri) == f"{MOST}\n".encode()
    assert len(resources.all()) == MOST
    (tmp_path / "large.in").write_bytes(bytes(LARGEST_BYTES + 1))
    large = resources.add(tmp_path / "large.in", "large")
    assert resources.add(tmp_path / "none.in", "gone") is None
    for uri, said in (
        (large.uri, "lies in the file"),
        ("slowpath://found/x/slow-0.in", "no such resource"),
        (newest.uri.replace(f"slow-{MOST}.in", "../secret"), "no such resource"),
    ):
        with pytest.raises(UsageError, match=said):
            resources.read(uri)


def test_a_format_is_written_only_where_it_can_be_read_and_samples_follow_it(tmp_path, program):
    wrong = called(tmp_path, "set_format", file=str(program), format="n: int 1..\n")
    assert isinstance(wrong, Failed) and "line 1, column" in wrong.reason and "slowpath://docs/format" in wrong.remedy
    unfit = called(tmp_path, "set_format", file=str(program), format="n: int 5..9\na: int[n] 1..9\n")
    assert isinstance(unfit, Failed) and "sample" in unfit.reason
    written = called(tmp_path, "set_format", file=str(program), format=FORMAT)
    assert isinstance(written, Finished)
    path = Path(written.result["file"])
    assert path.read_text() == FORMAT and path.parent == program.parent
    again = called(tmp_path, "set_format", file=str(program), format=FORMAT.replace("9", "8"))
    assert isinstance(again, Failed) and "overwrite true" in again.remedy and path.read_text() == FORMAT
    called(tmp_path, "set_format", file=str(program), format=FORMAT.replace("9", "8"), overwrite=True)
    assert path.read_text() == FORMAT.replace("9", "8")


def test_no_format_is_written_through_a_link_out_of_the_folders(tmp_path, program):
    outside = tmp_path / "outside.format"
    (
        program.parent
        / pipeline.format_file(
            pipeline.read_problem(pipeline.read_solution(program)), pipeline.read_solution(program)
        ).name
    ).symlink_to(outside)
    said = called(tmp_path, "set_format", file=str(program), format=FORMAT)
    assert isinstance(said, Failed) and "outside of the folders" in said.reason and not outside.exists()


def test_failures_say_what_to_do(tmp_path, program):
    for name, arguments, said in (
        ("validate_input", {"file": str(program)}, "Exactly one of input and text"),
        ("validate_input", {"file": str(program), "input": str(program.parent)}, "is no file of an input"),
        ("explain_slow_lines", {"file": str(program), "compare_with": "a.in"}, "compare_with is given without"),
        ("infer_format", {"file": str(program.parent / "no.py")}, "no such file"),
    ):
        failed = called(tmp_path, name, **arguments)
        assert isinstance(failed, Failed) and said in failed.reason and failed.remedy


def test_a_proven_version_is_a_file_of_its_own_with_its_proof_in_words(tmp_path, program, monkeypatch):
    speed = Speed((InputSpeed("slow 1", 9, 1.0, 0.1, 10.0, 9.0, 11.0),), 10.0, 9.0, 11.0, 1.5)
    steps = (Rewrite("a-1", "py-counted", "Count all values once", 2, (), b"print(1)\n", "it goes over all"),)

    def optimize(*_known: object, keep: Callable[[bytes], str], **_more: object) -> Iterator[object]:
        yield ProvenRewrite(steps, steps[0].source, 130, speed)
        yield RefusedRewrite("py-counted", "It prints something else.", keep(b"3\n"))
        yield Ended("finished")

    monkeypatch.setattr(pipeline, "optimize", optimize)
    said = called(tmp_path, "optimize_verified", file=str(program))
    assert isinstance(said, Finished)
    (version,), (refused,) = said.result["versions"], said.result["refused"]
    assert Path(version["path"]).read_bytes() == steps[0].source != program.read_bytes()
    assert (version["times_faster"], version["low"], version["inputs_agreed"]) == (10.0, 9.0, 130)
    assert "10x faster" in said.result["said"] and "130 inputs" in said.result["said"]
    assert Path(refused["input"]).read_bytes() == b"3\n" and refused["reason"] == "It prints something else."


def test_the_command_says_how_to_install_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr("slowpath.commands.mcp._sdk_version", lambda: "1")
    assert main(["mcp"]) == 3 and "slowpath[agents]" in capsys.readouterr().err


def process(text: str) -> tuple[str, ...]:
    """A process of a call that does what the text says."""
    return sys.executable, "-c", f"import json, sys, time\ncall = json.loads(sys.stdin.readline())\n{text}"


def made(calls: Calls, seconds: float = 60.0) -> tuple[Finished | Failed, list[Progress | Found]]:
    heard: list[Progress | Found] = []

    async def hear(said: Progress | Found) -> None:
        heard.append(said)

    return asyncio.run(calls.made(Call("infer_format", {}, settings.load({}, {}), ()), seconds, hear)), heard


def test_a_call_hears_its_process_to_the_end():
    said = (
        'print(\'{"message": "Progress", "spent_s": 1, "whole_s": 2, "doing": "Runs."}\', flush=True)\n'
        'print(\'{"message": "Finished", "result": {"said": "\' + call[\'tool\'] + \'"}}\', flush=True)'
    )
    assert made(Calls(process(said))) == (Finished({"said": "infer_format"}), [Progress(1.0, 2.0, "Runs.")])


@pytest.mark.parametrize(
    ("text", "said"), [("sys.exit(3)", "ended with status 3"), ("print('what?', flush=True)", "can't be read")]
)
def test_a_process_that_fails_is_an_answer(text, said):
    failed, _ = made(Calls(process(text)))
    assert isinstance(failed, Failed) and said in failed.reason


def test_a_process_that_does_not_go_is_killed_with_all_below_it(monkeypatch, tmp_path):
    monkeypatch.setattr("slowpath.agents.calls.CLOSE_GRACE_S", 0.1)
    monkeypatch.setattr("slowpath.agents.calls.START_S", 0.0)
    note = tmp_path / "pids"
    endless = process(f"""import os, subprocess
below = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
with open('{note}.new', 'w') as file:
    file.write(f'{{os.getpid()}} {{below.pid}}')
os.rename('{note}.new', '{note}')
time.sleep(600)""")

    async def cancelled() -> list[psutil.Process]:
        call = asyncio.create_task(Calls(endless).made(Call("x", {}, settings.load({}, {}), ()), 600.0, None))
        while not note.exists():
            await asyncio.sleep(0.01)
        processes = [psutil.Process(int(pid)) for pid in note.read_text().split()]
        call.cancel()
        await asyncio.wait([call])
        return processes

    assert not psutil.wait_procs(asyncio.run(cancelled()), timeout=60.0)[1]
    late, _ = made(Calls(endless), seconds=0.01)
    assert isinstance(late, Failed) and late.code == "late"


@pytest.mark.parametrize("name", ["a\0.py", "x" * 5000 + "/../../../secret"])
def test_a_name_that_no_file_can_have_is_refused_and_no_crash(tmp_path, name):
    with pytest.raises(UsageError):
        allowed(Path(name), (tmp_path,))


def test_a_seed_is_no_negative_number():
    with pytest.raises(UsageError, match="seed"):
        arguments_of(tools.tool("find_slow_inputs").arguments, {"file": "a.py", "seed": -1})


def test_names_of_resources_are_uris_whatever_a_program_is_called(tmp_path):
    path = tmp_path / "my sol#1?" / "slow-1.in"
    path.parent.mkdir()
    path.write_bytes(b"1\n")
    resources = Resources()
    made = resources.add(path, "slow")
    assert made is not None and made.uri == "slowpath://found/my%20sol%231%3F/slow-1.in"
    assert resources.read(made.uri) == b"1\n"


@pytest.mark.parametrize(
    ("code", "remedy", "told"),
    [
        ("store", "Free some disk. Or choose another folder with --save.", "Free some disk."),
        ("doubted", "Correct the format: `slowpath format FILE --write`.", ""),
        (
            "no-reference",
            "Name one: --reference FILE.",
            "Give references: a solution that is right, or simple and slow.",
        ),
        ("usage", "Give a file of C++. It ends with .cpp.", "Give a file of C++. It ends with .cpp."),
    ],
)
def test_an_agent_hears_of_no_option_of_a_command(code, remedy, told):
    assert remedy_of(code, remedy) == told
