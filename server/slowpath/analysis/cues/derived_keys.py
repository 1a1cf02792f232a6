"""Keys of hash tables that a program reckons: a value less its place (`seen[a[i] - i]`), a running sum (`count[s]`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.seen import Rule, Seen, Values
from slowpath.model.patterns import late_regex

_TABLES = {
    "cpp": late_regex(r"\b(?:unordered_(?:multi)?(?:map|set)|gp_hash_table|cc_hash_table)\s*<[^;(){}]*>\s*&?\s*(\w+)"),
    "python": late_regex(
        r"\b(\w+)\s*=\s*(?:\{\s*\}|\{[^{},:]+:[^{},]*\}|(?:collections\.)?(?:dict|set|defaultdict|"
        r"Counter)\s*\()"
    ),
    "java": late_regex(r"\b(?:Linked)?Hash(?:Map|Set)\s*<[^;(){}]*>\s*(\w+)"),
}
_PLACES = {
    "cpp": late_regex(r"\bfor\s*\([^;:]*?\b(\w+)\s*=[^;:]*;"),
    "python": late_regex(r"\bfor\s+(\w+)\b[^:]*\bin\s+(?:range|enumerate)\s*\("),
}
_PLACES["java"] = _PLACES["cpp"]
_BOUNDS = {"cpp": late_regex(r"\bfor\s*\([^;]*;([^;]*);"), "python": late_regex(r"\brange\s*\(([^:]*)")}
_BOUNDS["java"] = _BOUNDS["cpp"]


def _derived(seen: Seen) -> Values:
    """The lines where a key is reckoned, with how: "less place", "with place", "running sum"."""
    text = "\n".join(seen.rows)
    known = _TABLES.get(seen.language)
    tables = frozenset(known.findall(text) if known is not None else ())
    if not tables:
        return
    for line, way in (*_with_places(seen, text, tables), *_summed(seen, tables)):
        yield line, (way,)


def _with_places(seen: Seen, text: str, tables: frozenset[str]) -> Iterator[tuple[int, str]]:
    """A value and the index of a loop, one subtracted from the other or both added: outside of other subscripts. What
    bounds a loop is no value (`n - i`)."""
    places = frozenset(_PLACES[seen.language].findall(text))
    bounds = places | frozenset(
        name for bound in _BOUNDS[seen.language].findall(text) for name in re.findall(r"\b[A-Za-z_]\w*\b", bound)
    )
    if not places:
        return
    place = rf"(?:{'|'.join(sorted(map(re.escape, places)))})\b(?!\s*[\[(.])"
    value = r"(?:[A-Za-z_]\w*(?:\[[^\[\]]*\])+|[A-Za-z_]\w*\b(?!\s*[\[(.]))"
    found = late_regex(
        rf"(?<![\w.])(?:(?P<value>{value})\s*(?P<sign>[-+])\s*{place}|"
        rf"{place}\s*(?P<back>[-+])\s*(?P<after>{value}))"
    )
    for line, row in seen.numbered():
        for match in found.finditer(row):
            named, inside = match["value"] or match["after"], re.search(r"(\w+)\s*\[\s*$", row[: match.start()])
            if named in bounds or (inside is not None and inside[1] not in tables):
                continue
            yield line, "less place" if (match["sign"] or match["back"]) == "-" else "with place"


def _summed(seen: Seen, tables: frozenset[str]) -> Iterator[tuple[int, str]]:
    """A name to which values are added in a loop, or a list of sums, and which is a key elsewhere."""
    table = rf"(?:{'|'.join(sorted(map(re.escape, tables)))})"
    added = late_regex(
        r"\b(\w+)\s*\+=|\b(\w+)\s*=\s*\2\s*\+|\b(\w+)\[[^\]]*\]\s*=\s*\3\[[^\]]*\]\s*\+|"
        r"\bpartial_sum\s*\([^;]*?(\w+)\.begin\(\)\s*\)|\b(\w+)\s*=[^=].*\baccumulate\s*\("
    )
    for line in seen.in_loops(iter(range(1, len(seen.rows) + 1))):
        for match in added.finditer(seen.rows[line - 1]):
            name = re.escape(next(group for group in match.groups() if group))
            key = rf"\b{table}\s*(?:\[|\.\w+\s*\(\s*\{{?)\s*{name}\b|\b{name}\b[^:=;]*\bin\s+{table}\b"
            if any(seen.matching(key)):
                yield line, "running sum"


RULES: tuple[Rule, ...] = (Rule("derived-keys", (), values=_derived),)
