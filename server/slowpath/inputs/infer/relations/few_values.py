"""Numbers that have one of a few values with gaps between them: "each a_i is -1 or 1", `a_i in {1, 3, 5}`.

The bounds come from the same words (`statement.claims.prose`); here what lies between is left out: of values in equal
steps by the one that is barred, or by their remainder, of others by listing them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.relation_kinds.among import among
from slowpath.model.expression import expr
from slowpath.model.format import Array, IntType, Matrix, Relation, Scalar
from slowpath.statement.claims.names import base_name

_VALUE = r"-?\d{1,9}(?![\w^*.])"
_VALUES = re.compile(
    rf"(?P<before>[^.;]{{0,60}}?)(?:\b(?:is|are|be|equals?|equal to)\b|=|\bin\b)(?: always| each)?"
    rf"(?: either| equal to| one of(?: the values)?){{0,2}} \{{? ?"
    rf"(?P<values>{_VALUE}(?: ?, ?{_VALUE})* ?(?:,? (?:or|and) (?:[A-Za-z](?:_\w+)? ?(?:=|is) ?)?|, ?)"
    rf"{_VALUE})(?! ?[-+*/^<>=]|\w)"
)
_BESIDE = re.compile(
    r"\b([A-Za-z](?:_\w+)?) ?(?:=|is)(?: either| equal to)* ?(-?\d+) ?,? or (?:\1 )?(?:is )?"
    r"(?:(-?\d+) ?<= ?\1\b|(?:between|from) (-?\d+)\b)|"
    r"(-?\d+) ?<= ?([A-Za-z](?:_\w+)?) ?<=[^,;()]{1,30}? or \6 ?(?:=|is) ?(-?\d+)\b"
)
"""One value beside an interval: "a_i = -1 or 1 <= a_i <= n"."""
_NAME = re.compile(r"(?<![\w'])([A-Za-z](?:_\w+)?)(?: ?\([^()]*\))?,? $")


def few_values(gathered: Gathered) -> None:
    """Gathers what bars the values between those that sentences list."""
    integers = {
        name: of
        for name, place in gathered.places.items()
        if isinstance(place.item, Array | Matrix | Scalar) and isinstance(of := place.item.type, IntType)
    }
    knowledge = gathered.knowledge
    for sentence in filter(gathered.is_told, gathered.sentences):
        found = [
            _steps(_meant(subject, integers, knowledge), integers, values) for subject, values in _listed(sentence.text)
        ]
        for match in _BESIDE.finditer(sentence.text):
            one, least = int(match[2] or match[7]), int(match[3] or match[4] or match[5])
            found += [
                Relation("compare", expr(name), "!=", expr(one + 1))
                for name in _meant(match[1] or match[6], integers, knowledge)
                if integers[name].lo.constant == one == least - 2
            ]
        for relation in found:
            if relation is not None:
                gathered.add(relation, sentence)


def _meant(subject: str, integers: dict[str, IntType], knowledge: Knowledge) -> list[str]:
    """The variables that a name may mean; all where there is none."""
    named = [name for name in integers if subject and knowledge.same(base_name(subject), name)]
    return named or ([] if subject else list(integers))


def _listed(text: str) -> Iterator[tuple[str, list[int]]]:
    """(name, "" where the words before have none; values) of each list of at least two numbers."""
    for match in _VALUES.finditer(text):
        values = sorted({int(value) for value in re.findall(r"-?\d+", match["values"])})
        name = _NAME.search(match["before"])
        if len(values) > 1:
            yield name.group(1) if name is not None else "", values


def _steps(names: list[str], integers: dict[str, IntType], values: list[int]) -> Relation | None:
    """The relation of the one variable that lies between the least and the largest value."""
    meant = [
        name for name in names if (integers[name].lo.constant, integers[name].hi.constant) == (values[0], values[-1])
    ]
    step = values[1] - values[0]
    if len(meant) != 1 or values[-1] - values[0] < len(values):
        return None
    if step < 2 or any(b - a != step for a, b in zip(values, values[1:], strict=False)):
        return among(meant[0], values)
    if len(values) == 2 and step == 2:
        return Relation("compare", expr(meant[0]), "!=", expr(values[0] + 1))
    return Relation("compare", expr(f"{meant[0]}%{step}"), "==", expr(values[0] % step))
