"""Where the bounds of a format came from, in words: as comments of a written format, and one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slowpath.inputs.text_form.left_open import left_open, open_lines, settled
from slowpath.inputs.text_form.positions import outline, words_of
from slowpath.model.format import Evidence, FormatReport
from slowpath.model.patterns import late_regex

LONGEST_QUOTE = 160
_STRENGTH = ("user", "package", "statement", "model", "oracle", "samples", "assumed", "reads")
_LOW, _HIGH = late_regex(r">"), late_regex(r"<")
_CHAIN = late_regex(r"<.*<")
_ROUND = late_regex(r"([1-9]|[1-9]\d)(0{4,})")
_LEAST, _MOST = late_regex(r"(\S+) >= (\S+)"), late_regex(r"(\S+) <= (\S+)")
_ASSUMED = late_regex(r"(\s*# )(.*)( \(assumed[,:)].*)")
_DIGITS = late_regex(r"\d+")
_NAME = late_regex(r"[^\W\d]\w*")


def grounds_of(name: str, report: FormatReport) -> tuple[Evidence, ...]:
    """What the report knows about a variable: what decides bounds first, that the program reads it last."""
    found = [evidence for evidence in report.evidence if evidence.about == name]
    return tuple(
        sorted(
            found,
            key=lambda evidence: _STRENGTH.index(evidence.source) if evidence.source in _STRENGTH else len(_STRENGTH),
        )
    )


def ground_of_bound(grounds: Sequence[Evidence], high: bool) -> Evidence | None:
    """The ground of the low or the high bound: one that speaks of this side, else one that speaks of bounds at all."""
    decisive = [evidence for evidence in grounds if evidence.source != "reads"]
    side = _HIGH if high else _LOW
    for evidence in decisive:
        if side.search(evidence.fact) or _CHAIN.search(evidence.fact):
            return evidence
    return decisive[0] if decisive else None


def annotated(report: FormatReport, statement_name: str = "", source_name: str = "") -> str:
    """The report's text with comment lines above each line that say where its bounds came from, and at its end what it
    leaves open (`left_open`).

    `statement_name` and `source_name` are the files that the evidence's lines refer to. Large round numbers are
    written as powers; the text means the same format.
    """
    files = {"statement": statement_name, "reads": source_name, "assumed": source_name, "oracle": source_name}
    by_line: dict[int, list[Evidence]] = {}
    for declared in outline(report.text).declared:
        by_line.setdefault(declared.at.line, []).extend(_telling(grounds_of(declared.name, report)))
    made: list[str] = []
    for number, line in enumerate(report.text.splitlines(), 1):
        indent = line[: len(line) - len(line.lstrip())]
        found = _of_relation(line, report) if line.startswith("where ") else by_line.get(number, [])
        comments = [f"{indent}# {text}" for text in _sentences(found, files)]
        made += [*(text for text in comments if text not in made), with_powers(line, number)]
    made += open_lines(report.doubts, statement_name)
    return "".join(f"{line}\n" for line in made)


def with_powers(text: str, line: int = 1) -> str:
    """A line of the text form with its large round numbers as powers of ten: 200000 is 2*10^5."""
    words = words_of(text, line)
    for place in range(len(words) - 1, -1, -1):
        word = words[place]
        is_tag = place == 0 and len(words) > 1 and words[1].text == ":"
        if word.kind == "number" and not is_tag:
            begin = word.column - 1
            text = text[:begin] + in_powers(word.text) + text[begin + len(word.text) :]
    return text


def in_powers(number: str) -> str:
    """200000 as 2*10^5; what isn't round, or small, as it is."""
    match = _ROUND.fullmatch(number)
    if match is None:
        return number
    factor = "" if match[1] == "1" else f"{match[1]}*"
    return f"{factor}10^{len(match[2])}"


def _telling(grounds: Sequence[Evidence]) -> list[Evidence]:
    """What speaks of bounds; that a variable is read is said only where nothing else is known."""
    return [evidence for evidence in grounds if evidence.source != "reads"] or list(grounds)[:1]


def _sentences(found: Sequence[Evidence], files: Mapping[str, str]) -> list[str]:
    """One for each sentence or reason, with all facts that stand in it."""
    merged: dict[tuple[str, int, str], list[str]] = {}
    for evidence in found:
        merged.setdefault((evidence.source, evidence.line, evidence.quote), []).append(
            _DIGITS.sub(lambda digits: in_powers(digits.group()), evidence.fact)
        )
    return [_sentence(source, line, quote, facts, files) for (source, line, quote), facts in merged.items()]


def _sentence(source: str, line: int, quote: str, facts: Sequence[str], files: Mapping[str, str]) -> str:
    place = _place(source, line, files)
    quote = " ".join(quote.split())
    if len(quote) > LONGEST_QUOTE:
        quote = quote[: LONGEST_QUOTE - 3].rstrip() + "..."
    said = f": {quote}" if quote and source == "assumed" else f': "{quote}"' if quote else ""
    return f"{', '.join(_chained(facts))} ({place}{said})"


def _chained(facts: Sequence[str]) -> list[str]:
    """`n >= 1` and `n <= 9` after it as `1 <= n <= 9`; each fact once."""
    made: list[str] = []
    for fact in dict.fromkeys(facts):
        low = _LEAST.fullmatch(made[-1]) if made else None
        high = _MOST.fullmatch(fact)
        if low and high and low[1] == high[1]:
            made[-1] = f"{low[2]} <= {fact}"
        else:
            made.append(fact)
    return made


def _place(source: str, line: int, files: Mapping[str, str]) -> str:
    file = files.get(source, "")
    where = f"{file}:{line}" if file and line else file or (f"line {line}" if line else "")
    if source == "statement" or not where:
        return where or source
    return f"{source}, {where}"


def _of_relation(line: str, report: FormatReport) -> list[Evidence]:
    """The grounds of a relation: those that speak of a sum, or that name two of its variables."""
    names = set(_NAME.findall(line)) - {"where", "sum", "distinct"}
    summed = line.split()[1:2] == ["sum"]
    return [
        evidence
        for evidence in report.evidence
        if evidence.about in names
        and evidence.source != "reads"
        and ("sum" in evidence.fact if summed else len(names & set(_NAME.findall(evidence.fact))) > 1)
    ]


def with_bounds(text: str, name: str, bounds: str) -> str:
    """`text` with the bounds of `name` set; what comments say of the assumed ones is taken out.

    The text as it is where `name` has no bounds in it.
    """
    declared = outline(text).of(name)
    at = declared.bounds if declared is not None else None
    if at is None:
        return text
    lines = text.split("\n")
    line = lines[at.line - 1]
    lines[at.line - 1] = line[: at.column - 1] + bounds + line[at.end - 1 :]
    place = at.line - 2
    while place >= 0 and lines[place].lstrip().startswith("#"):
        kept = _without_assumption(lines[place], name)
        lines[place : place + 1] = [kept] if kept else []
        place -= 1
    changed = "\n".join(lines)
    unknown = [doubt for doubt in left_open(changed) if doubt.kind == "bounds" and name in _NAME.findall(doubt.text)]
    for doubt in unknown:
        changed = settled(changed, doubt)
    return changed


def _without_assumption(comment: str, name: str) -> str:
    """The comment without the assumptions about `name`; "" when nothing else stands in it."""
    assumed = _ASSUMED.fullmatch(comment)
    if assumed is None:
        return comment
    facts = [fact for fact in assumed[2].split(", ") if name not in _NAME.findall(fact)]
    return f"{assumed[1]}{', '.join(facts)}{assumed[3]}" if facts else ""
