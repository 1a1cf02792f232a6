"""Tables that are told by their rows: each a permutation (preference lists, rankings) or different numbers, or words of
which no two are the same.

"Each of the next n lines contains a permutation of 1..n", or `(P_{i,1}, ..., P_{i,n})` is one. A table's elements are
told apart by row and column alone, so such a table becomes rows of an array each, or an array of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.layout import relation_names
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, Evidence, InputFormat, IntType, Matrix, Node, Records, WordType
from slowpath.model.nodes import all_items, changed_nodes
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_OF_ROWS = late_regex(
    r"\b(?:each|every|all|next|following|these|i-th|the (?:\w+ )?lines|rows?|lists)\b[^.;]{0,120}"
    r"(?:\bpermutations?\b|\bin (?:some|any|an arbitrary|arbitrary|random) order\b)",
    re.I,
)
_UNSURE = ("conditional", "whether", "asked", "possible", "called")
_PERMUTED, _DIFFERENT = frozenset({"permutation"}), frozenset({"distinct"})


def with_rows_told(
    fmt: InputFormat,
    knowledge: Knowledge,
    instances: list[tuple[str, dict]],
    evidence: list[Evidence],
    assumed: Collection[str] = (),
) -> InputFormat:
    """The format with such tables as rows, but where a sample has another row; the grounds go to `evidence`. `assumed`
    are the tables whose bounds no source gives: a permutation's are those of its places."""
    tied = frozenset().union(*map(relation_names, fmt.relations), frozenset())
    for _, table in all_items(fmt.nodes):
        if not isinstance(table, Matrix) or table.name in tied:
            continue
        for fact, says, rows in _readings(table, assumed):
            sentence = next((one for one in knowledge.statement.sentences if says(one, table, knowledge)), None)
            made = replace(fmt, nodes=changed_nodes(fmt.nodes, partial(_instead, table=table, rows=rows)))
            if sentence is not None and not any(violations(made, given) for given in _reread(made, fmt, instances)):
                fmt = made
                evidence.append(sentence.ground(table.name, fact))
                break
    return fmt


def _readings(table: Matrix, assumed: Collection[str]) -> Iterator[tuple[str, Callable[..., bool], Node]]:
    """What rows may be said to be: the fact, whether a sentence says it, and the rows in place of the table."""
    of = table.type
    if isinstance(of, IntType) and table.separator == " ":
        low = of.lo.constant
        if low is not None and ((table.name in assumed and low in (0, 1)) or of.hi == _last(table.columns, low)):
            made = Array(table.name, table.columns, IntType(expr(low), _last(table.columns, low)), " ", _PERMUTED)
            yield f"every row of {table.name} is a permutation", _says_permuted, Records(table.rows, (made,))
        made = Array(table.name, table.columns, of, " ", _DIFFERENT)
        yield f"every row of {table.name} is distinct", _says_different, Records(table.rows, (made,))
    elif isinstance(of, WordType) and table.separator == "":
        word = WordType(table.columns, table.columns, of.alphabet)
        yield f"{table.name} is distinct", _says_words, Array(table.name, table.rows, word, "\n", _DIFFERENT)


def _reread(made: InputFormat, fmt: InputFormat, instances: list[tuple[str, dict]]) -> Iterator[dict]:
    """The samples as the new format reads them."""
    yield from (parse(made, print_input(fmt, instance)) for _, instance in instances)


def _says_permuted(sentence: Sentence, table: Matrix, knowledge: Knowledge) -> bool:
    if not is_about_input(sentence) or spoken(sentence.text, *_UNSURE):
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


def _says_different(sentence: Sentence, table: Matrix, knowledge: Knowledge) -> bool:
    """ "Each of the next n lines contains m distinct integers a_{ij}"."""
    is_named = knowledge.mentions(sentence, table.name) or knowledge.described.get(table.name) == sentence
    found = saying("distinct in a row").search(sentence.text)
    return is_about_input(sentence) and found is not None and is_named and not spoken(sentence.text, *_UNSURE)


def _says_words(sentence: Sentence, table: Matrix, knowledge: Knowledge) -> bool:
    """ "The strings are pairwise distinct", or what its line calls them: "n lines with the aliases"."""
    is_of_words = saying("distinct words").search(sentence.text) is not None
    return (
        is_about_input(sentence)
        and any(
            one.trait == "distinct" and (is_of_words or _is_on_line(one.before, table.name, knowledge))
            for one in traits_in(sentence)
        )
        and not spoken(sentence.text, *_UNSURE)
    )


def _is_on_line(before: str, name: str, knowledge: Knowledge) -> bool:
    """Whether the last word before what a sentence says is what the line of a table is said to hold."""
    line, noun = (
        knowledge.described.get(name),
        re.search(r"\b((?!cells?\b|rows?\b|col)[a-z]{3,}?)(?:es|s)?\s*$", before),
    )
    return (
        line is not None
        and noun is not None
        and (re.search(rf"(?<!\bof )(?<!\bof the )\b{noun[1]}", line.text) is not None)
    )


def _instead(node: Node, table: Matrix, rows: Node) -> Node:
    return rows if node is table else node


def _last(columns: Expr, lo: int) -> Expr:
    """The largest of as many numbers as there are columns, from `lo` on."""
    return columns if lo == 1 else expr(f"{columns}{lo - 1:+d}")
