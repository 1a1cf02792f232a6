"""Constraints and lines explained as Markdown, for hovers and for "Explain this line". Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.lsp import words
from slowpath.lsp.evidence import (
    RULE,
    by_evidence,
    checker_text,
    evidence_text,
    origin_text,
    ranks_text,
    satisfied_by,
    status_text,
)
from slowpath.model.constraint import REFUTED, Constraint, ConstraintState
from slowpath.model.contrast import Contrast, LineContrast
from slowpath.model.slow_input import SlowInput

EXPLAINED_HEADINGS = ("What it finds", "Why it is slow", "False alarms")
COMMAND_OPEN_CONVERSATION, COMMAND_EXPLAIN_LINE = "slowpath.openConversation", "slowpath.explainLine"


@dataclass(frozen=True)
class LineFacts:
    """What is known of one line. `number` is the line's in the editor (1-based), `text` its text.

    `measured` says that its place in the text that ran is known; `stale` that the text was changed elsewhere since.
    `states` are the constraints that speak of it, refuted ones included; `unsearched` what rules see there where no
    search has tested it.
    """

    number: int
    text: str
    language: str
    file_name: str
    searched: bool = False
    measured: bool = False
    stale: bool = False
    line: LineContrast | None = None
    contrast: Contrast | None = None
    states: tuple[ConstraintState, ...] = ()
    slow_inputs: tuple[SlowInput, ...] = ()
    unsearched: tuple[Constraint, ...] = ()


def explanation(facts: LineFacts) -> str:
    """All of it, as one document."""
    parts = [
        f"# Line {facts.number} of {escaped(facts.file_name)}",
        code_block(facts.text.strip(), facts.language),
        *_counts(facts),
    ]
    shown = sorted((state for state in facts.states if state.status != REFUTED and not state.same_as), key=by_evidence)
    refuted = [state for state in facts.states if state.status == REFUTED]
    for state in shown:
        parts += _constraint(state, facts)
    if facts.unsearched:
        parts.append("## What built-in rules see here")
        parts.append("Nothing of it is tested before a search: a rule reads the program's text alone.")
        for found in facts.unsearched:
            parts += [f"- **{escaped(words.sentence(found.sentence))}** {_predicate(found)}", *_why(found)]
    if refuted:
        parts.append("## Refuted here")
        parts += [
            f"- {escaped(words.sentence(state.constraint.sentence))} {_predicate(state.constraint)}"
            f" {escaped(words.sentence(state.reason) if state.reason else evidence_text(state))}"
            for state in refuted
        ]
    parts += _rules([state.constraint for state in shown] + list(facts.unsearched), facts.language)
    if not facts.states and not facts.unsearched:
        parts.append("No rule and no model says anything about this line.")
    return "\n\n".join(part for part in parts if part) + "\n"


def _counts(facts: LineFacts) -> Iterator[str]:
    yield "## How often it runs"
    if not facts.searched:
        yield "No search has run on this program yet: *Find Slow Inputs* measures its lines."
    elif not facts.measured:
        yield "This line was edited since the search, so nothing is known of what it does now. Search again."
    elif facts.contrast is None:
        yield "The search has found no pair of a fast and a slow input yet."
    elif facts.line is None:
        yield "It holds no code that is counted: a declaration, a comment, or part of a statement that begins above."
    else:
        yield table(facts.line, facts.contrast)
        if facts.line.hot:
            yield "It explains much of the difference between the two."
        elif facts.line.slow <= facts.line.fast:
            yield "It runs no more often on the slow input: what is slow is elsewhere, or within what it calls."
    if facts.measured and facts.stale:
        yield "*Measured before the last edit; search again for fresh numbers.*"


def _constraint(state: ConstraintState, facts: LineFacts) -> Iterator[str]:
    constraint = state.constraint
    yield f"## {status_text(state)}: {escaped(words.heading(constraint.sentence))}"
    if constraint.predicate:
        yield code_block(constraint.predicate, facts.language)
    yield " ".join(
        part
        for part in (
            evidence_text(state),
            words.sentence(ranks_text(satisfied_by(constraint.id, facts.slow_inputs), len(facts.slow_inputs))),
        )
        if part
    )
    yield from _why(constraint)
    yield from _said_otherwise(state, facts)
    yield " ".join(part for part in (escaped(checker_text(state)), escaped(words.sentence(state.reason))) if part)
    yield f"*From the {escaped(origin_text(constraint))}.*"


def _said_otherwise(state: ConstraintState, facts: LineFacts) -> Iterator[str]:
    """What it stands for, as all inputs so far say the same of both."""
    for other in facts.states:
        if other.same_as == state.constraint.id:
            yield (
                f"Said otherwise: {escaped(words.sentence(other.constraint.sentence))} {_predicate(other.constraint)}"
            ).rstrip()


def _why(constraint: Constraint) -> list[str]:
    return [escaped(words.sentence(constraint.why))] if constraint.why else []


def _rules(constraints: Iterable[Constraint], language: str) -> Iterator[str]:
    """The words of each rule that speaks here, once."""
    from slowpath.analysis.rules import rule_of

    names = dict.fromkeys(one.origin.name for one in constraints if one.origin.kind == RULE)
    for name in names:
        try:
            rule = rule_of(name)
        except KeyError:
            continue
        yield f"## The rule: {escaped(rule.title)}"
        for heading in EXPLAINED_HEADINGS:
            yield f"**{heading}.** {prose(rule.section(heading))}"
        yield f"**Example.**\n\n{code_block(rule.section('Example'), language)}"


def constraint_lines(state: ConstraintState, slow_inputs: Sequence[SlowInput], links: bool) -> str:
    """A constraint in a hover: what, how sure, which inputs; and where `links` says so, its conversation."""
    constraint = state.constraint
    satisfying = satisfied_by(constraint.id, slow_inputs)
    title = f"**{status_text(state)}**: {escaped(words.heading(constraint.sentence))} {_predicate(constraint)}"
    said = [title.rstrip(), evidence_text(state)]
    for part in (ranks_text(satisfying, len(slow_inputs)), origin_text(constraint)):
        if part:
            said.append(words.sentence(part))
    if constraint.why:
        said.append(escaped(words.sentence(constraint.why)))
    if note := checker_text(state):
        said.append(escaped(note))
    if links and constraint.origin.conversation:
        said.append(command_link("Prompt and reply", COMMAND_OPEN_CONVERSATION, constraint.origin.conversation))
    return "  \n".join(said)


_GAP = "&emsp;"
"""Before each cell of a table: the editor sets the columns of a hover side by side without a gap."""


def _row(cells: Iterable[str]) -> str:
    return "".join(f"|{_GAP}{cell}" for cell in cells) + "|\n"


def table(line: LineContrast, contrast: Contrast) -> str:
    """The line's two counts side by side, and which inputs they belong to."""
    columns = [
        ("line", str(line.line)),
        ("fast", words.count(line.fast)),
        ("slow", words.count(line.slow)),
        ("ratio", words.times(line.ratio)),
        ("share of all work", words.share(line.share)),
    ]
    if line.growth:
        columns.append(("grows like", escaped(line.growth)))
    heads, cells = zip(*columns, strict=True)
    return (
        f"{_row(heads)}{'|---:' * len(columns)}|\n{_row(cells)}\n"
        f"fast: {escaped(contrast.fast_label)} ({cost(contrast.fast_count, contrast.fast_cpu_ns)})  \n"
        f"slow: {escaped(contrast.slow_label)} ({cost(contrast.slow_count, contrast.slow_cpu_ns)})"
    )


def cost(count: int, cpu_ns: int) -> str:
    """What a side of a pair costs: its count, and its CPU time where that is what is compared."""
    time = f", {cpu_ns / 1e6:,.3g} ms of CPU time" if cpu_ns else ""
    return f"cost {words.count(count)}{time}"


def command_link(label: str, command: str, *arguments: object) -> str:
    """A link that runs a command of the extension, where hovers may."""
    return f"[{escaped(label)}](command:{command}?{percent_encoded(json.dumps(arguments))})"


def percent_encoded(text: str) -> str:
    """As it stands in a URI, where anything but letters and digits may mean something."""
    return "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"%{byte:02X}" for byte in text.encode("utf-8"))


def escaped(label: str) -> str:
    """A text as Markdown that shows it as it is."""
    return "".join(f"\\{character}" if character in "\\`*_{}[]()<>#|~" else character for character in label)


def prose(text: str) -> str:
    """A rule's own text: paragraphs and code spans are meant as such, HTML isn't."""
    return "`".join(part if at % 2 else part.replace("<", "&lt;") for at, part in enumerate(text.split("`")))


def _predicate(constraint: Constraint) -> str:
    return code_span(constraint.predicate) if constraint.predicate else ""


def code_span(text: str) -> str:
    """Inline code, whatever backticks it holds."""
    fence = "`"
    while fence in text:
        fence += "`"
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{' '.join(text.split())}{space}{fence}"


def code_block(text: str, language: str) -> str:
    """A block of code, whatever fences it holds; nothing for nothing."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}" if text else ""
