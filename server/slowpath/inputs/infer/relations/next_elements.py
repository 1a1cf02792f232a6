"""Elements and the ones behind them, as statements compare them: `r_i < l_{i+1}`, `|a_i - a_{i+1}| <= 1`,
`a_{i+1} <= 2 a_i`.

Plain orders of one list (`a_i <= a_{i+1}`) are traits, neighbours that only differ "apart": both are read elsewhere.
What a sample contradicts is dropped by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.inputs.infer.facts.called import is_noun_of
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.list_traits import parts_of_time
from slowpath.inputs.infer.relations.resolvers.lists import steps_within
from slowpath.inputs.relations.neighbour_chain import columns_beside
from slowpath.inputs.relations.single_elements import has_elements
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, Records, Relation
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.lost_shifts import with_shifts
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_ATOM = r"(?:\d+(?:(?:\^|\*\*)\d+)*|[A-Za-z]\w*)"
_SUM = rf"(?:- ?)?{_ATOM}(?: ?[-+*] ?{_ATOM})*"
_SIDE = rf"(?:\| ?{_SUM} ?\||abs ?\( ?{_SUM} ?\)|{_SUM})"
_ENDS = r"(?![\w|(]| ?(?:[+*/^%]|-(?!-)|mod\b|xor\b))"
"""What would go on with a side: of `2^k` or `a_i / 3` no part is taken."""
_COMPARED = late_regex(rf"(?<![\w|^*/%+-])(?P<left>{_SIDE}) ?(?P<sign><=|>=|!=|<|>|=)(?= ?(?P<right>{_SIDE}){_ENDS})")
_BARS = late_regex(r"\| ?(.*?) ?\||abs ?\( ?(.*?) ?\)")
_PLACED = late_regex(r"([A-Za-z]\w*?)_([ijkt])(?:_([pm])1)?")
_COUNTED = late_regex(r"\b(\w+)_1 (<=?) (\w+)_1 (<=?) \1_2\b(?=.*\.\.\.)")
_BY_FIELDS = late_regex(
    r"\b(?:sorted|ordered|order of|order by)(?: by)? ([A-Za-z]\w*),? (?:and )?then (?:by )?([A-Za-z]\w*)\b"
)
_FALLS = late_regex(r"\b(?:decreas|descend|non-?increas|revers)\w*", re.I)
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_ORDERS = {"sorted": ">=", "strictly-sorted": ">", "reverse-sorted": "<="}


@dataclass(frozen=True)
class _Term:
    """A summand: its sign, its text, and of an element the list's name and how far behind the i-th it stands."""

    sign: int
    text: str
    stem: str = ""
    shift: int = 0


def next_elements(gathered: Gathered) -> None:
    """Gathers the "next" relations that sentences state, those of the story where samples can contradict them."""
    reader = _Reader(gathered)
    for sentence in filter(gathered.is_stated, gathered.sentences) if reader.lists else ():
        for relation in reader.said_by(sentence):
            gathered.add(relation, sentence, 0.85)


def _comparisons(sentence: Sentence) -> Iterator[tuple[str, tuple[list[_Term], list[_Term]], bool]]:
    """(sign, both sides as summands, whether the left one is a distance) of each comparison in a sentence in which
    elements at two places beside each other stand."""
    text = with_shifts(sentence)
    counted = _COUNTED.search(text)
    if counted is not None:
        low, _, high, sign = counted.groups()
        yield sign, ([_Term(1, f"{high}_i", high, 0)], [_Term(1, f"{low}_i_p1", low, 1)]), False
    for match in _COMPARED.finditer(text):
        left, right, sign = match["left"], match["right"], match["sign"]
        if _BARS.fullmatch(right) and not _BARS.fullmatch(left):
            left, right, sign = right, left, _TURNED[sign]
        bars = _BARS.fullmatch(left)
        sides = _terms(next(filter(None, bars.groups()), "") if bars else left), _terms(right)
        placed = [term for side in sides for term in side if term.stem]
        shifts = {term.shift for term in placed}
        if shifts == {-1, 0}:
            sides = _moved(sides[0]), _moved(sides[1])
        elif shifts != {0, 1}:
            continue
        letters = {found[2] for term in placed if (found := _PLACED.fullmatch(term.text)) is not None}
        if len(letters) == 1 and not _BARS.fullmatch(right):
            yield sign, sides, bars is not None


def _moved(side: list[_Term]) -> list[_Term]:
    """The same elements with those one further behind that the sentence counts from."""
    return [replace(term, shift=term.shift + bool(term.stem)) for term in side]


def _terms(side: str) -> list[_Term]:
    made = []
    for mark, text in re.findall(rf"([-+]?) ?({_ATOM}(?: ?\* ?{_ATOM})*)", side):
        found = _PLACED.fullmatch(text)
        shift = {None: 0, "p": 1, "m": -1}[found[3]] if found else 0
        made.append(_Term(-1 if mark == "-" else 1, text, found[1] if found else "", shift))
        if found is None and "*" in text:
            inner = [one for one in map(_PLACED.fullmatch, re.split(r" ?\* ?", text)) if one is not None]
            if len(inner) == 1 and inner[0][3] is None:
                made[-1] = _Term(made[-1].sign, text, inner[0][1], 0)
    return made


class _Reader:
    """What sentences say of the lists and fields of one format."""

    def __init__(self, gathered: Gathered) -> None:
        self._gathered = gathered
        self._fmt = InputFormat(gathered.nodes)
        self.lists = {name: place for name, place in gathered.places.items() if has_elements(place)}

    def said_by(self, sentence: Sentence) -> Iterator[Relation]:
        """The relations that one sentence states."""
        if spoken(sentence.text, "of some places"):
            return
        for sign, sides, is_distance in _comparisons(sentence):
            ahead = [term for side in sides for term in side if term.shift == 1]
            name = self._named(ahead[0].stem) if len(ahead) == 1 and "*" not in ahead[0].text else None
            if name is not None:
                yield from (self._distance if is_distance else self._compared)(name, ahead[0], sign, *sides)
        yield from self._columns_in_order(sentence)
        yield from self._by_several(sentence)

    def _distance(
        self, name: str, ahead: _Term, sign: str, left: list[_Term], right: list[_Term]
    ) -> Iterator[Relation]:
        beside = columns_beside(self._fmt, name)
        others = [term for term in left if term.shift == 0]
        if len(left) == 2 and len(others) == 1 and others[0].sign != ahead.sign:
            other = self._written([replace(others[0], sign=1)], beside)
            bound = self._written(right, beside)
            if other is not None and bound is not None:
                yield from steps_within(name, other, sign, bound)

    def _compared(
        self, name: str, ahead: _Term, sign: str, left: list[_Term], right: list[_Term]
    ) -> Iterator[Relation]:
        """The comparison solved for the element ahead."""
        mine, others = (left, right) if ahead in left else (right, left)
        rest = [*others, *(replace(term, sign=-term.sign) for term in mine if term is not ahead)]
        operator = sign if mine is left else _TURNED[sign]
        if ahead.sign < 0:
            rest, operator = [replace(term, sign=-term.sign) for term in rest], _TURNED[operator]
        bound = self._written(rest, columns_beside(self._fmt, name))
        if bound is not None and (bound != name or operator == "="):
            yield Relation("next", Expr(name), "==" if operator == "=" else operator, expr(bound))

    def _written(self, terms: Sequence[_Term], beside: frozenset[str]) -> str | None:
        """A sum over the fields beside an element and single numbers; None where anything else stands in it."""
        made = ""
        for term in sorted(terms, key=lambda term: (term.sign < 0, not term.stem)):
            parts = []
            for part in re.split(r" ?\* ?(?!\*)", term.text):
                found = _PLACED.fullmatch(part)
                name = part if part[0].isdigit() else self._named(found[1]) if found else self._gathered.single(part)
                if name is None or (found is not None and name not in beside):
                    return None
                parts.append(name)
            made += ("-" if term.sign < 0 else "+" if made else "") + "*".join(parts)
        return made or "0"

    def _named(self, stem: str) -> str | None:
        return self._gathered.named(stem, has_elements)

    def _columns_in_order(self, sentence: Sentence) -> Iterator[Relation]:
        """Orders of columns by which the rows aren't sorted already: "s_i < s_j and t_i < t_j for all i < j"."""
        for one in traits_in(sentence):
            name = (
                None
                if one.trait not in _ORDERS
                else self._named(one.names[0])
                if len(one.names) == 1
                else next((each for each in self.lists if is_noun_of(each, one.by, self._gathered.knowledge)), None)
            )
            rows = self.lists[name].rows if name is not None else None
            if name is not None and isinstance(rows, Records) and rows.fields[0] is not self.lists[name].item:
                yield Relation("next", Expr(name), _ORDERS[one.trait], Expr(name))

    def _by_several(self, sentence: Sentence) -> Iterator[Relation]:
        """Rows in the order of several fields: of a time's parts, or "sorted by x, then by y"."""
        found: list[list[str]] = []
        if saying("by time").search(sentence.text) and any(one.trait == "sorted" for one in traits_in(sentence)):
            found = [parts_of_time(rows) for rows in self._gathered.rows() if "sorted" in rows.traits]
        named = _BY_FIELDS.search(sentence.text)
        if named is not None and self._gathered.is_told(sentence) and not _FALLS.search(sentence.text):
            names = [name for stem in named.groups() if (name := self._named(stem)) is not None]
            rows = {id(self.lists[name].rows) for name in names if isinstance(self.lists[name].rows, Records)}
            found += [names] if len(names) == len(named.groups()) and len(rows) == 1 else []
        for fields in found:
            if len(fields) > 1:
                yield Relation("sorted", Expr(fields[0]), "", Expr(fields[0]), tuple(map(Expr, fields)))
