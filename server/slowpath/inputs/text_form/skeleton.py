"""What to begin with when a format can't be inferred: why, what is known, and lines to complete.

The lines are a format that can be read, as far as the program's reads are plain; what isn't stands in comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.inputs.infer import reads_of
from slowpath.inputs.infer.reads.items import Branch, Item, Loop, Rest, Text, Token
from slowpath.inputs.text_form.positions import FUNCTIONS
from slowpath.model.format import FormatReport
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Problem, Solution

_MOST_REASONS, _MOST_LINES, _LONGEST_LINE = 3, 8, 80
_BOUNDS = {
    "int": "int 1..10^5",
    "any": "int 1..10^5",
    "float": "float 0.0..1000.0 decimals 3",
    "word": 'word 1..100 of "a-z"',
    "char": 'word 1..1 of "a-z"',
    "digit": "int 0..9",
}
_EXAMPLES = (
    "#",
    "#   n: int 1..10^5                     one integer",
    "#   a: int[n] 1..10^9                  n of them on one line",
    '#   s: word 1..100 of "a-z"            a word',
    "#   rows[m]: u: int 1..n; v: int 1..n  m lines",
)
_NAME = late_regex(r"[^\W\d]\w*")


def skeleton(problem: Problem, solution: Solution | None, report: FormatReport) -> str:
    """The text to begin with. It reads as a format, but for one that holds no line at all."""
    lines = ["# The input format couldn't be inferred. Write it here, a line of text for each line of input:"]
    lines += [f"#   {misfit.where}: {misfit.message}" for misfit in report.misfits[:_MOST_REASONS]]
    lines += _EXAMPLES
    lines += _shown_sample(problem)
    if solution is not None:
        known = _Known()
        guessed = list(known.lines(reads_of(solution).items))
        if guessed:
            lines += ["#", f"# What {solution.path.name} reads, with bounds to be corrected:", *guessed]
    return "".join(f"{line}\n" for line in lines)


def _shown_sample(problem: Problem) -> list[str]:
    if not problem.samples:
        return []
    sample = min(problem.samples, key=lambda sample: len(sample.data))
    text = sample.data[: _MOST_LINES * _LONGEST_LINE].decode("utf-8", "replace")
    shown = text.splitlines()[:_MOST_LINES]
    return ["#", f"# Sample {sample.name} is:", *(f"#   {line[:_LONGEST_LINE]}" for line in shown)]


class _Known:
    """Writes items as lines, keeping which variables may be mentioned."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def lines(self, items: Sequence[Item]) -> Iterator[str]:
        for item in items:
            match item:
                case Token() | Text():
                    yield from self._declared(item)
                case Loop() if self._is_plain(item):
                    yield from self._rows(item)
                case Loop() | Branch() | Rest():
                    inner = ", ".join(dict.fromkeys(_keys([item])))
                    place = f" (line {item.line})" if item.line else ""
                    how = "again and again" if isinstance(item, Loop) else "depending on the input"
                    yield f"# {how}: {inner}{place}"

    def _declared(self, item: Token | Text) -> Iterator[str]:
        if item.key in self._names:
            return
        self._names.add(item.key)
        yield f"{item.key}: {_typed(item)}"

    def _is_plain(self, loop: Loop) -> bool:
        """A loop over tokens whose count can be written."""
        mentioned = set(_NAME.findall(loop.count or "")) - set(FUNCTIONS)
        keys = _keys(loop.body)
        return (
            bool(loop.count)
            and mentioned <= self._names
            and bool(keys)
            and len(set(keys)) == len(keys)
            and not set(keys) & self._names
            and all(isinstance(part, Token) for part in loop.body)
        )

    def _rows(self, loop: Loop) -> Iterator[str]:
        tokens = [part for part in loop.body if isinstance(part, Token)]
        self._names.update(token.key for token in tokens)
        if len(tokens) == 1:
            kind, _, bounds = _typed(tokens[0]).partition(" ")
            yield f"{tokens[0].key}: {kind}[{loop.count}] {bounds}"
        else:
            yield f"rows[{loop.count}]: {'; '.join(f'{token.key}: {_typed(token)}' for token in tokens)}"


def _typed(item: Token | Text) -> str:
    return 'text 0..100 of " -~"' if isinstance(item, Text) else _BOUNDS.get(item.kind, _BOUNDS["int"])


def _keys(items: Sequence[Item]) -> list[str]:
    made: list[str] = []
    for item in items:
        if isinstance(item, Token | Text | Rest):
            made.append(item.key)
        elif isinstance(item, Loop):
            made += _keys(item.body)
        elif isinstance(item, Branch):
            made += [item.on, *(key for _, arm in item.arms for key in _keys(arm)), *_keys(item.otherwise)]
    return made
