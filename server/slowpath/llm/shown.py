"""How long material is shown to a model: cut, and saying so."""

from __future__ import annotations

LONGEST_STATEMENT = 16_000
MOST_LINES = 12
LONGEST_LINE = 160
SHOWN_END = 60
NO_STATEMENT = "(There is no statement. The input format below was read from a solution.)"


def shown_statement(statement: str) -> str:
    """The problem as a model reads it."""
    return shortened(statement.strip(), LONGEST_STATEMENT) if statement.strip() else NO_STATEMENT


def shortened(text: str, most: int) -> str:
    """The text's beginning."""
    return text if len(text) <= most else text[:most] + "\n[... cut here]"


def shown_input(data: bytes, most_lines: int = MOST_LINES) -> str:
    """An input's first lines and its last, long lines by both ends, with how much is left out."""
    lines = data.decode("utf-8", "replace").rstrip("\n").split("\n")
    if len(lines) <= most_lines:
        return "\n".join(_shown_line(line) for line in lines)
    head, tail = lines[:most_lines - 2], lines[-1]
    left = len(lines) - len(head) - 1
    return "\n".join([*(_shown_line(line) for line in head), f"[... {left} more lines]", _shown_line(tail)])


def _shown_line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    head, left, tail = line[:LONGEST_LINE - SHOWN_END], line[LONGEST_LINE - SHOWN_END:-SHOWN_END], line[-SHOWN_END:]
    if " " not in left:
        return f"{head} [... {len(left)} more characters ...] {tail}"
    # Tokens that the cut would halve are left out whole.
    head, _, before = head.rpartition(" ")
    behind, _, tail = tail.partition(" ")
    return f"{head} [... {len((before + left + behind).split())} more tokens ...] {tail}"
