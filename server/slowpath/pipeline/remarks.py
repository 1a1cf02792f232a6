"""What has to be known of the inferred format before its inputs are believed, in a line each."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.model.format import FormatReport, Misfit
from slowpath.model.reading import Difference
from slowpath.model.validity import Doubt

_RAISED = "ValueError: "
"""How a validator in Python begins what it says."""


def format_remarks(notes: tuple[str, ...], report: FormatReport) -> Iterator[str]:
    """Why its inputs may be invalid, what is odd about the problem (`notes`), what doesn't fit."""
    for doubt in report.doubts:
        yield doubt_sentence(doubt)
    yield from notes
    for misfit in report.misfits:
        yield misfit_sentence(misfit)


def doubt_sentence(doubt: Doubt) -> str:
    """`line 12: Nothing in the format stands for "distinct". [All names are distinct]`."""
    place = f"line {doubt.line}: " if doubt.line else ""
    quote = f" [{' '.join(doubt.quote.split())}]" if doubt.quote else ""
    return f"{place}{doubt.text}{quote}"


def difference_sentence(difference: Difference) -> str:
    """`the format accepts what the validator refuses: two books are equally high`."""
    takes = " and ".join(f"the {part}" for part in difference.accepted_by)
    accept = "accepts" if len(difference.accepted_by) == 1 else "accept"
    refuses = " and ".join(
        f"the {each.part} refuses: {each.words.removeprefix(_RAISED)}" for each in difference.refused
    )
    return f"{takes} {accept} what {refuses}"


def misfit_sentence(misfit: Misfit) -> str:
    """`sample 1: the list ends early; what it contradicts was dropped`."""
    decision = f"; {misfit.decision}" if misfit.decision else ""
    return f"{misfit.where}: {misfit.message}{decision}"
