"""Tables whose every row is a permutation: preference lists, rankings.

"Each of the next n lines contains a permutation of 1..n", or `(P_{i,1}, ..., P_{i,n})` is one. A table's elements are
told apart by row and column alone, so such a table becomes rows of an array each.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import partial

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.layout import relation_names
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, Evidence, InputFormat, IntType, Matrix, Node, Records
from slowpath.model.nodes import all_items, changed_nodes
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_OF_ROWS = re.compile(
    r"\b(?:each|every|all|next|following|these|i-th|the (?:\w+ )?lines|rows?|lists)\b[^.;]{0,120}"
    r"(?:\bpermutations?\b|\bin (?:some|any|an arbitrary|arbitrary|random) order\b)",
    re.I,
)


def with_permuted_rows(
    fmt: InputFormat,
    knowledge: Knowledge,
    instances: list[tuple[str, dict]],
    evidence: list[Evidence],
    assumed: Collection[str] = (),
) -> InputFormat:
    """The format with such tables as rows, but where a sample has another row; the grounds go to `evidence`. `assumed`
    are the tables whose bounds no source gives: a permutation's are those of its places."""
    tied = frozenset().union(*map(relation_names, fmt.relations), frozenset())
    for table in _tables(fmt.nodes, assumed):
        sentence = next((one for one in knowledge.statement.sentences if _says_it(one, table, knowledge)), None)
        if sentence is None or table.name in tied:
            continue
        made = InputFormat(changed_nodes(fmt.nodes, partial(_with_rows, table=table)), fmt.relations)
        if not any(violations(made, instance) for _, instance in instances):
            fmt = made
            evidence.append(sentence.ground(table.name, f"every row of {table.name} is a permutation"))
    return fmt


def _tables(nodes: tuple[Node, ...], assumed: Collection[str]) -> list[Matrix]:
    """The tables of integers whose rows may hold each of as many values once."""
    made: list[Matrix] = []
    for _, node in all_items(nodes):
        if isinstance(node, Matrix) and isinstance(node.type, IntType) and node.separator == " ":
            lo = node.type.lo.constant
            is_open = node.name in assumed and lo in (0, 1)
            made += [node] if lo is not None and (is_open or node.type.hi == _last(node.columns, lo)) else []
    return made


def _says_it(sentence: Sentence, table: Matrix, knowledge: Knowledge) -> bool:
    if not is_about_input(sentence) or spoken(sentence.text, "conditional", "whether", "asked", "possible", "called"):
        return False
    for one in traits_in(sentence):
        if one.trait == "distinct" and saying("distinct in a row").search(sentence.text):
            return True
        if one.trait != "permutation":
            continue
        named = [name for name in one.names if knowledge.same(name, table.name)]
        if named and re.search(rf"\b{re.escape(named[0])}_[a-z](?:_c)?(?:1|0)\b", sentence.text):
            return True
        if _OF_ROWS.search(sentence.text):
            return True
    return False


def _with_rows(node: Node, table: Matrix) -> Node:
    if node is not table:
        return node
    low = (table.type.lo.constant or 0) if isinstance(table.type, IntType) else 0
    of = IntType(expr(low), _last(table.columns, low))
    return Records(table.rows, (Array(table.name, table.columns, of, " ", frozenset({"permutation"})),))


def _last(columns: Expr, lo: int) -> Expr:
    """The largest of as many numbers as there are columns, from `lo` on."""
    return columns if lo == 1 else expr(f"{columns}{lo - 1:+d}")
