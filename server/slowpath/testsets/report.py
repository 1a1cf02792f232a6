"""The report of a test set as one HTML page that needs nothing else. What somebody has to look at comes first: the
programs that no test tells from a right one, each with what was changed and why it may be right. Then which test is
there why and who fails on it, and on which tests each program fails. Pure."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from slowpath.model.figures import human_bytes
from slowpath.model.testset import Against, ChosenTest, Group, Kill, Opponent, OpponentOutcome, TestSet
from slowpath.testsets.why import why_it_survives

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1d2433 }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; font-size: 13px } th, td { border: 1px solid #d4d9e3; padding: .2rem .5rem;
text-align: left; vertical-align: top } td.n { text-align: right; font-variant-numeric: tabular-nums }
th { background: #f0f2f7; position: sticky; top: 0 } .wide { overflow-x: auto }
.WA { background: #ffd9d3 } .TLE { background: #ffe9b8 } .RE { background: #e3d5fb } .MLE, .OLE { background: #cfe8ff }
.gap { color: #a33 } code { font-size: 12.5px }
td pre { margin: .2rem 0 0; white-space: pre-wrap } summary { cursor: pointer } details div { white-space: nowrap }
@media (prefers-color-scheme: dark) { body { background: #171b24; color: #dde3ee } th { background: #232938 }
th, td { border-color: #39425a } .WA { background: #6b2a23 } .TLE { background: #66501a } .RE { background: #452f73 }
.MLE, .OLE { background: #204a6e } .gap { color: #f08b7e } }
"""
MOST_LINES, MOST_OF_A_LINE = 8, 160
"""Of what was changed in a program so many lines are shown, and so many characters of each."""
_KINDS = {
    Against.WRONG: "Wrong programs",
    Against.SLOW: "Slow programs",
    Against.SLOW_WAY: "Slow ways to do the same",
    Against.MUTANT: "Mutants of the right programs",
}


def report_page(
    title: str, made: TestSet, format_text: str, sources: Mapping[str, bytes], notes: Sequence[str] = ()
) -> str:
    """The page. `sources` are the texts of the right programs, by their names; `notes` are sentences that whoever uses
    the tests should know."""
    root = Element("html", {"lang": "en"})
    head = SubElement(root, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "title").text = f"Tests for {title}"
    SubElement(head, "style").text = _STYLE
    body = SubElement(root, "body")
    SubElement(body, "h1").text = f"Tests for {title}"
    _summary(body, made, notes)
    _survivors(body, made, sources)
    _tests(body, made)
    _killed(body, made)
    _not_run(body, made)
    _left_out(body, made)
    SubElement(body, "h2").text = "Input format"
    SubElement(SubElement(body, "pre"), "code").text = format_text
    return "<!DOCTYPE html>\n" + ElementTree.tostring(root, encoding="unicode", method="html") + "\n"


def _summary(body: Element, made: TestSet, notes: Sequence[str]) -> None:
    groups = [
        f"{count} {group.value}"
        for group in Group
        if (count := sum(test.proposed.group is group for test in made.tests))
    ]
    right = ", ".join(made.accepted)
    items = [
        f"{len(made.tests)} tests ({', '.join(groups)}), {human_bytes(made.size)} in all, out of {made.proposed:,}"
        f" inputs tried in {made.elapsed_s:.0f} s.",
        f"All right programs agree on every answer: {right}. Answers are compared {made.compared}.",
        f"Inputs are {made.judged}. Made for a time limit of {made.limit_s:g} s.",
    ]
    for kind, heading in _KINDS.items():
        some = _of_kind(made, kind)
        if some:
            killed, run = (
                sum(map(bool, says))
                for says in ([outcome.is_killed for _, outcome in some], [outcome.tried for _, outcome in some])
            )
            rest = [f"not run: {len(some) - run}, since no time was left or they can't be"] if run < len(some) else []
            items.append(f"{heading}: {'; '.join([f'{killed} of {run} fail on a test', *rest])}.")
    listed = SubElement(body, "ul")
    for text in [*items, *notes, *(f"{name} isn't used: {why}" for name, why in made.unused)]:
        SubElement(listed, "li").text = text


def _of_kind(made: TestSet, kind: Against) -> list[tuple[Opponent, OpponentOutcome]]:
    outcomes = {outcome.opponent: outcome for outcome in made.outcomes}
    return [
        (each, outcomes.get(each.name, OpponentOutcome(each.name))) for each in made.opponents if each.against is kind
    ]


def _shown_kills(made: TestSet, outcome: OpponentOutcome) -> list[tuple[Kill, ChosenTest]]:
    """The chosen tests on which a program fails."""
    tests = {test.proposed.id: test for test in made.tests}
    return [(kill, tests[kill.test]) for kill in outcome.kills if kill.test in tests]


def _survivors(body: Element, made: TestSet, sources: Mapping[str, bytes]) -> None:
    some = [
        (opponent, outcome)
        for kind in _KINDS
        for opponent, outcome in _of_kind(made, kind)
        if outcome.tried and not _shown_kills(made, outcome)
    ]
    if not some:
        return
    SubElement(body, "h2").text = "No test tells these from a right program"
    table = _table(body, ("program", "what was changed", "why it passes"))
    for opponent, outcome in some:
        row = SubElement(table, "tr")
        SubElement(SubElement(row, "td"), "code").text = opponent.name
        cell = SubElement(row, "td")
        cell.text = opponent.told_change or opponent.against.value
        changed = _changed(opponent, sources)
        if changed:
            SubElement(SubElement(cell, "pre"), "code").text = changed
        is_lost = outcome.is_killed
        SubElement(row, "td", {"class": "gap" if is_lost or outcome.reached is False else ""}).text = (
            "It fails on inputs that no test became: they were too large together, or too many, or a right program"
            " takes too long on them."
            if is_lost
            else why_it_survives(opponent, outcome)
        )


def _changed(opponent: Opponent, sources: Mapping[str, bytes]) -> str:
    """The lines that were changed, before and after; "" of a program of its own."""
    if opponent.of not in sources:
        return ""
    before, after = (
        [line.strip() for line in text.decode(errors="replace").splitlines()]
        for text in (sources[opponent.of], opponent.solution.source)
    )
    differing = [
        line
        for line in difflib.unified_diff(before, after, n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]
    more = [f"({len(differing) - MOST_LINES} lines more)"] if len(differing) > MOST_LINES else []
    return "\n".join([*(f"{line[0]} {line[1:]}"[:MOST_OF_A_LINE] for line in differing[:MOST_LINES]), *more])


def _tests(body: Element, made: TestSet) -> None:
    SubElement(body, "h2").text = "Tests"
    table = _table(body, ("test", "what it is", "why it is there", "fail on it", "bytes", "right programs"))
    failing: dict[str, list[tuple[str, Kill]]] = {}
    for outcome in made.outcomes:
        for kill in outcome.kills:
            failing.setdefault(kill.test, []).append((outcome.opponent, kill))
    for test in made.tests:
        row = SubElement(table, "tr", {"id": f"t-{test.name}"})
        SubElement(SubElement(row, "td"), "code").text = test.name
        for text in (test.proposed.label, test.reason):
            SubElement(row, "td").text = text
        _failing(SubElement(row, "td"), failing.get(test.proposed.id, []))
        for text in (f"{len(test.proposed.data):,}", f"{test.right_s:.2f} s" if test.right_s else ""):
            SubElement(row, "td", {"class": "n"}).text = text


def _failing(cell: Element, kills: Sequence[tuple[str, Kill]]) -> None:
    """The programs that fail on a test: how many, and which where somebody opens it."""
    if not kills:
        return
    shown = SubElement(cell, "details")
    SubElement(shown, "summary").text = str(len(kills))
    for name, kill in kills:
        line = SubElement(shown, "div")
        SubElement(line, "span", {"class": kill.failing.value}).text = f" {kill.failing.value} "
        SubElement(line, "a", {"href": f"#p-{name}"}).text = name


def _killed(body: Element, made: TestSet) -> None:
    """The programs that fail, each with the tests on which it does."""
    for kind, heading in _KINDS.items():
        some = [(each, _shown_kills(made, outcome)) for each, outcome in _of_kind(made, kind)]
        some = [(each, kills) for each, kills in some if kills]
        if not some:
            continue
        SubElement(body, "h2").text = heading
        table = _table(body, ("program", "fails on") if kind.is_given else ("program", "change", "fails on"))
        for opponent, kills in some:
            row = SubElement(table, "tr", {"id": f"p-{opponent.name}"})
            SubElement(SubElement(row, "td"), "code").text = opponent.name
            if not kind.is_given:
                SubElement(row, "td").text = opponent.told_change
            cell = SubElement(row, "td")
            for kill, test in kills:
                SubElement(cell, "span", {"class": kill.failing.value}).text = f" {kill.failing.value} "
                link = SubElement(cell, "a", {"href": f"#t-{test.name}"})
                link.text = test.name
                link.tail = " "


def _not_run(body: Element, made: TestSet) -> None:
    """The programs that weren't run, those for the same reason together."""
    reasons: dict[str, list[str]] = {}
    for kind in _KINDS:
        for opponent, outcome in _of_kind(made, kind):
            if not outcome.tried:
                reasons.setdefault(why_it_survives(opponent, outcome), []).append(opponent.name)
    if not reasons:
        return
    SubElement(body, "h2").text = "Programs that weren't run"
    table = _table(body, ("why", "how many", "which"))
    for reason, names in reasons.items():
        row = SubElement(table, "tr")
        SubElement(row, "td").text = reason
        SubElement(row, "td", {"class": "n"}).text = str(len(names))
        SubElement(row, "td").text = ", ".join(names)


def _left_out(body: Element, made: TestSet) -> None:
    if not made.left_out:
        return
    reasons: dict[str, list[str]] = {}
    for each in made.left_out:
        reasons.setdefault(each.reason, []).append(each.label)
    SubElement(body, "h2").text = "Inputs that can't be tests"
    table = _table(body, ("why", "how many", "for example"))
    for reason, labels in sorted(reasons.items(), key=lambda entry: -len(entry[1])):
        row = SubElement(table, "tr")
        SubElement(row, "td").text = reason
        SubElement(row, "td", {"class": "n"}).text = str(len(labels))
        SubElement(row, "td").text = labels[0]


def _table(body: Element, headers: Sequence[str]) -> Element:
    table = SubElement(SubElement(body, "div", {"class": "wide"}), "table")
    row = SubElement(SubElement(table, "thead"), "tr")
    for header in headers:
        SubElement(row, "th").text = header
    return SubElement(table, "tbody")
