"""What has to be known of the inferred format before its inputs are believed, in a line each."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.model.format import FormatReport, Misfit


def format_remarks(notes: tuple[str, ...], report: FormatReport) -> Iterator[str]:
    """Bounds that nobody gave, promises that inputs may break, what is odd about the problem (`notes`), what doesn't
    fit."""
    if report.assumed:
        yield f"assumed, no source gives them: bounds of {', '.join(report.assumed)}"
    for promise in report.promises:
        yield f"promised, but not said by the format: line {promise.line}: {promise.sentence}; inputs may break it"
    yield from notes
    for misfit in report.misfits:
        yield misfit_sentence(misfit)


def misfit_sentence(misfit: Misfit) -> str:
    """`sample 1: the list ends early; what it contradicts was dropped`."""
    decision = f"; {misfit.decision}" if misfit.decision else ""
    return f"{misfit.where}: {misfit.message}{decision}"
