"""`slowpath bench hacks`: what a model's tests are worth, by the way of asking (AlgoBugs sections III-B and III-C).

AlgoBugs' protocol: for each pair of a wrong and a right program one question, whose test is valid, and exposes the
fault or not. Validity is ours: by the format and all validators, not only that the right program ends well. A test
exposes where the clean builds show that the wrong program fails and the right one doesn't. Beside the first reply,
which is what the paper counts, stands what came of the rounds in which reasons go back. Recorded replies can be
measured anew.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.faults.measure import CODEFORCES_FLAGS
from slowpath.bench.faults.pairs import Pair, chosen, pairs_in
from slowpath.bench.faults.problem import laid_out
from slowpath.errors import SlowpathError, UsageError
from slowpath.llm.options import add_model_options
from slowpath.model.campaign import Budget
from slowpath.model.origin import input_id
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.client import ModelClient
    from slowpath.llm.rounds import Attempt

KINDS = ("zero-shot", "few-shot", "cot", "generator")
VALID = ("", "unbroken", "sample", "repeated")
"""What becomes of a reply whose test is valid."""


@dataclass(frozen=True)
class Hacking:
    """What asking about one pair in one way came to: of `samples` replies how many were valid at first and exposed the
    fault at first, and how many samples did in the end, after their rounds."""

    problem: str
    pair: str
    label: str
    kind: str
    samples: int = 0
    first_valid: int = 0
    first_exposed: int = 0
    valid: int = 0
    exposed: int = 0
    tokens: int = 0
    failure: str = ""


@dataclass(frozen=True)
class Rates:
    """Sums over several: shares of the samples, and of the pairs the share that some sample exposed."""

    pairs: int
    samples: int
    first_valid: float
    first_exposed: float
    valid: float
    exposed: float
    pairs_exposed: float
    tokens: int


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench hacks",
        description="Asks a language model for tests that break the wrong programs of a benchmark, and counts how many"
        " are valid and how many do.",
    )
    made.add_argument("data", metavar="DATA", type=Path, help="a folder of pairs, or a zip, as for `bench faults`")
    made.add_argument(
        "--hacks",
        metavar="KIND",
        choices=KINDS,
        action="append",
        default=[],
        help="which way of asking; repeatable (default: all of them)",
    )
    made.add_argument("--samples", metavar="N", type=int, default=1, help="questions a pair (default: 1)")
    made.add_argument(
        "--rounds",
        metavar="N",
        type=int,
        default=3,
        help="how often each may be corrected (default: 3; 1 is the paper's protocol)",
    )
    made.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        default=[],
        help="only this problem, or this pair as PROBLEM/PAIR; repeatable",
    )
    made.add_argument("--limit", metavar="N", type=int, help="at most this many pairs of each problem")
    made.add_argument("--formats", metavar="DIR", type=Path, help="what was written by hand, as for `bench faults`")
    made.add_argument("--flags", metavar="FLAGS", default=CODEFORCES_FLAGS, help="the judge's compiler flags")
    add_model_options(made)
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; a pair that fails is a row that says so."""
    options = parser().parse_args(argv)
    if not options.data.exists():
        raise UsageError(f"{options.data}: no such file or folder.", "Give the folder of a benchmark's pairs.")
    settings = settings_module.load(
        {"cpp_flags": options.flags, "llm_model": options.model, "llm_base_url": options.base_url}
    )
    client = pipeline.open_model(settings, record=options.record, replay=options.replay, max_tokens=options.max_tokens)
    found: list[Hacking] = []
    with tempfile.TemporaryDirectory(prefix="slowpath-pairs-") as scratch:
        pairs = chosen(pairs_in(options.data, Path(scratch)), options.only, options.limit)
        if not pairs:
            raise UsageError(f"{options.data}: no pairs in it.", "docs/cli.md says which layouts are known.")
        for made in _hackings(pairs, settings, client, options):
            found.append(made)
            _say(made, options.json)
    _conclude(found, options.json)
    return 0


def _hackings(
    pairs: Sequence[Pair], settings: Settings, client: ModelClient, options: argparse.Namespace
) -> Iterator[Hacking]:
    """What becomes of each pair in each way of asking."""
    for pair in pairs:
        for kind in dict.fromkeys(options.hacks or KINDS):
            made = Hacking(pair.problem, pair.name, pair.label, kind)
            with tempfile.TemporaryDirectory(prefix="slowpath-hacks-") as scratch:
                try:
                    yield _hacked(made, pair, Path(scratch) / pair.problem, settings, client, options)
                except SlowpathError as error:
                    yield replace(made, failure=str(error))


def _hacked(
    made: Hacking, pair: Pair, folder: Path, settings: Settings, client: ModelClient, options: argparse.Namespace
) -> Hacking:
    place = laid_out(pair, folder, options.formats)
    solution = pipeline.read_solution(place.buggy)
    name = pair.problem if pair.name == pair.problem else f"{pair.problem}-{pair.name}"
    problem = replace(pipeline.read_problem(solution), name=name)
    report = pipeline.infer_format(problem, solution, settings)
    spec = pipeline.break_spec(
        solution,
        problem,
        report,
        settings,
        Budget(executions=1),
        references=[place.accepted],
        checker=place.by_hand.checker,
    )
    asking = pipeline.HackAsking((made.kind,), options.samples, options.rounds, brute_force=False)
    found = pipeline.with_ideas(spec, problem, report, settings, client, asking)
    if not found.reports:
        return replace(made, failure="; ".join(warned.message for warned in found.warnings))
    told = found.reports[0]
    breaking = {idea.conversation for idea in told.ideas[: told.broken_by]}
    programs = {program.id for program in told.programs[: told.broken_by]}
    return counted(
        made,
        told.attempts,
        lambda attempt: (
            attempt.id in breaking
            or (bool(programs) and input_id(attempt.source.encode("utf-8", "replace")) in programs)
        ),
    )


def counted(made: Hacking, attempts: Sequence[Attempt], exposes: Callable[[Attempt], bool]) -> Hacking:
    """The counts, from all attempts; `exposes` says of each whether it broke the program."""
    asked = [attempt for attempt in attempts if attempt.kind != "unasked"]
    valid = [attempt for attempt in asked if attempt.kind in VALID]
    exposing = [attempt for attempt in valid if exposes(attempt)]
    return replace(
        made,
        samples=len({attempt.sample for attempt in asked}),
        first_valid=sum(attempt.round == 1 for attempt in valid),
        first_exposed=sum(attempt.round == 1 for attempt in exposing),
        valid=len({attempt.sample for attempt in valid}),
        exposed=len({attempt.sample for attempt in exposing}),
        tokens=sum(attempt.usage.total_tokens for attempt in attempts),
    )


def rates_of(found: Sequence[Hacking]) -> Rates:
    """Sums over rows; one that failed before anything was asked counts nowhere."""
    asked = [made for made in found if made.samples]
    samples = sum(made.samples for made in asked)

    def share(count: int, of: int) -> float:
        return count / of if of else 0.0

    return Rates(
        len(asked),
        samples,
        share(sum(made.first_valid for made in asked), samples),
        share(sum(made.first_exposed for made in asked), samples),
        share(sum(made.valid for made in asked), samples),
        share(sum(made.exposed for made in asked), samples),
        share(sum(made.exposed > 0 for made in asked), len(asked)),
        sum(made.tokens for made in asked),
    )


def grouped(found: Sequence[Hacking]) -> list[tuple[str, str, Rates]]:
    """(way of asking, the benchmark's category or "all", rates), in the order of the ways; categories about which
    nothing was answered are left out."""
    rows = []
    for kind in dict.fromkeys(made.kind for made in found):
        of_kind = [made for made in found if made.kind == kind]
        rows.append((kind, "all", rates_of(of_kind)))
        rows += [
            (kind, label, rates_of([made for made in of_kind if made.label == label]))
            for label in sorted({made.label for made in of_kind if made.label and made.samples})
        ]
    return rows


def _say(made: Hacking, as_json: bool) -> None:
    if as_json:
        _print_json({"event": "hacking", **asdict(made)})
    else:
        state = made.failure or ("exposed" if made.exposed else "valid" if made.valid else "invalid")
        sys.stderr.write(f"{made.problem}/{made.pair} {made.kind}: {state}\n")


def _conclude(found: Sequence[Hacking], as_json: bool) -> None:
    rows = grouped(found)
    if as_json:
        _print_json(
            {
                "event": "summary",
                "failures": sum(bool(made.failure) for made in found),
                "rates": [{"kind": kind, "category": label, **asdict(rates)} for kind, label, rates in rows],
            }
        )
        return
    print(
        f"{'asked':<11}{'category':<14}{'pairs':>6}{'valid at first':>16}{'exposed at first':>18}"
        f"{'valid':>8}{'exposed':>9}{'tokens':>10}"
    )
    for kind, label, rates in rows:
        print(
            f"{kind:<11}{label:<14}{rates.pairs:>6}{rates.first_valid:>16.0%}{rates.first_exposed:>18.0%}"
            f"{rates.valid:>8.0%}{rates.exposed:>9.0%}{rates.tokens:>10,}"
        )


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
