"""The program with how often each line ran on a slow input, as a model reads it (Effi-Learner's execution profile).

Lines that hold most of the work are marked. A program that is too long is shortened to what surrounds these, and what
is left out is said, so that line numbers stay those of the file.
"""

from __future__ import annotations

from collections.abc import Mapping

HOT_SHARE = 0.05
"""A line is marked that has at least this part of all hits."""
MOST_MARKED = 8
MOST_CHARACTERS = 24_000
LONGEST_LINE = 400
NEAR = (60, 30, 10, 3)


def profiled_listing(source: bytes, hits: Mapping[int, int], most: int = MOST_CHARACTERS) -> str:
    """The listing, of at most about `most` characters where the lines around the marked ones allow that. `hits` maps
    1-based lines to counts."""
    lines = source.decode("utf-8", "replace").rstrip("\n").split("\n")
    marked = marked_lines(hits)
    rows = [_row(number, text, hits, number in marked) for number, text in enumerate(lines, 1)]
    kept = range(1, len(rows) + 1)
    listing = _rendered(rows, set(kept))
    for near in NEAR:
        if len(listing) <= most:
            break
        listing = _rendered(rows, {line for line in kept if any(abs(line - hot) <= near for hot in marked)})
    return listing


def marked_lines(hits: Mapping[int, int]) -> frozenset[int]:
    """The lines that ran most, as far as each has a good part of all hits."""
    total = sum(hits.values())
    ranked = sorted(hits, key=lambda line: (-hits[line], line))[:MOST_MARKED]
    return frozenset(line for line in ranked if hits[line] > 1 and hits[line] >= HOT_SHARE * total)


def _row(number: int, text: str, hits: Mapping[int, int], is_marked: bool) -> str:
    text = text.rstrip()
    text = text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + " [... cut here]"
    count = f" {hits[number]}{'*' if is_marked else ''}" if number in hits else ""
    return f"{number}:{count} | {text}".rstrip()


def _rendered(rows: list[str], kept: set[int]) -> str:
    shown: list[str] = []
    gap = 0
    for number, row in enumerate(rows, 1):
        if number in kept:
            if gap:
                shown.append(f"... | {gap} lines left out")
            gap = 0
            shown.append(row)
        else:
            gap += 1
    return "\n".join([*shown, f"... | {gap} lines left out"] if gap else shown)
