"""WEDGE's tables of what constraints are worth: its section 4.4, and the validity of mutators of appendix A.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.evaluation.rows import ConstraintFigures, Row
from slowpath.evaluation.statistics import Interval, mean, median, ratio_of_sums, share
from slowpath.evaluation.tables.book import Book
from slowpath.evaluation.tables.table import Cell, Table
from slowpath.evaluation.tables.wedge import SIGNIFICANT


def tables(book: Book) -> Iterator[Table]:
    """Satisfying against violating inputs, satisfying shares, checkers, and what a model wrote."""
    yield _discriminative(book)
    yield _shares(book)
    yield _checkers(book)
    yield _written(book)


def _discriminative(book: Book) -> Table:
    columns = (
        "strategy",
        "programs",
        "cost ratio (mean)",
        "cost ratio (median)",
        "programs with p < 0.05",
        "constraints",
        "cost ratio over constraints (median)",
        "constraints with p < 0.05",
    )
    lines: list[tuple[Cell, ...]] = []
    for name in book.searches:
        known = [figures for program in book.programs if (figures := _on_both_sides(book.by_seed(name, program)))]
        if known:
            surest = [min(figures, key=_p) for figures in known]
            every = [each for figures in known for each in figures]
            lines.append(
                (
                    name,
                    len(known),
                    mean(_ratios(surest)),
                    median(_ratios(surest)),
                    _significant(surest),
                    len(every),
                    median(_ratios(every)),
                    _significant(every),
                )
            )
    return Table(
        "wedge-discriminative",
        "Constraint-satisfying against violating inputs",
        "WEDGE section 4.4",
        columns,
        tuple(lines),
        "The ratio of mean costs and the one-sided Mann-Whitney test, of constraints"
        " with inputs on both sides: first of each program's surest one (the smallest p, over all seeds, which"
        " flatters it), then of all. WEDGE doesn't say of which of a program's constraints it tells.",
        () if lines else ("No search has a constraint with satisfying and with violating inputs.",),
    )


def _on_both_sides(rows: Sequence[Row]) -> list[ConstraintFigures]:
    return [
        each
        for row in rows
        for each in row.constraints
        if each.satisfying and each.violating and each.cost_ratio is not None
    ]


def _p(figures: ConstraintFigures) -> float:
    return 1.0 if figures.p is None else figures.p


def _ratios(constraints: Sequence[ConstraintFigures]) -> list[float]:
    return [each.cost_ratio for each in constraints if each.cost_ratio is not None]


def _significant(constraints: Sequence[ConstraintFigures]) -> Interval | None:
    return share([_p(each) < SIGNIFICANT for each in constraints])


def _shares(book: Book) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for name in book.searches:
        known = [row.shares for row in book.done[name] if row.shares[1]]
        if known:
            lines.append(
                (name, len(known), mean([one / of for one, of in known]), ratio_of_sums([[one] for one in known]))
            )
    return Table(
        "wedge-shares",
        "Satisfying inputs among valid ones",
        "WEDGE section 4.4",
        ("strategy", "searches", "share (mean over searches)", "share (of all inputs)"),
        tuple(lines),
        "Inputs that satisfy at least one shown constraint, among the valid ones that a strategy made.",
        () if lines else ("No search has shown constraints.",),
    )


def _checkers(book: Book) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for name in book.searches:
        for by_model, words in ((False, "rules'"), (True, "a model's")):
            judged = [
                each.faithful
                for row in book.done[name]
                for each in row.constraints
                if each.by_model is by_model and each.faithful is not None
            ]
            if judged:
                lines.append((f"{name}, {words}", len(judged), share(judged)))
    return Table(
        "wedge-checkers",
        "Fidelity of checkers",
        "WEDGE sections 3.2 and 4.4",
        ("strategy, whose constraints", "checkers", "faithful"),
        tuple(lines),
        "Faithful: it compiles, changes no output, and fires on the slow input of the pair alone.",
        () if lines else ("No checker was judged.",),
    )


def _written(book: Book) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for name in book.searches:
        figures = [row.model for row in book.done[name] if row.model is not None]
        if figures:
            asked, kept = (
                sum(
                    getattr(each, f"{what}{end}")
                    for each in figures
                    for what in ("generators", "constraints", "mutators")
                )
                for end in ("", "_kept")
            )
            mutators = sum(each.mutators for each in figures)
            lines.append(
                (
                    name,
                    len(figures),
                    asked,
                    kept,
                    mutators,
                    ratio_of_sums([[(each.mutators_kept, each.mutators)] for each in figures]),
                    sum(each.rounds for each in figures),
                    sum(bool(each.failure) for each in figures),
                )
            )
    return Table(
        "wedge-written",
        "What a model wrote",
        "WEDGE appendix A.2",
        ("strategy", "programs", "pieces asked for", "kept", "mutators", "valid mutators", "rounds", "without answer"),
        tuple(lines),
        "Pieces are generators, constraints and mutators. A mutator is valid when it survived a dry run.",
        () if lines else ("No strategy asked a model.",),
    )
