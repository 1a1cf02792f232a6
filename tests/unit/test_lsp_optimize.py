"""A search for a faster version as a window keeps and draws it, and where it is offered."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath.lsp.features.code_lens import optimize_command
from slowpath.lsp.features.optimize_actions import TITLE, actions_to_optimize
from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.optimize_states import faster_state
from slowpath.model.asking import AskedRound
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.optimizing import OptimizeStarted, OptimizeView, fold_optimize
from slowpath.model.rewrite import InputSpeed, ProvenRewrite, RefusedRewrite, Rewrite, Speed

TEXT = (
    "n = int(input())\na = list(map(int, input().split()))\nseen = []\nfor x in a:\n    if x not in seen:\n"
    "        seen.append(x)\nprint(len(seen))\n"
)
SEARCHED_LINE = 4
SPEED = Speed((InputSpeed("slow 1", 9, 2.0, 0.5, 4.0, 3.8, 4.2),), 4.0, 3.8, 4.2, 1.0)


def search() -> LiveOptimize:
    return LiveOptimize("s", "file:///a.py", Path("/a.py"), TEXT.encode())


def proven(geomean: float = 4.0) -> ProvenRewrite:
    return ProvenRewrite((), f"# {geomean}\n".encode(), 9, replace(SPEED, geomean=geomean))


@pytest.mark.parametrize(
    ("cut", "both_cut", "at_least"), [(False, False, False), (True, False, True), (True, True, False)]
)
def test_says_that_it_gains_more_than_is_told_where_the_program_alone_was_cut(cut, both_cut, at_least):
    told = replace(SPEED, per_input=(*SPEED.per_input, replace(SPEED.per_input[0], at_least=cut, both_cut=both_cut)))
    assert faster_state(replace(proven(), speed=told)).at_least is at_least


def offered(line: int, *, only: list | None = None, hot: bool = False) -> list[str]:
    """The titles of what is offered at a 0-based line."""
    at = types.Range(types.Position(line, 0), types.Position(line, 0))
    known = [types.Diagnostic(at, "hot", source="slowpath", code="hot-line")] if hot else []
    found = asyncio.run(
        actions_to_optimize(
            TextDocument("file:///a.py", TEXT, 1, "python"),
            types.CodeActionParams(
                types.TextDocumentIdentifier("file:///a.py"), at, types.CodeActionContext(known, only)
            ),
        )
    )
    return [action.title for action in found]


@pytest.mark.parametrize(
    "event",
    [
        OptimizeStarted("/a.py", Budget(1.0)),
        PhaseEntered("measuring", "Line 3."),
        Warned("no-gain", "None."),
        proven(),
        RefusedRewrite("r", "It fails."),
        Ended("finished", elapsed_s=2.0),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_comes_twice_changes_nothing(event):
    once = fold_optimize(OptimizeView(), event)
    assert once != OptimizeView()
    assert fold_optimize(once, event) == once


def test_the_fastest_version_is_on_show():
    shown = search()
    for geomean in (2.0, 5.0, 3.0):
        shown.take(proven(geomean))
    assert shown.state.faster.geomean == 5.0
    assert shown.held[shown.state.faster.source_id] == b"# 5.0\n"


def test_only_the_text_that_ran_is_what_was_proven():
    assert search().is_about(TEXT)
    assert not search().is_about(TEXT + "\n")


@pytest.mark.parametrize(("cut", "gain"), [(False, "4.0×"), (True, "at least 4.0×")])
def test_the_lens_says_what_was_gained(cut, gain):
    ended = search()
    told = replace(SPEED, per_input=(replace(SPEED.per_input[0], at_least=cut),))
    ended.take(replace(proven(), speed=told))
    ended.take(Ended("finished"))
    assert optimize_command("u", ended).title == f"Make faster again, {gain}"


@pytest.mark.parametrize(
    ("outcome", "title"),
    [("finished", "Make faster again, none found"), ("stopped", "Make faster again"), ("failed", "Make faster again")],
)
def test_the_lens_says_that_a_whole_search_found_none(outcome, title):
    ended = search()
    ended.take(Ended(outcome))
    assert optimize_command("u", ended).title == title


def test_a_line_of_which_a_rule_knows_a_faster_form_is_offered():
    (title,) = offered(SEARCHED_LINE)
    assert title.startswith(f"{TITLE}: ")
    assert offered(0) == []
    assert offered(0, hot=True) == [TITLE]


@pytest.mark.parametrize(
    ("only", "count"),
    [
        ([types.CodeActionKind.Refactor], 1),
        ([types.CodeActionKind.RefactorRewrite], 1),
        ([types.CodeActionKind.Source], 0),
    ],
)
def test_nothing_is_worked_out_for_kinds_that_it_is_not_of(only, count):
    assert len(offered(SEARCHED_LINE, only=only)) == count


def test_a_models_reply_leads_from_what_became_of_it_to_the_words_themselves():
    shown = search()
    failing = "It prints something else on sample 1."
    shown.asked += [
        AskedRound("optimise-profile/1", "m", 1, 1, "refused", (f"{failing}\nThe input:\n1",), "a set", "c1", 10, 2),
        AskedRound("optimise-profile/1", "m", 2, 1, "reply", ("No program came.",), "", "c2", 10, 1),
        AskedRound("optimise-profile/1", "m", 3, 1, "repeated", ("This program was tried already.",)),
        AskedRound("optimise-profile/1", "m", 1, 2, "", (), "a dict", "c3", 20, 3, True),
    ]
    shown.take(RefusedRewrite("model profile 1", failing, "i"))
    shown.take(RefusedRewrite("a-rule", failing, "i"))
    step = Rewrite("model-1", "model profile 1", "a dict", 3, (), b"x", "It was written by a model.")
    shown.take(replace(proven(), steps=(step,)))
    state = shown.state
    assert [(row.origin, row.reason, row.input_id, row.conversation) for row in state.refused] == [
        ("model profile 1", failing, "i", "c1"),
        ("a-rule", failing, "i", ""),
        ("model profile 2", "No program came.", "", "c2"),
    ]
    assert [row.title for row in state.refused] == ["model profile 1", "a-rule", "model profile 2"]
    assert [change.conversation for change in state.faster.changes] == ["c3"]
    assert (state.asked.prompt_tokens, state.asked.completion_tokens, state.asked.estimated) == (40, 6, True)
    assert state.phase.endswith("(4 replies, about 46 tokens)")
    assert search().state.asked is None
