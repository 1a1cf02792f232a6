"""The report of an evaluation as one HTML page that needs nothing else: the tables, the plots, and a section a problem
with the recipe of its slowest input. Pure."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.evaluation.rows import Exposure, MeasuredInput, Row
from slowpath.evaluation.statistics import Interval
from slowpath.evaluation.tables.table import Table, number, shown
from slowpath.model.figures import human_bytes

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; color: #1d2433 }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } h3 { font-size: 1rem; margin-bottom: .2rem }
table { border-collapse: collapse; font-size: 13px } th, td { border: 1px solid #d4d9e3; padding: .2rem .5rem;
text-align: left; vertical-align: top } td.n { text-align: right; font-variant-numeric: tabular-nums }
th { background: #f0f2f7 } .wide { overflow-x: auto } .missing { color: #8a5a00 } small { color: #5d677c }
figure { display: inline-block; margin: 1rem 1rem 0 0; vertical-align: top } figcaption { font-size: 13px;
max-width: 34rem } svg { max-width: 100%; height: auto } pre { font-size: 12px; overflow-x: auto; max-height: 14rem }
@media (prefers-color-scheme: dark) { body { background: #171b24; color: #dde3ee } th { background: #232938 }
th, td { border-color: #39425a } small { color: #8f9ab0 } .missing { color: #e0b060 } }
"""
LONGEST_RECIPE = 4000
RECIPES = "recipes"
"""The folder beside the page of the recipes that are longer."""
MOST_PROBLEMS = 2000
"""A page with more problems is no longer one that a browser likes; the rows have all."""


@dataclass(frozen=True)
class SlowestInput:
    """A problem's slowest input with the unit that found it."""

    problem: str
    program: str
    strategy: str
    seed: int
    input: MeasuredInput


@dataclass(frozen=True)
class BrokenProgram:
    """A wrong program with the unit that found an input on which it fails."""

    program: str
    seed: int
    exposure: Exposure
    input: MeasuredInput


def broken_of(rows: Iterable[Row]) -> dict[str, BrokenProgram]:
    """The shortest breaking input of each wrong program; one pass."""
    best: dict[str, BrokenProgram] = {}
    for row in rows:
        found = row.exposure
        if row.is_done and found is not None and found.verdict and found.input is not None:
            before = best.get(row.unit.program.id)
            if before is None or found.size < before.exposure.size:
                best[row.unit.program.id] = BrokenProgram(row.unit.program.id, row.unit.seed, found, found.input)
    return best


def long_recipes(found: Iterable[SlowestInput | BrokenProgram]) -> dict[str, str]:
    """The recipes that are too long for the page, by the names of the files that it links."""
    return {recipe_file(each.input): each.input.recipe for each in found if len(each.input.recipe) > LONGEST_RECIPE}


def recipe_file(one: MeasuredInput) -> str:
    """The file of an input's recipe, beside the page."""
    name = "".join(letter for letter in one.id if letter.isalnum() or letter in "-_")
    return f"{RECIPES}/{name or 'input'}.replay.json"


def slowest_of(rows: Iterable[Row]) -> dict[str, SlowestInput]:
    """The slowest found input of each problem; one pass, which keeps one input a problem."""
    best: dict[str, SlowestInput] = {}
    for row in rows:
        if row.is_done and row.inputs and row.inputs[0].strategy:
            unit, slowest = row.unit, row.inputs[0]
            before = best.get(unit.program.problem)
            if before is None or slowest.count > before.input.count:
                best[unit.program.problem] = SlowestInput(
                    unit.program.problem, unit.program.id, unit.strategy, unit.seed, slowest
                )
    return best


def report_page(
    title: str,
    listing: Mapping[str, Any],
    tables: Sequence[Table],
    plots: Sequence[tuple[str, str]],
    slowest: Mapping[str, SlowestInput],
    notes: Sequence[str] = (),
    broken: Mapping[str, BrokenProgram] | None = None,
) -> str:
    """The page. `listing` is the data set's as `data.json` has it, `plots` are (caption, SVG), `notes` sentences that
    come first."""
    warned = [f"<p class=missing>{_text(note)}</p>" for note in notes]
    body = [f"<h1>{_text(title)}</h1>", *warned, *_listing(listing), *_contents(tables)]
    for table in tables:
        body += _table(table)
    if plots:
        body.append("<h2>Plots</h2>")
        body += [f"<figure>{svg}<figcaption>{_text(caption)}</figcaption></figure>" for caption, svg in plots]
    body.append("<h2 id=problems>Slowest input by problem</h2>")
    for name in sorted(slowest)[:MOST_PROBLEMS]:
        body += _problem(slowest[name])
    if broken:
        body.append("<h2 id=wrong>Breaking input by wrong program</h2>")
        for name in sorted(broken)[:MOST_PROBLEMS]:
            body += _broken(broken[name])
    return (
        f"<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>{_text(title)}</title>"
        f"<style>{_STYLE}</style></head>\n<body>" + "\n".join(body) + "\n</body></html>\n"
    )


def _listing(listing: Mapping[str, Any]) -> Iterator[str]:
    counts = ", ".join(f"{count:,} {name}" for name, count in listing.get("counts", {}).items())
    license_note = _text(listing.get("license", ""))
    yield f"<p>{_text(listing.get('layout', ''))}: {_text(counts)}.<br><small>{license_note}</small></p>"
    if listing.get("machine"):
        yield f"<p>Driven by: {_text(listing['machine'])}.</p>"
    left_out = listing.get("left_out", ())
    if left_out:
        items = "".join(f"<li>{each['count']:,}: {_text(each['reason'])}</li>" for each in left_out)
        yield f"<p>Left out of the listing:</p><ul>{items}</ul>"


def _contents(tables: Sequence[Table]) -> Iterator[str]:
    items = "".join(f'<li><a href="#{table.id}">{_text(table.title)}</a></li>' for table in tables)
    yield f'<ul>{items}<li><a href="#problems">Slowest input by problem</a></li></ul>'


def _table(table: Table) -> Iterator[str]:
    source = f"<small>{_text(table.source)}</small> " if table.source else ""
    yield f'<h2 id="{table.id}">{_text(table.title)}</h2><p>{source}{_text(table.note)}</p>'
    for why in table.missing:
        yield f"<p class=missing>{'Computed in part' if table.lines else 'It can not be computed'}: {_text(why)}</p>"
    if table.lines:
        head = "".join(f"<th>{_text(column)}</th>" for column in table.columns)
        lines = "".join("<tr>" + "".join(_cell(cell) for cell in line) + "</tr>\n" for line in table.lines)
        yield f"<div class=wide><table><tr>{head}</tr>\n{lines}</table></div>"
        yield f"<p><small>tables/{table.id}.csv</small></p>"


def _cell(cell: Any) -> str:
    is_figure = isinstance(cell, (int, float, Interval))
    return f"<td{' class=n' if is_figure else ''}>{_text(shown(cell))}</td>"


def _problem(found: SlowestInput) -> Iterator[str]:
    one = found.input
    yield f"<h3>{_text(found.problem)}</h3>"
    cost = f"{number(float(one.count))} counted, {number(one.cpu_s)} s{' or more' if one.at_least else ''}"
    yield (
        f"<p>{_text(found.program)}, {_text(found.strategy)}, seed {found.seed}: {cost}, {human_bytes(one.size)},"
        f" {_text(one.validity)}; {_text(one.strategy)}: {_text(one.label)} {_text(one.shape)}</p>"
    )
    yield from _recipe(one)


def _broken(found: BrokenProgram) -> Iterator[str]:
    one, what = found.input, found.exposure
    category = f"; {_text(what.category)}" if what.category else ""
    yield f"<h3>{_text(found.program)}</h3>"
    yield (
        f"<p>{_text(what.verdict)} on {human_bytes(what.size)}, seed {found.seed}, {_text(one.validity)}{category};"
        f" {_text(one.strategy)}: {_text(one.label)}</p>"
    )
    yield from _recipe(one)


def _recipe(one: MeasuredInput) -> Iterator[str]:
    """How the input is made again: on the page, or, if that is long, in a file beside it."""
    if not one.recipe:
        yield "<p><small>Its recipe isn't kept: it is too long for a row.</small></p>"
    elif len(one.recipe) > LONGEST_RECIPE:
        name = recipe_file(one)
        yield f'<p>recipe (for <code>slowpath replay</code>): <a href="{_text(name)}">{_text(name)}</a></p>'
    else:
        yield (
            f"<details><summary>recipe (save it as NAME.replay.json for <code>slowpath replay</code>)</summary>"
            f"<pre>{_text(one.recipe)}</pre></details>"
        )


def _text(said: object) -> str:
    return html.escape(str(said))
