"""`slowpath tests`: a whole test set for a problem, in the layout that a setter uses.

Theory of operation: all runs in this process. What a part of the work came to is kept in the state directory, so that
the same command after a kill goes on; files are written when the set is complete. Ctrl-C ends the search and writes the
set that there is.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console, failing, json_objects, model_json
from slowpath.commands.generators import attempt_line
from slowpath.commands.stopping import INTERRUPTED_EXIT_CODE, stopping
from slowpath.commands.tests_json import finished_object, progress_object
from slowpath.errors import AcceptedDisagree, UsageError
from slowpath.llm.options import add_obtained
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.figures import human_bytes
from slowpath.model.testset import REFUSED, Against, TestSet, TestSetEvent, TestSetMade, TestsProgressed
from slowpath.settings import Settings
from slowpath.storage.whole import write_whole

if TYPE_CHECKING:
    from slowpath.llm.rounds import Attempt

DEFAULT_SECONDS, DEFAULT_MOST, DEFAULT_MEBIBYTES, DEFAULT_MUTANTS = 300.0, 100, 64.0, 40
LAYOUTS = ("icpc", "icpc-2025-09", "icpc-legacy", "polygon", "plain")
MOST_SAID = 8
FEW_OF = 10
"""So many inputs at least must be left out before it's said that few became tests."""


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "tests",
        help=SUMMARIES["tests"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Makes tests for a problem: tiny ones, bounds, random ones, structures, slow inputs, and inputs"
        " on which wrong programs,\nslow ones and mutants of the right ones fail; with answers on which"
        " all right programs agree.",
        epilog="examples:\n  slowpath tests problem/ --to out/\n"
        "  slowpath tests problem/ --to out/ --accepted right.cpp --accepted right.py --wrong greedy.cpp"
        " --layout plain",
    )
    parser.add_argument(
        "folder",
        metavar="DIR",
        type=Path,
        help="the problem's folder: a package, or a statement with samples and a right program",
    )
    parser.add_argument(
        "--to",
        metavar="OUT",
        type=Path,
        required=True,
        help="write the tests here: an empty folder, or one that tests were written to before",
    )
    parser.add_argument(
        "--accepted",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a right program;"
        " repeatable, mutants are made of the first two (default: the package's, else what is called right in DIR,"
        " or the only one there)",
    )
    parser.add_argument(
        "--wrong",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a wrong program, beside those of the package; repeatable",
    )
    parser.add_argument(
        "--slow",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a program that is too slow, beside those of the package; repeatable",
    )
    parser.add_argument(
        "--no-rejected", action="store_true", help="don't look at the wrong and slow programs that the package keeps"
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=arguments.positive_float,
        default=DEFAULT_SECONDS,
        help=f"about how long the whole takes (default: {DEFAULT_SECONDS:.0f})",
    )
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default="icpc",
        help="icpc (default: of the version that DIR has, else 2025-09), icpc-2025-09, icpc-legacy, polygon or plain",
    )
    parser.add_argument(
        "--most",
        metavar="N",
        type=arguments.positive_int,
        default=DEFAULT_MOST,
        help=f"at most so many tests beside the samples (default: {DEFAULT_MOST})",
    )
    parser.add_argument(
        "--most-mib",
        metavar="M",
        type=arguments.positive_float,
        default=DEFAULT_MEBIBYTES,
        help=f"their inputs together at most so many MiB (default: {DEFAULT_MEBIBYTES:.0f})",
    )
    parser.add_argument(
        "--mutants",
        metavar="N",
        type=arguments.positive_int,
        default=DEFAULT_MUTANTS,
        help=f"hold the tests against so many mutants (default: {DEFAULT_MUTANTS})",
    )
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=arguments.positive_float,
        help="the problem's time limit in CPU seconds (default: what the package says)",
    )
    parser.add_argument(
        "--checker",
        metavar="FILE",
        type=Path,
        help="what judges outputs (default: the problem's own, else tokens are compared)",
    )
    parser.add_argument(
        "--leave-out-disagreements",
        action="store_true",
        help="leave out inputs on which right programs disagree, instead of stopping to show the first",
    )
    parser.add_argument(
        "--naive",
        action="store_true",
        help="ask a language model for naive versions, slow ways more;"
        " it sees the statement and the input format, and no program",
    )
    parser.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    arguments.add_format(parser)
    arguments.add_toolchain(parser)
    arguments.add_model(parser)
    add_obtained(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    settings = arguments.load_settings(options)
    pipeline.writable_folder(options.to)
    if options.to.resolve() == options.folder.resolve():
        raise UsageError(f"--to {options.to}: that is the problem itself.", "Choose another folder.")
    given = options.format_file
    spec = pipeline.specified_tests(
        options.folder,
        settings,
        seconds=options.seconds,
        most=options.most,
        most_bytes=int(options.most_mib * (1 << 20)),
        seed=options.seed,
        accepted=options.accepted,
        wrong=options.wrong,
        slow=options.slow,
        with_rejected=not options.no_rejected,
        mutant_count=options.mutants,
        limit_s=options.time_limit,
        checker=options.checker,
        leaves_out_disagreements=options.leave_out_disagreements,
        read_format=None if given is None else lambda problem: arguments.read_format(given, problem),
    )
    if options.naive:
        spec = _with_naive_versions(options, spec, settings)
    work = _Work(options, spec)
    try:
        with stopping(work.stop) as ending:
            for event in ending.advance(pipeline.make_test_set(spec, settings, stop=lambda: work.interrupted)):
                work.take(event)
    except AcceptedDisagree as error:
        work.show_disagreement(error)
        raise
    return work.finish()


def _with_naive_versions(
    options: argparse.Namespace, spec: pipeline.TestSetSpec, settings: Settings
) -> pipeline.TestSetSpec:
    """Asks, and says what came. Raises `UsageError` where no model is configured."""
    client = pipeline.open_model(
        settings,
        record=options.record,
        replay=options.replay,
        obtained=options.obtained,
        max_tokens=options.max_tokens,
        budget=Budget(options.seconds),
    )

    def tell(attempt: Attempt) -> None:
        if options.json:
            console.print_json(model_json.attempt_object(attempt))
        else:
            console.note(attempt_line(attempt))

    found = pipeline.with_naive_versions(
        spec, settings, client, samples=options.samples, rounds=options.rounds, on_attempt=tell
    )
    for warned in found.warnings:
        _say_event(warned, options.json)
    if options.json:
        console.print_json(model_json.asked_object(found.asked, client.model, found.usage))
    else:
        console.note(f"naive versions of {console.plain(client.model)}: {len(found.spec.naive)}")
    return found.spec


def _say_event(event: PhaseEntered | Warned, as_json: bool) -> None:
    if as_json:
        console.print_json(json_objects.event_object(event))
    else:
        console.note(
            event.message
            if isinstance(event, PhaseEntered)
            else " ".join(part for part in (event.message, event.remedy) if part)
        )


class _Work:
    """What was made; `stop` may be called from a signal handler."""

    def __init__(self, options: argparse.Namespace, spec: pipeline.TestSetSpec) -> None:
        self.interrupted = False
        self._options = options
        self._spec = spec
        self._made: TestSet | None = None
        self._failure: Ended | None = None
        self._said = ""

    def stop(self) -> None:
        self.interrupted = True

    def take(self, event: TestSetEvent) -> None:
        """Keeps what an event says, and says it; a set is written at once."""
        if isinstance(event, TestSetMade):
            pipeline.write_test_set(self._options.to, self._options.layout, self._spec, event.made)
            self._made = event.made
        elif isinstance(event, Ended):
            self._failure = event if event.outcome == "failed" else None
        elif isinstance(event, TestsProgressed):
            self._say_progress(event)
        else:
            _say_event(event, self._options.json)

    def _say_progress(self, event: TestsProgressed) -> None:
        if self._options.json:
            console.print_json(progress_object(event))
            return
        against = f", {event.killed} of {event.opponents} programs fail" if event.opponents else ""
        said = f"  {event.proposed:,} inputs{against}"
        if said != self._said:
            self._said = said
            console.note(f"{said} ({event.elapsed_s:.0f} s)")

    def show_disagreement(self, error: AcceptedDisagree) -> None:
        """Writes the input on which right programs disagree, and what they print, into the folder for the tests."""
        folder = self._options.to
        folder.mkdir(parents=True, exist_ok=True)
        written = [(folder / "disagreement.in", error.data)]
        written += [(folder / f"disagreement.{name.replace('/', '-')}.out", output) for name, output in error.outputs]
        for path, data in written:
            write_whole(path, data)
        write_whole(
            folder / pipeline.TESTS_MANIFEST, f"{console.as_json([path.name for path, _ in written])}\n".encode()
        )
        if not self._options.json:
            console.note(f"the input on which right programs disagree: {written[0][0]}")

    def finish(self) -> int:
        """Says what the set is. Returns the exit code."""
        if self._made is None:
            if self._failure is not None:
                return failing.tell(pipeline.error_of(self._failure), self._options.json)
            return INTERRUPTED_EXIT_CODE
        if self._options.json:
            console.print_json(finished_object(self._made, self._options.to, self._options.layout))
        else:
            for line in finished_lines(self._made, self._options.to):
                console.say(console.console(), line)
        return INTERRUPTED_EXIT_CODE if self.interrupted else 0


def finished_lines(made: TestSet, folder: Path) -> list[str]:
    """What is said of a set that was written, a line each."""
    lines = [f"{len(made.tests)} tests, {human_bytes(made.size)}: {folder}"]
    for against in Against:
        outcomes = _outcomes(made, against)
        ran = [outcome for outcome in outcomes if not outcome.failure]
        if ran:
            killed = sum(outcome.is_killed for outcome in ran)
            lines.append(f"{against.value}: {killed} of {len(ran)} fail on a test")
        if against.is_given:
            lines += [f"  passes all: {outcome.opponent}" for outcome in ran if outcome.survives][:MOST_SAID]
            lines += [f"  wasn't run: {name}: {why}" for name, why in _not_run(made, against)][:MOST_SAID]
    lines += _few(made)
    return [*lines, f"which test is there why, and what passes all of them: {folder / 'report.html'}"]


def _outcomes(made: TestSet, against: Against) -> list:
    names = {each.name for each in made.opponents if each.against is against}
    return [outcome for outcome in made.outcomes if outcome.opponent in names]


def _few(made: TestSet) -> Iterator[str]:
    """That most inputs couldn't become tests, where that is so: then a set is small, or one-sided."""
    if 2 * len(made.left_out) >= made.proposed and len(made.left_out) >= FEW_OF:
        (reason, count), *_ = Counter(each.reason for each in made.left_out).most_common()
        lost = f"{len(made.left_out):,} of {made.proposed:,} inputs couldn't become tests"
        yield f"{lost}, {count:,} of them for: {reason}"
        if reason == REFUSED:
            yield "  the input format may lack what it asks for: see `slowpath format`, or give --format FILE"


def _not_run(made: TestSet, against: Against) -> list[tuple[str, str]]:
    """The programs of a kind that were never run, with why."""
    known = {outcome.opponent: outcome for outcome in made.outcomes}
    return [
        (each.name, known[each.name].failure.splitlines()[0] if each.name in known else "no time was left")
        for each in made.opponents
        if each.against is against and (each.name not in known or known[each.name].failure)
    ]
