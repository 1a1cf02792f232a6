"""Claims about which values there are: one of a few with gaps between them ("each a_i is -1 or 1", `a_i in {1, 3, 5}`),
so many ones among bits, not zeros alone.

The bounds come from the same words (`statement.claims.prose`); here what lies between is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.inputs.infer.facts.mentioned import is_same
from slowpath.inputs.infer.relations.claims import Claim
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.relation_kinds.among import among
from slowpath.inputs.relations.occurrences import can_be_counted
from slowpath.model.expression import expr
from slowpath.model.format import Array, IntType, Matrix, Relation, Scalar, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name

_NAME = late_regex(r"(?<![\w'])([A-Za-z](?:_\w+)?)(?: ?\([^()]*\))?,? $")


def _few(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Of the one variable that lies between the least and the largest value."""
    listed = f"{claim.found['values']} {claim.found.groupdict().get('otherwise') or ''}"
    values = sorted({int(value) for value in re.findall(r"-?\d+", listed)})
    named = _NAME.search(claim.before)
    ends = values[0], values[-1]
    meant = _between(base_name(named[1]) if named is not None else "", ends, gathered)
    if len(meant) == 1 and ends[1] - ends[0] >= len(values) > 1:
        yield among(meant[0], values)


def _one_beside(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """One value beside an interval that begins two behind it: "a_i = -1 or 1 <= a_i <= n"."""
    one = int(claim.found["one"])
    for name in (
        _between(base_name(claim.found["name"]), (one, None), gathered) if int(claim.found["least"]) == one + 2 else ()
    ):
        yield Relation("compare", expr(name), "!=", expr(one + 1))


def _bits(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """How many ones, or zeros, the only word or list of bits holds."""
    bit = "1" if re.search("one|1", claim.found["bit"]) else "0"
    count = gathered.count(claim.found["count"])
    fit = [
        (name, of)
        for name, place in gathered.places.items()
        if can_be_counted(place)
        and (
            (isinstance(of := place.item.type, WordType) and set(of.alphabet) == {"0", "1"})  # type: ignore[union-attr]
            or (isinstance(of, IntType) and (of.lo.text, of.hi.text) == ("0", "1"))
        )
    ]
    if count is not None and len(fit) == 1:
        (name, of), others = fit[0], (expr(count),)
        is_word = isinstance(of, WordType)
        yield Relation("exactly", expr(name), "==", expr(ord(bit) if is_word else bit), others, bit if is_word else "")


def _not_all_zero(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """One of the integers that the sentence describes, or the one before it, isn't zero, or an element of the only list
    there."""
    at = gathered.sentences.index(claim.sentence) if claim.sentence in gathered.sentences else 0
    told = [*gathered.knowledge.described.items()][::-1]
    lines = [claim.sentence, gathered.sentences[max(0, at - 1)]]
    own = next((names for one in lines if (names := [name for name, line in told if is_same(line, one)])), [])
    types = {name: getattr(gathered.places[name].item, "type", None) for name in own if name in gathered.places}
    integers = {name: of for name, of in types.items() if isinstance(of, IntType)}
    lists = [name for name in integers if isinstance(gathered.places[name].item, Array | Matrix)]
    open_to_zero = [name for name, of in integers.items() if of.lo.constant is not None and of.lo.constant <= 0]
    if not lists and len(open_to_zero) > 1:
        parts = (name if integers[name].lo.constant == 0 else f"abs({name})" for name in open_to_zero)
        yield Relation("compare", expr("+".join(parts)), ">=", expr(1))
    elif len(lists) == 1 and lists[0] in open_to_zero:
        yield Relation("some", expr(lists[0]), "!=", expr(0))


def _between(named: str, ends: tuple[int, int | None], gathered: Gathered) -> list[str]:
    """The integers with these bounds that a name may mean; all where there is none."""
    integers = {
        name: of
        for name, place in gathered.places.items()
        if isinstance(place.item, Array | Matrix | Scalar) and isinstance(of := place.item.type, IntType)
    }
    return [
        name
        for name, of in integers.items()
        if (not named or gathered.knowledge.same(named, name))
        and of.lo.constant == ends[0]
        and ends[1] in (None, of.hi.constant)
    ]


RESOLVERS = {"few values": _few, "value beside": _one_beside, "bits": _bits, "not all zero": _not_all_zero}
