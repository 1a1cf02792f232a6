"""Constraints in the editor: diagnostics, actions, checkers in and out. Over a fake engine and a fake gate."""

from __future__ import annotations

import asyncio

import pytest
from editor import Editor
from lsprotocol import types

from slowpath.lsp import protocol

PROGRAM = """\
#include <cstdio>
int n;
void f() { n++; }
int main() {
    scanf("%d", &n);
    while (n < 9) n++;  //! confirmed faithful
    f();  //! hypothesis
    f();  //! confirmed unfaithful
    f();  //! hypothesis words model
    f();  //! candidate
    f();  //! refuted
    printf("%d", n);
}
"""
LOOP, MAYBE, REFUSED, WORDS, CANDIDATE, REFUTED = 5, 6, 7, 8, 9, 10


def shown(editor: Editor, uri: str) -> dict[int, types.Diagnostic]:
    """The diagnostics about constraints, by line."""
    return {known.range.start.line: known for known in editor.diagnostics(uri) if known.data}


async def searched(editor: Editor, text: str = PROGRAM, lines: int = 4) -> str:
    """A document whose campaign has measured its constraints."""
    uri = editor.open("a.cpp", text)
    await editor.start(uri)
    await editor.until(lambda: len(shown(editor, uri)) == lines, "the constraints")
    await editor.until(lambda: editor.states[uri]["shares"] and len(editor.states[uri]["rows"]) == 2, "the state")
    return uri


@pytest.mark.asyncio
async def test_constraints_are_shown_with_their_evidence_and_the_refuted_go_to_the_log(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        found = shown(editor, uri)
        assert {line: known.severity for line, known in found.items()} == {
            LOOP: types.DiagnosticSeverity.Information,
            REFUSED: types.DiagnosticSeverity.Information,
            MAYBE: types.DiagnosticSeverity.Hint,
            WORDS: types.DiagnosticSeverity.Hint,
        }
        assert found[LOOP].code == "fake-rule"
        assert found[WORDS].code == "id9"
        assert "(p < 0.001; 40 against 61 inputs)" in found[LOOP].message
        await editor.until(
            lambda: any("refuted, line 11" in said.message for said in editor.client.log_messages),
            "the refuted one in the log",
        )
        state = editor.states[uri]
        assert [row["line"] for row in state["constraints"]] == [6, 7, 8, 9]
        assert [row["checker"] for row in state["constraints"]] == ["faithful", "unjudged", "refused", "none"]
        assert state["rows"][0]["satisfies"] == ["id6", "id7", "id8", "id9"]
        assert state["rows"][1]["satisfies"] == []
        assert state["shares"] == [{"strategy": "pattern", "satisfying": 1, "valid": 2}]
        hover = await editor.hover(uri, LOOP)
        assert "**Confirmed**: What line 6 does is long `n >= 5`" in hover
        assert "Satisfied by slow input #1." in hover
        assert "command:" not in hover


@pytest.mark.asyncio
async def test_what_is_refuted_later_disappears(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", PROGRAM.replace("hypothesis words", "refuted-later"))
        await editor.start(uri)
        await editor.until(
            lambda: any("refuted, line 9" in said.message for said in editor.client.log_messages), "the log's line"
        )
        await editor.until(lambda: set(shown(editor, uri)) == {LOOP, MAYBE, REFUSED}, "the others alone")


@pytest.mark.asyncio
async def test_edits_move_constraints_and_take_those_of_edited_lines(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        editor.edit(uri, (0, 0), (0, 0), "// one\n")
        await editor.until(lambda: set(shown(editor, uri)) == {6, 7, 8, 9}, "the moved ones")
        assert "before the last edit" in shown(editor, uri)[LOOP + 1].message
        editor.edit(uri, (7, 4), (7, 5), "g")
        await editor.until(lambda: set(shown(editor, uri)) == {6, 8, 9}, "the rest")
        state = await editor.request(protocol.CAMPAIGN_LIST)
        assert [row["lsp_line"] for row in state[0]["constraints"]] == [6, None, 8, 9]


@pytest.mark.asyncio
async def test_only_what_may_be_done_is_offered(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        common = {"Dismiss this constraint", "Explain this line", "Insert all checkers"}
        insert, aim = "Insert this checker", "Aim the search at this constraint"
        assert set(await editor.actions(uri, LOOP)) == {*common, insert, aim}
        assert set(await editor.actions(uri, MAYBE)) == {*common, insert, aim}
        assert set(await editor.actions(uri, REFUSED)) == {*common, aim}
        assert set(await editor.actions(uri, WORDS)) == common
        assert await editor.actions(uri, 0) == {}


@pytest.mark.asyncio
async def test_a_checker_is_put_in_by_one_edit_and_taken_out_to_the_byte(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        await editor.act((await editor.actions(uri, LOOP))["Insert this checker"])
        (edit,) = editor.applied
        assert edit.document_changes[0].text_document.version == 1
        assert "slowpath checker id6" in editor.texts[uri]
        line = editor.texts[uri].split("\n").index("    while (n < 9) n++;  //! confirmed faithful")
        await editor.until(lambda: line in shown(editor, uri), "the diagnostic beside its checker")
        assert "before the last edit" not in shown(editor, uri)[line].message
        await editor.until(lambda: editor.contrasts[uri]["document_version"] == 2, "the counts beside a checker")
        assert not editor.contrasts[uri]["stale"]
        actions = await editor.actions(uri, line)
        assert "Insert this checker" not in actions
        assert "Remove the checker" in actions
        lenses = await editor.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        assert [lens.command.title for lens in lenses][3:] == ["Remove 1 checker"]
        await editor.act(actions["Remove the checker"])
        assert editor.texts[uri] == PROGRAM
        assert not editor.client.messages


@pytest.mark.asyncio
async def test_all_faithful_checkers_go_in_at_once_beside_one_that_stands_there(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id6")
        await editor.execute(protocol.COMMAND_INSERT_CHECKERS, uri)
        assert len(editor.applied) == 2
        assert "checker id6" in editor.texts[uri]
        assert "checker id7" in editor.texts[uri]
        assert "checker id8" not in editor.texts[uri]
        await editor.until(lambda: editor.client.messages, "what couldn't be inserted")
        assert "1 of 2 checkers inserted. Line 8" in editor.client.messages[0].message
        assert "fires on both inputs" in editor.client.messages[0].message
        await editor.execute(protocol.COMMAND_REMOVE_CHECKERS, uri)
        assert editor.texts[uri] == PROGRAM


@pytest.mark.asyncio
async def test_a_checker_goes_to_where_its_line_is_now_after_the_gate_saw_the_edited_text(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        editor.edit(uri, (4, 0), (4, 0), "    f();\n")
        edited = editor.texts[uri]
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id6")
        assert any("Begin" in kind for kind in kinds(editor, "Trying the checker"))
        above = editor.texts[uri].split("    while (n < 9)")[0].splitlines()
        assert above[-1].endswith("// slowpath end")
        assert any("slowpath checker id6 tests" in line for line in above[-3:])
        await editor.execute(protocol.COMMAND_REMOVE_CHECKERS, uri)
        assert editor.texts[uri] == edited


def kinds(editor: Editor, title: str) -> list[str]:
    """The kinds of the progress reports under a title."""
    return [
        type(report).__name__
        for reports in editor.client.progress_reports.values()
        if reports and getattr(reports[0], "title", "").startswith(title)
        for report in reports
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ("id9", "No constraint that is shown can be checked by code"),
        ("id8", "it fires on both inputs of the pair"),
        ("gone", "isn't known any more"),
    ],
)
async def test_what_has_no_checker_says_why(tmp_path, constraint, said):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, constraint)
        await editor.until(lambda: editor.client.messages, "the reason")
        assert said in editor.client.messages[0].message
        assert not editor.applied


@pytest.mark.asyncio
async def test_a_checker_of_an_edited_line_says_that_its_place_is_gone(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        editor.edit(uri, (5, 11), (5, 12), "m")
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id6")
        await editor.until(lambda: editor.client.messages, "the reason")
        assert "line 6 was edited since the search" in editor.client.messages[0].message
        assert not editor.applied


@pytest.mark.asyncio
async def test_a_cancelled_gate_leaves_the_text_and_the_server_answers_meanwhile(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor, PROGRAM + "// SLOW_GATE\n")
        asked = asyncio.ensure_future(editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id7"))
        await editor.until(lambda: kinds(editor, "Trying the checker"), "the gate at work")
        assert await editor.lens(uri)
        token = next(
            name
            for name, reports in editor.client.progress_reports.items()
            if getattr(reports[0], "title", "").startswith("Trying")
        )
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        await asked
        assert not editor.applied
        assert editor.texts[uri] == PROGRAM + "// SLOW_GATE\n"


@pytest.mark.asyncio
async def test_a_dismissed_constraint_stays_away_until_all_are_shown_again(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        await editor.act((await editor.actions(uri, LOOP))["Dismiss this constraint"])
        await editor.until(lambda: set(shown(editor, uri)) == {MAYBE, REFUSED, WORDS}, "without the dismissed one")
        await editor.until(lambda: editor.states[uri]["constraints"][0]["dismissed"], "the state")
        await editor.start(uri)
        await editor.until(lambda: len(editor.all_states[-1]["constraints"]) == 4, "the next search")
        assert LOOP not in shown(editor, uri)
        await editor.execute(protocol.COMMAND_RESTORE, uri)
        await editor.until(lambda: LOOP in shown(editor, uri), "the dismissed one again")


@pytest.mark.asyncio
async def test_aiming_starts_a_search_about_one_constraint(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        before = editor.states[uri]["campaign_id"]
        await editor.execute(protocol.COMMAND_AIM, uri, "id6")
        await editor.until(lambda: editor.states[uri]["campaign_id"] != before, "another search")
        state = await editor.state(uri, "running")
        await editor.until(
            lambda: any("aimed at isn't found" in said for said in editor.states[uri]["warnings"]),
            "that no rule finds what the fake engine made up",
        )
        assert state["campaign_id"] != before


@pytest.mark.asyncio
async def test_a_search_of_a_program_with_checkers_is_about_the_program(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id6")
        before = editor.states[uri]["campaign_id"]
        await editor.start(uri)
        await editor.until(
            lambda: editor.states[uri]["campaign_id"] != before and len(editor.states[uri]["constraints"]) == 4,
            "the next search",
        )
        assert [row["line"] for row in editor.states[uri]["constraints"]] == [6, 7, 8, 9]
        line = editor.texts[uri].split("\n").index("    while (n < 9) n++;  //! confirmed faithful")
        assert editor.states[uri]["constraints"][0]["lsp_line"] == line


@pytest.mark.asyncio
async def test_a_line_is_explained_with_and_without_a_search(tmp_path):
    async with Editor(tmp_path, command_links=True) as editor:
        uri = editor.open("a.cpp", PROGRAM)
        before = await editor.request(protocol.LINE_EXPLAIN, uri=uri, lsp_line=LOOP)
        assert before["title"] == "Line 6 of a.cpp"
        assert "No search has run on this program yet" in before["markdown"]
        await editor.start(uri)
        await editor.until(lambda: len(shown(editor, uri)) == 4, "the constraints")
        text = (await editor.request(protocol.LINE_EXPLAIN, uri=uri, lsp_line=LOOP))["markdown"]
        assert "## Confirmed: What line 6 does is long" in text
        refuted = (await editor.request(protocol.LINE_EXPLAIN, uri=uri, lsp_line=REFUTED))["markdown"]
        assert "## Refuted here" in refuted
        other = (await editor.request(protocol.LINE_EXPLAIN, uri=uri, lsp_line=0))["markdown"]
        assert "declaration, a comment" in other
        hover = await editor.hover(uri, WORDS)
        assert "command:slowpath.openConversation?%5B%22c0ffee%22%5D" in hover
        assert "command:slowpath.explainLine?" in hover
        lost = await editor.request(protocol.CONVERSATION_READ, conversation="c0ffee")
        assert "isn't kept any more" in lost["error"]["message"]


@pytest.mark.asyncio
async def test_without_trust_only_what_was_judged_goes_in(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = await searched(editor)
        await editor.control(editor.states[uri]["campaign_id"], "stop")
        await editor.state(uri, "stopped")
    async with Editor(tmp_path, trusted=False) as editor:
        uri = editor.open("a.cpp", PROGRAM)
        await editor.until(lambda: len(shown(editor, uri)) == 4, "the stored constraints")
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id7")
        await editor.until(lambda: editor.client.messages, "the reason")
        assert "isn't trusted" in editor.client.messages[0].message
        assert not editor.applied
        await editor.execute(protocol.COMMAND_INSERT_CHECKER, uri, "id6")
        assert "checker id6" in editor.texts[uri]
