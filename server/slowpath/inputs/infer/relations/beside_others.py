"""Elements compared with what stands beside them, by their names: with their own index (`p_i != i`), with their
neighbours (`a_i != a_{i+1}`), with those across a diagonal (`d_{i,j} = d_{j,i}`, `d_{i,i} = 0`).

Read where the input is described, or promised. What a sample contradicts is dropped by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from slowpath.inputs.infer.facts.bounds_found import broken_bound
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.relation_kinds.row_lists import is_row_list
from slowpath.inputs.relations.apart import can_be_apart
from slowpath.inputs.relations.single_elements import has_elements
from slowpath.inputs.relations.squares import is_square
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Matrix, Node, Relation
from slowpath.model.nodes import changed_nodes
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Operand
from slowpath.statement.claims.modality import is_said_of_all
from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.statement import Sentence

_LETTER = late_regex(r"[ijkv]")


def own_places(gathered: Gathered) -> None:
    """Gathers `p_i != i`, `a_i <= i`: comparisons with the index of the element."""
    for chain in gathered.chains():
        for left, sign, right in chain.pairs():
            for elements, indexes, operator in ((left, right, sign), (right, left, _TURNED.get(sign, ""))):
                for name, bound in _with_index(elements, indexes, gathered) if operator in _TURNED else ():
                    kind = "lists" if is_row_list(gathered.places[name]) else "compare"
                    gathered.add(Relation(kind, Expr(name), operator, bound), chain.sentence, 0.9)


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


def neighbours(gathered: Gathered) -> None:
    """Gathers lists and words of which no two neighbours are equal: `a_i != a_{i+1}`."""
    for chain in gathered.chains():
        for (*_, left), sign, (right, *_) in chain.pairs():
            if sign == "!=" and left.name == right.name and _follow(left.subscript, right.subscript):
                name = gathered.named(left.name)
                if name is not None and can_be_apart(gathered.places[name]):
                    gathered.add(Relation("apart", Expr(name), "", Expr(name)), chain.sentence, 0.9)


def squares_said(gathered: Gathered) -> None:
    """Gathers symmetric tables and what stands on their diagonals."""
    if not any(map(is_square, gathered.places.values())):
        return
    for chain in gathered.knowledge.chains:
        if chain.summed or not gathered.is_told(_promised(chain.sentence)):
            continue
        for (*_, left), sign, (right, *_) in chain.pairs():
            name = gathered.named(left.name, is_square) if sign == "=" else None
            if name is None:
                continue
            if right.name == left.name and _is_mirrored(left.subscript, right.subscript):
                gathered.add(Relation("symmetric", Expr(name), "", Expr(name)), chain.sentence, 0.9)
            elif (
                _is_diagonal(left.subscript)
                and re.fullmatch(r"-?\d+", right.text)
                and is_square(gathered.places[name], False)
            ):
                gathered.add(Relation("diagonal", Expr(name), "==", expr(int(right.text))), chain.sentence, 0.9)


def with_room_for_diagonals(gathered: Gathered) -> None:
    """Lets the bounds of tables make room for their diagonals; what they are elsewhere becomes a relation."""
    for relation in [one for one in gathered.relations if one.kind == "diagonal"]:
        gathered.put(changed_nodes(gathered.nodes, partial(_with_room, relation=relation, gathered=gathered)))


def _promised(sentence: Sentence) -> Sentence:
    """What a sentence that begins with a promise compares, without what follows: "it is guaranteed that d_{i,i} = 0 and
    that there is a way such that ..."."""
    found = re.match(r"It is guaranteed that .*= ?\S+", sentence.text)
    return replace(sentence, text=found.group()) if found is not None and sentence.section == "input" else sentence


def room_for_diagonals(fmt: InputFormat) -> frozenset[str]:
    """What was said of bounds that samples break only on the diagonal of a table, whose other elements keep to them."""
    ends = {relation.left: relation for relation in fmt.relations if relation.kind == "offdiagonal"}
    return frozenset(
        broken_bound(
            relation.left.text,
            f"{ends[relation.left].operator} {ends[relation.left].right}",
            relation.right.constant or 0,
        )
        for relation in fmt.relations
        if relation.kind == "diagonal" and relation.left in ends
    )


def _with_index(
    elements: tuple[Operand, ...], indexes: tuple[Operand, ...], gathered: Gathered
) -> Iterator[tuple[str, Expr]]:
    """(name, over `_row`) for each list whose elements are compared with their own subscript, or one beside it, and for
    each list of a row with the letter of its row, where rows are numbered as the elements are."""
    index, known, knowledge = indexes[0], gathered.places, gathered.knowledge
    letters = expr(index.text or "0").names if len(indexes) == 1 and not index.form and not index.subscript else set()
    for operand in elements:
        letter = operand.subscript[-1:] if len(operand.subscript) <= 2 else ""
        if not _LETTER.fullmatch(letter) or operand.form or letter in known or not letters:
            continue
        name = gathered.named(operand.name)
        if letter not in letters:
            least = known[name].item.type.lo.constant if name and is_row_list(known[name]) else None  # type: ignore
            if least is not None and _LETTER.fullmatch(index.text) and index.text not in known:
                yield str(name), expr(f"{ROW}{least:+d}" if least else ROW)
            continue
        if letters != {letter}:
            yield from _back_from(name, index.text, letter, gathered, _first(operand.name, knowledge))
            continue
        at_zero, at_one = (expr(index.text).value({letter: value}) for value in (0, 1))
        if (
            name is None
            or not has_elements(known[name])
            or at_one - at_zero != 1
            or "parents" in getattr(known[name].item, "traits", ())
            or ROW in known[name].item.type.lo.names | known[name].item.type.hi.names  # type: ignore[union-attr]
        ):
            continue
        shift = _first(operand.name, knowledge) + at_zero
        yield name, expr(f"{ROW}{shift:+d}" if shift else ROW)


def is_below_itself(node: Array, sentence: Sentence, knowledge: Knowledge) -> bool:
    """Whether a sentence says `1 <= p_i < i` of a list that begins with p_2, or `1 <= p_i <= i` of one that begins with
    p_1: the parents of all vertices but the root, whatever the statement calls them."""
    lo = node.type.lo.constant if isinstance(node.type, IntType) else None
    if not is_said_of_all(sentence):
        return False
    for chain in knowledge.chains if lo is not None and (rank(sentence) or 0) <= 1 else ():
        for (low, *_), sign, (high, *_) in chain.pairs() if chain.sentence == sentence and not chain.summed else ():
            if not low.subscript or sign not in ("<", "<=") or not knowledge.same(low.name, node.name):
                continue
            above = {low.subscript: 1, f"{low.subscript}-1": 0}.get(high.text)
            if above is not None and _first(low.name, knowledge) == (lo or 0) + 1 - above + (sign == "<"):
                return True
    return False


def _back_from(name: str | None, text: str, letter: str, gathered: Gathered, first: int) -> Iterator[tuple[str, Expr]]:
    """The same for a list compared with `n-i`, how many are behind the element."""
    found = re.fullmatch(rf"(\w+)-{letter}((?:[+-]\d+)?)", text)
    size = gathered.named(found[1]) if found is not None else None
    if (
        found is not None
        and size is not None
        and name is not None
        and has_elements(gathered.places[name])
        and gathered.places[size].rows is None
        and ROW not in gathered.places[name].item.type.hi.names  # type: ignore[union-attr]
    ):
        shift = int(found[2] or 0) - first
        yield name, expr(f"{size}-{ROW}{shift:+d}" if shift else f"{size}-{ROW}")


def _first(stem: str, knowledge: Knowledge) -> int:
    """The least subscript that the statement writes: 0, 1 or 2 (of all but a root); 1 where it writes none."""
    statement = knowledge.statement
    texts = [sentence.text for sentence in (*statement.sentences, *statement.blocks)]
    return next(
        (least for least in (0, 1, 2) if any(re.search(rf"\b{re.escape(stem)}_?{least}\b", text) for text in texts)), 1
    )


def _follow(low: str, high: str) -> bool:
    return _LETTER.fullmatch(low[:1]) is not None and (
        (len(low) == 1 and high == f"{low}+1")
        or (len(high) == 1 and low in (f"{high}+1", f"{high}-1"))
        or (len(low) == 1 and high == f"{low}-1")
    )


def _is_mirrored(left: str, right: str) -> bool:
    return re.fullmatch(r"[a-z]{2}", left) is not None and left[0] != left[1] and right == left[::-1]


def _is_diagonal(subscript: str) -> bool:
    return re.fullmatch(r"([a-z])\1", subscript) is not None


def _with_room(node: Node, relation: Relation, gathered: Gathered) -> Node:
    """The table with bounds that include its diagonal's value; `gathered` gets what the others are bounded by."""
    if not isinstance(node, Matrix) or node.name != relation.left.text or not isinstance(node.type, IntType):
        return node
    value, of = relation.right.constant or 0, node.type
    low, high = (gathered.knowledge.ends.get((node.name, which)) for which in ("low", "high"))
    if low is not None and low > value:
        of = IntType(expr(value), of.hi)
        gathered.relations.append(Relation("offdiagonal", relation.left, ">=", expr(low)))
    if high is not None and high < value:
        of = IntType(of.lo, expr(value))
        gathered.relations.append(Relation("offdiagonal", relation.left, "<=", expr(high)))
    return replace(node, type=of)
