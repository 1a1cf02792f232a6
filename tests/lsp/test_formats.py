"""Written input formats over the language server: what it says of them while they are typed, and what it offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor import Editor
from lsprotocol import types

from slowpath.lsp import protocol

SOURCE = """\
n, k = map(int, input().split())
a = list(map(int, input().split()))
print(sum(a) + k)
"""
STATEMENT = """\
The first line contains two integers $n$ and $k$ ($1 \\le n \\le 1000$, $1 \\le k \\le n$).
The second line contains $n$ integers $a_1, \\ldots, a_n$ ($1 \\le a_i \\le 10^6$).
"""
SAMPLE = "3 2\n5 6 7\n"
GOOD = "n: int 1..1000; k: int 1..n\na: int[n] 1..10^6\n"


def problem(folder: Path) -> None:
    (folder / "statement.md").write_text(STATEMENT, encoding="utf-8")
    (folder / "1.in").write_text(SAMPLE, encoding="utf-8")


async def edited(editor: Editor, text: str, name: str = "input.format") -> str:
    """An open format beside an open program, once something was said about it."""
    editor.open(str(Path(name).with_name("a.py")), SOURCE)
    uri = editor.open(name, text)
    await editor.until(lambda: uri in editor.client.diagnostics, "its diagnostics")
    return uri


def said(editor: Editor, uri: str) -> list[tuple[str, int, int, int]]:
    """(code, line, first column, column behind), 0-based, of every diagnostic."""
    return [
        (str(d.code), d.range.start.line, d.range.start.character, d.range.end.character)
        for d in editor.diagnostics(uri)
    ]


def at(uri: str, line: int, character: int) -> dict:
    return {"text_document": types.TextDocumentIdentifier(uri), "position": types.Position(line, character)}


async def completed(editor: Editor, uri: str, line: int, character: int) -> list[str]:
    answer = await editor.client.text_document_completion_async(types.CompletionParams(**at(uri, line, character)))
    return [item.label for item in answer.items]


WRONG = [
    (GOOD, [], ""),
    ("n: int 1..1000; k: int 1..n\na: int[m] 1..10^6\n", [("syntax", 1, 7, 8)], "unknown variable 'm'"),
    ("n: int 1..1000; k: int 1..\n", [("syntax", 0, 26, 26)], "the line ends here"),
    ("n: int 1000..1; k: int 1..n\na: int[n] 1..10^6\n", [("empty-range", 0, 7, 14)], "low bound is greater"),
    ("n: int 1..1000; k: int n+1..n\na: int[n] 1..10^6\n", [("empty-range", 0, 23, 29)], "low bound is greater"),
    (
        "n: int 1..10^4; k: int 1..n\na: int[n] 1..10^6\n",
        [("contradicts-statement", 0, 10, 14)],
        "The statement, line 1 says that n is at most 1000",
    ),
    ("n: int 1..1000\na: int[n] 1..10^6\n", [("sample-misfit", 1, 0, 1)], "Sample 1, line 2, token"),
    ("n: int 1..1000; k: int 1..n\na: int[n] 1..6\n", [("sample-misfit", 1, 0, 1)], "a[3]"),
    ("# nothing yet\n", [("syntax", 0, 0, 1)], "nothing is declared"),
]


@pytest.mark.asyncio
async def test_what_is_wrong_is_said_at_its_place(tmp_path):
    async with Editor(tmp_path) as editor:
        for number, (text, wanted, words) in enumerate(WRONG):
            folder = tmp_path / str(number)
            folder.mkdir()
            problem(folder)
            uri = await edited(editor, text, f"{number}/input.format")
            assert said(editor, uri)[:1] == wanted, text
            assert words.lower() in " ".join(d.message.lower() for d in editor.diagnostics(uri)), text


@pytest.mark.asyncio
async def test_diagnostics_follow_what_is_typed_and_go_when_it_is_closed(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path) as editor:
        uri = await edited(editor, GOOD)
        editor.edit(uri, (1, 7), (1, 8), "m")
        await editor.until(lambda: said(editor, uri) == [("syntax", 1, 7, 8)], "the mistake")
        editor.edit(uri, (1, 7), (1, 8), "n")
        await editor.until(lambda: not editor.diagnostics(uri), "nothing wrong any more")
        editor.edit(uri, (0, 0), (0, 0), "é")
        await editor.until(lambda: editor.diagnostics(uri), "another mistake")
        editor.close(uri)
        await editor.until(lambda: not editor.diagnostics(uri), "nothing of a closed format")


@pytest.mark.asyncio
async def test_completion_knows_what_may_follow(tmp_path):
    problem(tmp_path)
    text = "n: int 1..1000; k: int 1..n\n\na: \nb: int[\nc: int[n] 1..\nd: int[n] 1..9 \nrows[n] \nwhere \n"
    async with Editor(tmp_path) as editor:
        uri = await edited(editor, text)
        assert {"rows", "queries", "cases", "where"} <= set(await completed(editor, uri, 1, 0))
        assert {"int", "float", "word", "text"} <= set(await completed(editor, uri, 2, 3))
        assert {"n", "k"} <= set(await completed(editor, uri, 3, 7))
        assert {"n", "2*10^5", "10^9"} <= set(await completed(editor, uri, 4, 13))
        assert {"distinct", "permutation", "lines", "joined"} <= set(await completed(editor, uri, 5, 15))
        assert {"tree", "graph", "intervals", "connected"} <= set(await completed(editor, uri, 6, 8))
        assert {"sum", "distinct", "n", "a"} <= set(await completed(editor, uri, 7, 6))
        assert "a" not in await completed(editor, uri, 0, 26)


@pytest.mark.asyncio
async def test_hover_tells_where_a_bound_came_from(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path) as editor:
        uri = await edited(editor, GOOD)

        async def hover(line: int, character: int) -> str:
            answer = await editor.client.text_document_hover_async(types.HoverParams(**at(uri, line, character)))
            return answer.contents.value if answer else ""

        variable = await hover(1, 0)
        assert "a: int[n] 1..10^6" in variable
        assert "statement.md, line 2" in variable
        assert "a.py, line 2" in variable
        assert "in the samples: 5..7" in variable
        bound = await hover(0, 11)
        assert "1000" in bound
        assert "a.py" not in bound
        assert "n: int 1..1000" in await hover(1, 7)
        assert await hover(1, 4) == ""


@pytest.mark.asyncio
async def test_a_bound_leads_to_its_sentence_and_a_name_to_where_it_is_read(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path) as editor:
        uri = await edited(editor, GOOD)

        async def definition(line: int, character: int) -> tuple[str, int]:
            (link,) = await editor.client.text_document_definition_async(
                types.DefinitionParams(**at(uri, line, character))
            )
            return link.target_uri.rpartition("/")[2], link.target_range.start.line

        assert await definition(0, 11) == ("statement.md", 0)
        assert await definition(1, 14) == ("statement.md", 1)
        assert await definition(1, 0) == ("a.py", 1)
        assert await definition(1, 7) == ("input.format", 0)


@pytest.mark.asyncio
async def test_the_inferred_format_opens_with_links_to_where_it_came_from(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path, trusted=False) as editor:
        source = editor.open("a.py", SOURCE)
        made = await editor.request(protocol.FORMAT_OPEN, uri=source)
        assert (made["path"], made["saved"], made["unknown"], made["error"]) == (
            str(tmp_path / "input.format"),
            False,
            "",
            None,
        )
        assert [line for line in made["text"].splitlines() if not line.startswith("#")] == [
            "n: int 1..1000; k: int 1..n",
            "a: int[n] 1..10^6",
        ]
        uri = f"untitled:{made['path']}"
        editor.open_uri(uri, made["text"], "slowpath-format")
        await editor.until(lambda: uri in editor.client.diagnostics, "its diagnostics")
        assert not editor.diagnostics(uri)
        links = await editor.client.text_document_document_link_async(
            types.DocumentLinkParams(types.TextDocumentIdentifier(uri))
        )
        assert {link.target for link in links} == {
            f"{(tmp_path / 'statement.md').as_uri()}#L1",
            f"{(tmp_path / 'statement.md').as_uri()}#L2",
        }
        symbols = await editor.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        )
        assert [symbol.name for symbol in symbols] == ["n", "k", "a"]


@pytest.mark.asyncio
async def test_a_saved_format_opens_as_it_stands(tmp_path):
    problem(tmp_path)
    (tmp_path / "a.format").write_text("# mine\n" + GOOD)
    async with Editor(tmp_path) as editor:
        made = await editor.request(protocol.FORMAT_OPEN, uri=editor.open("a.py", SOURCE))
        assert (made["path"], made["saved"], made["text"]) == (str(tmp_path / "a.format"), True, "# mine\n" + GOOD)


@pytest.mark.asyncio
async def test_what_can_not_be_inferred_opens_as_a_skeleton_that_says_why(tmp_path):
    (tmp_path / "1.in").write_text("3 x\n")
    async with Editor(tmp_path, trusted=False) as editor:
        made = await editor.request(protocol.FORMAT_OPEN, uri=editor.open("a.py", SOURCE))
        assert made["unknown"].startswith("The input format can't be inferred: ")
        assert made["unknown"].count("\n") == 0
        assert "#   3 x" in made["text"]
        assert "n: int" in made["text"]
        refused = await editor.request(protocol.FORMAT_OPEN, uri="file:///nowhere/b.py")
        assert refused["error"]["code"] == "source-unreadable"


@pytest.mark.asyncio
async def test_assumed_bounds_can_be_set_in_one_click(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        source = editor.open("a.py", SOURCE)
        made = await editor.request(protocol.FORMAT_OPEN, uri=source)
        uri = editor.open("a.format", made["text"])
        await editor.until(lambda: editor.diagnostics(uri), "the assumptions")
        assumed = [d for d in editor.diagnostics(uri) if d.code == "assumed-bound"]
        assert [d.severity for d in assumed] == [types.DiagnosticSeverity.Hint] * len(assumed)
        first = min(assumed, key=lambda d: d.range.start.line)
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), first.range, types.CodeActionContext([first]))
        )
        chosen = next(action for action in actions if action.title.startswith("Set n to 1..10^6"))
        (edit,) = chosen.edit.changes[uri]
        assert "n: int 1..10^6" in edit.new_text
        assert len(actions) >= 2
        await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(protocol.COMMAND_SET_BOUNDS, arguments=[source, "k", "0..7"])
        )
        ((edit,),) = editor.applied[0].changes.values()
        assert "k: int 0..7" in edit.new_text


@pytest.mark.asyncio
async def test_what_a_format_leaves_open_can_be_settled_where_it_stands(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        editor.open("a.py", SOURCE)
        text = 'n: int 1..9; k: int 1..9\n\n# ? Nothing stands for it. (5: "n is not k")\n#   where n != k\n'
        uri = editor.open("a.format", text)
        at = types.Range(types.Position(2, 0), types.Position(2, 3))
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), at, types.CodeActionContext([]))
        )
        made = {action.title: action.edit.changes[uri][0] for action in actions}
        assert list(made) == ["Add where n != k", "It isn't about the input"]
        assert made["Add where n != k"].new_text.strip() == "where n != k"
        assert made["It isn't about the input"].new_text.strip() == ""


@pytest.mark.asyncio
async def test_a_bound_is_set_in_the_file_when_the_format_is_not_open(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        source = editor.open("a.py", SOURCE)
        await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(protocol.COMMAND_SET_BOUNDS, arguments=[source, "n", "1..12345"])
        )
        text = (tmp_path / "a.format").read_text()
        assert "n: int 1..12345" in text
        assert not [line for line in text.splitlines() if line.startswith("#") and " n " in line]


@pytest.mark.asyncio
async def test_a_bound_beyond_the_statement_can_be_changed_to_the_stated_one(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path) as editor:
        uri = await edited(editor, GOOD.replace("1..1000", "1..5000"))
        (warning,) = editor.diagnostics(uri)
        assert warning.severity == types.DiagnosticSeverity.Warning
        (action,) = await editor.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), warning.range, types.CodeActionContext([warning]))
        )
        (edit,) = action.edit.changes[uri]
        assert (edit.new_text, edit.range) == ("1000", warning.range)


@pytest.mark.asyncio
async def test_a_search_with_assumed_bounds_says_so_at_main_and_leads_to_the_format(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", "# ASSUMED\n" + SOURCE)
        await editor.start(uri)
        await editor.until(lambda: any(d.code == "assumed-bounds" for d in editor.diagnostics(uri)), "the remark")
        (remark,) = [d for d in editor.diagnostics(uri) if d.code == "assumed-bounds"]
        assert remark.severity == types.DiagnosticSeverity.Information
        assert "bounds of n are assumed" in remark.message
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), remark.range, types.CodeActionContext([remark]))
        )
        commands = {action.title: str(action.command) for action in actions}
        assert next(iter(commands)) == "Edit input format"
        assert protocol.COMMAND_EDIT_FORMAT in commands["Edit input format"]
        assert protocol.COMMAND_SET_BOUNDS in commands["Set n to 1..2*10^5"]
        await editor.until(lambda: editor.states[uri]["assumed"] == ["n"], "the state")


@pytest.mark.asyncio
async def test_an_unknown_format_offers_to_write_it_over_main(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", "# NO_FORMAT\n" + SOURCE)
        await editor.start(uri)
        await editor.state(uri, "failed")
        lenses = await editor.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        assert [lens.command.command for lens in lenses] == [
            protocol.COMMAND_FIND,
            protocol.COMMAND_BREAK,
            protocol.COMMAND_OPTIMIZE,
            protocol.COMMAND_EDIT_FORMAT,
        ]


@pytest.mark.asyncio
async def test_a_format_saved_during_a_search_is_offered_for_a_restart(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path) as editor:
        uri = await edited(editor, GOOD)
        source = (tmp_path / "a.py").as_uri()
        first = await editor.start(source)
        await editor.state(source, "running")
        assert editor.states[source]["format_changed"] is False
        editor.save(uri)
        await editor.until(lambda: editor.states[source]["format_changed"], "the changed format")
        assert editor.states[source]["state"] == "running"
        lens = await editor.lens(uri)
        assert lens.command.title == "Find slow inputs of a.py again with this format"
        second = await editor.start(lens.command.arguments[0])
        assert second != first
        await editor.until(
            lambda: editor.states[source]["campaign_id"] == second and editor.states[source]["state"] == "running",
            "the new search",
        )
        assert editor.states[source]["format_changed"] is False


@pytest.mark.asyncio
async def test_a_format_that_was_written_before_there_was_a_file_counts_as_saved(tmp_path):
    problem(tmp_path)
    async with Editor(tmp_path) as editor:
        source = editor.open("a.py", SOURCE)
        await editor.start(source)
        await editor.state(source, "running")
        editor.open_uri(f"untitled:{tmp_path / 'input.format'}", GOOD, "slowpath-format")
        editor.open("input.format", GOOD)
        await editor.until(lambda: editor.states[source]["format_changed"], "the saved format")


@pytest.mark.asyncio
async def test_setting_an_assumed_bound_searches_again_with_it(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", "# ASSUMED\n" + SOURCE)
        first = await editor.start(uri, executions=100000)
        await editor.state(uri, "running")
        await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(protocol.COMMAND_SET_BOUNDS, arguments=[uri, "n", "1..10^6"])
        )
        assert "n: int 1..10^6" in (tmp_path / "a.format").read_text()
        await editor.until(
            lambda: editor.states[uri]["campaign_id"] != first and editor.states[uri]["state"] == "running",
            "the new search",
        )
