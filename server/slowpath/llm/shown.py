"""How long material is shown to a model: cut, and saying so."""

from __future__ import annotations

from slowpath.model.problem import Sample

LONGEST_STATEMENT = 16_000
MOST_LINES = 12
LONGEST_LINE = 160
SHOWN_END = 60
LONGEST_PROGRAM = 24_000
SAMPLE_LINES = 60
"""A sample of several test cases is long, and each case of it says something."""
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
    head, tail = lines[: most_lines - 2], lines[-1]
    left = len(lines) - len(head) - 1
    return "\n".join([*(_shown_line(line) for line in head), f"[... {left} more lines]", _shown_line(tail)])


def shown_program(source: bytes) -> str:
    """A program's text as a model reads it."""
    return shortened(source.decode("utf-8", "replace").strip("\n"), LONGEST_PROGRAM)


def shown_limits(time_limit_s: float | None, memory_limit_bytes: int | None, any_answer: str = "") -> str:
    """The limits in sentences."""
    said = [
        f"Time: {time_limit_s:g} s." if time_limit_s else "The limit of time isn't known; about 2 s is usual.",
        f"Memory: {memory_limit_bytes >> 20} MB."
        if memory_limit_bytes
        else "The limit of memory isn't known; 256 MB is usual.",
    ]
    if any_answer:
        said.append("Several answers may be right, so that another answer alone isn't a wrong one.")
    return " ".join(said)


def shown_sample(sample: Sample) -> str:
    """One sample with its answer, long ones shortened."""
    answer = shown_input(sample.answer, SAMPLE_LINES) if sample.answer is not None else "(not given)"
    return f"Input {sample.name}:\n{shown_input(sample.data, SAMPLE_LINES)}\nAnswer:\n{answer}"


def _shown_line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    head, left, tail = line[: LONGEST_LINE - SHOWN_END], line[LONGEST_LINE - SHOWN_END : -SHOWN_END], line[-SHOWN_END:]
    if " " not in left:
        return f"{head} [... {len(left)} more characters ...] {tail}"
    # Tokens that the cut would halve are left out whole.
    head, _, before = head.rpartition(" ")
    behind, _, tail = tail.partition(" ")
    return f"{head} [... {len((before + left + behind).split())} more tokens ...] {tail}"


def one_line(text: str, most: int) -> str:
    """A model's words as one printable line of at most `most` characters."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return words if len(words) <= most else words[: most - 3].rstrip() + "..."
