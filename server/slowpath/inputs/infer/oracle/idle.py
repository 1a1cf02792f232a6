"""A last token that the program reads and does nothing with: `cin >> n` at the end, to keep a window open.

Inputs don't have it. The program behaves the same without it, on every input that was tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.taking import differs
from slowpath.inputs.infer.oracle.trials import Trial
from slowpath.inputs.infer.reads.items import ReadProgram, Token
from slowpath.model.format import InputFormat, Scalar
from slowpath.model.nodes import items_of
from slowpath.model.verdict import Verdict

_OTHER_WORDS = ("0", "7")


def has_idle_tail(asker: Asker, fmt: InputFormat, exact: Sequence[Trial]) -> bool:
    """Whether the format ends with a token that changes nothing, while others stand before it. Raises `Spent`."""
    items = list(items_of(fmt.nodes))
    if len(items) < 2 or not isinstance(items[-1], Scalar) or not exact:
        return False
    return all(_is_idle(asker, trial) for trial in exact)


def _is_idle(asker: Asker, trial: Trial) -> bool:
    text = trial.text
    full = asker.run(text.data)
    last = len(text) - 1
    return full.verdict is Verdict.OK and not any(
        differs(full, asker.run(data))
        for data in (text.ending(last), *(text.with_word(last, word).data for word in _OTHER_WORDS))
    )


def without_tail(program: ReadProgram) -> ReadProgram:
    """The read grammar without its last token, where that is one."""
    items = program.items
    return replace(program, items=items[:-1]) if items and isinstance(items[-1], Token) else program
