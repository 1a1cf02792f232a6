"""Comparisons in words rewritten with signs: "n does not exceed 100" -> `n <= 100`, "between 1 and 5" -> an interval.

What is rewritten is then read by the same small grammar as signs (`chains`). `=in [ low ; high ]` stands for both
bounds; a strict end is written `low+1` or `high-1`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from slowpath.statement.claims.numerals import WORDS

_N = (
    r"-?\s?(?:\d[\d.,]*(?:[eE]\+?\d+)?|[A-Za-z]\w{0,12}|"
    r"\|\w+\|)(?:\s?[-+*/^]\s?(?:\(?\w+(?:\s?[-+*/]\s?\w+)*\)?))*(?: \d{3}\b)*"
)
_D = r"-?\s?\d(?:[\w^*+,()\-]|\.(?!\.))*(?: \d{3}\b)*"
_BE = r"(?:is|are|be|has|have|was|were|will be|should be|must be|can be|may be)"
_NOT = (
    r"(?:does not|do not|doesn't|don't|did not|not|never|will not|won't|cannot|can not|can't|shall not|should not|"
    r"must not)"
)
_LETTERS = (
    r"(?=(?:(?!with\b|and\b|having\b)[\w-]+ ){0,3}(?:characters|letters|symbols|digits)\b"
    r"(?! (?:after|behind|following|past)\b))"
)
_ADDED = (
    r"\b(?:the )?(?:(?:values|numbers|integers|elements) )?([A-Za-z]_\w+)(?: values)? (?:(?:will|always|must|"
    r"all) )*(?:sums?|adds?) (?:up )?to "
)
_AMOUNT = r"((?!a\b)[A-Za-z](?:_\w+)?|\d[\d.,^*+]*)\b(?! ?[-+*/^]| [a-z]+ (?:than|or)\b)"
_RULES = [
    (
        r",? ?\b(?:with )?neither(?: of (?:them|these|which))?(?: (?:is|are|being))? (?:smaller|less|lower|fewer) "
        r"than "
        rf"({_D}) (?:or|nor) (?:larger|greater|more|bigger|higher) than ({_D})",
        r", each between \1 and \2 , ",
    ),
    (rf"\b(?:each|all|both) of (?:them|these|which) (?:is |are )?between ({_D}) and ({_D})", r"each between \1 and \2"),
    (
        r"\bno ([A-Za-z](?:_\w+)?) (?:will |shall |may |can |does )?(?:exceeds?|(?:be|is) (?:greater|larger|more) "
        r"than)\b",
        r" \1 <= ",
    ),
    (
        r"\b([A-Za-z](?:_\w+)?) ?, (?:the|an?) [^,;.()<>]{3,60}, (?:which|that) (?=(?:is|are|will|does|has|must)\b)",
        r"\1 ",
    ),
    (
        rf"\((?:(?:both|all|each)(?: of (?:them|these|which))? )?(?:(?:is|are|being) )?(?:(?:in|within) the (?:range|"
        rf"interval) (?:from |between |of )?|from |between )({_D}) (?:to|and|through) ({_D})(?:,? (?:both "
        r")?inclusive)?\)",
        r", each between \1 and \2 , ",
    ),
    (r"\b(?:may|can|could|might|will) be as (?:large|big|great|many|long|high) as\b", " <= "),
    (
        r"\bthere (?:will be|are) (?:exactly |always )?(\d[\d,]*) (test ?cases|data ?sets|tests)\b"
        r"(?! (?:with|where|in which|that|which|such|for|worth)\b)",
        r" <= \1 \2 ",
    ),
    (
        rf"\bsum of ([^.;,]{{1,60}}?) ({_NOT} exceed|is at most|<=) ({_D}),? (?:and|as) (?:so (?:does|is)|(?:the "
        r")?same "
        rf"(?:holds|is true|goes) for) (?:the )?sum of ([^.;,]{{1,60}})",
        r"sum of \1 <= \3 ; sum of \4 <= \3 ",
    ),
    (
        rf"\b([A-Za-z]_\w+)( \([^()]{{1,60}}\))? ?(?:, ?(?:which|that)|which) (?:sum|add)(?: up)? to "
        rf"(?:exactly )?{_AMOUNT}",
        r"\1\2 ; sum of \1 = \3 ",
    ),
    (_ADDED + r"(?:at most|no more than) ", r" sum of \1 <= "),
    (_ADDED + r"at least ", r" sum of \1 >= "),
    (_ADDED + rf"(?:exactly )?{_AMOUNT}", r" sum of \1 = \2 "),
    (
        rf"\bsum of ((?:(?:all|the|values?|numbers?|elements?|integers?) )*[A-Za-z]_\w+) (?:is|equals|(?:will|must) be)"
        rf"(?: (?:exactly|always|equal to)){{0,2}} {_AMOUNT}",
        r"sum of \1 = \2 ",
    ),
    (
        rf"\b(?:the )?(?:length|size) of (?:the )?(?:strings? |words? )?([A-Za-z](?:_\w+)?) (?:is|equals) "
        rf"(?:(?:exactly|always|equal to) ){{0,2}}{_AMOUNT}",
        r" |\1| = \2 ",
    ),
    (
        r"\b(?:the )?(?:absolute )?difference (?:between|of) ([A-Za-z](?:_\w+)?\b) and ([A-Za-z](?:_\w+)?\b)",
        r" | \1 - \2 | ",
    ),
    (
        rf"\b(?:(?:of|has|have|with|contains?|containing|consists? of) )?(?:between|from|of) ({_D}) (?:to|and|through|"
        rf"up to) ({_D}) {_LETTERS}",
        r" of length =in [ \1 ; \2 ] ",
    ),
    (
        rf"(?<![\w.^*-])(?<!ASCII )(?<!codes )(\d{{1,7}}) ?(?:to|-|\.\.\.?) ?(\d{{1,7}}) {_LETTERS}",
        r" of length =in [ \1 ; \2 ] ",
    ),
    (
        rf"\bat least ({_D}),? (?:and|but) (?:at most|no more than|not more than|up to) ({_D}) {_LETTERS}",
        r" of length =in [ \1 ; \2 ] ",
    ),
    (r"\blength(?: is| of)? (\d[\d^*]*) ?(?:to|--?|\.\.\.?|\u2013) ?(\d[\d^*]*)\b", r" length =in [ \1 ; \2 ] "),
    (r"\((?:both )?inclusive(?:ly)?\)|, (?:both )?inclusive(?:ly)?\b|\binclusive(?:ly)? ", " "),
    (
        r"\b([A-Za-z](?:_\w+)?) ?(?:=|(?:is|equals)(?: always| either| equal to)*) ?(-?\d+) ?,? or "
        r"(?:-?\d+ ?<=? ?\1 ?<= ?|(?:is |lies )?(?:between|from) -?\d+ (?:and|to) )",
        r" ; \2 <= \1 <= ",
    ),
    (
        r"(?:-?\d+ ?<=? ?)([A-Za-z](?:_\w+)?) ?<= ?([^ ,;()+*^-]+(?: ?[-+*^] ?[^ ,;()+*^-]+)*) ?,? or "
        r"\1 ?(?:=|is) ?(-\d+|0)\b",
        r" ; \3 <= \1 <= \2 ",
    ),
    (
        r"(?:(?<=_\w)|(?<=[^A-Za-z][A-Za-z])|(?<=\bis)|(?<=\bare)|(?<=\bbe)) in (-?\d+)(?: ?, ?-?\d+)* ?, ?(-?\d+)\b"
        r"(?! ?[-+*/^<>=]| or\b| and\b)",
        r" =in [ \1 ; \2 ] ",
    ),
    (
        r"(?:\b(?:is|are|equals?|be|equal to)\b|=|\bin\b)\s*(?:either |equal to )?(-?\d+),?(?: -?\d+,?)* or "
        r"(?:[A-Za-z]\w*\s*(?:=|is)\s*)?(-?\d+)\b(?!\s*[<>])",
        r" =in [ \1 ; \2 ] ",
    ),
    (
        rf"(?<!=)\b(?:{_BE} )?(?:(?:from|in|within|of|belongs? to|over)\s+)?(?:the |a )?(?:(?:closed |integer )?"
        rf"(?:range|interval|segment|bounds)|in|within)\s*(?:of )?\[\s*([^\[\],;()]+?)\s*(?:[,;]|"
        rf"\.\.\.?)\s*([^\[\],;()]+)\s*\]",
        r" =in [ \1 ; \2 ] ",
    ),
    (
        rf"\b(?:{_BE} )?(?:in|within|from) (?:the )?(?:range |"
        rf"interval )?\[\s*([^\[\],;()]+?)\s*[,;]\s*([^\[\],;()]+)\s*\)",
        r" =in [ \1 ; \2-1 ] ",
    ),
    (
        rf"\b(?:{_BE})?\s*(?:always\s+)?(?:(?:all |both )?(integers?|numbers?|values?)\s+)?(?:in the ranges?|in range|"
        rf"ranges?|"
        rf"ranging|lies?|lying|chosen|numbered|inclusively|range)?\s*(?:from|between)\s+({_D})\s+(?:to|and|through|"
        rf"up to)\s+({_N})",
        r" \1 =in [ \2 ; \3 ] ",
    ),
    (
        rf"\b(?:{_BE} )?(?:in|within) (?:the |a )?(?:range|interval)\s*(?:of )?\(?({_D})\s*(?:to|-|\.\.\.?|,|and|"
        rf"\s\.\.\.\s)\s*({_N})",
        r" =in [ \1 ; \2 ] ",
    ),
    (
        rf"\b(?:{_BE} )?(?:guaranteed (?:to be )?)?(?:less|smaller|lower|fewer|shorter) than or equal(?:s|ed)? to|"
        rf"\b(?:{_BE} )?"
        rf"{_NOT} (?:be )?(?:exceed(?:s|ing)?|above|over|(?:greater|more|larger|bigger|longer|higher) "
        rf"than)|\b(?:{_BE} )?"
        r"(?:at most|no (?:more|greater|larger|longer|bigger|higher) than|up to|bounded (?:above )?by|(?:a )?maximum "
        r"of|"
        r"limited "
        r"(?:by|to)|no bigger than|(?:not|non)[- ]exceeding|without exceeding|(?:smaller|less) or equal (?:than|"
        r"to))\b",
        " <= ",
    ),
    (
        rf"\b(?:{_BE} )?(?:greater|larger|more|bigger|longer) than or equal to|\b(?:{_BE} )?(?:{_NOT} (?:be )?(?:less|"
        rf"fewer|smaller|"
        r"shorter|lower) than|at least|no (?:less|fewer|smaller|shorter) than|(?:a )?minimum of)\b",
        " >= ",
    ),
    (
        rf"\b(?:{_BE} )?(?:strictly )?(?:less|smaller|fewer|lower|shorter) than\b|"
        r"\b(?:is |are |and |both |all )(?:below|under)(?= \d)|\b(?:is |are )below\b",
        " < ",
    ),
    (rf"\b(?:{_BE} )?(?:strictly )?(?:greater|larger|more|bigger|longer|higher) than\b|\bexceeds\b", " > "),
    (rf"\b(?:{_BE} )?(?:{_NOT} (?:be )?equal to|different from|distinct from|{_NOT} equal)\b", " != "),
]
_COMPILED = [(re.compile(pattern, re.I), replacement) for pattern, replacement in _RULES]
_NEITHER = re.compile(
    r"\bneither\b([^.;]{1,60}?)\bnor\b([^.;]{1,90}?)\b(?:exceeds?|is (?:greater|more|larger) than)\b", re.I
)
_COUNTED = re.compile(rf"([<>]=?) +({'|'.join(word for word in WORDS if len(word) > 2)})\b", re.I)


@lru_cache(maxsize=2048)
def signed(text: str) -> str:
    """The sentence with its comparisons in signs."""
    text = _NEITHER.sub(r"\1 and \2 <= ", text)
    for pattern, replacement in _COMPILED:
        text = pattern.sub(replacement, text)
    return _COUNTED.sub(lambda match: f"{match.group(1)} {WORDS[match.group(2).lower()]} ", text)
