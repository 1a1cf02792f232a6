"""What was found to bound a variable, on which side and by which sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.model.expression import expr
from slowpath.model.format import Evidence
from slowpath.model.patterns import late_regex
from slowpath.model.problem import NamedBound
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.claims.counted_things import is_a_letter_each, whole_count
from slowpath.statement.claims.scope import confidence, is_about_input, rank, scoring_group
from slowpath.statement.sentences.statement import Sentence

EACH = late_regex(
    r"\b(?:each|every|all|both|lines|strings|words|names|integers|numbers)\b|"
    r"^\W*(?:an?|no) (?:\w+ ){1,2}(?:is|has|consists|contains)\b",
    re.I,
)
"""What is said of all of a kind: also as its definition, "a name is a string of at most ten letters"."""
_OF_LINES = late_regex(
    r"\blengths? of (?:the |each |every |any |all |a )*(?:\w+ )?lines?\b|"
    r"\b(?:each|every|no|a|any|the|one|single)(?: \w+)? lines? (?:of text )?(?:is|are|has|have|contains?|"
    r"will|consists?|longer)\b|\blines?,? (?:each )?(?:with|of|having|containing) (?:at most|up to|between|no more)\b",
    re.I,
)
_UNSIGNED = late_regex(
    r"\b(?:positive|natural|non-?negative) (?:\w+ )?(?:integers?|numbers?|values?)\b"
    r"(?! \w(?:_\w+)? ?[<>]| (?:means?|denotes?|stands? for|indicates?|represents?|corresponds?)\b)",
    re.I,
)
"""But of one that is bounded by itself: "a positive integer n <= 9, and n integers of at most 9 in absolute value"."""


@dataclass
class Bounds:
    """What is known of one variable: expression texts, None where nothing says it."""

    lo: str | None = None
    hi: str | None = None
    evidence: list[Evidence] = field(default_factory=list)


@dataclass(frozen=True)
class Side:
    """One bound found: an expression text, how trustworthy (smaller is better), from which chain. One that `mirrors`
    is the upper one of an absolute value, below 0: how that is read decides how it is."""

    text: str
    rank: int
    chain: Chain
    lost: str = ""
    written: str = ""
    mirrors: bool = False

    def below(self, high: str | None) -> Side:
        """The side, read as the upper one was if it mirrors that."""
        is_read = self.mirrors and self.lost and high is not None and high.isdigit()
        return replace(self, text=f"-{high}", lost="") if is_read else self


def over_visible(operand: Operand, visible: Callable[[str], str | None]) -> str | None:
    """The operand's text over variables that may be mentioned, None when it needs another."""
    if not operand.text:
        return None
    text = operand.text
    for name in sorted(expr(text).names):
        final = visible(name)
        if final is None:
            return None
        shown = f"len({final})" if operand.form in ("bar", "length") else final
        text = re.sub(rf"\b{re.escape(name)}\b", shown, text)
    return text


def is_fixed(chain: Chain, at: int, operand: Operand) -> bool:
    """Whether the input's description gives a single number its value within a longer chain: `0 = l <= r`."""
    return (
        rank(chain.sentence) == 0
        and len(chain.operators) > 1
        and not operand.subscript
        and re.fullmatch(r"-?\d+", chain.operands[at][0].text) is not None
    )


def is_unsigned(sentence: Sentence) -> bool:
    """Whether the numbers of a sentence are called positive: "positive integers, at most 9 in absolute value"."""
    return _UNSIGNED.search(sentence.text) is not None


def said(name: str, fact: str, chain: Chain) -> Evidence:
    """The sentence of a chain as the evidence of a fact."""
    sentence = chain.sentence
    if sentence.section == "package":
        return Evidence(name, fact, "package", sentence.quote)
    group = scoring_group(sentence)
    told = f"{fact} (group {group})" if group else fact
    return sentence.ground(name, told, confidence(sentence))


def broken_bound(name: str, bound: str, value: int) -> str:
    """What is said where a sample's value breaks a bound of the statement."""
    return f"the bound {name} {bound} is broken by the value {value}"


def says_of_all_strings(chains: Sequence[Chain]) -> bool:
    """Whether one sentence, or several alike, give the length of all strings: "each with a word of 20 letters"."""
    lengths = [
        (chain, operand)
        for chain in chains
        for place in chain.operands
        for operand in place
        if operand.form in ("bar", "length") and not chain.summed
    ]
    texts = {chain.sentence.text for chain, _ in lengths}
    are_same = len(texts) == 1 or len({(chain.operands, chain.operators) for chain, _ in lengths}) == 1
    return are_same and all(map(EACH.search, texts)) and not any(operand.name for _, operand in lengths)


def lengths_of_lines(chains: Sequence[Chain]) -> list[Chain]:
    """What bounds the lengths of lines of text, rather than of words: "each line is at most 80 characters long"."""
    return [
        chain
        for chain in chains
        if not chain.summed
        and _OF_LINES.search(chain.sentence.text)
        and any(one.form == "length" and not one.name for place in chain.operands for one in place)
    ]


def counted_length(sentences: Sequence[Sentence], name: str) -> Bounds | None:
    """The length of the only string where a sentence bounds how many things there are, which are a letter each."""
    for sentence in sentences:
        ends = whole_count(sentence) if is_about_input(sentence) else None
        if ends is not None and is_a_letter_each(sentences, sentence):
            fact = f"{ends[0]} <= len({name}) <= {ends[1]}"
            return Bounds(str(ends[0]), str(ends[1]), [sentence.ground(name, fact, 0.6)])
    return None


def counted_digits(chains: Sequence[Chain], is_meant: Callable[[Operand], bool]) -> Chain | None:
    """What bounds the digits of a variable. A bound of all values is one of each that no other chain speaks of."""
    long = [chain for chain in chains if chain.base and not chain.summed]
    found = next((chain for chain in long if any(one.name and is_meant(one) for one in chain.operands[0])), None)
    if found is not None or any(
        one.name and is_meant(one) for chain in chains for place in chain.operands for one in place
    ):
        return found
    return next((chain for chain in long if not any(one.name for one in chain.operands[0])), None)


def package_sides(package: Mapping[str, NamedBound], name: str) -> tuple[list[Side], list[Side]]:
    """The lower and the upper bounds that a package's constants give a variable."""
    lows: list[Side] = []
    highs: list[Side] = []
    for low, high in (
        (f"{name}_min", f"{name}_max"),
        (f"min_{name}", f"max_{name}"),
        (f"min{name}", f"max{name}"),
        (f"{name}min", f"{name}max"),
        (f"lower_{name}", f"upper_{name}"),
    ):
        for key, sides in ((low, lows), (high, highs)):
            bound = package.get(key.lower())
            if bound is not None:
                sides.append(Side(str(bound.value), -1, package_chain(bound)))
    return lows, highs


def package_chain(bound: NamedBound) -> Chain:
    return Chain((), (), Sentence("", 0, "package", f"{bound.name} = {bound.value} ({bound.source})"))


def of_loosest_group(sides: list[Side]) -> list[Side]:
    """The sides that scoring groups give, of which any may hold: all where they are numbers, else those of the group
    that comes last, since groups go from narrow to wide."""
    if all(expr(side.text).constant is not None for side in sides):
        return sides
    last = max(side.chain.sentence.line for side in sides)
    return [side for side in sides if side.chain.sentence.line == last]
