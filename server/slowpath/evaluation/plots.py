"""Plots of a report as SVG text, by matplotlib; nothing where it isn't installed.

A report holds them in its page, so that it needs no other file. Their ids are seeded: the same rows give the same text.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.wedge import OURS, comparable, slowdown

INK = "#5d677c"
WIDE = (7.0, 3.2)


def plots_of(book: Book) -> list[tuple[str, str]]:
    """(caption, SVG) of each plot that the rows allow."""
    try:
        import matplotlib
    except ImportError:
        return []
    # Texts stay texts, and neither dates nor random ids are written.
    with matplotlib.rc_context(
        {
            "svg.hashsalt": "slowpath",
            "svg.fonttype": "none",
            "font.size": 9,
            "text.color": INK,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.edgecolor": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    ):
        made = [_slowdowns(book), *(_head_to_head(book, other) for other in book.searches if other != OURS)]
    return [plot for plot in made if plot is not None]


def _figure() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=WIDE, layout="constrained")
    figure.patch.set_alpha(0.0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0.0)
    return figure, axes


def _svg(figure: Any) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _slowdowns(book: Book) -> tuple[str, str] | None:
    """How the slowdown over the existing tests is distributed: a curve a strategy."""
    curves = {
        name: sorted(made for program in book.programs if (made := slowdown(book, name, program)))
        for name in book.searches
    }
    if not any(curves.values()):
        return None
    figure, axes = _figure()
    for name, values in curves.items():
        if values:
            axes.step(values, [(place + 1) / len(values) for place in range(len(values))], where="post", label=name)
    axes.set_xscale("log")
    axes.set_xlabel("slowdown over the existing tests")
    axes.set_ylabel("share of programs")
    axes.axvline(1.0, color=INK, linewidth=0.6, linestyle=":")
    axes.legend(frameon=False)
    return "Slowdown over the existing tests: the share of programs up to it.", _svg(figure)


def _head_to_head(book: Book, other: str) -> tuple[str, str] | None:
    """Every program's cost under both (WEDGE figure 3 as a scatter)."""
    pairs = [
        (one, two)
        for program in comparable(book)
        if (one := book.stress(OURS, program)) and (two := book.stress(other, program))
    ]
    if not pairs or OURS not in book.searches:
        return None
    figure, axes = _figure()
    figure.set_size_inches(3.6, 3.2)
    _scatter(axes, pairs)
    axes.set_xlabel(f"count under {other}")
    axes.set_ylabel(f"count under {OURS}")
    return f"{OURS} against {other}: a point a program; above the line {OURS} costs more.", _svg(figure)


def _scatter(axes: Any, pairs: Sequence[tuple[float, float]]) -> None:
    bounds = [min(map(min, pairs)) / 1.5, max(map(max, pairs)) * 1.5]
    axes.plot(bounds, bounds, color=INK, linewidth=0.6, linestyle=":")
    axes.scatter([two for _, two in pairs], [one for one, _ in pairs], s=10, alpha=0.7)
    axes.set_xscale("log")
    axes.set_yscale("log")
