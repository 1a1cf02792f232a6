"""What the variables of a format mean together: trees and graphs, traits of arrays, relations, sums.

All of it is optional knowledge: a trait that a sample contradicts is dropped, and said, by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.facts.called import is_noun_of
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.totals import sum_bound, total_of
from slowpath.inputs.infer.relations.compound import compound
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.list_traits import with_row_meaning, with_traits
from slowpath.inputs.infer.structure.roles import Edges
from slowpath.inputs.layout import Place
from slowpath.inputs.relations.two_sides import are_two_sides
from slowpath.model.expression import expr
from slowpath.model.format import (
    Array,
    Cases,
    Evidence,
    IntType,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    WordType,
)
from slowpath.model.nodes import changed_nodes, items_of
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.divisibility import Divisible, divisibility_in, number_kinds_in
from slowpath.statement.claims.modality import is_said_of_all
from slowpath.statement.claims.scope import is_about_input, rank
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import NOT_INPUT, Sentence

_NEAR = late_regex(r"\b(?:adjacent|neighbou?r\w*)\b", re.I)
_SAYS_WHAT_IS_NEAR = ("conditional", "chosen", "possible", "asked", "called", "moved")
"""How a story speaks that says what near is, rather than that something is near."""
_NOT_INPUT = (*NOT_INPUT, "scoring")
_RUNNING = ("i", "j", "k")
_EACH_OF_THEM = late_regex(r"\bso (?:is|are)\b|\brespectively\b", re.I)
"""Where what bounds all words together is said of several lists of words, each for itself."""
_ORDERS = ("<", "<=", ">", ">=")
_LARGEST_POWER = 62
"""The exponent of the largest power of 2 that a signed integer of 64 bits holds."""


def with_meaning(
    nodes: tuple[Node, ...], edges: list[Edges], knowledge: Knowledge, evidence: list[Evidence]
) -> tuple[Node, ...]:
    """The nodes with structures and traits; the grounds are appended to `evidence`."""
    by_first = {found.first: found for found in edges}
    return changed_nodes(nodes, lambda item: _with_meaning(item, by_first, knowledge, evidence), in_rows=False)


def _with_meaning(node: Any, edges: dict[str, Edges], knowledge: Knowledge, evidence: list[Evidence]) -> Any:
    if isinstance(node, Array):
        return with_traits(node, knowledge, evidence)
    if isinstance(node, Records):
        found = edges.get(node.fields[0].name) if node.fields else None
        ends = [field for field in node.fields if found is not None and field.name in found.ends]
        if found is not None and not are_two_sides(*ends) and all(isinstance(end.type, IntType) for end in ends):
            evidence.append(
                Evidence(found.first, f"{found.structure} on {found.vertices} vertices", "reads", "", 0, 0.8)
            )
            return replace(
                node,
                structure=found.structure,
                endpoints=found.ends,
                vertices=expr(found.vertices),
                traits=found.traits,
            )
        return with_row_meaning(node, knowledge, evidence)
    return node


def numbers_related(gathered: Gathered) -> None:
    """Gathers sums over test cases, compared fields, bounded products."""
    _Reader(gathered).collect(gathered.nodes, [], False)
    kept = [one for one in gathered.relations if not _is_idle(one, gathered.places)]
    gathered.relations = _shared(kept, gathered.knowledge)


def _shared(relations: list[Relation], knowledge: Knowledge) -> list[Relation]:
    """What bounds the characters of all words together, dealt out to several lists of words evenly: no relation adds
    the lengths of different lists, so that fewer inputs are made than there are."""
    total = sum_bound(knowledge, "")
    if total is not None and _EACH_OF_THEM.search(total[1].quote):
        return relations
    meant = [
        one
        for one in relations
        if total is not None
        and one.kind == "sum"
        and one.right == expr(total[0])
        and (found := re.fullmatch(r"len\((\w+)\)", one.left.text))
        and sum_bound(knowledge, found[1]) is None
    ]
    return (
        [
            replace(one, right=expr(int(total[0]) // len(meant))) if total is not None and one in meant else one
            for one in relations
        ]
        if len(meant) > 1
        else relations
    )


def _is_idle(relation: Relation, known: Mapping[str, Place]) -> bool:
    """Whether the bounds of single numbers already say it: `n*m >= 1`."""
    bound = relation.right.constant
    if (
        relation.kind != "compare"
        or relation.operator not in (">", ">=")
        or bound is None
        or not re.fullmatch(r"\w+(?:[*+]\w+)*", relation.left.text)
    ):
        return False
    lows: dict[str, int] = {}
    for name, place in known.items():
        of = getattr(place.item, "type", None)
        if (
            place.rows is None
            and isinstance(place.item, Scalar)
            and isinstance(of, IntType)
            and of.lo.names <= lows.keys()
        ):
            lows[name] = of.lo.value(lows)
    if not relation.left.names <= lows.keys() or any(lows[name] < 0 for name in relation.left.names):
        return False
    return relation.left.value(lows) >= bound + (relation.operator == ">")


class _Reader:
    """What the statement says of the numbers and words of one scope after the other."""

    def __init__(self, gathered: Gathered, knowledge: Knowledge | None = None) -> None:
        self._gathered = gathered
        self._known = knowledge or gathered.knowledge

    def collect(self, nodes: tuple[Node, ...], scope: Sequence[str], in_cases: bool) -> None:
        """Gathers what is said of these nodes; `scope` are the single values read before."""
        scalars = list(scope)
        for node in nodes:
            if isinstance(node, Cases):
                self.collect(node.body, scalars, True)
                continue
            if isinstance(node, Records):
                for part in node.fields:
                    self._summed(part)
                    self._summed_elements(part, scalars)
                rows = [field.name for field in node.fields if isinstance(field, Scalar)]
                self._unequal(rows)
                self._products([*scalars, *rows], rows, False)
                self._divisible_rows(scalars, rows)
                self._barred(rows)
            if isinstance(node, Tagged):
                self._of_queries(node)
                continue
            for item in items_of((node,)):
                if isinstance(item, Scalar):
                    scalars.append(item.name)
                self._summed_elements(item, scalars)
                if in_cases and isinstance(item, Scalar):
                    self._summed(item)
                elif isinstance(item, Array | Records) or (
                    isinstance(item, Matrix) and isinstance(item.type, WordType)
                ):
                    self._summed_words(item)
        own = [name for name in scalars if name not in scope]
        self._unequal(own)
        self._equal(scalars, own)
        self._products(scalars, own, in_cases)
        lists = [item.name for item in items_of(nodes) if isinstance(item, Array) and isinstance(item.type, IntType)]
        self._divisible(scalars, own, lists)
        tables = [item.name for item in items_of(nodes) if isinstance(item, Matrix) and isinstance(item.type, IntType)]
        self._barred([*own, *lists, *tables])
        self._in_step(lists)

    def _add(self, left: str, operator: str, right: str | int, sentence: Sentence, kind: str = "compare") -> None:
        """A comparison that a sentence states."""
        fact = f"{left} {operator} {right}"
        self._gathered.add(Relation(kind, expr(left), operator, expr(right)), sentence.ground(left, fact, 0.9))

    def _add_sum(self, of: str, found: tuple[str, Evidence] | None, operator: str = "<=") -> None:
        if found is not None:
            self._gathered.add(Relation("sum", expr(of), operator, expr(found[0])), found[1])

    def _final(self, stated: str, names: Sequence[str]) -> str | None:
        """Which of some variables a stated name means."""
        if not stated or stated in names:
            return stated or None
        return next((name for name in names if self._known.same(stated, name)), None)

    def _called(self, one: Divisible, names: Sequence[str]) -> str | None:
        """Which of some variables are said to be divisible, by its name or what its values are called; in brackets the
        sum or product of several that is."""
        if not one.left.isidentifier():
            finals = {name: self._final(name, names) for name in expr(one.left).names}
            whole = re.sub(r"\w+", lambda match: str(finals[match.group()]), one.left)
            return f"({whole})" if all(finals.values()) else None
        if not one.is_noun:
            return self._final(one.left, names)
        return next((name for name in names if is_noun_of(name, one.left, self._known)), None)

    def _of_queries(self, node: Tagged) -> None:
        """What is said of the numbers of one kind of query. It holds of other kinds with the same numbers as well, so
        that fewer inputs are made where only one kind was meant."""
        for variant in node.variants:
            names = [field.name for field in node.fields_of(variant) if isinstance(field, Scalar)]
            about = copy(self._known)
            about.chains = [
                chain for chain in about.chains if about.of_kinds.get(chain.sentence, variant.tag) == variant.tag
            ]
            reader = _Reader(self._gathered, about)
            reader._unequal(names)
            reader._barred(names)

    def _summed(self, item: Node) -> None:
        if isinstance(item, Scalar):
            found = sum_bound(self._known, item.name)
            if found is None and isinstance(item.type, WordType) and not _is_a_letter(item.type):
                found = sum_bound(self._known, "")
            self._add_sum(item.name if isinstance(item.type, IntType) else f"len({item.name})", found)

    def _summed_words(self, item: Node) -> None:
        for part in item.fields if isinstance(item, Records) else (item,):
            name, kind = part.name, part.type  # type: ignore[union-attr]
            if isinstance(kind, WordType) and not _is_a_letter(kind):
                self._add_sum(f"len({name})", sum_bound(self._known, name) or sum_bound(self._known, ""))

    def _summed_elements(self, item: Node, scope: Sequence[str]) -> None:
        """The sum of integers of a list or column, where the statement gives it: `the sum of all a_i is at most n`."""
        if not isinstance(item, Array | Scalar) or not isinstance(item.type, IntType) or item.name in scope:
            return
        total = total_of(self._known, item.name, lambda stated: self._final(stated, scope))
        if total is not None:
            self._add_sum(item.name, (total[1], total[2]), total[0])
        if isinstance(item, Array) and (total is None or total[0] in (">=", ">")):
            self._add_sum(item.name, sum_bound(self._known, item.name))

    def _divisible(self, scope: Sequence[str], own: Sequence[str], lists: Sequence[str]) -> None:
        """`n` is even, `k` divides `n`, `p` is prime, all `a_i` are odd."""
        for sentence in self._gathered.sentences:
            if not is_about_input(sentence):
                continue
            for name, kind in number_kinds_in(sentence):
                final = self._final(name, own)
                relation = _of_kind(final, kind) if final is not None else None
                if final is not None and relation is not None:
                    self._gathered.add(relation, sentence.ground(final, f"{final} is a {kind}"))
            for one in divisibility_in(sentence):
                left = self._called(one, own) or (self._called(one, lists) if one.listed else None)
                self._divides(one, left, scope, sentence)

    def _divisible_rows(self, scope: Sequence[str], rows: Sequence[str]) -> None:
        """Fields of rows that divide a number read before, or are multiples: "D is divisible by both v and u"."""
        visible = [*scope, *rows]
        for sentence in self._gathered.sentences:
            is_said = is_about_input(sentence) and is_said_of_all(sentence)
            for one in divisibility_in(sentence) if is_said else ():
                self._divides(one, self._called(one, visible), visible, sentence, rows)

    def _divides(
        self,
        one: Divisible,
        left: str | None,
        scope: Sequence[str],
        sentence: Sentence,
        among: Sequence[str] | None = None,
    ) -> None:
        """`left % divisor == remainder`, one of both `among` some where that is asked."""
        divisor = one.divisor if one.divisor.isdigit() else self._final(one.divisor, scope)
        if left and divisor and left != divisor and (among is None or {left, divisor} & set(among)):
            place = self._gathered.places.get(left)
            is_word = place is not None and isinstance(getattr(place.item, "type", None), WordType)
            shown = f"len({left})" if one.of_length and is_word else left
            relation = Relation("compare", expr(f"{shown}%{divisor}"), "==", expr(one.remainder))
            self._gathered.add(relation, sentence.ground(re.findall(r"\w+", left)[0], str(one)))

    def _unequal(self, names: Sequence[str]) -> None:
        """`u != v`."""
        for chain in self._known.chains:
            if chain.summed or chain.sentence.section in _NOT_INPUT:
                continue
            for (left, *_), operator, (right, *_) in chain.pairs():
                one, other = (self._final(each.name, names) for each in (left, right))
                if operator == "!=" and one and other and one != other:
                    if self._gathered.is_without_loops(one, other):
                        fact = chain.sentence.ground(one, f"{one} != {other}", 0.9)
                        self._gathered.evidence.append(fact)
                    else:
                        self._add(one, "!=", other, chain.sentence)

    def _equal(self, scope: Sequence[str], own: Sequence[str]) -> None:
        """Single numbers of which one is said to be what follows from others: `m = n - 1`."""
        for chain in self._known.chains:
            (left, *_), (right, *_) = chain.operands[0], chain.operands[-1]
            names = expr(right.text or "0").names
            finals = {name: self._final(name, scope) for name in {left.name} | names}
            if (
                chain.operators == ("=",)
                and not chain.summed
                and rank(chain.sentence) == 0
                and self._gathered.is_told(chain.sentence)
                and not any(one.form or one.subscript for one in (left, right))
                and names
                and left.name
                and all(finals.values())
                and set(finals.values()) & set(own)
                and left.name not in names
            ):
                bound = right.text
                for name in names:
                    bound = re.sub(rf"\b{re.escape(name)}\b", str(finals[name]), bound)
                self._add(str(finals[left.name]), "==", bound, chain.sentence)

    def _in_step(self, lists: Sequence[str]) -> None:
        """Lists of which each element is compared with that of another one: `a_i <= b_i`."""
        for chain in self._known.chains:
            if chain.summed or rank(chain.sentence) != 0:
                continue
            for (left, *_), operator, (right, *_) in chain.pairs():
                one, other = (self._final(each.name, lists) for each in (left, right))
                is_alike = left.subscript == right.subscript and left.subscript in _RUNNING
                if operator in (*_ORDERS, "!=") and is_alike and one and other and one != other:
                    self._add(one, operator, other, chain.sentence)

    def _barred(self, names: Sequence[str]) -> None:
        """The one value that a number, or every element of a list or table, doesn't have: `a_i != 0`, `1 <= |a_i|`."""
        for chain in self._known.chains:
            self._away_from_zero(chain, names)
            if chain.summed or rank(chain.sentence) != 0 or chain.operators != ("!=",):
                continue
            if spoken(chain.sentence.text, "of some"):
                continue
            bound = expr(chain.operands[1][0].text or "n").constant
            for operand in chain.operands[0]:
                final = self._final(operand.name, names) if operand.subscript in ("", *_RUNNING) else None
                if operand.form in ("all", "noun"):
                    final = self._gathered.list_meant(chain, operand, names)
                if final is not None and bound is not None and operand.form in ("", "all", "noun"):
                    self._add(final, "!=", bound, chain.sentence)

    def _away_from_zero(self, chain: Chain, names: Sequence[str]) -> None:
        """Absolute values from 1 up to a bound: `1 <= |a_i| <= 100`."""
        (least, *_), *values = chain.operands
        is_said = chain.operators[0] in ("<=", "<") and rank(chain.sentence) == 0 and len(values) > 1
        if not is_said or (least.text, chain.operators[0]) not in (("1", "<="), ("0", "<")):
            return
        for value in values[0] if not spoken(chain.sentence.text, "of some", "conditional", "whether") else ():
            is_one = value.form == "bar" and value.subscript in ("", *_RUNNING)
            final = self._final(value.name, names) if is_one else None
            place = self._gathered.places.get(final or "")
            item = place.item if place is not None else None
            is_element = value.subscript != "" or isinstance(item, Scalar)  # `1 <= |a|` is the length of a list.
            if final is not None and is_element and isinstance(getattr(item, "type", None), IntType):
                self._add(final, "!=", 0, chain.sentence)

    def _products(self, scope: Sequence[str], own: Sequence[str], in_cases: bool) -> None:
        for chain, operand, operator, stated in compound(self._known):
            text, bound, sentence = operand.text, stated, chain.sentence
            finals = {name: self._final(name, scope) for name in expr(text).names | expr(bound).names}
            if (
                (chain.summed and (operator not in ("<=", "<") or not in_cases))
                or not all(finals.values())
                or not set(finals.values()) & set(own)
                or operator == "!="
                or sentence.section in _NOT_INPUT
                or ("abs(" in text and (_NEAR.search(sentence.text) or spoken(sentence.text, *_SAYS_WHAT_IS_NEAR)))
            ):
                continue
            for name, final in finals.items():
                text = re.sub(rf"\b{re.escape(name)}\b", str(final), text)
                bound = re.sub(rf"\b{re.escape(name)}\b", str(final), bound)
            kind = "sum" if chain.summed else "compare"
            self._add(text, "==" if operator == "=" else operator, bound, sentence, kind)


def _of_kind(name: str, kind: str) -> Relation | None:
    """A number's kind as a relation: powers of 2 are what divides a large one."""
    if kind == "prime":
        return Relation("prime", expr(name), "", expr(name))
    return Relation("compare", expr(f"2**{_LARGEST_POWER}%{name}"), "==", expr(0)) if kind == "power of 2" else None


def _is_a_letter(kind: WordType) -> bool:
    """Whether all words are single letters: their number is no length that is worth saying."""
    return kind.length_lo.constant == 1 == kind.length_hi.constant
