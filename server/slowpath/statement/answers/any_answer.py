"""Whether a statement says that several outputs are right: then a reference's output proves nothing against another.

What counts is who may choose: "print any of them", "if there are several, output any", "in any order". That something
holds for any index, or that YES may be printed in any case, says nothing of the kind, nor does a rule for ties
("if there are several, print the smallest"). Steps that are to be printed, as many as one likes up to a number, can be
others as well. The order of what is given isn't the order of what is printed.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.wholes import whole_sentences

MOST_QUOTED = 240
_TELLING = r"(?:print|output|report|display|write|return|give|provide|submit|answer|show|list|name|state|specify)"
_FINDING = rf"(?:{_TELLING}|find|construct|choose|pick|determine|produce|build|select)"
_THING = (
    r"(?:(?:valid|correct|suitable|possible|optimal|acceptable|appropriate|feasible|such|right|legal|of|one|"
    r"solution|solutions|answer|answers|permutation|array|sequence|string|path|plan|way|arrangement|pair|set|tree|"
    r"graph|order|integer|number|grid|matrix|assignment|subset|construction|choice|option|variant)\b)"
)
_MANY = (
    r"(?:multiple|several|many|more than one|various|numerous|different|two or more|some)\s+"
    r"(?:\w+[\s-]+){0,4}?(?:answer|solution|way|option|possibilit|choice|output|result|candidate|plan|path|"
    r"permutation|array|sequence|string|value|pair|set|of them|such|correct|valid|suitable|possible|optimal)"
)
_ANY = r"\b(?:any|either|arbitrary|an arbitrary|whichever|one of them|any one|all of them|each of them)\b"
_SAYS_ANY = tuple(
    late_regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_TELLING}(?:s|ing)?\s+(?:out\s+)?(?:any|an arbitrary|whichever|either)\s*(?:[.,;:!)]|$|{_THING})",
        rf"\b{_TELLING}(?:s|ing)?\s+(?:\w+\s+){{0,3}}?any\s+(?:of\s+(?:them|these|those|the)|one|valid|such|possible|correct|"
        r"suitable|optimal)\b",
        rf"\b{_FINDING}\s+any\s+(?:one|valid|correct|suitable|possible|optimal|such|of them|of these)\b",
        rf"\b{_TELLING}\s+(?:just\s+|only\s+)?one\s+(?:of\s+(?:them|these|those|the\s+(?:possible|valid|optimal|correct|suitable|"
        r"answers|solutions))|such|possible|valid|suitable)\b",
        r"\bany\s+(?:[\w-]+\s+){0,12}?(?:will\s+be|is|are|would\s+be|shall\s+be)\s+(?:also\s+)?(?:accepted|acceptable)\b",
        r"\bany\s+(?:\w+\s+){0,4}?(?:will\s+be|is|are|would\s+be|shall\s+be)\s+(?:also\s+)?(?:accepted|acceptable|considered\s+"
        r"correct|allowed|fine|ok|okay|correct|counted)\b",
        r"\b(?:multiple|several|all|other|different)\s+(?:\w+\s+){0,3}?(?:answers?|solutions?|outputs?|constructions?|arrangements?)"
        r"\s+(?:(?:may|might|can|will|would)\s+(?:also\s+)?be|are|is)\s+(?:also\s+)?(?:accepted|acceptable|possible|valid|correct|allowed)",
        r"\b(?:there\s+(?:may|might|can)\s+be|there\s+are|there\s+exist|there\s+could\s+be)\s+(?:also\s+)?(?:other|multiple|several)\s+(?:\w+\s+){0,2}?"
        r"(?:correct|valid|possible|suitable|acceptable)\s+(?:answers?|solutions?|outputs?)\b",
        rf"\b{_TELLING}\b.*\bin\s+(?:any|arbitrary|an\s+arbitrary|whatever|whichever)\s+order\b",
        rf"\b{_TELLING}\s+any\s+\w{{1,2}}\b",
        r"\b(?:printed|outputted|reported|written|displayed|output)\s+in\s+(?:any|arbitrary|an\s+arbitrary|whatever)\s+order\b",
        r"\border\s+(?:of\s+(?:the\s+)?(?:output|lines|answers)\s+)?(?:can|may)\s+be\s+arbitrary\b|\bordered\s+arbitrarily\b",
        rf"\b(?:choose|take|pick|select)\s+any\s+(?:of\s+them\s+)?and\s+{_TELLING}\b",
        r"\b(?:special|custom)\s+(?:judge|checker)\b",
        rf"\b{_FINDING}\s+some\s+(?:\w+\s+){{0,2}}?(?!ways?\b|of\b){_THING}",
        rf"\b{_TELLING}\s+(?:an?|one|some)\s+(?:valid|possible|suitable|feasible|such|correct)\s+\w",
        rf"\b{_TELLING}\s+(?:an?|one)\s+example\s+of\b",
        rf"\b{_TELLING}\s+(?:a|one)\s+(?:valid\s+)?(?:sequence|list)\s+of\s+(?:moves|operations|steps|swaps|actions|instructions)\b",
        rf"\b{_TELLING}\s+(?!all\b)\S+\s+(?:different|distinct)\s+\w+\b.*\b(?:such\s+that|so\s+that|in\s+which|none\s+of)\b",
        r"^(?:construct|design)\s+(?:an?|some)\s+\w",
        rf"\b(?:if|where|when|in\s+case)\b.{{0,160}}?\b(?:multiple|several|many|more\s+than\s+one)\b.{{0,200}}?\b{_TELLING}\s+(?:just\s+|only\s+)?"
        r"(?:whichever\b|one\s*(?:[.,;!)]|$))",
    )
)
_NAMES = (
    r"(?:\s*,|\s+(?:\w{1,2}|and|of\s+(?:length|size|exactly)?\s*\S+"
    r"(?:\s+(?:letters|characters|elements|vertices|digits))?))"
)
_CONSTRUCTED = late_regex(
    rf"\b{_TELLING}\s+(?:out\s+)?(?:an?|one|two|three|four|five|six|\d+|\w)\s+(?:[\w-]+\s+){{0,2}}?"
    r"(?:(?:permutation|array|sequence|string|word|path|tree|graph|grid|set|matrix)s?|matrices|(?:integer|number|point|pair|"
    rf"edge|position|vertice|indice)s){_NAMES}*\s*,?\s+(?:(?:such|so)\s+that\b|satisfying\b|(?:that|which)\s+satisf|"
    r"whose\b|with\b.*(?:=|[<>]|\\(?:leq?|geq?|ne)\b|\bsum\b|\bproduct\b|\bno\s+two\b))",
    re.IGNORECASE,
)
"""What is made so that something holds: mostly there is more than one."""
_ONE_BY_ONE = late_regex(r"\w-th\b|\b[ijk]th\b|\bcorrespond|\brespective", re.IGNORECASE)
"""Each of what is printed is an answer for itself."""
_NO_MATTER = late_regex(
    r"\bthe\s+order\s+(?:of\s+[\w\s]{1,40}?)?(?:does\s+not|doesn't|is\s+not|isn't)\s+(?:matter|important|relevant)\b|"
    r"\b(?:order|choice)\s+is\s+up\s+to\s+you\b|\b(?:does\s+not|doesn't)\s+matter\s+which\b|"
    r"\bties?\b[^.]{0,80}\b(?:arbitrar\w+|any\s+way|in\s+any|are\s+fine)\b",
    re.IGNORECASE,
)
_ABROAD = tuple(
    late_regex(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:gib|gebt|geben|ausgegeben|ausgabe|akzeptiert)\b.*\bbeliebige[rsn]?\b",
        r"\b(?:affiche\w*|imprime\w*|accept\w*)\b.*\bn['’]importe\s+(?:quel|laquelle|lequel)",
        r"\b(?:imprim\w*|escrib\w*|muestr\w*|acept\w*)\b.*\bcualquier(?:a)?\b",
        r"\b(?:imprim\w*|escrev\w*|mostr\w*|aceit\w*)\b.*\bqualquer\b",
        r"\bwypis\w*\b.*\bdowoln\w+\b",
        r"\b(?:вывед\w*|выводит\w*|напечата\w*)\b.*\bлюб(?:ой|ое|ую|ые|ого|ая)\b",
        r"输出\s*任意|任意.{0,12}(?:即可|均可)|(?:いずれか|どれ).{0,12}出力",
    )
)
"""The same in other languages: what is told, and that anybody may choose."""
_MANY_AND_ANY = late_regex(
    rf"\b(?:if|where|when|in\s+case)\s+(?:there\s+(?:are|exist|is)\s+|of\s+)?(?:still\s+)?"
    rf"(?:{_MANY}|the\s+(?:answer|solution)\s+(?:is\s+not|isn't)\s+unique).*{_ANY}",
    re.IGNORECASE,
)
_TOLD = late_regex(rf"\b(?:{_TELLING}|accept|accepted|acceptable|allowed)\b", re.IGNORECASE)
_TIE_RULE = late_regex(
    r"\b(?:lexicographically|alphabetically)\s+(?:\w+\s+)?(?:smallest|least|minimal|minimum|largest|first|earliest|"
    r"greatest|last)|\b(?:answer|solution|output|result)\s+is\s+(?:guaranteed\s+to\s+be\s+)?unique",
    re.IGNORECASE,
)
_FORBIDS = late_regex(rf"(?:\b(?:not|never|without|no\s+need\s+to|cannot)|n't)\s+{_TELLING}\s+any\b", re.IGNORECASE)
_HOW_MANY_STEPS = late_regex(
    r"\bnumber\s+of\s+(?:\w+\s+)?(?:operations|moves|steps|swaps|actions|changes|turns)\b", re.IGNORECASE
)
_ALLOWED_UP_TO = late_regex(r"\\leq?\b|≤|<=|\bat\s+most\b|\bnot?\s+(?:exceed|more\s+than)|\bup\s+to\b", re.IGNORECASE)
_LEAST = late_regex(
    r"\b(?:minimum|minimal|minimize|least|fewest|smallest|shortest|maximum|maximal|largest)\b|"
    r"\bpossible\s+number\b|\bperformed\s+so\s+far\b",
    re.IGNORECASE,
)
_LETTER_CASE = late_regex(
    r"\bin\s+(?:any|either|arbitrary)\s+(?:letter\s+|character\s+)?(?:case|register)\b|"
    r"\bany\s+(?:combination|mix|mixture)\s+of\s+(?:upper|lower|cases)|"
    r"\b(?:each|any|every)\s+letter\s+in\s+any\b|\bcase[\s-]insensitive",
    re.IGNORECASE,
)
_GIVEN = late_regex(r"\b(?:is|are)\s+(?:given|listed|described|numbered)\b|\bcontains?\b", re.IGNORECASE)


def any_answer(statement: str) -> str:
    """The sentence that says that several outputs may be right, "" where none does."""
    for sentence in whole_sentences(statement):
        if _says_any(sentence):
            return shortened(sentence.original)
    return ""


def shortened(text: str) -> str:
    """A sentence as it's quoted."""
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 3].rstrip() + "..."


def _says_any(sentence: Sentence) -> bool:
    if sentence.section == "examples" or _FORBIDS.search(sentence.text):
        return False
    text = _LETTER_CASE.sub("", sentence.text)
    if sentence.section == "input" and _GIVEN.search(text):
        return False
    if _TIE_RULE.search(text):
        return False
    # In the story somebody may take any of several things: that is a rule of the game, not of the output.
    is_choice = _MANY_AND_ANY.search(text) and (sentence.section == "output" or _TOLD.search(text))
    if sentence.section == "output" and _NO_MATTER.search(text):
        return True
    return (
        bool(is_choice)
        or _asks_for_steps(sentence)
        or _asks_for_something_made(text)
        or any(pattern.search(text) for pattern in _SAYS_ANY)
        or any(pattern.search(sentence.foreign or text) for pattern in _ABROAD)
    )


def _asks_for_steps(sentence: Sentence) -> bool:
    """Whether steps are to be printed, up to some number of them and not the fewest."""
    text = sentence.text
    return (
        sentence.section == "output"
        and bool(_HOW_MANY_STEPS.search(text) and _ALLOWED_UP_TO.search(text))
        and not _LEAST.search(text)
    )


def _asks_for_something_made(text: str) -> bool:
    """Whether something is to be printed for which something holds, and not the best of its kind."""
    return bool(_CONSTRUCTED.search(text)) and not _ONE_BY_ONE.search(text) and not _LEAST.search(text)
