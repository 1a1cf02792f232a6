"""What a statement bounds beside single variables: products, sums of two numbers, sums of squares over test cases."""

from __future__ import annotations

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.model.expression import expr
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.claims.modality import supposes_sum
from slowpath.statement.claims.scope import SUBTASK, rank


def compound(knowledge: Knowledge) -> list[tuple[Chain, Operand, str, str]]:
    """Chains that bound an expression (`2 <= n*m <= 10^6`, a sum of `n^2`): (chain, operand, operator, bound)."""
    made = []
    for chain in knowledge.chains:
        if supposes_sum(chain.sentence.text) or rank(chain.sentence) in (None, SUBTASK):
            continue
        for place, operands in enumerate(chain.operands):
            for operand in operands:
                names = expr(operand.text or "0").names
                if operand.name or operand.form or not names:
                    continue
                for sign, bound in chain.beside(place):
                    constant = bound.text.lstrip("-").isdigit()
                    equal = (
                        sign == "="
                        and len(names) > 1
                        and (bool(bound.name) or (place == 0 and _is_over_others(chain, operand, bound)))
                    )
                    if constant or equal or (sign != "=" and _is_over_others(chain, operand, bound)):
                        made.append((chain, operand, sign, knowledge.carets.reading(bound)[0]))
    return made


def _is_over_others(chain: Chain, operand: Operand, bound: Operand) -> bool:
    """Whether an expression is bounded by other variables in the input's own description: `p + c <= n + 1`."""
    ours, theirs = expr(operand.text).names, expr(bound.text or "0").names
    return (
        rank(chain.sentence) == 0
        and not bound.form
        and not chain.summed
        and bool(theirs)
        and not ours & theirs
        and len(ours) > 1
    )
