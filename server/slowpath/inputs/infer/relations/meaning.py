"""What the variables of a format mean together: trees and graphs, traits of arrays, relations, sums.

All of it is optional knowledge: a trait that a sample contradicts is dropped, and said, by the caller.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.facts.called import is_noun_of
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.totals import sum_bound, total_of
from slowpath.inputs.infer.relations.beside_others import is_said_of_all
from slowpath.inputs.infer.relations.compound import compound
from slowpath.inputs.infer.relations.list_traits import with_row_meaning, with_traits
from slowpath.inputs.infer.structure.roles import Edges
from slowpath.inputs.layout import places
from slowpath.inputs.relations.two_sides import are_two_sides
from slowpath.model.expression import expr
from slowpath.model.format import (
    Array,
    Cases,
    Evidence,
    InputFormat,
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
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.divisibility import divisibility_in, number_kinds_in
from slowpath.statement.claims.scope import rank
from slowpath.statement.phrases.manners import spoken

_NEAR = re.compile(r"\b(?:adjacent|neighbou?r\w*)\b", re.I)
_SAYS_WHAT_IS_NEAR = ("conditional", "chosen", "possible", "asked", "called", "moved")
"""How a story speaks that says what near is, rather than that something is near."""
_RUNNING = ("i", "j", "k")
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


def relations_of(nodes: tuple[Node, ...], knowledge: Knowledge, evidence: list[Evidence]) -> list[Relation]:
    """Sums over test cases, compared fields, bounded products."""
    made: list[Relation] = []
    _collect(nodes, [], False, knowledge, made, evidence)
    unique: list[Relation] = []
    for relation in made:
        if relation not in unique and not _is_idle(relation, nodes):
            unique.append(relation)
    return _shared(unique, knowledge)


def _shared(relations: list[Relation], knowledge: Knowledge) -> list[Relation]:
    """What bounds the characters of all words together, dealt out to several lists of words evenly: no relation adds
    the lengths of different lists, so that fewer inputs are made than there are."""
    total = sum_bound(knowledge, "")
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


def _is_idle(relation: Relation, nodes: tuple[Node, ...]) -> bool:
    """Whether the bounds of single numbers already say it: `n*m >= 1`."""
    bound, known = relation.right.constant, places(InputFormat(nodes))
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


def _collect(
    nodes: tuple[Node, ...],
    scope: list[str],
    in_cases: bool,
    knowledge: Knowledge,
    made: list[Relation],
    evidence: list[Evidence],
) -> None:
    scalars = list(scope)
    for node in nodes:
        if isinstance(node, Cases):
            _collect(node.body, scalars, True, knowledge, made, evidence)
            continue
        if isinstance(node, Records):
            for part in node.fields:
                _summed(part, knowledge, made, evidence)
                _summed_elements(part, scalars, knowledge, made, evidence)
            rows = [field.name for field in node.fields if isinstance(field, Scalar)]
            _compared(rows, scalars, knowledge, made, evidence)
            _products([*scalars, *rows], rows, False, knowledge, made, evidence)
            _divisible_rows(scalars, rows, knowledge, made, evidence)
            _barred(rows, knowledge, made, evidence)
        if isinstance(node, Tagged):
            _of_queries(node, scalars, knowledge, made, evidence)
            continue
        for item in items_of((node,)):
            if isinstance(item, Scalar):
                scalars.append(item.name)
            _summed_elements(item, scalars, knowledge, made, evidence)
            if in_cases and isinstance(item, Scalar):
                _summed(item, knowledge, made, evidence)
            elif isinstance(item, Array | Records) or (isinstance(item, Matrix) and isinstance(item.type, WordType)):
                _summed_words(item, knowledge, made, evidence)
    own = [name for name in scalars if name not in scope]
    _compared(own, scope, knowledge, made, evidence)
    _products(scalars, own, in_cases, knowledge, made, evidence)
    lists = [item.name for item in items_of(nodes) if isinstance(item, Array) and isinstance(item.type, IntType)]
    _divisible(scalars, own, lists, knowledge, made, evidence)
    _barred([*own, *lists], knowledge, made, evidence)
    _in_step(lists, knowledge, made, evidence)


def _of_queries(
    node: Tagged, scope: list[str], knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]
) -> None:
    """What is said of the numbers of one kind of query. It holds of other kinds with the same numbers as well, so that
    fewer inputs are made where only one kind was meant."""
    for variant in node.variants:
        names = [field.name for field in node.fields_of(variant) if isinstance(field, Scalar)]
        own: list[Relation] = []
        grounds: list[Evidence] = []
        about = copy(knowledge)
        about.chains = [
            chain for chain in knowledge.chains if knowledge.of_kinds.get(chain.sentence, variant.tag) == variant.tag
        ]
        _compared(names, scope, about, own, grounds)
        _barred(names, about, own, grounds)
        for relation, ground in zip(own, grounds, strict=True):
            if relation not in made:
                made.append(relation)
                evidence.append(ground)


def _summed(item: Node, knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]) -> None:
    if not isinstance(item, Scalar):
        return
    found = sum_bound(knowledge, item.name)
    if found is None and isinstance(item.type, WordType):
        found = sum_bound(knowledge, "")
    if found is not None:
        left = item.name if isinstance(item.type, IntType) else f"len({item.name})"
        made.append(Relation("sum", expr(left), "<=", expr(found[0])))
        evidence.append(found[1])


def _summed_words(item: Node, knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]) -> None:
    for part in item.fields if isinstance(item, Records) else (item,):
        name, kind = part.name, part.type  # type: ignore[union-attr]
        found = (sum_bound(knowledge, name) or sum_bound(knowledge, "")) if isinstance(kind, WordType) else None
        if found is not None:
            made.append(Relation("sum", expr(f"len({name})"), "<=", expr(found[0])))
            evidence.append(found[1])


def _summed_elements(
    item: Node, scope: list[str], knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]
) -> None:
    """The sum of integers of a list or column, where the statement gives it: `the sum of all a_i is at most 10^6`."""
    if not isinstance(item, Array | Scalar) or not isinstance(item.type, IntType) or item.name in scope:
        return
    total = total_of(knowledge, item.name, lambda stated: _final(stated, scope, knowledge))
    is_open = total is None or total[0] in (">=", ">")
    found = sum_bound(knowledge, item.name) if isinstance(item, Array) and is_open else None
    if total is not None:
        made.append(Relation("sum", expr(item.name), total[0], expr(total[1])))
        evidence.append(total[2])
    if found is not None:
        made.append(Relation("sum", expr(item.name), "<=", expr(found[0])))
        evidence.append(found[1])


def _divisible(
    scope: list[str],
    own: list[str],
    lists: list[str],
    knowledge: Knowledge,
    made: list[Relation],
    evidence: list[Evidence],
) -> None:
    """`n` is even, `k` divides `n`, `p` is prime, all `a_i` are odd."""
    for sentence in knowledge.statement.sentences:
        trust = rank(sentence)
        if trust is None or trust > 1:
            continue
        for name, kind in number_kinds_in(sentence):
            final = _final(name, own, knowledge)
            relation = _of_kind(final, kind) if final is not None else None
            if final is not None and relation is not None:
                made.append(relation)
                evidence.append(sentence.ground(final, f"{final} is a {kind}"))
        for one in divisibility_in(sentence):
            meant = _called if one.is_noun else _final
            left = meant(one.left, own, knowledge) or (meant(one.left, lists, knowledge) if one.listed else None)
            divisor = one.divisor if one.divisor.isdigit() else _final(one.divisor, scope, knowledge)
            if left and divisor and left != divisor:
                made.append(Relation("compare", expr(f"{left}%{divisor}"), "==", expr(one.remainder)))
                evidence.append(sentence.ground(left, str(one)))


def _divisible_rows(
    scope: list[str], rows: list[str], knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]
) -> None:
    """Fields of rows that divide a number read before, or are multiples: "D is divisible by both v and u"."""
    visible = [*scope, *rows]
    for sentence in knowledge.statement.sentences:
        trust = rank(sentence)
        is_said = trust is not None and trust <= 1 and is_said_of_all(sentence)
        for one in divisibility_in(sentence) if is_said else ():
            left = (_called if one.is_noun else _final)(one.left, visible, knowledge)
            divisor = one.divisor if one.divisor.isdigit() else _final(one.divisor, visible, knowledge)
            if left and divisor and left != divisor and {left, divisor} & set(rows):
                made.append(Relation("compare", expr(f"{left}%{divisor}"), "==", expr(one.remainder)))
                evidence.append(sentence.ground(left, str(one)))


def _of_kind(name: str, kind: str) -> Relation | None:
    """A number's kind as a relation: powers of 2 are what divides a large one."""
    if kind == "prime":
        return Relation("prime", expr(name), "", expr(name))
    return Relation("compare", expr(f"2**{_LARGEST_POWER}%{name}"), "==", expr(0)) if kind == "power of 2" else None


def _compared(
    names: list[str], outer: list[str], knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]
) -> None:
    """`u != v`, and comparisons of two variables that no bound of one by the other says."""
    for chain in knowledge.chains:
        if chain.summed or chain.sentence.section in ("output", "examples", "scoring"):
            continue
        for place, operator in enumerate(chain.operators):
            if operator != "!=":
                continue
            left = _final(chain.operands[place][0].name, names, knowledge)
            right = _final(chain.operands[place + 1][0].name, names, knowledge)
            if left and right and left != right:
                made.append(Relation("compare", expr(left), "!=", expr(right)))
                evidence.append(_said(chain, f"{left} != {right}"))


def _in_step(lists: list[str], knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]) -> None:
    """Lists of which each element is compared with that of another one: `a_i <= b_i`."""
    for chain in knowledge.chains:
        if chain.summed or rank(chain.sentence) != 0:
            continue
        for place, operator in enumerate(chain.operators):
            left, right = chain.operands[place][0], chain.operands[place + 1][0]
            names = [_final(one.name, lists, knowledge) for one in (left, right)]
            if (
                operator in _ORDERS
                and left.subscript == right.subscript
                and left.subscript in _RUNNING
                and None not in names
                and names[0] != names[1]
            ):
                made.append(Relation("compare", expr(str(names[0])), operator, expr(str(names[1]))))
                evidence.append(_said(chain, f"{names[0]} {operator} {names[1]}"))


def _barred(names: list[str], knowledge: Knowledge, made: list[Relation], evidence: list[Evidence]) -> None:
    """The one value that a number, or every element of a list, doesn't have: `a_i != 0`."""
    for chain in knowledge.chains:
        if chain.summed or rank(chain.sentence) != 0 or chain.operators != ("!=",):
            continue
        bound = expr(chain.operands[1][0].text or "n").constant
        for operand in chain.operands[0]:
            final = _final(operand.name, names, knowledge) if operand.subscript in ("", *_RUNNING) else None
            if final is not None and bound is not None and not operand.form:
                made.append(Relation("compare", expr(final), "!=", expr(bound)))
                evidence.append(_said(chain, f"{final} != {bound}"))


def _products(
    scope: list[str],
    own: list[str],
    in_cases: bool,
    knowledge: Knowledge,
    made: list[Relation],
    evidence: list[Evidence],
) -> None:
    for chain, operand, sign, stated in compound(knowledge):
        operator, bound = sign, stated
        if chain.summed and operator not in ("<=", "<"):
            continue
        text = operand.text
        finals = {name: _final(name, scope, knowledge) for name in expr(text).names | expr(bound).names}
        if not all(finals.values()) or not set(finals.values()) & set(own) or operator == "!=":
            continue
        if chain.sentence.section in ("output", "examples", "scoring") or (chain.summed and not in_cases):
            continue
        if "abs(" in text and (_NEAR.search(chain.sentence.text) or spoken(chain.sentence.text, *_SAYS_WHAT_IS_NEAR)):
            continue
        for name, final in finals.items():
            text = re.sub(rf"\b{re.escape(name)}\b", str(final), text)
            bound = re.sub(rf"\b{re.escape(name)}\b", str(final), bound)
        operator = "==" if operator == "=" else operator
        made.append(Relation("sum" if chain.summed else "compare", expr(text), operator, expr(bound)))
        evidence.append(_said(chain, f"{text} {operator} {bound}"))


def _called(noun: str, names: list[str], knowledge: Knowledge) -> str | None:
    return next((name for name in names if is_noun_of(name, noun, knowledge)), None)


def _final(stated: str, names: list[str], knowledge: Knowledge) -> str | None:
    if not stated:
        return None
    return next((name for name in names if name == stated), None) or next(
        (name for name in names if knowledge.same(stated, name)), None
    )


def _said(chain: Chain, fact: str) -> Evidence:
    return chain.sentence.ground(fact.split(maxsplit=1)[0], fact, 0.9)
