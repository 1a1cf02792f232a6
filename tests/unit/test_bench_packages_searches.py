"""What exposes or breaks a program of a package, how its searches are judged, and how that is added up."""

from __future__ import annotations

from pathlib import Path

import pytest
from laid_out_packages import BREAKS, PROGRAM, SLOW, package, searched

from slowpath import settings as settings_module
from slowpath.bench.kinds import KindScore
from slowpath.bench.packages import breaks as packages_break
from slowpath.bench.packages import find as packages_find
from slowpath.bench.packages import measure as packages
from slowpath.bench.packages import planned
from slowpath.bench.packages.breaks_table import break_totals, sides_of
from slowpath.bench.packages.find import find_outcome
from slowpath.bench.packages.find_table import find_totals
from slowpath.bench.packages.found import packages_in
from slowpath.bench.packages.jobs import BreakJob, BreakOutcome, FindJob, Shown
from slowpath.bench.packages.search import Search
from slowpath.llm.options import ModelOptions


@pytest.mark.parametrize(
    ("shown", "exposed"),
    [
        ((SLOW,), True),
        ((Shown("confirmed", None, cpu_s=2.0),), True),
        ((Shown("likely", False, cpu_s=2.0),), False),
        ((Shown("doubtful", True, cpu_s=2.0),), False),
        ((Shown("likely", True, cpu_s=0.9),), False),
        ((), False),
    ],
)
def test_a_program_is_exposed_by_an_input_over_the_limit_that_nobody_refuses_or_doubts(shown, exposed):
    assert searched(shown=shown).is_exposed is exposed


def test_both_sides_are_cut_at_the_limit_or_not_at_all():
    made = searched(shown=(SLOW,), setters_s=4.0)
    assert (made.at_limit, made.ratio, made.setters_expose) == (1.0, 0.5, True)
    cut = searched(shown=(Shown("likely", True, cpu_s=9.0, cut=True),), setters_s=10.0, setters_cut=True)
    assert cut.ratio == 1.0
    assert searched(shown=(SLOW,)).ratio is None


@pytest.mark.parametrize(
    ("made", "cause"),
    [
        (searched(), "nothing was shown"),
        (searched(shown=(SLOW,)), ""),
        (searched(shown=(Shown("likely", False, cpu_s=2.0),)), "the setters refuse all that was shown"),
        (searched(shown=(Shown("doubtful", True),)), "all that was shown is doubtful"),
        (searched(error="format-unknown: nothing fits"), "the search gave up: format-unknown"),
        (searched(shown=(Shown("likely", True, cpu_s=0.5),)), "what was found is within the limit"),
    ],
)
def test_why_a_program_is_not_exposed_is_said_in_general(made, cause):
    assert made.cause == cause


def test_totals_tell_refused_inputs_by_their_validity():
    refused = Shown("likely", False, "no such lamp", 2.0)
    made = find_totals(
        "all",
        [
            searched(shown=(SLOW, refused), setters_s=3.0, exposed_at_s=2.5),
            searched(shown=(Shown("doubtful", False),), wall_s=16.0),
        ],
    )
    assert (made.shown, made.refused) == (
        {"confirmed": 0, "likely": 2, "doubtful": 1},
        {"confirmed": 0, "likely": 1, "doubtful": 1},
    )
    assert (made.sure_refused_share, made.exposed, made.exposed_there, made.exposable) == (0.5, 1, 1, 1)
    assert (made.at_limit, made.compared, made.late, made.exposed_at_s) == (1, 1, 1, 2.5)


def test_an_exposure_is_a_sure_input_over_the_limit():
    said = ((1.0, 0.5, {}), (2.0, 3.0, {"validity": "doubtful"}), (3.0, 3.0, {}), (4.0, 9.0, {"validity": "likely"}))
    events = tuple(
        (at_s, {"event": "slow_input", "id": f"id-{at_s}", "cost": {"cpu_s": cpu_s}, **validity})
        for at_s, cpu_s, validity in said
    )
    assert list(Search(events, 5.0, 0, False).over(1.0)) == [(3.0, "id-3.0"), (4.0, "id-4.0")]


def test_what_was_found_over_time_goes_by_sure_inputs_alone():
    counts = ((1.0, 10, {}), (12.0, 400, {"validity": "doubtful"}), (20.0, 40, {}), (31.0, 90, {}))
    events = tuple(
        (at_s, {"event": "slow_input", "cost": {"count": count}, **validity}) for at_s, count, validity in counts
    )
    search = Search(events, 60.0, 0, False)
    assert [search.best_by(at_s) for at_s in (0.5, 10, 30, 60)] == [0, 10, 40, 90]
    made = find_totals(
        "all",
        [
            searched(shown=(SLOW,), exposed_at_s=2.5, over_time=((10.0, 0.25), (30.0, 1.0))),
            searched(shown=(SLOW,), exposed_at_s=31.0, over_time=((10.0, 1.0),)),
            searched(),
        ],
    )
    assert [(each.at_s, each.searches, each.exposed, each.share) for each in made.over_time] == [
        (10.0, 2, 1, pytest.approx(0.5)),
        (30.0, 1, 1, pytest.approx(1.0)),
    ]


def test_a_search_is_judged_by_the_setters_validators_and_their_own_inputs(tmp_path, monkeypatch):
    folder = package(tmp_path / "set")
    told = []

    def found(arguments: list, seconds: float, place: Path, kept: Path) -> Search:
        told.append(arguments[arguments.index("--time-limit") + 1])
        place.mkdir()
        (place / "slow-1.in").write_text("51\n" + " ".join(["1"] * 51) + "\n")
        (place / "slow-2.in").write_text("2\n1 1\n")
        rows = [{"path": str(place / "slow-1.in")}, {"path": str(place / "slow-2.in"), "validity": "confirmed"}]
        return Search(((1.0, {"event": "finished", "slow_inputs": rows, "executions": 5}),), seconds, 0, False)

    monkeypatch.setattr(packages_find, "searched", found)
    job = FindJob(folder, folder / "submissions/time_limit_exceeded/slow.py", (), 1.0, 0, None, 10.0, 5.0, 20.0)
    made = find_outcome(job, settings_module.load({"cache_dir": str(tmp_path / "cache")}))
    assert (made.failure, told) == ("", ["10"])
    assert [(one.validity, one.accepted) for one in made.shown] == [("likely", False), ("confirmed", True)]
    assert (made.limit_s, made.limit_source, made.setters_measured, made.executions) == (1.0, "package", 2, 5)


def test_a_break_counts_where_it_is_sure_real_and_not_refused():
    assert [made.cause for made in BREAKS] == [
        "",
        "",
        "invalid",
        "no failure",
        "what was shown isn't sure",
        "nothing was shown, nor does the setters' data",
        "the bench failed",
        "not judged",
        "the program doesn't build here",
    ]
    totals = break_totals("all", BREAKS)
    assert (totals.sure, totals.false, totals.invalid, totals.unreal, totals.exposed) == (5, 2, 1, 1, 2)
    assert (totals.unsure, totals.unsure_false, totals.exposable, totals.exposed_there) == (1, 1, 1, 1)
    assert [(side, len(some)) for side, some in sides_of(BREAKS)] == [(", with a reference", 1), (", alone", 8)]


@pytest.mark.parametrize(
    ("data", "said", "valid", "real"),
    [
        ("2\n1 1\n", {}, True, True),
        ("1\n1\n", {}, True, False),
        ("51\n" + "1 " * 51 + "\n", {}, False, True),
        ("2\n1 1\n", {"doubt": "perhaps"}, True, True),
    ],
)
def test_what_breaks_a_program_is_judged_by_the_setters_and_by_accepted_submissions(
    tmp_path, monkeypatch, data, said, valid, real
):
    wrong = "submissions/wrong_answer/wrong.py"
    folder = package(tmp_path / "set", **{wrong: PROGRAM.replace("n * min(h)", "1")})

    def found(arguments: list, seconds: float, place: Path, kept: Path, what: str) -> Search:
        assert (what, arguments[3], arguments[-2:]) == ("break", "--reference", ["--replay", "said"])
        place.mkdir()
        (place / "break-1.in").write_text(data)
        told = {
            "event": "finished",
            "input": str(place / "break-1.in"),
            "verdict": "WA",
            "doubt": "",
            "size": 4,
            "validity": "likely",
            "doubts": [],
            "category": None,
            "executions": 5,
            "time_s": 0.5,
            **said,
        }
        return Search(((1.0, told),), seconds, 0, False)

    monkeypatch.setattr(packages_break, "searched", found)
    right = folder / "submissions/accepted/right.py"
    made = packages_break.break_outcome(
        BreakJob(folder, folder / wrong, right, (right,), 1.0, 0, 20.0, ModelOptions(replay=Path("said"))),
        settings_module.load({"cache_dir": str(tmp_path / "cache")}),
    )
    assert made.failure == "" and made.shown == ("unsure" if said else "sure")
    assert (made.valid, made.real, made.setters_expose) == (valid, real, True)


def labelled(program: str, category: str, real: bool = True) -> BreakOutcome:
    return BreakOutcome(
        "icpc-problems__legendarylanparty",
        f"submissions/wrong_answer/{program}",
        True,
        10.0,
        shown="sure",
        real=real,
        category=category,
    )


def test_the_kind_that_is_said_is_held_against_what_readers_told():
    made = [
        labelled("overflow.cpp", "numeric"),
        labelled("precision.cpp", "greedy"),
        labelled("precision2.cpp", ""),
        labelled("florian-greedy.cpp", "numeric", real=False),
        labelled("unread.cpp", "dp"),
        *BREAKS,
    ]
    assert break_totals("all", made).kinds == KindScore(3, 2, 1)


def test_only_programs_whose_kind_is_known_are_searched_where_that_is_asked_for(tmp_path, monkeypatch):
    wrong = {f"submissions/wrong_answer/{name}": "" for name in ("w.py", "v.py")}
    package(tmp_path, **wrong)
    monkeypatch.setattr(planned, "program_kinds", lambda package, program: program.endswith("/v.py") or ())
    searched = [
        job.work.breaking
        for job in planned.break_jobs(
            packages_in(tmp_path), packages.parser().parse_args([str(tmp_path), "--break", "--kinds"])
        )
    ]
    assert [(job.program.name, job.reference is not None) for job in searched] == [("v.py", True)]
