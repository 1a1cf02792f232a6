"""What is said of one variable and then of another in short: "the sum of n is at most 100, and so is the sum of m",
"the same holds for the sum of m", "k integers in the same range"; and several sums that are compared at once.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import DECIMAL, Chain, Operand
from slowpath.statement.claims.names import subscript, variable_name
from slowpath.statement.sentences.statement import Sentence

_NAME = r"[A-Za-z](?:_\w{1,3})?(?![\w'])"
_OF = rf"(?:all )?(?:(?:the )?values of )?(?:all )?(?:the )?({_NAME})"
_OVER = r"(?: (?:over|across|in|among) (?:all )?(?:of )?(?:the )?(?:test ?cases|tests|cases|test|data ?sets|queries))?"
_AND = r" ?,? {0,2}\(?(?:and|nor|as well as|,)"
_SUMS = late_regex(
    rf"\bsums? of {_OF}{_OVER}(?:{_AND}(?: also)? {{1,2}}(?:the )?(?:total )?(?:sums?|that) of {_OF}"
    rf"{_OVER}(?: ?\))?)+(?! ?[-+*/^])"
)
_BOUND = r"(\d(?:[\d,*^ ]*\d)?)"
_RESPECTIVELY = late_regex(
    rf"\bsums? of {_OF}{_OVER} and (?:the )?(?:total )?(?:(?:sums?|that) of )?{_OF}{_OVER} "
    rf"([a-z<= ]{{2,40}}?) {_BOUND} and {_BOUND} ?,? respectively\b"
)
_SUMS_OF = late_regex(rf"\bsums of {_NAME}(?: ?,? ?(?:and|,) {_NAME})+")
_EACH = late_regex(
    rf"\bsum of (?={_NAME}(?: ?,? ?(?:and|,) {_NAME})+{_OVER}(?:[^.;]{{1,40}}) each\b|"
    rf"(?:each of|both) {_NAME})(?:each of |both )?"
)
_LIKEWISE = late_regex(
    r"(?:\b(?:so|as|nor|neither) (?:does|do|is|are|has|will|must|can)|"
    r"\b(?:the )?same (?:\w+ )?(?:holds|is true|applies|goes|stands|is guaranteed)(?: true)?(?: also)? (?:for|of|to)|"
    r"\b(?:similarly|likewise|analogously)(?:,| holds)? for) "
    rf"(?:also )?(?P<sum>(?:the )?(?:total )?sums? of )?{_OF}(?=(?: too| as well)?{_OVER} ?(?:[.;,)]|$))",
    re.I,
)
_SAME_RANGE = late_regex(
    r"\b(?:in|within|from|with|of|between) (?:the |this )?same (?:range|interval|bounds|limits)\b", re.I
)


def with_sums_joined(text: str) -> str:
    """The text with "the sum of n and the sum of m", each compared with the same, as "sums of n and m"; of two that are
    compared with two numbers, respectively, each with its own."""
    text = _EACH.sub("sums of ", _RESPECTIVELY.sub(r"sum of \1 \3 \4 ; sum of \2 \3 \5", text))
    text = _SUMS.sub(lambda match: " and ".join(_of_each(match.group())).join(("sums of ", " ")), text)
    return _SUMS_OF.sub(lambda match: re.sub(r" ?,? ?(?:\band\b|,) ?", " and ", match.group()), text)


def _of_each(text: str) -> list[str]:
    return [found.group(1) for found in re.finditer(rf"\b(?:sums?|that) of {_OF}", text)]


def likewise(sentence: Sentence, before: list[Chain], nearby: list[Sentence]) -> list[Chain]:
    """The chains that a sentence says to hold of other names too. `before` are those found up to it, with its own;
    `nearby` the sentences in which they may stand, it and the one before."""
    made: list[Chain] = []
    if _SAME_RANGE.search(sentence.text):
        made += [replace(chain, sentence=sentence) for chain in before[::-1] if _is_range_of_all(chain)][:1]
    for found in _LIKEWISE.finditer(sentence.text):
        about = next((chain for chain in reversed(before) if chain.sentence in nearby), None)
        if about is None or (found.group("sum") and not about.summed):
            continue
        name, own = found.group(2), _names(about)
        if len(own) == 1 and variable_name(name) not in own:
            made.append(
                replace(
                    about,
                    sentence=sentence,
                    operands=tuple(
                        tuple(_of(name, one) if one.name else one for one in place) for place in about.operands
                    ),
                )
            )
    return made


def _is_range_of_all(chain: Chain) -> bool:
    """Whether a chain says between which numbers all values of its sentence lie."""
    return [place[0].form for place in chain.operands] == ["", "all", ""] and not chain.summed


def _names(chain: Chain) -> set[str]:
    """The names in a chain that compares one of them with numbers; none of another."""
    operands = [one for place in chain.operands for one in place]
    if any(one.name == "" and not re.fullmatch(r"-?\d+", one.text) and one.form != DECIMAL for one in operands):
        return set()
    return {one.name for one in operands if one.name}


def _of(name: str, one: Operand) -> Operand:
    base = variable_name(name)
    return Operand(base, base, one.form, "", subscript(name))
