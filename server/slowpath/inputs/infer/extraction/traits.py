"""What sentences say of the values of a list together: a permutation, all distinct, given in an order.

A sentence that asks for such a thing, denies it ("not necessarily distinct"), says it of some inputs alone ("if all are
distinct, print YES") or of another time ("at the end") says nothing of the input.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from slowpath.inputs.infer.extraction.names import base_name, subscript
from slowpath.inputs.infer.extraction.scope import rank
from slowpath.inputs.infer.statement import Sentence

_ORDER = (r"(?: (?:sorted )?(?:order|sequence))?"
          r"(?! (?:sorted )?(?:order )?of (?:the |their |its )?(?:ind(?:ex|ices)|numbers?|ids?|labels?)\b)")
_IN = r"(?:given|sorted|listed|ordered|is|are|come|appear|stand|in)(?: (?:in|by))?(?: (?:a|an|the))?"
_BY_LETTERS = r"(?:lexicographic(?:al)?|alphabetic(?:al)?|dictionary)"
_PATTERNS = [
    ("permutation", re.compile(r"\bpermutations?\b(?! group)|"
                               r"\b(?:integers|numbers)\b[^.;,]{0,20}\bfrom [01] to \w+[^.;,]{0,20},? in (?:some|any|"
                               r"(?:an )?arbitrary|random) order\b|"
                               r"\b(?:each|every|all)(?: of)?(?: the)? (?:integers?|numbers?|values?)\b[^.;]{0,12}\b"
                               r"(?:from|between) [01] (?:to|and|through) \w+(?: \(?inclusive\)?)? (?:will )?"
                               r"(?:appears?|occurs?|(?:is|are|be) (?:present|used|contained|included|given|written)|"
                               r"presents?)\b"
                               r"[^.;]{0,30}? exactly once|(?<!全)(?:的|个|一个|表示|是|为)排列(?!组合|方式|成|顺序)|"
                               r"\bперестановк[аиу]\b", re.I)),
    ("strictly-sorted", re.compile(
        rf"\bstrictly (?:increasing|ascending)|\b(?:increasing|{_BY_LETTERS}) order and (?:are )?(?:all )?"
        rf"(?:distinct|different|unique)|distinct (?:\w+ )?"
        rf"(?:integers|numbers)[^.;]{{0,80}}{_IN} (?:increasing|ascending){_ORDER}", re.I)),
    ("sorted", re.compile(rf"(?<!strictly ){_IN} (?:non-?decreasing|ascending|increasing|{_BY_LETTERS}|"
                          rf"sorted(?! in (?:non-?increasing|de)))"
                          rf"{_ORDER}\b|\bnon-?decreasing\b|"
                          r"\bmonotonically increasing\b|\bsorted (?:array|list|sequence)\b|\bin (?:sorted|"
                          r"chronological) order", re.I)),
    ("reverse-sorted", re.compile(rf"{_IN} (?:non-?increasing|descending|decreasing){_ORDER}\b|"
                                  rf"\bnon-?increasing\b", re.I)),
    ("distinct", re.compile(
        r"\b(?:are|is|be|all|pairwise|mutually|have)(?: (?:all|pairwise|mutually|also|guaranteed to be))* (?:distinct|"
        r"different|unique)\b(?! (?:versions|types?|kinds?|ways?|colou?rs?|from|sizes?|lengths?))|"
        r"\ball (?:the )?(?:values|numbers|integers|elements|names|words) (?:distinct|different|unique)\b|"
        r"\bone (?:distinct|different|unique) [^.;,]{1,30}? (?:on|per) (?:each |every )?line\b|"
        r"(?<!\btwo )(?<!\bthree )\b(?:distinct|different|unique) (?:[\w-]+ ){0,2}"
        r"(?:integers|numbers|values|elements|keys|ids|heights|"
        r"coordinates|points|weights|"
        r"strings|words|names)\b|\bno two .{0,40}(?:equal|same|identical|coincide)|\bno (?:duplicates?|repetitions?|"
        r"repeated|"
        r"integer appears twice|number (?:appears|occurs) (?:more than once|twice))|"
        r"\bwithout (?:duplicates|repetitions)|互不相同|互不相等|各不相同|两两不同|互异|"
        r"\b(?:попарно|все) различн\w+|"
        r"\bразличн(?:ых|ые) (?:(?:целых|целые|натуральных|натуральные|положительных) )?(?:чисел|числа|элемент\w+)",
        re.I)),
]
_THINGS = r"(?:[\w'-]+ ){1,4}?"
_BY_NOUN = r"(?:their |the |its )?([a-z]{3,})\b"
_BY = {
    "distinct": re.compile(
        rf"\b(?:(?:no two|never (?:do|have) two(?: of (?:them|these|the))?) {_THINGS}(?:the |an? )?(?:exact )?"
        rf"(?:same|equal|identical) (?:number of )?|(?:all|the|these) {_THINGS}(?:will )?(?:have|has|are of|with) "
        rf"(?:all |pairwise |mutually )*(?:distinct|different|unique) |"
        rf"(?:everybody|everyone|(?:each|every)(?: of the)? \w+) (?:has|have|bears?|carries|got) "
        rf"an? (?:own )?(?:distinct|different|unique) ){_BY_NOUN}(?! (?:and|or)\b)|"
        r"\bthe ([a-z]{3,}) of (?:each|every)(?: of the)? \w+ (?:is|will be) (?:always )?"
        r"(?:distinct|different|unique)\b(?! from)|"
        r"\bno ([a-z]{3,})\b[^.;,]{0,40}? (?:is|are|appears?|occurs?|stands?|comes? up|shows? up)(?: \w+){0,2} "
        r"(?:twice|more than once)\b|\bno two ([a-z]{3,}) (?:are|is|were|be) (?:equally|just as|as) [a-z]{3,}\b", re.I),
    **{trait: re.compile(rf"\b(?:{way} order (?:of|by)|order (?:of|by) {way}) {_BY_NOUN}", re.I) for trait, way in (
        ("sorted", "(?:increasing|ascending|non-?decreasing)"),
        ("reverse-sorted", "(?:decreasing|descending|non-?increasing)"))},
}
"""What things are told apart or ordered by, as a noun."""
_NOT_ALL = re.compile(r"^(?!no\b|never\b).*(?:\b(?:not|may|might|can|could|need)\b|n't)", re.I)
"""What doesn't hold for all: "the parcels may have different weights"."""
_NEGATED = re.compile(r"(?:不一定|不必|未必|不保证|可能|若|如果|是否)[^,;]{0,12}$|(?:\bне|\bесли|\bмогут) [^,;]{0,30}$|"
                      r"(?:\bnot|n't|\bnot necessarily|\bneed not be|\bmay not be|\bpossibly|"
                      r"\bmaybe)(?: \w+){0,3} ?$", re.I)
_ASKED = re.compile(r"(?:求|多少|字典序|找|输出|计算|使)[^,;]{0,12}$|"
                    r"\b(?:количество|сколько|найдите|выведите) [^,;]{0,30}$|"
                    r"\b(?:number of|count|how many|into|make|becomes?|find|print|output|subsequence|substring|"
                    r"longest|any|"
                    r"lexicographically)(?: \w+){0,3} ?$", re.I)
_SIGNS = [
    ("strictly-sorted", re.compile(r"\b([A-Za-z])_(\w+) ?< ?\1_(\w+)")),
    ("sorted", re.compile(r"\b([A-Za-z])_(\w+) ?<= ?\1_(\w+)")),
    ("reverse-sorted", re.compile(r"\b([A-Za-z])_(\w+) ?>=? ?\1_(\w+)")),
    ("distinct", re.compile(r"\b([A-Za-z])_([a-z]) ?!= ?\1_([a-z])\b(?!_)")),
    ("distinct", re.compile(r"\b([A-Za-z])_([a-z])(?:_c)?([a-z]) ?!= ?\1_\2(?:_c)?([a-z])\b(?!_)")),
]
_FIRST_TO_LAST = [
    ("strictly-sorted", re.compile(r"\b([A-Za-z])_[01] ?< ?\.\.\. ?< ?\1_\w+")),
    ("sorted", re.compile(r"\b([A-Za-z])_[01] ?<= ?\.\.\. ?<= ?\1_\w+")),
    ("reverse-sorted", re.compile(r"\b([A-Za-z])_[01] ?>=? ?\.\.\. ?>=? ?\1_\w+")),
    ("reverse-sorted", re.compile(r"\b([A-Za-z])_(?![\d])\w+ ?<=? ?(?:\1_\w+ ?<=? ?)?\.\.\. ?<=? ?\1_[01]\b")),
]
_NEIGHBOURS = re.compile(r"\b(?:adjacent|consecutive|neighbou?ring|successive) (?:\w+ ){0,3}", re.I)
_NEIGHBOURS_DIFFER = re.compile(
    r"\bno (?:two |pair of )?(?:adjacent|consecutive|neighbou?ring|successive) (?:\w+ )?(?:elements|numbers|integers|"
    r"values|letters|characters|symbols|digits|entries|items)\b[^.;,]{0,40}\b(?:equal|same|identical|coincide)\b|"
    r"\b(?:adjacent|consecutive|neighbou?ring|successive) (?:elements|numbers|integers|values|letters|characters|"
    r"symbols|digits|entries|items)\b[^.;,]{0,20}\b(?:are|is|be) (?:\w+ )?"
    r"(?:distinct|different|not equal|never equal)\b",
    re.I)
_CONDITION = re.compile(r"\b(?:if|whether|unless|wants?)\b", re.I)
_OF_SOME = re.compile(r"\b(?:if|whether|unless|either|in case|suppose)\b(?!.*\blines?\b)", re.I)
_LATER = re.compile(r"^[^.;,]{0,20}\b(?:at the end|in the end|afterwards|after|when|once|before|any ?more)\b", re.I)
_LETTER = re.compile(r"\b[A-Za-z]\w*\b")


@dataclass(frozen=True)
class Trait:
    """A trait of the lists that are named (none: of the one that the words `before` it mean, or of what the things are
    told apart or ordered by: "no two parcels have the same weight"); `first` is the least value of a permutation where
    the sentence gives it."""

    trait: str
    names: tuple[str, ...]
    confidence: float
    first: str = ""
    before: str = ""
    by: str = ""

    def __str__(self) -> str:
        return f"{', '.join(self.names) or 'values'}: {self.trait}" + (f" of {self.first}.." if self.first else "")


_ROWS = (r"(?:points?|cells?|pairs?|positions?|locations?|segments?|intervals?|rectangles?|stones?|coordinates?|"
         r"squares?|places?|spots?|seats?)")
_DIFFERENT = r"(?:distinct|different|unique)"
_SAME = r"(?:same|identical|equal)"
_ROWS_DIFFER = re.compile("|".join((
    rf"\bno two(?: of (?:the|these))? (?:\w+ )?{_ROWS}\b[^.;]{{0,40}}\b(?:coincide|{_SAME})",
    rf"\bno two\b[^.;,]{{1,60}}?\b{_SAME} (?:\w+ )?(?:{_ROWS}\b|\w+ and (?:the same )?\w+)",
    rf"\bno two\b[^.;,]{{1,60}}?\b{_SAME} \w+ [^.;,]{{1,40}}?\b{_SAME} \w+",
    rf"\bno \w+ has an? {_ROWS} (?:coinciding with|equal to)\b",
    rf"\ball(?: of)?(?: the)?(?: \w+)? {_ROWS}\b[^.;]{{0,40}}\b{_DIFFERENT}",
    rf"\b{_ROWS}(?: of (?:all|the|these|any)(?: the)? \w+)?(?: are| be)(?: all| pairwise| mutually)* {_DIFFERENT}\b",
    rf"(?<!two )(?<!three )\b{_DIFFERENT} (?:points|cells|positions|locations|places|squares|seats)\b",
    rf"\ball(?: of)?(?: the)? \w+ have (?:pairwise |mutually )?{_DIFFERENT} coordinates\b",
    rf"\bno (?:\w+ )?{_ROWS} (?:is|are|will be|appears?|occurs?)(?: \w+)? (?:twice|more than once)",
    rf"\beach (?:\w+ )?{_ROWS} (?:is|appears|occurs)(?: \w+)? (?:at most|only|exactly) once",
    rf"\bat most one (?:\w+ )?\w+ (?:per|(?:in|at|on) (?:each|any|every|one|the same|a single)) {_ROWS}\b",
)), re.I)
_END = r"(?:[a-z]|1|\w_\w+)"
_TUPLE = r"\(?([A-Za-z]_%s(?: ?, ?[A-Za-z]_%s){1,3})\)?"
_TUPLES_DIFFER = re.compile(rf"{_TUPLE % ('[a-z]', '[a-z]')} ?!= ?{_TUPLE % ('[a-z]', '[a-z]')}(?!_)")
_NO_SAME_TUPLES = re.compile(rf"\bno (?:two|pairs?)\b[^.;]{{0,60}} {_TUPLE % ('[a-z]', '[a-z]')} ?= ?"
                             rf"{_TUPLE % ('[a-z]', '[a-z]')}(?!_)", re.I)
_ALL_TUPLES = re.compile(
    rf"{(_TUPLE % (_END, _END)).replace('?', '', 1)}(?: ?, ?(?:\.\.\.|\([^()]{{1,30}}\)))*(?: values?| pairs?)? "
    r"(?:are|is|be)(?: (?:all|pairwise|mutually|also|guaranteed to be))* (?:distinct|different|unique)\b", re.I)
_ONE_DIFFERS = re.compile(r"\b([A-Za-z])_([a-z]) ?!= ?\1_([a-z]) or ([A-Za-z])_\2 ?!= ?\4_\3\b(?!_)")
_ASKED_IF = re.compile(r"\b(?:if|when|whether|unless|such that|with|where) $", re.I)
_OF_NEAR = re.compile(r"\b(?:adjacent|neighbou?r\w*|consecutive|edges?|connect\w*|joined|linked|such that|exists?|some)"
                      r"\b", re.I)


def tuple_that_differs(text: str) -> tuple[str, ...]:
    """The fields that together agree in no two rows: `(x_i, y_i) != (x_j, y_j)`, "all (a_i, b_i) are distinct"; ()
    where a text says it of none."""
    for pattern in (_TUPLES_DIFFER, _NO_SAME_TUPLES):
        for match in pattern.finditer(text):
            (left, at), (right, other) = (_parted(part) for part in match.groups())
            if left == right and len(at) == len(other) == 1 and at != other \
                    and not _ASKED_IF.search(text[:match.start()]):
                return left
    for match in _ALL_TUPLES.finditer(text):
        names, at = _parted(match.group(1))
        if len(at) == 1 and not is_of_some(text, match) and not _ASKED.search(text[:match.start()]):
            return names
    found = _ONE_DIFFERS.search(text)
    is_said = found is not None and found.group(1) != found.group(4) and found.group(2) != found.group(3) \
        and not _ASKED_IF.search(text[:found.start()])
    return (found.group(1), found.group(4)) if found is not None and is_said else ()


def _parted(listed: str) -> tuple[tuple[str, ...], set[str]]:
    """The names in `x_i, y_i`, and their subscripts."""
    words = [word.strip() for word in listed.split(",")]
    return tuple(base_name(word) for word in words), {subscript(word) for word in words}


def rows_differ(sentence: Sentence) -> tuple[str, ...] | None:
    """The fields that agree in no two rows, as a sentence of the input names them: () where it says it of what the
    rows describe ("all points are distinct"), None where it doesn't."""
    trust = rank(sentence)
    if trust is None or trust > 1:
        return None
    if named := tuple_that_differs(sentence.text):
        return named
    match = _ROWS_DIFFER.search(sentence.text)
    if match is None or _NEGATED.search(sentence.text[:match.end()].rsplit(" ", 1)[0]) \
            or is_of_some(sentence.text, match):
        return None
    return ()


_DIFFERS_BY = re.compile(rf"\b{_SAME} (?:\w+ )?({_ROWS})\b(?! and\b)|\b{_DIFFERENT} ({_ROWS})\b|"
                         rf"\b(?:per|(?:in|at|on) (?:each|any|every|one|the same|a single)) ({_ROWS})\b", re.I)


def noun_that_differs(text: str) -> str:
    """What no two rows have the same: "position" of "no two lamps are at the same position"; "" where it isn't said."""
    match = _DIFFERS_BY.search(said_to_differ(text))
    return next(filter(None, match.groups())).lower() if match is not None else ""


def said_to_differ(text: str) -> str:
    """The clause that says of rows by what they are that no two are the same; "" where none does."""
    match = _ROWS_DIFFER.search(text)
    return match.group() if match is not None else ""


def is_of_some(text: str, match: re.Match[str]) -> bool:
    """Whether what is matched in a sentence is said of some inputs alone, or of what the input becomes: "if all are
    distinct", "... the same place at the end". A line that is there only sometimes has what is said of it."""
    return _OF_SOME.search(text[:match.start()]) is not None or _LATER.search(text[match.end():]) is not None


def neighbours_differ(sentence: Sentence) -> bool:
    """Whether a sentence says that no two neighbours are equal: "no two adjacent letters are equal"."""
    match = _NEIGHBOURS_DIFFER.search(sentence.text)
    return match is not None and not _ASKED.search(sentence.text[max(0, match.start() - 40):match.start()])


@lru_cache(maxsize=1024)
def traits_in(sentence: Sentence) -> tuple[Trait, ...]:
    """The traits that a sentence states of lists in the input, in English or in its own words."""
    made = _stated(sentence)
    own = _stated(replace(sentence, text=sentence.foreign)) if sentence.foreign else []
    return (*made, *(one for one in own if one not in made))


def _stated(sentence: Sentence) -> list[Trait]:
    if rank(sentence) is None or sentence.section == "scoring":
        return []
    made = _by_signs(sentence)
    for trait, pattern in _PATTERNS:
        for match in pattern.finditer(sentence.text):
            before = sentence.text[max(0, match.start() - 40):match.start()]
            if _NEGATED.search(before) or _ASKED.search(before) or (rank(sentence) or 0) > 1:
                continue
            if (trait == "distinct" and _NEIGHBOURS.search(before + match.group())) \
                    or is_of_some(sentence.text, match):
                continue
            names = _names(sentence.text, match)
            if trait == "distinct" and names and set(names) <= set(tuple_that_differs(sentence.text)):
                continue
            if not any(one.trait == trait and set(names) <= set(one.names) for one in made):
                made.append(Trait(trait, names, 0.8 if names else 0.5, _first(sentence.text, match),
                                  sentence.text[:match.start()]))
        by = _BY[trait].search(sentence.text) if trait in _BY else None
        if by is not None and (rank(sentence) or 0) <= 1 and not is_of_some(sentence.text, by) \
                and not _ASKED.search(sentence.text[:by.start()]) \
                and not _NEIGHBOURS.search(by.group()) and not _NOT_ALL.search(by.group()):
            made.append(Trait(trait, (), 0.6, by=next(filter(None, by.groups())).lower()))
    stronger = {name for one in made if one.trait in ("strictly-sorted", "permutation") for name in one.names}
    return [one for one in made
            if one.trait not in ("sorted", "distinct") or not one.names or set(one.names) - stronger]


def _by_signs(sentence: Sentence) -> list[Trait]:
    """`a_i < a_{i+1}`, `a_1 <= a_2 <= ... <= a_n`, `a_i != a_j`."""
    made: list[Trait] = []
    for trait, pattern in _SIGNS:
        for match in pattern.finditer(sentence.text):
            name, left, right = match[1], *match.groups()[-2:]
            low, high = subscript(f"{name}_{left}"), subscript(f"{name}_{right}")
            follows = (high in (f"{low}+1", "2", "1") and low in (high[:-2], "1", "0")) or low == f"{high}-1"
            if low.isdigit() and "..." not in sentence.text[match.end():]:
                follows = False  # Two numbers, no list.
            follows = follows or _is_of_all_pairs(low, high, sentence.text[match.end():])
            is_strict = re.search(r"[<>](?!=)", match.group()) is not None
            apart = trait == "distinct" and low != high and not _OF_NEAR.search(sentence.text) \
                and name not in tuple_that_differs(sentence.text)
            if (follows or apart) and (rank(sentence) or 0) <= 1:
                made += _ordered(trait, name, is_strict)
    for trait, pattern in _FIRST_TO_LAST:
        for match in pattern.finditer(sentence.text):
            if (rank(sentence) or 0) <= 1 and not _CONDITION.search(sentence.text[:match.start()]):
                made += _ordered(trait, match[1], "=" not in match.group())
    return made


def _ordered(trait: str, name: str, is_strict: bool) -> list[Trait]:
    """An order that falls strictly is one of different values."""
    traits = (trait, "distinct") if trait == "reverse-sorted" and is_strict else (trait,)
    return [Trait(one, (name,), 0.9) for one in traits]


def _is_of_all_pairs(low: str, high: str, after: str) -> bool:
    """Whether a comparison of elements holds for all places `low < high`: "a_i < a_j for all i < j"."""
    return re.fullmatch(r"[a-z]", low) is not None and re.match(
        rf"[^.;]{{0,60}}?\b(?:for|where|whenever|if)\b(?: (?:all|every|each|any))?(?: -?\d+ ?<=?)? {low} ?< ?{high}\b",
        after) is not None


def _first(text: str, match: re.Match[str]) -> str:
    found = re.search(r"\b(?:of|from|between)(?: the)?(?: integers| numbers| set)?(?: from)? ?[\[({]? ?([01])\b"
                      r"(?! ?[*+])", text[match.start():match.start() + 100])
    return found.group(1) if found and "permutation" in match.group().lower() else ""


def _names(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """The names in the clause of a match, else in the sentence; lists (with a subscript) rather than others. What an
    order is one "of" is named behind it."""
    behind = re.match(r" (?:of|by) (?:the |their )?(?:\w{3,} )?([A-Za-z](?:_\w+)?)(?![\w'])", text[match.end():])
    if behind is not None and match.group().endswith("order") and behind.group(1) not in ("a", "A", "I"):
        return (base_name(behind.group(1)),)
    start = max(text.rfind(mark, 0, match.start()) for mark in ("; ", " -- ", ". ", ") ", ", and ", ", where "))
    ends = [at for mark in ("; ", " -- ", ". ", ", and ", ", where ") if (at := text.find(mark, match.end())) >= 0]
    for part in (text[max(start, 0):min(ends, default=len(text))], text):
        words = [found for found in _LETTER.finditer(part) if _is_name(part, found)]
        listed = [found.group() for found in words if "_" in found.group()]
        names = listed or [found.group() for found in words]
        if names:
            return tuple(dict.fromkeys(base_name(name) for name in names))
    return ()


def _is_name(text: str, found: re.Match[str]) -> bool:
    word = found.group()
    if word in ("a", "A", "I"):
        return re.match(r"\s*(?:,|\)|$|and\b|is\b|are\b|of (?:length|size)\b|\.)", text[found.end():]) is not None
    return "_" in word or len(word) == 1
