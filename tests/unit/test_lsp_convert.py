"""Places and states for the editor."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from slowpath.errors import CompileMessage, ToolMissing
from slowpath.lsp import convert, states, words
from slowpath.lsp.entry_point import entry_line
from slowpath.lsp.options import DEFAULT_BUDGET_S, DEFAULT_MAX_TOKENS, read_options
from slowpath.lsp.tracking import LineTracker
from slowpath.model.campaign import (
    BaselineMeasured,
    Budget,
    CampaignStarted,
    Ended,
    PhaseEntered,
    Progressed,
    SampleFailed,
    SlowInputFound,
    Warned,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.contrast import Contrast, LineContrast
from slowpath.model.cost import Cost
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

CODEC = PositionCodec(types.PositionEncodingKind.Utf16)
PATH = Path("/p/a.cpp")


def columns(place: types.Range) -> tuple[int, int, int]:
    assert place.start.line == place.end.line
    return place.start.line, place.start.character, place.end.character


@pytest.mark.parametrize(
    ("line", "column", "text", "expected"),
    [
        (1, 5, "int value = 1", (0, 4, 9)),
        (1, 11, "int value = 1", (0, 10, 11)),
        (1, 14, "int value = 1", (0, 0, 13)),
        (1, 0, "  int x", (0, 2, 7)),
        (1, 7, "/*ä*/ name", (0, 5, 6)),
        (1, 8, "/*ä*/ name", (0, 6, 10)),
        (1, 10, "/*😀*/ name", (0, 7, 11)),
        (1, 3, "\tint x", (0, 1, 6)),
        (7, 1, "only one line", (0, 0, 13)),
    ],
)
def test_a_compiler_message_is_put_at_its_token(line, column, text, expected):
    message = CompileMessage(PATH, line, column, "error", "wrong")
    assert columns(convert.place_of(message, line - 1, [text + "\n"], CODEC)) == expected


def test_places_in_an_empty_document_are_at_its_beginning():
    assert columns(convert.whole_line([], 5, CODEC)) == (0, 0, 0)


def test_only_files_have_a_path():
    assert convert.path_of("file:///p/a%20b.cpp") == Path("/p/a b.cpp")
    assert convert.path_of("untitled:Untitled-1") is None
    assert convert.path_of(convert.uri_of(Path("/p/ä b.cpp"))) == Path("/p/ä b.cpp")


def test_an_error_keeps_code_and_remedy():
    state = convert.error_state(ToolMissing("g++ not found.", "Install it."))
    assert dataclasses.astuple(state) == ("tool-missing", "g++ not found.", "Install it.")


@pytest.mark.parametrize(
    ("language", "source", "line"),
    [
        ("cpp", "#include <cstdio>\n\nint helper() { return 1; }\nint main() {}\n", 4),
        ("cpp", "#ifdef X\nint main(int argc, char** argv) {\n}\n#endif\n", 2),
        ("cpp", "auto main() -> int {\n}\n", 1),
        ("cpp", "// main() {\nstruct main_ {};\nsigned\nmain() { }\n", 3),
        ("cpp", "", 1),
        ("cpp", "int x;\n", 1),
        ("python", "import sys\n\ndef solve():\n    pass\n\ndef main():\n    pass\n", 6),
        ("python", '"""Doc."""\nimport sys\n\nn = int(input())\n', 4),
        ("python", "def f():\n    pass\n\nif __name__ == '__main__':\n    f()\n", 4),
        ("python", "# -*- x -*-\nfrom a import b\nprint(1)\n", 3),
        ("python", "", 1),
        ("fortran", "x\ny\n", 1),
        ("cpp", "#if A\n" * 3000 + "int main() {}\n" + "#endif\n" * 3000, 3001),
        ("python", "import x\n" + "y = 1\n" * 200_000, 1),
    ],
)
def test_finds_where_a_program_begins(language, source, line):
    assert entry_line(language, source) == line


def slow(name: str, count: int, cpu_s: float = 0.5, verdict: Verdict = Verdict.OK) -> SlowInput:
    return SlowInput(
        name,
        10,
        Cost(count, cpu_s, 0.01, 1 << 20, 9 * count),
        count / 10,
        Origin("pattern", f"pattern {name}"),
        verdict,
        5,
    )


def folded(*events) -> CampaignView:
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return view


STARTED = CampaignStarted("c1", str(PATH), Budget(10.0, 1000), time_limit_s=2.0)


def state_of(*events):
    return states.campaign_state(folded(*events), "c1", "file:///p/a.cpp", PATH, None, True)


def test_a_campaign_becomes_rows_slowest_first():
    state = state_of(
        STARTED,
        BaselineMeasured("b", "sample 1", 4, Cost(10, 0.1, 0.0, 1), True),
        SlowInputFound(slow("x", 100)),
        SlowInputFound(slow("y", 400, cpu_s=2.5)),
    )
    assert [(row.rank, row.input_id, row.count, row.verdict) for row in state.rows] == [
        (1, "y", 400, "TLE"),
        (2, "x", 100, "OK"),
    ]
    assert (state.file_name, state.state, state.baseline_label, state.baseline_count) == (
        "a.cpp",
        "running",
        "sample 1",
        10,
    )


def test_progress_is_the_larger_share_of_the_budget():
    assert state_of(STARTED, Progressed(500, 0, 0, 1, "x", 0.0, 1.0)).progress == 0.5
    assert state_of(STARTED, Progressed(100, 0, 0, 1, "x", 0.0, 7.0)).progress == 0.7
    assert state_of(STARTED, Progressed(5000, 0, 0, 1, "x", 0.0, 7.0)).progress == 1.0
    assert state_of(STARTED, Ended("finished", executions=3)).progress == 1.0
    assert state_of(STARTED, Ended("finished", message="Nothing slow.")).phase == "Nothing slow."
    assert state_of(STARTED, PhaseEntered("growth", ""), Ended("finished")).phase == ""
    assert state_of(CampaignStarted("c1", "a", Budget())).progress == 0.0


def test_a_failure_carries_its_remedy_and_warnings_their_words():
    state = state_of(
        STARTED,
        Warned("threads", "It starts threads.", "Counts may be off."),
        SampleFailed("1", Verdict.RUNTIME_ERROR, "Signal 11."),
        Ended("failed", "bug", "It broke.", "Tell."),
    )
    assert dataclasses.astuple(state.error) == ("bug", "It broke.", "Tell.")
    assert state.warnings == ["Sample 1 gives RE: Signal 11.", "It starts threads. Counts may be off."]
    assert state_of(STARTED, Ended("stopped", "", "x")).error is None


def test_a_long_trend_is_thinned_but_keeps_its_ends():
    events = [Progressed(number, 0, 0, number, "x", 0.0, 0.0) for number in range(1, 2001)]
    trend = state_of(STARTED, *events).trend
    assert len(trend) == states.MOST_TREND_ROWS
    assert (trend[0].count, trend[-1].count) == (1, 2000)
    assert [row.count for row in trend] == sorted({row.count for row in trend})


def test_a_contrast_is_drawn_where_its_lines_are():
    contrast = Contrast(
        "f",
        "s",
        "fast",
        "slow",
        1,
        9,
        1.0,
        1.0,
        2.0,
        9.0,
        tuple(LineContrast(line, 1, 9, 5.0, 0.5, line == 2) for line in (1, 2, 3)),
        ("w",),
    )
    tracker = LineTracker("a\nb\nc\n", "new\na\nB\nc\n")
    state = states.contrast_state("u", 4, contrast, tracker)
    assert [(line.lsp_line, line.hot) for line in state.lines] == [(1, False), (3, False)]
    assert (state.stale, state.document_version, state.weaknesses) == (True, 4, ["w"])
    assert states.contrast_state("u", 4, None, tracker).lines == []


def test_numbers_as_people_read_them():
    assert (words.count(1234567), words.times(1.44), words.times(1240.4), words.share(0.8342)) == (
        "1,234,567",
        "1.4×",
        "1,240×",
        "83.4%",
    )
    assert [words.times(ratio) for ratio in (500.5, 9_999, 12_345, 99_960, 999_600, 1_096_995, 5e17)] == [
        "501×",
        "9,999×",
        "12.3k×",
        "100k×",
        "1.00M×",
        "1.10M×",
        "500P×",
    ]


def test_options_take_what_they_know_and_name_the_rest():
    options = read_options(
        {
            "cpp_compiler": "clang++",
            "cpp_flags": ["-O3"],
            "budget_seconds": 5,
            "trusted": False,
            "nonsense": 1,
            "python_interpreter": 7,
        }
    )
    assert options.settings.cpp_compiler == "clang++"
    assert options.settings.cpp_flags == ("-O3",)
    assert (options.budget_seconds, options.trusted) == (5.0, False)
    assert set(options.ignored) == {"nonsense", "python_interpreter"}


@pytest.mark.parametrize("given", [None, {}, [], "x", {"budget_seconds": -1}, {"budget_seconds": "many"}])
def test_options_that_say_nothing_have_their_defaults(given):
    options = read_options(given)
    assert (options.budget_seconds, options.trusted) == (DEFAULT_BUDGET_S, True)


ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=9), inner, max_size=3)),
    max_leaves=4,
)


@drawn(
    given=st.dictionaries(
        st.sampled_from(
            [
                "cpp_compiler",
                "cpp_flags",
                "python_interpreter",
                "cache_dir",
                "state_dir",
                "parallel_runs",
                "budget_seconds",
                "trusted",
                "llm_enabled",
                "llm_max_tokens",
                "llm_model",
                "llm_base_url",
                "instrument",
                "command_links",
            ]
        ),
        ANYTHING,
    )
)
def test_options_of_any_type_leave_settings_of_the_right_one(given):
    settings = read_options(given).settings
    assert all(
        isinstance(value, str)
        for value in (settings.cpp_compiler, settings.python_interpreter, settings.instrument, *settings.cpp_flags)
    )
    assert settings.parallel_runs >= 0 and isinstance(settings.state_dir, Path)
    for name, value in given.items():
        if name in ("cpp_compiler", "python_interpreter", "llm_model") and isinstance(value, (list, dict, float)):
            assert name in read_options(given).ignored


def test_a_number_of_the_environment_that_is_none_leaves_the_server_its_default(monkeypatch):
    monkeypatch.setenv("SLOWPATH_PARALLEL_RUNS", "many")
    options = read_options({"cpp_compiler": "clang++"})
    assert (options.settings.parallel_runs, options.settings.cpp_compiler) == (0, "clang++")
    assert options.ignored == ("SLOWPATH_PARALLEL_RUNS",)
    monkeypatch.setenv("SLOWPATH_TIME_LIMIT", "soon")
    monkeypatch.setenv("SLOWPATH_JAIL", "none at all")
    options = read_options({})
    assert (options.settings.time_limit_s, options.settings.jail) == (2.0, "")
    assert sorted(options.ignored) == ["SLOWPATH_JAIL", "SLOWPATH_PARALLEL_RUNS", "SLOWPATH_TIME_LIMIT"]


def test_options_under_the_section_of_a_configuration():
    assert not read_options({"slowpath": {"trusted": False}}).trusted


@pytest.mark.parametrize(
    ("given", "asks", "tokens"),
    [
        ({}, False, None),
        ({"llm_model": "m", "llm_base_url": "http://h/v1"}, True, DEFAULT_MAX_TOKENS),
        ({"llm_model": "m", "llm_base_url": "http://h/v1", "llm_max_tokens": 0}, True, None),
        ({"llm_model": "m", "llm_base_url": "http://h/v1", "llm_enabled": False}, False, None),
        ({"llm_base_url": "http://h/v1"}, False, None),
    ],
)
def test_a_model_is_asked_where_the_editor_names_one_and_not_switched_off(given, asks, tokens, monkeypatch):
    monkeypatch.setenv("SLOWPATH_LLM_MODEL", "for the shell")
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    asking = read_options(given).asking
    assert (asking is not None) is asks
    assert asking is None or asking.max_tokens == tokens


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a list is long", "A list is long."),
        ("the list is long!", "The list is long!"),
        ("k is large", "k is large."),
        ("n_rows is large", "n_rows is large."),
        ("maxLength is large", "maxLength is large."),
        ("", ""),
        ("k*n is large, and so is m", "k*n is large, and so is m."),
    ],
)
def test_a_sentence_that_begins_with_a_variable_keeps_its_name(text, sentence):
    assert words.sentence(text) == sentence


def test_isolates_text_that_is_written_from_right_to_left_and_no_other():
    assert words.isolated("שלום 12") == "\u2068שלום 12\u2069" and words.isolated("عدد") == "\u2068عدد\u2069"
    for text in ("", "n ≤ 100", "Даны n чисел", "数列の長さ"):
        assert words.isolated(text) == text
