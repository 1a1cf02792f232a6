"""What single tokens govern: a number is a size when the program reads more with one more of it.

The text of the program, or the samples, say which numbers are sizes; here the program says so itself, by running on
an input in which one number is changed by one and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.taking import differs, tokens_taken
from slowpath.inputs.infer.oracle.tokens import TokenText
from slowpath.inputs.infer.oracle.trials import Trial, integers_alone, token_index
from slowpath.inputs.printing import print_input
from slowpath.model.format import Evidence, InputFormat, Misfit, Tagged
from slowpath.model.nodes import counting_names
from slowpath.model.verdict import Verdict

_MOST_MORE = 12


@dataclass(frozen=True)
class Governing:
    """What one more of a number changes: `more` tokens, wanted on `line`; `more` None: some, not known how many."""

    more: int | None
    line: int


def governs(asker: Asker, text: TokenText, index: int, reading: frozenset[int] = frozenset()) -> Governing | None:
    """What token `index` governs, an integer in an input of which the program takes exactly all; None: nothing.

    The number made one larger shows it: the program then waits, after lines that it came to before. `reading` are
    lines that are known to read; one of them is named where it is among those. Raises `Spent`.
    """
    larger = text.with_word(index, str(int(text.words[index]) + 1))
    seen = asker.open(larger.data)
    if not seen.waiting:
        return None
    before = asker.open(larger.first(len(text) - 1))
    risen = {line for line, count in seen.hits.items() if count > before.hits.get(line, 0)} or set(seen.hits)
    line = max(risen & reading or risen, default=0)
    for more in range(1, _MOST_MORE + 1):
        larger = larger.with_more("1")
        if not asker.open(larger.data).waiting:
            return Governing(more, line)
    return Governing(None, line)


def checked_sizes(
    asker: Asker, fmt: InputFormat, trial: Trial, reading: frozenset[int] = frozenset()
) -> tuple[list[Evidence], list[Misfit]]:
    """Which of the format's sizes the program confirms, and which numbers it contradicts. Stops when it is spent.
    `reading` are the lines that are known to read."""
    evidence: list[Evidence] = []
    misfits: list[Misfit] = []
    if not asker.asks_for_more or asker.open(trial.text.data).waiting:
        return evidence, misfits
    # A list that is taken as a line is as long as its line, whatever its size says.
    by_lines = differs(asker.run(trial.text.data), asker.run(trial.text.on_one_line().data))
    sizes = frozenset() if by_lines else counting_names(fmt.nodes)
    for scalar, _ in integers_alone(fmt):
        index = token_index(fmt, trial.instance, scalar.name)
        if index is None:
            continue
        try:
            found = governs(asker, trial.text, index, reading)
            equal = scalar.name in sizes and found is None and takes_as_much(asker, trial.text, index)
        except Spent:
            break
        value = int(trial.text.words[index])
        if found is not None:
            amount = "more tokens" if found.more is None else f"{found.more} more token{'s' * (found.more != 1)}"
            evidence.append(
                Evidence(
                    scalar.name,
                    f"{scalar.name} is a size",
                    "oracle",
                    f"with {scalar.name} = {value + 1} instead of {value} the program reads {amount} on line "
                    f"{found.line}",
                    found.line,
                    0.95,
                )
            )
        elif equal:
            misfits.append(
                Misfit(
                    "oracle",
                    f"{scalar.name} is taken for a size, and the program reads as much with {value + 1} as with "
                    f"{value}",
                    "the other sources were believed",
                )
            )
    return evidence, misfits


def checked_tags(asker: Asker, fmt: InputFormat, trials: Iterable[Trial]) -> list[Evidence]:
    """Which lists of queries the program confirms: another tag on the last line, and it takes another number of tokens.
    Stops when it is spent."""
    evidence: list[Evidence] = []
    places = [(at, node) for at, node in enumerate(fmt.nodes) if isinstance(node, Tagged)]
    for at, node in places if asker.asks_for_more else ():
        for trial in trials:
            try:
                quote = _tag_change(asker, fmt, at, node, trial)
            except Spent:
                return evidence
            if quote:
                fact = f"the lines of {node.name} begin with a tag"
                evidence.append(Evidence(node.name, fact, "oracle", quote, 0, 0.95))
                break
    return evidence


def _tag_change(asker: Asker, fmt: InputFormat, at: int, node: Tagged, trial: Trial) -> str:
    """What another tag on the last line of a list of queries changes; "" where nothing is seen."""
    rows = trial.instance[node.name]
    if not rows or asker.open(trial.text.data).waiting:
        return ""
    before = {**trial.instance, node.name: rows[:-1]}
    index = len(print_input(InputFormat(fmt.nodes[: at + 1]), before).split()) + len(node.lead)
    widths = {variant.tag: len(variant.fields) for variant in node.variants}
    tag = str(rows[-1][0])
    for other, width in widths.items():
        if width == widths.get(tag):
            continue
        changed = trial.text.with_word(index, other)
        more = width - widths.get(tag, 0)
        fed = changed.with_more(*("1",) * max(more, 0))
        taken = tokens_taken(asker, fed)
        if taken == len(trial.text) + more:
            return (
                f"with {other} instead of {tag} on the last line the program takes {abs(more)} "
                f"{'more' if more > 0 else 'fewer'} token{'s' * (abs(more) != 1)}"
            )
    return ""


def takes_as_much(asker: Asker, text: TokenText, index: int) -> bool:
    """Whether the program ends well, having taken as many tokens, when token `index` is one larger or one smaller."""
    for step in (1, -1):
        changed = text.with_word(index, str(int(text.words[index]) + step))
        if asker.run(changed.data).verdict is not Verdict.OK or tokens_taken(asker, changed) != len(text):
            return False
    return True
