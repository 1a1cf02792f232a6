"""Every sentence of a statement as normalised records, with their confidence and the readings that were dropped.

The inference asks the same extraction in its own terms (`knowledge`, `meaning`, `types`); the records are what it
knows, shown as evidence, and what a solver of bounds can be given (STAB section 3.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.model.stated import StatedConstraint
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import DECIMAL, Chain, Operand, letters_of, named
from slowpath.statement.claims.counted_things import counted_things
from slowpath.statement.claims.definitions import undefined
from slowpath.statement.claims.divisibility import divisibility_in, number_kinds_in
from slowpath.statement.claims.endings import ending_in, endings_of
from slowpath.statement.claims.forms import forms_in
from slowpath.statement.claims.graphs import graph_words
from slowpath.statement.claims.implied import implied_in
from slowpath.statement.claims.likewise import likewise
from slowpath.statement.claims.numerals import loses_carets
from slowpath.statement.claims.scope import confidence, indices, rank
from slowpath.statement.claims.traits import traits_in
from slowpath.statement.lines.described import rows_of
from slowpath.statement.lines.rows import Row
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Sentence, Statement

_ELEMENT = late_regex(r"_\{?[ijk]\b")
"""What the index of another counts through: `a_i`."""
_LONGEST_QUOTE = 300
_TOLD = 0.6
"""What a story's bounds are worth beside those of an input section, as a factor."""
_STRINGS = late_regex(r"\b(?:string|word|text|name|pattern|password)s? ((?:[A-Za-z](?:_\w+)?(?:, | and |\b)){1,4})")


def extract(statement: Statement, known: frozenset[str] = frozenset()) -> tuple[StatedConstraint, ...]:
    """All that the statement says of its input, sentence by sentence. `known` are names that count as variables."""
    chains = stated_chains(statement, known)
    carets = Carets(statement)
    strings = strings_told(statement)
    made: list[StatedConstraint] = []
    described = any(rank(chain.sentence) == 0 for chain in chains)
    for chain in chains:
        told = described and rank(chain.sentence) == 1 and not spoken(chain.sentence.text, "promised", "given")
        made += _of_chain(chain, carets, strings, _TOLD if told else 1.0)
    for sentence in statement.sentences:
        if rank(sentence) is not None:
            made += _of_sentence(sentence)
    made += _of_graph(statement)
    made += [_of_row(row) for row in rows_of(statement, known) if row.sentence is not None]
    made += [
        _record(
            "end",
            ending.variables,
            f"until {ending.until!r}" if ending.until else "until the input ends",
            ending.sentence,
            ending.confidence,
        )
        for ending in endings_of(statement)
    ]
    return _without_weaker(made)


def stated_chains(statement: Statement, known: frozenset[str]) -> list[Chain]:
    """The chains of all sentences that may bound the input; those over indices and in outputs are left out."""
    usable = [
        sentence
        for sentence in statement.sentences
        if rank(sentence) is not None and not (rank(sentence) and _is_on_condition(sentence))
    ]
    found = {id(sentence): chains_of(sentence, known) for sentence in usable}
    letters = letters_of([chain for chains in found.values() for chain in chains])
    made: list[Chain] = []
    for place, sentence in enumerate(usable):
        pairs = any(len(word) == 2 and set(word) <= letters for word in re.findall(r"\b[A-Za-z]{2}\b", sentence.text))
        made += [
            Chain(
                ((named(word) if word else Operand("", form="all"),), (Operand(least, written=least),)),
                (">=",),
                sentence,
                implied=True,
            )
            for _, word, least in implied_in(sentence)
            if word or not rank(sentence)
        ]
        over = indices(sentence)
        ends = ending_in(sentence) is not None
        made += [
            chain
            for whole in (chains_of(sentence, known, letters) if pairs else found[id(sentence)])
            for chain in _parted(whole)
            if not _is_over(chain, over)
            and not (ends and set(chain.operators) == {"="})
            and not (_is_nameless(chain) and rank(sentence))
        ]
        made += likewise(sentence, made, usable[max(0, place - 1) : place + 1])
    return undefined(_reconciled(made + counted_things(usable)), usable, known)


def _is_on_condition(sentence: Sentence) -> bool:
    """Whether all that a sentence compares stands behind a condition: "it is red when the last digit is 1 or 4"."""
    found = spoken(sentence.text, "conditional")
    return found is not None and re.search(r"[<>]", sentence.text[: found.start()]) is None


def _parted(chain: Chain) -> tuple[Chain, ...]:
    """A chain that begins with a sum, parted behind the variable that the sum is compared with: of `a_1 + ... + a_n <=
    x <= 9` the rest bounds that one alone."""
    begins = all(one.name and not one.form for place in chain.operands[:2] for one in place)
    if not chain.summed or len(chain.operators) != 2 or not begins:
        return (chain,)
    return (
        replace(chain, operands=chain.operands[:2], operators=chain.operators[:1]),
        replace(chain, operands=chain.operands[1:], operators=chain.operators[1:], summed=False),
    )


def _is_nameless(chain: Chain) -> bool:
    """Whether prose bounds all values on one side, which only the input's own description means so."""
    return len(chain.operators) == 1 and any(operand.form == "all" for place in chain.operands for operand in place)


def _reconciled(chains: list[Chain]) -> list[Chain]:
    """The chains with `b_i < a+1` read as `b_i < a_{i+1}` where another says `a_i < b_i`: a lost subscript."""
    below = {
        (left.name, right.name)
        for chain in chains
        for lower, sign, higher in chain.pairs()
        if sign == "<"
        for left in lower
        for right in higher
    }

    def read(operand: Operand, others: set[str]) -> Operand:
        name = operand.text[:-2]
        lost = operand.text.endswith("+1") and name.isidentifier() and any((name, other) in below for other in others)
        return Operand(name, name, subscript="i+1", written=operand.text) if lost else operand

    made = []
    for chain in chains:
        names = {operand.name for place in chain.operands for operand in place if operand.name}
        made.append(replace(chain, operands=tuple(tuple(read(o, names) for o in place) for place in chain.operands)))
    return made


def _is_over(chain: Chain, names: frozenset[str]) -> bool:
    """Whether a chain bounds an index only: `1 <= i < j <= n` in "for all i < j"."""
    texts = {operand.text for place in chain.operands for operand in place}
    if chain.operators == ("!=",) and texts <= {"i", "j", "k"} and _ELEMENT.search(chain.sentence.text):
        return True
    bare = [operand for place in chain.operands[:2] for operand in place if operand.name]
    return bool(bare) and all(operand.name in names and not operand.subscript for operand in bare)


_TENS = late_regex(r"(?<![\d.*^])10(?:[3-9]|1[0-8])(?![\d.^])")
"""Powers of ten that seem to have lost their caret."""


class Carets:
    """Which reading of a number that may have lost its caret a statement makes likely."""

    def __init__(self, statement: Statement) -> None:
        self.powers = statement.powers
        texts = [sentence.text for sentence in statement.sentences]
        self.sure = not self.powers and loses_carets(texts)
        self.has_tens = not self.powers and any(_TENS.search(text) for text in texts)

    def reading(self, operand: Operand, low: int | None = None) -> tuple[str, str, float]:
        """(the likelier reading, the other or "", how sure). `low` is the other bound of the same variable."""
        if not operand.lost:
            return operand.text, "", 1.0
        literal = int(operand.text)
        if re.fullmatch(r"2\d\d", operand.written) and not (self.has_tens and (low is None or low in (0, 1))):
            return operand.text, operand.lost, 0.7  # A power of two alone is rare.
        if "*" in operand.written or re.search(r"\d[+-]\d", operand.written) or (low is not None and low > literal):
            return operand.lost, operand.text, 0.98
        if self.powers:
            return operand.text, operand.lost, 0.7
        return operand.lost, operand.text, 0.95 if self.sure else 0.85


def _of_chain(chain: Chain, carets: Carets, strings: frozenset[str], trusted: float) -> list[StatedConstraint]:
    trust = confidence(chain.sentence) * (0.9 if chain.implied else 1.0) * trusted
    made: list[StatedConstraint] = []
    for places in _single(chain):
        texts, others, sure = [], [], 1.0
        for operand in places:
            low = next((int(o.text) for o in places if re.fullmatch(r"-?\d+", o.text) and o is not operand), None)
            text, other, certainty = carets.reading(operand, low)
            sure = min(sure, certainty)
            texts.append(_shown(operand, text, strings))
            others.append(_shown(operand, other or text, strings))
        kind = _kind(chain, places, strings)
        shown = _joined(texts, chain.operators)
        relation = f"sum {shown}" if chain.summed else shown
        other = _joined(others, chain.operators)
        names = tuple(dict.fromkeys(name for operand in places for name in _names(operand)))
        if not names and kind not in ("all", "absolute", "cases", "length", "sum"):
            continue
        made.append(
            _record(
                kind,
                names,
                relation,
                chain.sentence,
                round(trust * sure, 2),
                (f"sum {other}" if chain.summed else other,) if other != shown else (),
            )
        )
    return made


def _single(chain: Chain) -> Iterable[tuple[Operand, ...]]:
    """The chain once for each operand of a place with several: `1 <= n, m <= 5` says it of n and of m."""
    wide = max(range(len(chain.operands)), key=lambda at: len(chain.operands[at]))
    for operand in chain.operands[wide]:
        yield tuple(operand if at == wide else place[0] for at, place in enumerate(chain.operands))


def _kind(chain: Chain, places: tuple[Operand, ...], strings: frozenset[str]) -> str:
    forms = {operand.form for operand in places}
    if chain.summed:
        return "sum"
    for form in ("all", "cases", "length"):
        if form in forms:
            return form
    if "bar" in forms and len(places) > 2 and any(operand.name and not operand.form for operand in places):
        return "chain"
    if "bar" in forms:
        barred = [operand for operand in places if operand.form == "bar"]
        return "length" if all(o.name in strings or _at_least(places, o) for o in barred) else "absolute"
    variables = [operand for operand in places if expr(operand.text or "0").names]
    if len(variables) > 1:
        plain = sum(bool(operand.name) for operand in variables)
        if plain < len(variables) - 1 or (len(variables) == 2 and plain < 2 and len(places) == 2):
            return "expression"
        return "chain" if len(places) > 2 else "relation"
    operand = variables[0] if variables else places[0]
    if not operand.name:
        return "product" if re.search(r"[\w)]\*[A-Za-z(]", operand.text) and "+" not in operand.text else "expression"
    return "indexed" if operand.subscript and not operand.subscript.isdigit() else "range"


def _at_least(places: tuple[Operand, ...], operand: Operand) -> bool:
    """Whether `|x|` has a lower bound of its own, as lengths do."""
    at = places.index(operand)
    return 0 < at < len(places) - 1 and places[at - 1].text.isdigit()


def _names(operand: Operand) -> list[str]:
    return [operand.name] if operand.name else sorted(expr(operand.text or "0").names)


def _shown(operand: Operand, text: str, strings: frozenset[str]) -> str:
    if operand.form == "all":
        return "every value"
    if operand.form == "cases":
        return "test cases"
    if operand.form == DECIMAL:
        return operand.written
    if operand.form == "length":
        return f"len({operand.name})" if operand.name else "length"
    if operand.form == "bar":
        return f"|{text or 'every value'}|"
    letter = operand.subscript and operand.name and not operand.subscript.isdigit()
    return f"{operand.name}_{operand.subscript}" if letter else text


def _joined(texts: list[str], operators: tuple[str, ...]) -> str:
    words = [texts[0]]
    for operator, text in zip(operators, texts[1:], strict=True):
        words += [operator, text]
    return " ".join(words)


def _of_sentence(sentence: Sentence) -> list[StatedConstraint]:
    trust = confidence(sentence)
    made = [
        _record(
            "divisible",
            tuple(name for name in (one.left, one.divisor) if not name.isdigit()),
            str(one),
            sentence,
            round(trust * 0.9, 2),
        )
        for one in divisibility_in(sentence)
        if (rank(sentence) or 0) <= 1
    ]
    made += [
        _record("trait", trait.names, str(trait), sentence, round(trust * trait.confidence, 2))
        for trait in traits_in(sentence)
    ]
    made += [
        _record("number", (name,), f"{name} is {kind}", sentence, round(trust * 0.9, 2))
        for name, kind in number_kinds_in(sentence)
        if (rank(sentence) or 0) <= 1
    ]
    alphabet = alphabet_in(sentence)
    if alphabet:
        made.append(_record("alphabet", (), f"characters {alphabet}", sentence, round(trust * 0.9, 2)))
    made += [
        _record(
            "form",
            (),
            f"{form.value} {form.form}" if form.form == "decimals" else form.form,
            sentence,
            round(trust * 0.85, 2),
        )
        for form in forms_in(sentence)
        if (rank(sentence) or 0) <= 1
    ]
    return made


def _of_row(row: Row) -> StatedConstraint:
    """What stands on a described line: `t lines: n, k`, `line: a[n]`."""
    entries = [f"{entry.name or '?'}[{entry.length}]" if entry.length else entry.name or "?" for entry in row.entries]
    names = tuple(entry.name for entry in row.entries if entry.name)
    place = f"{row.count} lines" if row.count is not None else "line"
    where = " of each case" if row.case else ""
    assert row.sentence is not None
    return _record("count", names, f"{place}{where}: {', '.join(entries)}", row.sentence, 0.8)


def _of_graph(statement: Statement) -> list[StatedConstraint]:
    usable = [sentence for sentence in statement.sentences if sentence.section not in (*NOT_INPUT, "scoring")]
    by_text = {sentence.text: sentence for sentence in reversed(usable)}
    return [
        _record("graph", (), trait, by_text[text], 0.85 if by_text[text].section else 0.75)
        for trait, text in graph_words([sentence.text for sentence in usable]).items()
    ]


def strings_told(statement: Statement) -> frozenset[str]:
    """The names that the statement calls strings."""
    found: set[str] = set()
    for sentence in statement.sentences:
        for names in _STRINGS.findall(sentence.text):
            found |= {name.split("_")[0] for name in re.findall(r"\b[A-Za-z](?:_\w+)?\b", names) if name != "a"}
    return frozenset(found)


def _without_weaker(made: list[StatedConstraint]) -> tuple[StatedConstraint, ...]:
    """Each record once, as its surest sentence states it."""
    best: dict[tuple[str, str], StatedConstraint] = {}
    for record in made:
        key = (record.kind, record.relation)
        if key not in best or best[key].confidence < record.confidence:
            best[key] = record
    return tuple(best.values())


def _record(
    kind: str,
    names: tuple[str, ...],
    relation: str,
    sentence: Sentence,
    confidence: float,
    alternatives: tuple[str, ...] = (),
) -> StatedConstraint:
    return StatedConstraint(
        kind, names, relation, sentence.quote[:_LONGEST_QUOTE], sentence.line, confidence, alternatives
    )
