"""What a statement calls by a letter and a program by a word: `h_i` of "heights (1 <= h_i <= 1000)" is `heights`, and
`a_{i,j}` is `table` where there is no other list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from slowpath.inputs.infer.reads.items import Branch, Item, Loop, Rest, Token, bodies
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.scope import rank

_SHORTEST_WORD = 3
_ELEMENT = re.compile(
    r"\b(?:each|every|all|any) (?:[\w-]+ )?(?:numbers?|integers?|elements?|values?|cells?) ([a-z]) "
    r"(?:in|of|on)\b",
    re.I,
)
"""What any element is called: "each number p in the table"."""


def abbreviations(chains: Iterable[Chain], names: Iterable[str], is_same: Callable[[str, str], bool]) -> dict[str, str]:
    """The statement's letter for each variable of which that is the initial, and no other variable's.

    Only letters that name no variable themselves, and variables of which no comparison of the input speaks. `is_same`
    says whether a name in the statement means a variable.
    """
    variables = list(dict.fromkeys(names))
    stated = {
        operand.name
        for chain in chains
        if (rank(chain.sentence) or 0) <= 1
        for place in chain.operands
        for operand in place
        if operand.name
    }
    letters = sorted(name for name in stated if len(name) == 1 and not any(is_same(name, one) for one in variables))
    unspoken = [
        one for one in variables if len(one) >= _SHORTEST_WORD and not any(is_same(name, one) for name in stated)
    ]
    made = {}
    for letter in letters:
        meant = [one for one in unspoken if one[0].lower() == letter.lower()]
        if len(meant) == 1:
            made[meant[0]] = letter
    return made


def only_other_list(
    chains: Iterable[Chain], items: tuple[Item, ...], names: Iterable[str], is_same: Callable[[str, str], bool]
) -> dict[str, str]:
    """The statement's name for the one list that it calls otherwise: where it bounds the elements of one list that no
    variable is called after (`a_{i,j}`), and no comparison speaks of one list of the program (`table`)."""
    described = [
        operand
        for chain in chains
        if rank(chain.sentence) == 0 and not chain.summed
        for place in chain.operands
        for operand in place
        if operand.name
    ]
    variables = list(dict.fromkeys(names))
    elements = {name for chain in chains for name in _ELEMENT.findall(chain.sentence.text)}
    stated = {
        operand.name
        for operand in described
        if ((operand.subscript and not operand.subscript.isdigit()) or operand.name in elements)
        and not any(is_same(operand.name, one) for one in variables)
    }
    unspoken = [name for name in _listed(items, False) if not any(is_same(one.name, name) for one in described)]
    return {unspoken[0]: stated.pop()} if len(stated) == len(unspoken) == 1 else {}


def _listed(items: tuple[Item, ...], inside: bool) -> Iterator[str]:
    """The names of what is read in loops, but those over test cases; the kind of a query is no value."""
    tags = {item.on for item in items if isinstance(item, Branch)}
    for item in items:
        if isinstance(item, Rest) or (isinstance(item, Token) and inside and item.key not in tags):
            yield item.key
        for body in bodies(item):
            yield from _listed(body, inside or (isinstance(item, Loop) and not item.cases))
