"""The program as a model reads it: every line with its number and how often it ran for the fast and the slow input.

WEDGE section 3.1 gives the model the hit counts of both runs "aggregated" into the program's text. A long program is
shortened to a budget of tokens by leaving out what doesn't explain the difference: functions without a hot line first,
those that ran least before others, then everything far from the hot lines. Hot lines always stay, and what is left out
is said, so that line numbers stay those of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slowpath.analysis.source import FunctionPlace, functions_of, tree_of
from slowpath.llm.client import estimated_tokens
from slowpath.model.contrast import Contrast, LineContrast

MOST_TOKENS = 6000
LONGEST_LINE = 240
LONGEST_HOT_LINE = 2000
KEY_LINES = 8
LEFT_OUT_LENGTH = 60
CHARACTERS_PER_TOKEN = 4
NEAR = (40, 20, 10, 5, 2, 1, 0)
HEADER = (
    "[line: hits in the fast run, in the slow run, (slow+1)/(fast+1); * marks most of the extra work; lines"
    " without counts have none of their own and may be named too]"
)


@dataclass(frozen=True)
class _Program:
    """The text by lines (index 0 is line 1), its counts by line, and the lines that must be seen."""

    lines: Sequence[str]
    counts: Mapping[int, LineContrast]
    key: frozenset[int]

    def ran(self, first: int, last: int) -> int:
        """How often the most frequent of these lines ran in the slow run."""
        return max((self.counts[line].slow for line in range(first, last + 1) if line in self.counts), default=0)


def annotated_listing(source: bytes, language: str, contrast: Contrast, most_tokens: int = MOST_TOKENS) -> str:
    """The listing, of about `most_tokens` at most; more only where the hot lines alone need it."""
    lines = source.decode("utf-8", "replace").split("\n")
    counts = {row.line: row for row in contrast.lines if 1 <= row.line <= len(lines)}
    program = _Program(lines, counts, _key_lines(counts))
    kept = set(range(1, len(lines) + 1))
    left = sum(len(_row(program, line)) + 1 for line in kept) + len(HEADER) - CHARACTERS_PER_TOKEN * most_tokens
    for function in _cold_functions(program, source, language) if left > 0 else ():
        if left <= 0:
            break
        gone = (set(range(function.first_line + 1, function.last_line + 1)) - program.key) & kept
        kept -= gone
        left -= sum(len(_row(program, line)) + 1 for line in gone) - LEFT_OUT_LENGTH
    text = _rendered(program, kept)
    for near in NEAR:
        if estimated_tokens(text) <= most_tokens:
            break
        text = _rendered(program, _around(kept, program.key, near))
    return text


def _around(kept: set[int], key: frozenset[int], near: int) -> set[int]:
    """The kept lines within `near` lines of a key line."""
    return kept & {line + offset for line in key for offset in range(-near, near + 1)}


def _key_lines(counts: Mapping[int, LineContrast]) -> frozenset[int]:
    """The hot lines; where none is hot, those that ran most."""
    hot = frozenset(line for line, row in counts.items() if row.hot)
    return hot or frozenset(sorted(counts, key=lambda line: -counts[line].slow)[:KEY_LINES])


def _cold_functions(program: _Program, source: bytes, language: str) -> list[FunctionPlace]:
    """Functions without a key line, those that ran least first; among equals the longest first."""
    root = tree_of(source, language)
    found = functions_of(root) if root is not None else []
    cold = [
        each
        for each in found
        if each.last_line > each.first_line + 1
        and not any(each.first_line <= line <= each.last_line for line in program.key)
    ]
    return sorted(
        cold, key=lambda each: (program.ran(each.first_line, each.last_line), each.first_line - each.last_line)
    )


def _rendered(program: _Program, kept: set[int]) -> str:
    """The rows of the kept lines; a row for each stretch that is left out."""
    rows, gap = [HEADER], 0
    for number in range(1, len(program.lines) + 2):
        if number in kept or number > len(program.lines):
            if gap:
                rows.append(_left_out(program, gap, number - 1))
                gap = 0
            if number <= len(program.lines):
                rows.append(_row(program, number))
        elif not gap:
            gap = number
    return "\n".join(rows)


def _left_out(program: _Program, first: int, last: int) -> str:
    most = program.ran(first, last)
    what = f"lines {first} to {last}" if last > first else f"line {first}"
    return f"... | {what} left out" + (f", run at most {most} times" if most else ", never run or not executable")


def _row(program: _Program, number: int) -> str:
    text = program.lines[number - 1].rstrip()
    longest = LONGEST_HOT_LINE if number in program.key else LONGEST_LINE
    text = text if len(text) <= longest else text[:longest] + " [... cut here]"
    row = program.counts.get(number)
    if row is None:
        return f"{number}: | {text}".rstrip()
    ratio = f"{row.ratio:.1f}" if row.ratio < 100 else f"{row.ratio:.0f}"
    return f"{number}: {row.fast} {row.slow} {ratio}{'*' if row.hot else ''} | {text}".rstrip()
