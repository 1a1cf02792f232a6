"""Input formats: inferred, written, edited, and what follows from them."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.errors import FormatUnreadable, NotDrivenByFiles, SlowpathError, StoreUnwritable, UsageError
from slowpath.model.format import Evidence, FormatReport
from slowpath.model.format_text import FormatCompletion, FormatStudy
from slowpath.model.problem import NamedBound, Problem, Solution
from slowpath.model.validity import Doubt
from slowpath.pipeline.building_ahead import validators_built
from slowpath.pipeline.opponents import references_beside
from slowpath.pipeline.programs import LARGEST_SOURCE_BYTES, open_executor
from slowpath.settings import Settings
from slowpath.storage.whole import write_whole

if TYPE_CHECKING:
    from slowpath.catalogue import Selection
    from slowpath.inputs.filling.plan import Boundary

ORACLE_S = 1.5
"""CPU seconds; most programs take a tenth of it."""
MOST_OTHERS = 2
"""So many other programs of the problem are read as well, at most: each takes as long as the first."""
INFERENCE_S = 3.0
"""CPU seconds of our own; a usual statement takes a tenth of it, and no other is waited for."""
INFERENCE_SHARE = 0.5
"""Of a search's time, at most, where that is short."""


def infer_format(
    problem: Problem,
    solution: Solution,
    settings: Settings | None = None,
    others: Sequence[Solution] | None = None,
    *,
    search_s: float = math.inf,
    ahead: Callable[[FormatReport], object] | None = None,
) -> FormatReport:
    """The input format with its grounds; `format` None where nothing fits, with the reasons.

    What the user wrote down wins; where that can't be read it raises `FormatUnreadable`. Without `settings` nothing
    is run, for a workspace that isn't trusted; with them the program is built and asked where the other sources
    leave a doubt, for at most `ORACLE_S` of CPU time after the build. A validator of the package whose source can be
    read is exact and comes before inference where a format can say all that it says; what else is known of structures
    is kept. With settings validators are also run on small inputs, for `ASKING_S` of `judged_formats`: the format gets
    the bounds and lines that they ask for.

    Where the program leaves a doubt, right programs of the same problem are read as well: `others`, None for those that
    lie beside it, of which only the text is looked at. A wrong program may read its input wrongly. The reading with the
    fewest doubts counts.

    After `INFERENCE_S`, or a share of the seconds `search_s` of the search that it is for, no more is read: what was
    stands, with a doubt that says what wasn't looked at. While validators are asked `ahead` may build what the search
    needs with the format as it is read until then.
    """
    ends_s = time.thread_time() + min(INFERENCE_S, INFERENCE_SHARE * search_s)

    def late() -> bool:
        return time.thread_time() > ends_s

    from slowpath.inputs.infer.accounts.doubts import accounted

    if problem.format_text.strip():
        return accounted(format_from_text(problem.format_text, problem.format_path, problem), problem, late)
    with validators_built(problem, settings) as building:
        report = _read_anew(problem, solution, settings, others, late)
        if settings is None or not problem.validators:
            return report
        if ahead is not None and report.format is not None:
            building(partial(ahead, report))
        from slowpath.pipeline.judged_formats import judged_format

        judged = judged_format(report, problem, settings, search_s)
    if judged is report:
        return report
    ends_s = time.thread_time() + INFERENCE_S  # Asking took some, which the sentences shall not lack.
    return accounted(judged, problem, late)


def _read_anew(
    problem: Problem,
    solution: Solution,
    settings: Settings | None,
    others: Sequence[Solution] | None,
    late: Callable[[], bool],
) -> FormatReport:
    """The format that nobody wrote down."""
    from slowpath.inputs.infer.accounts.doubts import accounted

    if (described := _described_by_validator(problem)) is not None:
        from slowpath.inputs.checktestdata.report import completed

        inferred = _inferred_format(problem, solution, None, late)
        return accounted(completed(described, inferred, problem.samples, problem.statement), problem, late)
    if settings is not None:
        problem = replace(problem, bounds=(*problem.bounds, *_reported_bounds(problem, settings)))
    inferred = _inferred_format(problem, solution, settings, late)
    if (inferred.format is not None and not inferred.doubts) or late():
        return inferred
    if others is None:
        others, settings = [each.solution for each in references_beside(problem, solution)], None
    return _read_by_others(problem, inferred, others, settings, late)


def _read_by_others(
    problem: Problem,
    report: FormatReport,
    others: Sequence[Solution],
    settings: Settings | None,
    late: Callable[[], bool],
) -> FormatReport:
    """The report, or that of another program which leaves fewer doubts, the first without any; once it is `late`, what
    stands."""
    for other in others[:MOST_OTHERS]:
        found = _inferred_format(problem, other, settings, late)
        if found.format is not None and (report.format is None or len(found.doubts) < len(report.doubts)):
            report = replace(found, evidence=tuple(_seen_in(other, each) for each in found.evidence))
        if (report.format is not None and not report.doubts) or late():
            break
    return report


def _seen_in(program: Solution, fact: Evidence) -> Evidence:
    """A fact with the name of the program whose text shows it, in place of a line of the one that is searched."""
    is_of_text = fact.source in ("reads", "oracle")
    return replace(fact, quote=f"{program.path.name}: {fact.quote}", line=0) if is_of_text else fact


def must_be_driven_by_files(problem: Problem) -> None:
    """Raises `NotDrivenByFiles` where the problem is of another kind and the user wrote no format all the same."""
    if problem.special and not problem.format_text.strip():
        raise NotDrivenByFiles(
            problem.special,
            "What its program reads isn't a file, so there is none to search for."
            " Where that is wrong write the format: `slowpath format FILE --write`, or --format.",
        )


def is_format_given(problem: Problem) -> bool:
    """Whether the format is somebody's exact word: the user's, or that of a validator of the package that can be read
    as one. Every other reading gives way to it."""
    return bool(problem.format_text.strip()) or _described_by_validator(problem) is not None


def _described_by_validator(problem: Problem) -> FormatReport | None:
    """The format that a validator of the package describes, read from its source, where all samples follow it."""
    if not problem.validators:
        return None
    from slowpath.inputs.checktestdata.report import validator_report

    found = []
    for source in problem.validators:
        with contextlib.suppress(OSError):
            if source.path.is_file() and source.path.stat().st_size <= LARGEST_SOURCE_BYTES:
                found.append(validator_report(source, source.path.read_bytes(), problem.samples))
    reports = [report for report in found if report is not None]
    return min(reports, key=lambda report: len(report.misfits), default=None)


def _reported_bounds(problem: Problem, settings: Settings) -> list[NamedBound]:
    """What validators that can't be read say of bounds when they judge the samples."""
    if not problem.validators:
        return []
    from slowpath.toolchain.validators.overview import reported_bounds

    made: list[NamedBound] = []
    for source in problem.validators:
        with contextlib.suppress(SlowpathError, OSError):
            made += reported_bounds(source, problem.samples, settings)
    return made


def _inferred_format(
    problem: Problem, solution: Solution, settings: Settings | None, late: Callable[[], bool]
) -> FormatReport:
    from slowpath.inputs.infer import infer

    if settings is None:
        return infer(problem, solution, late=late)
    from slowpath.toolchain.oracle import ExecutorOracle

    with ExecutorOracle(lambda: open_executor(solution, settings)) as oracle:
        return infer(problem, solution, oracle, stop=lambda: oracle.spent_s > ORACLE_S, late=late)


def format_from_text(text: str, path: Path | None, problem: Problem) -> FormatReport:
    """A format that the user wrote, with the samples that don't fit it as misfits; `path` is its file.

    Raises `FormatUnreadable` with file, line and column where it can't be read.
    """
    from slowpath.inputs.text_form.text import FormatSyntaxError
    from slowpath.inputs.text_form.written import written_report

    if path is not None and path.suffix.lower() == ".ctd":
        return _format_from_script(text, path, problem)
    try:
        return written_report(text, problem.samples)
    except FormatSyntaxError as error:
        place = f"{path}, line {error.line}, column {error.column}"
        raise FormatUnreadable(
            f"{place}: the input format can't be read: {error.reason}.",
            "Correct it there (docs/format.md has the grammar), or delete the file to have the format inferred.",
            error.line,
            error.column,
        ) from error


def _format_from_script(text: str, path: Path, problem: Problem) -> FormatReport:
    from slowpath.inputs.checktestdata.convert import CannotConvert
    from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
    from slowpath.inputs.checktestdata.report import script_report

    try:
        return script_report(text.encode(), path.name, problem.samples)
    except ScriptSyntaxError as error:
        raise FormatUnreadable(
            f"{path}, line {error.line}, column {error.column}: {error.message}.",
            "Correct the script there.",
            error.line,
            error.column,
        ) from error
    except CannotConvert as error:
        raise FormatUnreadable(
            f"{path}: no input format has this layout: {error}.",
            "Write the format in its text form (docs/format.md).",
            error.place.line,
            error.place.column,
        ) from error


@dataclass(frozen=True)
class ScriptText:
    """A format as a script for another tool; `left_out` is what it can't say there."""

    text: str
    left_out: tuple[str, ...]


def format_as_script(report: FormatReport) -> ScriptText:
    """The format as a checktestdata script. Raises `UsageError` where that can't follow its layout."""
    from slowpath.inputs.checktestdata.write import CannotWrite, to_script

    assert report.format is not None
    try:
        written = to_script(report.format)
    except CannotWrite as error:
        raise UsageError(f"A checktestdata script can't follow this layout. {error}") from error
    return ScriptText(written.text, written.left_out)


@dataclass(frozen=True)
class EditableFormat:
    """The text in which a format is edited, and its file. `saved` is false while the file isn't there.

    `unknown` says in one sentence why there is nothing but a skeleton, "" where the format is known.
    """

    path: Path
    text: str
    saved: bool
    unknown: str = ""


def format_to_edit(problem: Problem, solution: Solution, settings: Settings | None = None) -> EditableFormat:
    """The saved format as it stands, else the inferred one."""
    if problem.format_text.strip() and problem.format_path is not None:
        return EditableFormat(problem.format_path, problem.format_text, True)
    return editable_format(problem, solution, infer_format(problem, solution, settings))


def editable_format(problem: Problem, solution: Solution, report: FormatReport) -> EditableFormat:
    """An inferred format with comments that say where its bounds came from, and what it leaves open; without one a
    skeleton."""
    from slowpath.inputs.text_form.provenance import annotated
    from slowpath.inputs.text_form.skeleton import skeleton

    path = format_file(problem, solution)
    if report.format is None:
        return EditableFormat(path, skeleton(problem, solution, report), False, why_unknown(report))
    statement = problem.statement_path.name if problem.statement_path else "the statement"
    report = with_proposals(report, problem)
    return EditableFormat(path, annotated(report, statement, solution.path.name), False)


def with_proposals(report: FormatReport, problem: Problem) -> FormatReport:
    """The report with proposed lines of format on the doubts about sentences that aren't understood."""
    from slowpath.inputs.infer.accounts.proposals import with_proposals as proposed

    return proposed(report, problem)


def format_file(problem: Problem, solution: Solution) -> Path:
    """The file in which the format is written down, whether it's there yet or not."""
    return problem.format_path or solution.path.with_suffix(".format")


def without_saved_format(problem: Problem) -> Problem:
    """The problem as if the user had written no format, to infer it anew."""
    return replace(problem, format_text="")


def why_unknown(report: FormatReport) -> str:
    """Why no format was inferred, in one sentence."""
    reasons = "; ".join(f"{misfit.where}: {misfit.message}" for misfit in report.misfits[:3])
    return f"The input format can't be inferred: {reasons.rstrip('.') or 'nothing reads input'}."


def open_in_format(text: str) -> list[tuple[Doubt, tuple[int, int]]]:
    """What a format's text leaves open, each with its first and last line, 1-based."""
    from slowpath.inputs.text_form.left_open import places_open

    return places_open(text)


def settled_format(text: str, doubt: Doubt | None, line: str = "") -> str:
    """A format's text with what one doubt leaves open settled, None for all of them: by a `line` of format, or since it
    isn't about the input. Raises `UsageError` where the line can't stand there."""
    from slowpath.inputs.text_form.left_open import all_settled, settled
    from slowpath.inputs.text_form.text import FormatSyntaxError, from_text

    changed = all_settled(text) if doubt is None else settled(text, doubt, line)
    if line:
        try:
            from_text(changed)
        except FormatSyntaxError as error:
            raise UsageError(f"The line can't stand in the format: {error.reason}.", "Write it there.") from error
    return changed


def write_format(path: Path, text: str, overwrite: bool = False) -> None:
    """Saves a format. Raises `UsageError` where a file is there already, `StoreUnwritable` where none can be."""
    if not overwrite and path.exists():
        raise UsageError(f"{path}: there is a format already.", "Edit it, or overwrite it with --force.")
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise StoreUnwritable(
            f"{path}: can't be written ({error.strerror}).",
            "Make the folder writable, or save the format elsewhere and use --format.",
        ) from error


def study_format(text: str, problem: Problem, inferred: FormatReport | None) -> FormatStudy:
    """What an editor shows about a format's text: where things stand, what is wrong, where bounds came from.

    `inferred` is what inference finds without that text, None where there is no program. Never raises.
    """
    from slowpath.inputs.text_form.written import study

    return study(text, problem.samples, inferred)


def complete_format(text: str, line: int, column: int) -> tuple[FormatCompletion, ...]:
    """What may stand at a place (1-based) of a format's text."""
    from slowpath.inputs.text_form.completion import completions

    return completions(text, line, column)


def ground_of_bound(grounds: Sequence[Evidence], high: bool) -> Evidence | None:
    """Which of a variable's grounds speaks of its low, or its high bound."""
    from slowpath.inputs.text_form.provenance import ground_of_bound as ground

    return ground(grounds, high)


def with_bounds(text: str, name: str, bounds: str) -> str:
    """A format's text with other bounds of one variable."""
    from slowpath.inputs.text_form.provenance import with_bounds as changed

    return changed(text, name, bounds)


def resolved_boundaries(report: FormatReport) -> list[Boundary]:
    """The sizes as large as the format's constraints allow together (STAB section 3.1); empty without a format.

    Under a second for most formats; the first call with coupled sizes imports the solver.
    """
    from slowpath.inputs.sizes.saturate import boundaries

    return boundaries(report.format) if report.format is not None else []


def selections(problem: Problem, solution: Solution) -> tuple[Selection, ...]:
    """The scenarios of the catalogue that statement and source call for, best first, each with its reasons."""
    from slowpath.catalogue import select

    return select(problem.statement, solution.source, solution.language)
