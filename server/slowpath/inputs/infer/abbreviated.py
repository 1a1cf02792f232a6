"""What a statement calls by a letter and a program by a word: `h_i` of "heights (1 <= h_i <= 1000)" is `heights`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from slowpath.inputs.infer.extraction.chains import Chain
from slowpath.inputs.infer.extraction.scope import rank

_SHORTEST_WORD = 3


def abbreviations(chains: Iterable[Chain], names: Iterable[str], is_same: Callable[[str, str], bool]) -> dict[str, str]:
    """The statement's letter for each variable of which that is the initial, and no other variable's.

    Only letters that name no variable themselves, and variables of which no comparison of the input speaks. `is_same`
    says whether a name in the statement means a variable.
    """
    variables = list(dict.fromkeys(names))
    stated = {operand.name for chain in chains if (rank(chain.sentence) or 0) <= 1
              for place in chain.operands for operand in place if operand.name}
    letters = sorted(name for name in stated if len(name) == 1 and not any(is_same(name, one) for one in variables))
    unspoken = [one for one in variables
                if len(one) >= _SHORTEST_WORD and not any(is_same(name, one) for name in stated)]
    made = {}
    for letter in letters:
        meant = [one for one in unspoken if one[0].lower() == letter.lower()]
        if len(meant) == 1:
            made[meant[0]] = letter
    return made
