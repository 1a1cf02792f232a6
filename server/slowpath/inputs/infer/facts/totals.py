"""What sentences say of sums: of a variable over all test cases, of the elements of one list."""

from __future__ import annotations

from collections.abc import Callable

from slowpath.inputs.infer.facts.bounds_found import over_visible, said
from slowpath.inputs.infer.facts.called import is_noun_of
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.model.expression import expr
from slowpath.model.format import Evidence
from slowpath.statement.claims.modality import supposes_sum
from slowpath.statement.claims.scope import rank
from slowpath.statement.phrases.manners import spoken


def sum_bound(knowledge: Knowledge, name: str) -> tuple[str, Evidence] | None:
    """The bound on the sum of a variable (or of a string's length) over all test cases."""
    for chain in knowledge.chains:
        if not chain.summed or supposes_sum(chain.sentence.text):
            continue
        for place, operands in enumerate(chain.operands):
            hit = any(
                knowledge.same(one.name, name)
                if one.name
                else (one.form == "noun" and is_noun_of(name, one.written, knowledge))
                or (one.form == "length" and not name)
                for one in operands
            )
            if hit and place + 1 < len(chain.operands) and chain.operators[place] in ("<=", "<"):
                bound = chain.operands[place + 1][0]
                if bound.text.lstrip("-").isdigit():
                    strict = chain.operators[place] == "<"
                    text = str(int(knowledge.carets.reading(bound)[0]) - strict)
                    return text, said(name, f"sum of {name} <= {text}", chain)
    return None


def total_of(knowledge: Knowledge, name: str, visible: Callable[[str], str | None]) -> tuple[str, str, Evidence] | None:
    """What the elements of one list sum up to, (operator, bound): in the input's own words, over variables that
    are read before. "A team is strong if the sum of its a_i is at least k" says what strong is."""
    for chain in knowledge.chains:
        text, trust = chain.sentence.text, rank(chain.sentence)
        if not chain.summed or supposes_sum(text) or not (trust == 0 or (trust == 1 and spoken(text, "promised"))):
            continue
        for operands, sign, bound in chain.sides():
            over = over_visible(bound, visible)
            if (
                over is None
                or bound.form
                or not any(
                    knowledge.same(one.name, name) and one.subscript
                    if one.name and not one.form
                    else one.form == "noun" and is_noun_of(name, one.written, knowledge)
                    for one in operands
                )
            ):
                continue
            constant = expr(over).constant is not None
            over = knowledge.carets.reading(bound)[0] if constant else over
            operator = "==" if sign == "=" else sign
            if not (constant and operator in ("<=", "<")):
                return operator, over, said(name, f"sum of {name} {operator} {over}", chain)
    return None
