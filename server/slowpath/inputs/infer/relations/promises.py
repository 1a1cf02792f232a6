"""What a statement promises of its input and the format doesn't say: "it is guaranteed that an answer exists".

A search that makes its own inputs may break such a promise, so whoever believes what it shows has to be told. A
sentence counts as said where the format rests on its row alone (it is in the evidence), or where what it holds is of
the kinds that are read; what is left is taken word for word. Better one promise named too many than one hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from slowpath.inputs.infer.relations.element_counts import tells_counts
from slowpath.inputs.infer.relations.elements_present import speaks_of_elements
from slowpath.inputs.infer.relations.next_elements import speaks_of_next
from slowpath.inputs.infer.relations.occurrences import speaks_of_times
from slowpath.inputs.layout import places
from slowpath.model.expression import expr
from slowpath.model.format import QUANTITIES, Cases, Evidence, InputFormat, Node, Records, WordType
from slowpath.model.nodes import all_items
from slowpath.model.stated import StatedConstraint
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.definitions import definitions_in
from slowpath.statement.claims.divisibility import divisibility_in, number_kinds_in
from slowpath.statement.claims.endings import ending_in
from slowpath.statement.claims.graphs import graph_words
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.said_distinct import rows_differ
from slowpath.statement.claims.scope import SUBTASK, rank
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.sentences.statement import Sentence, Statement

_LONGEST_QUOTE = 300
_PROMISE = re.compile(
    r"\badditional constraints? (?:on|to|of) (?:the )?input\b|"
    r"\bguaranteed(?:,| that\b| there\b| by\b| to (?:be|have|exist|contain|form|hold|lie|satisfy))|\bwe guarantee\b|"
    r"\b(?:input|tests?|test cases?|data|values?|strings?|sequences?|array) (?:is|are|was|were|will be) "
    r"(?:generated|chosen|constructed|given|such)\b[^.;]{0,20}\bthat\b|"
    r"\b(?:you|we|one) (?:can|may) (?:safely )?assume\b|\bit is (?:given|known) that\b|"
    r"\bthere (?:always |will always )(?:is|exists?|be)\b|\balways (?:exists?|possible|solvable|reachable)\b|"
    r"\((?:there (?:is|are)|it has|he has|they have) (?:surely )?(?:(?:at least )?one|such|enough|some)\b[^()]{0,40}\)|"
    r"\b(?:input|test data) (?:is|are) (?:always )?(?:valid|consistent|correct|solvable)\b", re.I)
_BETWEEN_NUMBERS = re.compile(r"\bgcd ?\([^()]*\) ?= ?1\b|\b(?:co-?prime|relatively prime|square-?free)\b", re.I)
_OF_PARTS = re.compile(r"\bsub-?(?:strings?|sequences?|arrays?|segments?)\b", re.I)
_NO_PROMISE = re.compile(
    r"\b(?:not|isn't) guaranteed\b|\b(?:can|could|may) be (?:shown|proved|proven|seen)|\bif (?:it is|there is|you)\b|"
    r"\bfits? (?:in|into|within)\b[^.;]{0,40}\b(?:integers?|int|int64|long|bits?|types?|memory|variables?|range|"
    r"\d+)\b", re.I)
_CELL = re.compile(r"\b(?:cell|square|position|point) \([A-Za-z]\w*, ?[A-Za-z]\w*\)", re.I)
"""What stands in one cell is no alphabet."""
_AT_LEAST_ONE = re.compile(r"^\W*there (?:is|are|will be) (?:always )?at least one\b", re.I)
_NO_BLANKS = re.compile(r"\b(?:no|not contain|without)(?: any)? (?:white ?)?spaces\b", re.I)
"""No word holds any."""
_TIMES = re.compile(r"\b(?:correct|valid|proper) (?:moments? of )?times?\b[^.;]*\b(?:format|24)\b", re.I)
"""The hours and minutes that a word's pattern says."""
_ASKED = re.compile(r"\b(?:find|print|output|determine|report|calculate)\b", re.I)
"""Before a promise: what is to be done, not what is given."""
_OCCURS = re.compile(r"\b(?:appears?|occurs?|(?:is|are) present|(?:is|are) used) (?:at least|exactly|in)\b", re.I)
"""That values occur bounds none of them, whatever bounds the sentence names: "each colour from 1 to k appears"."""
_LOST_BRACES = re.compile(r"[A-Za-z]{1,2}\+1")
_GUARANTEED = re.compile(r"\b(?:guaranteed,? |assume )that\b", re.I)
_AND_THAT = re.compile(r",? and that |; ")
_AND = re.compile(r",? and (?!-?\d)")
_VERB = re.compile(r"\b(?:is|are|be|has|have|contains?|do|does|can|will|exists?|lies?|holds?)\b|n't\b|[<>=]")
_ORDERS = frozenset({"<=", "<", ">=", ">"})


def promises(statement: Statement, fmt: InputFormat, evidence: Sequence[Evidence]) -> tuple[StatedConstraint, ...]:
    """The promises that the format doesn't keep by itself, as records of the kind "guarantee"."""
    rows = Counter((sentence.line, sentence.quote) for sentence in statement.sentences)
    used = {(one.line, one.quote) for one in evidence if one.source == "statement"}
    used -= {(line, quote[:_LONGEST_QUOTE]) for (line, quote), sentences in rows.items() if sentences > 1}
    names = frozenset(places(fmt))
    names |= {one.name for sentence in statement.sentences for one in definitions_in(sentence)
              if expr(one.text).names <= names}
    traits = set(graph_words([sentence.text for sentence in statement.sentences])) if any(
        isinstance(item, Records) and item.structure for _, item in all_items(fmt.nodes)) else set[str]()
    held = _held(fmt)
    has_elements = any(relation.kind in QUANTITIES for relation in fmt.relations)
    is_timed = any(of.pattern and ":" in of.pattern for place in places(fmt).values()
                   if isinstance(of := getattr(place.item, "type", None), WordType))
    made = []
    for sentence in statement.sentences:
        if (has_elements and speaks_of_elements(sentence)) or (is_timed and _TIMES.search(sentence.text)):
            continue
        row = (sentence.line, sentence.quote[:_LONGEST_QUOTE])
        facts = [one.fact for one in evidence if (one.line, one.quote) == row]
        is_counted = tells_counts(sentence, facts) and not set(graph_words([sentence.text])) & traits
        is_used = row in used
        if not is_counted and (not _is_promise(sentence) or _is_said(sentence, names, traits, held, is_used)):
            continue
        mentioned = tuple(dict.fromkeys(base for word in re.findall(r"\b[A-Za-z]\w*\b", sentence.text)
                                        if (base := base_name(word)) in names))
        made.append(StatedConstraint("guarantee", mentioned, sentence.text, sentence.quote[:_LONGEST_QUOTE],
                                     sentence.line, 0.9))
    return tuple(made)


def _is_promise(sentence: Sentence) -> bool:
    trust, text = rank(sentence), sentence.text
    found = _PROMISE.search(text) or (
        (_BETWEEN_NUMBERS.search(text) or _AT_LEAST_ONE.search(text)) if trust == 0 else None)
    return found is not None and trust is not None and trust < SUBTASK and not _NO_PROMISE.search(text) \
        and not _ASKED.search(text[:found.start()])


def _clauses(sentence: Sentence) -> list[Sentence]:
    """What a sentence promises, each by itself: "that the corner is white and all cells are distinct" says two things.
    What has no verb belongs to what follows ("x and y are distinct"), at the end to what stands before."""
    promised = _GUARANTEED.search(sentence.text)
    if promised is None:
        return [sentence]
    made: list[str] = []
    for said in _AND_THAT.split(sentence.text[promised.end():]):
        pending = ""
        for part in _AND.split(said):
            pending = f"{pending} and {part}" if pending else part
            if _VERB.search(part):
                made.append(f"{promised.group()} {pending}")
                pending = ""
        if pending and _VERB.search(said):
            made[-1] += f" and {pending}"
        elif pending:
            made.append(f"{promised.group()} {pending}")
    return [replace(sentence, text=text) for text in made] if len(made) > 1 else [sentence]


def _is_said(sentence: Sentence, names: frozenset[str], traits: Collection[str], held: Collection[str],
             is_used: bool) -> bool:
    """Whether the format says all that a sentence promises; `is_used`: it rests on the sentence's row, `held` are the
    traits of its lists and rows. Where one part of several is read, that may be why, and says nothing of the others."""
    parts = _clauses(sentence)
    read = [_is_read(part, names, held) or bool(set(graph_words([part.text])) & set(traits)) for part in parts]
    return all(read) or (is_used and not any(read) and not _BETWEEN_NUMBERS.search(sentence.text))


def _is_read(sentence: Sentence, names: frozenset[str], held: Collection[str]) -> bool:
    """Whether what a sentence holds is of the kinds that inference reads: bounds, sums, traits, alphabets, endings."""
    if _OF_PARTS.search(sentence.text):
        return False
    if _NO_BLANKS.search(sentence.text):
        return True
    if any(one.trait in held for one in traits_in(sentence)):
        return True
    kinds = {kind for _, kind in number_kinds_in(sentence)}
    if _CELL.search(sentence.text):
        return "cell" in held
    if alphabet_in(sentence) or definitions_in(sentence) or ending_in(sentence) is not None \
            or rows_differ(sentence) is not None or divisibility_in(sentence) or kinds & {"prime", "power of 2"}:
        return True
    if _BETWEEN_NUMBERS.search(sentence.text):
        return False
    if speaks_of_next(sentence) or speaks_of_times(sentence):
        return True
    if _OCCURS.search(sentence.text):
        return False
    chains = chains_of(sentence, names)
    known = {name.lower() for name in names}
    return bool(chains) and all(_is_bound(chain, known) for chain in chains) \
        and not any(_is_between_rows(chain) for chain in chains)


def _is_bound(chain: Chain, known: Collection[str]) -> bool:
    """Whether a chain only bounds variables of the format, or lengths or counts."""
    operands = [operand for place in chain.operands for operand in place]
    signs = set(chain.operators) - ({"="} if chain.summed else set())
    return signs <= _ORDERS and any(one.name or one.form in ("cases", "length") for one in operands) \
        and all(not one.name or one.name.lower() in known for one in operands)


def _is_between_rows(chain: Chain) -> bool:
    """Whether a chain compares what stands in one row, or at one place, with what stands in the next: `b_i < a_{i+1}`,
    or, where plain text has lost the braces, `b_i < a_i + 1`. Nothing of the kind is read."""
    operands = [operand for place in chain.operands for operand in place]
    placed = [operand for operand in operands if operand.name and operand.subscript]
    is_shifted = len({one.name for one in placed}) > 1 and len({one.subscript for one in placed}) > 1
    return is_shifted or (bool(placed) and any(_LOST_BRACES.fullmatch(one.text) for one in operands if not one.name))


def _held(fmt: InputFormat) -> frozenset[str]:
    """The traits of lists and rows that a format says, orders and distinctness by any relation that says them."""
    parts = [part for place in places(fmt).values() for part in (place.item, place.rows)]
    made = {trait for part in parts for trait in getattr(part, "traits", ())}
    made |= {relation.kind for relation in fmt.relations}
    made |= {"distinct"} if made & {"permutation", "strictly-sorted", "simple", "apart"} else set()
    made |= {"sorted"} if "strictly-sorted" in made else set()
    made |= {"distinct"} if any(one.operator == "!=" for one in fmt.relations) else set()
    return frozenset(made)


def _has_graph(nodes: Sequence[Node]) -> bool:
    return any(_has_graph(node.body) if isinstance(node, Cases) else isinstance(node, Records) and bool(node.structure)
               for node in nodes)
