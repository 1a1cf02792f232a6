"""The report of a test set as one HTML page that needs nothing else: which test is there why, what tells which program
from a right one, which mutants survive and why that may be right. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from slowpath.model.figures import human_bytes
from slowpath.model.testset import Against, ChosenTest, Group, Opponent, OpponentOutcome, TestSet
from slowpath.testsets.why import why_it_survives

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1d2433 }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; font-size: 13px } th, td { border: 1px solid #d4d9e3; padding: .2rem .5rem;
text-align: left; vertical-align: top } td.n { text-align: right; font-variant-numeric: tabular-nums }
th { background: #f0f2f7; position: sticky; top: 0 } .wide { overflow-x: auto }
.WA { background: #ffd9d3 } .TLE { background: #ffe9b8 } .RE { background: #e3d5fb } .MLE, .OLE { background: #cfe8ff }
.pass { color: #9aa3b5 } .gap { color: #a33 } code { font-size: 12.5px } small { color: #5d677c }
@media (prefers-color-scheme: dark) { body { background: #171b24; color: #dde3ee } th { background: #232938 }
th, td { border-color: #39425a } .WA { background: #6b2a23 } .TLE { background: #66501a } .RE { background: #452f73 }
.MLE, .OLE { background: #204a6e } small, .pass { color: #8f9ab0 } .gap { color: #f08b7e } }
"""
_KINDS = {
    Against.WRONG: "Wrong programs",
    Against.SLOW: "Slow programs",
    Against.SLOW_WAY: "Slow ways to do the same",
    Against.MUTANT: "Mutants of the right programs",
}


def report_page(title: str, made: TestSet, format_text: str, notes: Sequence[str] = ()) -> str:
    """The page. `notes` are sentences that whoever uses the tests should know."""
    root = Element("html", {"lang": "en"})
    head = SubElement(root, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "title").text = f"Tests for {title}"
    SubElement(head, "style").text = _STYLE
    body = SubElement(root, "body")
    SubElement(body, "h1").text = f"Tests for {title}"
    _summary(body, made, notes)
    _tests(body, made)
    for kind, heading in _KINDS.items():
        _opponents(body, made, kind, heading)
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
            rest = f" {len(some) - run} weren't run: no time was left, or they can't be." if run < len(some) else ""
            items.append(f"{heading}: {killed} of {run} fail on a test.{rest}")
    listed = SubElement(body, "ul")
    for text in [*items, *notes, *(f"{name} isn't used: {why}" for name, why in made.unused)]:
        SubElement(listed, "li").text = text


def _of_kind(made: TestSet, kind: Against) -> list[tuple[Opponent, OpponentOutcome]]:
    outcomes = {outcome.opponent: outcome for outcome in made.outcomes}
    return [
        (each, outcomes.get(each.name, OpponentOutcome(each.name))) for each in made.opponents if each.against is kind
    ]


def _tests(body: Element, made: TestSet) -> None:
    SubElement(body, "h2").text = "Tests"
    table = _table(body, ("test", "what it is", "why it is there", "fail on it", "bytes", "right programs"))
    failing: dict[str, int] = {}
    for outcome in made.outcomes:
        for kill in outcome.kills:
            failing[kill.test] = failing.get(kill.test, 0) + 1
    for test in made.tests:
        row = SubElement(table, "tr", {"id": f"t-{test.name}"})
        SubElement(SubElement(row, "td"), "code").text = test.name
        for text in (test.proposed.label, test.reason):
            SubElement(row, "td").text = text
        for text in (
            str(failing.get(test.proposed.id, 0) or ""),
            f"{len(test.proposed.data):,}",
            f"{test.right_s:.2f} s" if test.right_s else "",
        ):
            SubElement(row, "td", {"class": "n"}).text = text


def _opponents(body: Element, made: TestSet, kind: Against, heading: str) -> None:
    some = _of_kind(made, kind)
    if not some:
        return
    SubElement(body, "h2").text = heading
    table = _table(body, ("program", "change", "fails on") if not kind.is_given else ("program", "fails on"))
    names = {test.proposed.id: test for test in made.tests}
    for opponent, outcome in sorted(some, key=lambda pair: pair[1].is_killed):
        row = SubElement(table, "tr")
        SubElement(SubElement(row, "td"), "code").text = opponent.name
        if not kind.is_given:
            SubElement(row, "td").text = opponent.told_change
        _verdict(SubElement(row, "td"), opponent, outcome, names)


def _verdict(cell: Element, opponent: Opponent, outcome: OpponentOutcome, tests: Mapping[str, ChosenTest]) -> None:
    """The tests on which it fails, or why it survives."""
    shown = [(kill, tests[kill.test]) for kill in outcome.kills if kill.test in tests]
    if not shown:
        is_lost = outcome.is_killed
        SubElement(cell, "span", {"class": "gap" if is_lost or outcome.reached is False else ""}).text = (
            "It fails on inputs that no test became: they were too large together, or too many."
            if is_lost
            else why_it_survives(opponent, outcome)
        )
        return
    for kill, test in shown:
        mark = SubElement(cell, "span", {"class": kill.failing.value})
        mark.text = f" {kill.failing.value} "
        link = SubElement(cell, "a", {"href": f"#t-{test.name}"})
        link.text = test.name
        link.tail = " "


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
