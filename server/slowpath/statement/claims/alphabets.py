"""Which characters a string may hold: from the statement's words, else from what the samples show."""

from __future__ import annotations

import re
import string

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.forms import decimals_in
from slowpath.statement.claims.numerals import WORDS, number_of
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import NOT_INPUT, Sentence, in_quotes
from slowpath.statement.sentences.statement import Statement

_ANY_LETTERS = r"\bletters\b"
"""Says nothing of which letters where some are listed."""
_LETTERS = [
    (
        r"lower-? ?case and upper-? ?case|upper-? ?case and lower-? ?case|(?:lower|upper)-? ?case (?:and|or) (?:lower|"
        r"upper)-? ?case|"
        r"upper(?:-? ?case)? and lower-? ?case",
        string.ascii_lowercase + string.ascii_uppercase,
    ),
    (r"lower-? ?case|small (?:english|latin)? ?letters", string.ascii_lowercase),
    (r"upper-? ?case|capital (?:english|latin)? ?letters", string.ascii_uppercase),
    (r"(?:english|latin|alphabet\w*) (?:letters|characters)", string.ascii_letters),
    (_ANY_LETTERS, string.ascii_letters),
]
_CLASSES = [
    (r"(?<!binary )\bdigits\b|alphanumeric", string.digits),
    (r"alphanumeric", string.ascii_letters),
    (
        r"binary (?:string|digit|word|sequence)|zeros? and ones?|zeroes and ones|bit ?string|\bof bits\b|"
        r"\b0s? and 1s?\b|[\"']0[\"'] and [\"']1[\"']",
        "01",
    ),
    (r"bracket sequence|parenthes[ei]s|round brackets", "()"),
    (r"curly (?:brackets|braces)", "{}"),
    (r"square brackets", "[]"),
    (r"underscores?\b", "_"),
    (r"\basterisks?\b", "*"),
    (r"\bquestion marks?\b", "?"),
    (r"hyphens?\b", "-"),
]
_SPAN = late_regex(
    r"(?<![\w*+/)\-])[\"'(\[]? ?([a-zA-Z0-9])[\"']? ?(?:-|\.\.\.?|\bto\b|\bthrough\b|"
    r"--) ?[\"']?([a-zA-Z0-9])\b(?![\w*+/(\-])"
)
_DIGITS = late_regex(
    r"\bdigits?,?(?: from| between)? ([0-9]) ?(?:to|through|and|--?|\u2013|\.\.\.?) ?([0-9])(?![\w^])", re.I
)
_A_DIGIT = late_regex(
    r"\b(?:each|every) (?:character|letter|symbol|cell)\b.*?\b(?:number|integer|digit)s?,? (?:(?:from|between|in) |"
    r"(?:[A-Za-z] ?,? ?\(?)?(?=[0-9] ?<))([0-9])(?: ?(?:to|through|and|--?|\u2013|\.\.\.?) ?| ?<= ?[A-Za-z] ?<= ?)"
    r"([0-9])(?![\w^])",
    re.I,
)
"""A number that is one character: "every character is an `X` or an integer d (0 <= d <= 5)"."""
_AND_DOTS = late_regex(
    r"(?:\b(?:and|or|(?:denoted|marked|represented|indicated|shown) (?:by|with))|,) (?:an? )?(?:dots?|periods?)\b", re.I
)
"""Dots beside other characters: alone they may as well be things of the story."""
_ABOUT_STRINGS = late_regex(
    r"string|word|character|letter|grid|cell|alphabet|sequence|name|digits|symbol|row|\bzero(?:e?s)?\b|"
    r"consist\w* (?:only )?of",
    re.I,
)
_QUOTED = late_regex(r"""(?<![A-Za-z])["'`]([^\s"'`A-Za-z]|[A-Za-z])["'`](?![A-Za-z])""")
_AMOUNT = late_regex(
    r"[\"'`]([A-Za-z])[\"'`](?= (?:lines|rows|columns|characters|letters|symbols|digits|words|strings|cells)\b)"
)
"""The name of a number in a statement that puts names into quotes: "`c` characters"."""
_LISTED_QUOTES = late_regex(r"""["'`]\S["'`] ?,? (?:and|or|and/or) (?:an? )?["'`]\S["'`]""")
_CLASS = late_regex(r"(?<![\w)])\[((?:[A-Za-z0-9]-[A-Za-z0-9]|[^\s\[\],;])+)\](?![\w(])")
_OF_CLASS = late_regex(
    r"\b(?:characters?|letters?|symbols?|digits|alphabet|match\w*|regular expression|regex|pattern|"
    r"format|string|word)s?\b",
    re.I,
)
_ELEMENT = late_regex(
    r"(?:\b(?:[A-Za-z]_\w+|[Ee]ach(?: one)?(?: of (?:which|them|these))?|"
    r"(?:[Ee]ach|[Ee]very) (?:letter|character|symbol|cell)(?: (?:of|in) [A-Za-z]\w*)?) "
    r"(?:is|being)(?: (?:either|one of))? |"
    r"\b[A-Z]\w? consists? of (?=\S[, ])|"
    r"\b[Ee]ach(?: of (?:them|these|which))?(?: either| one of)? )"
    r"((?:\S ?, )*\S ?,? (?:or|and) (?!an? \w)\S|(?<=one of )(?:\S ?, )+\S)(?=$|[\s,.;)])"
)
_NAMED = late_regex(
    r"(?:letters?|characters?|symbols?|alphabet|\bset(?: of)?|letter (?:is|being) one of|"
    r"(?:chosen|taken|selected|drawn|picked) (?:from|among|out of))"
    r"\s+[{\[]?((?:[\"'`]?[^\s\"'`][\"'`]?\s*"
    r"(?:,(?: and| or)?|and/or|and|or)\s*)+[\"'`]?[^\s\"'`][\"'`]?)(?=\s|$|[.,;)}\]])"
)
_PLURAL = late_regex(
    r"(?:[\"'`]\S[\"'`]s|\b[A-Z]s\b)(?: ?, ?(?:[\"'`]\S[\"'`]s|[A-Z]s\b))*,? (?:and|or) (?:[\"'`]\S[\"'`]s|[A-Z]s\b)"
)
"""Characters in the plural: "'A's and 'B's", "As and Bs"."""
_ELEMENTS_UP_TO = late_regex(
    r"\b(?:[Ee]ach|[Ee]very) (?:letter|character|symbol|digit|cell)(?: (?:of|in) [A-Za-z]\w*)? (?:is|being)"
    r"(?: (?:either|one of))? (\w) ?, (?:\w ?, ){0,3}\.\.\. ?,? ?(?:or |and )?(\w)(?=$|[\s,.;)])"
)
"""The characters between two: "each character is 1, 2, ..., or 9"."""
_BETWEEN_TWO = late_regex(
    r"\b(?:[Ee]ach|[Ee]very|[Aa]ll)(?: of)?(?: the)? (?:letter|character|symbol|digit|cell)s? "
    r"(?:is|are|lies?)(?: a digit)? (?:between|from) "
    r"[\"'`]?(\w)[\"'`]? (?:and|to|through) [\"'`]?(\w)[\"'`]?(?: ?,? ?\(?inclusive\)?)?\W*$"
)
"""So said: "each digit is between `0` and `9`"."""
_NO_OTHERS = late_regex(
    r"\bno (?:other )?(?:characters?|letters?|symbols?|digits?) (?:except|other than|besides|but|apart from)"
    r"\s+((?:[\"'`]?[^\s\"'`][\"'`]?\s*(?:,(?: and| or)?|and/or|and|or)\s*)*[\"'`]?[^\s\"'`][\"'`]?)(?=\s|$|[.,;)])",
    re.I,
)
_QUOTED_SPAN = late_regex(
    r"[\"'`](\w)[\"'`] ?, ?(?:[\"'`]\w[\"'`] ?, ?)*(?:\.\.\.|\$?\\[lc]?dots\$?) ?,? ?(?:and |or )?[\"'`](\w)[\"'`]"
)
_CONSISTING = late_regex(
    r"\b(?:strings?|words?|characters?|letters?|grid|rows?)\b[^.;]{0,60}\b"
    r"consist\w* (?:only |solely )?of (?:only |just )?"
    r"((?:[A-Z],? )*[A-Z](?: ?,| and| or|, and|, or) [A-Z])(?=$|[\s,.;)])"
)
"""Capitals alone, as a small letter between commas may be a variable."""
_FIRST_LETTERS = late_regex(
    r"\bfirst (\d{1,2}|[a-z]{3,}) (?:small |(?:lower|upper)-?(?: ?case)? )?"
    r"(?:(?:latin|english) )?(?:(?:small|lower-? ?case|upper-? ?case|capital) )?"
    r"(?:(?:latin|english) )?(?:letters|characters)\b",
    re.I,
)
_COUNTED_LETTERS = late_regex(
    r"\b(\d{1,2}|[a-zA-Z]{3,}) (?:different |distinct |capital )?"
    r"(?:letters|characters|symbols),?:? \(?([A-Z]{2,26})\b"
)
"""As many capitals in one word as the number in front says: "only 4 letters ATCG"."""
_COUNTED = late_regex(r"(?<!\ba )\bnumber of (?:[\w-]+ ){0,3}?(?:letters|characters|digits|symbols)\b", re.I)
"""How many there are, which says nothing of what they are."""
_RANGE = late_regex(r"([A-Za-z0-9])-([A-Za-z0-9])")
_ASIDES = 3
"""So many sentences behind one that explains a character the next one may stand: "`#`: rock. It's high. `.`: sand"."""

_EXPLAINS = late_regex(
    r"\b(?:means?|stands? for|denot\w+|represents?|marks?|indicates?|corresponds? to|is "
    r"an?)\b",
    re.I,
)
_LEGEND = late_regex(
    r"^(?:\\item|[-*\s])*[\"'`]+\S[\"'`]+(?: ?, ?(?:[\"'`]\S[\"'`]|\.\.\.))* ?"
    r"(?::|--|[\u2013\u2014]|=|(?:is|are|for|means?)\b) ?\w|"
    r"^\s*(?:\\item|[-*])\s*[\"'`]+\S[\"'`]+,? \(?[a-z]"
)
"""A row of a legend: "`#`: rock", or an item of a list that begins with a sign: "- `#` rock"."""
_OF_QUOTED = late_regex(
    r"(?:consist|contain|character|either|letters?|cell|symbol|each|only|denot|mean|represent|"
    r"mark|is)",
    re.I,
)
_STANDS_FOR = r"(?:an? |the )?(?:[\w-]+ ){1,3}\([\"'`]?(?-i:[A-Z])[\"'`]?\)"
_STANDING_FOR = late_regex(
    r"^\W*(?:each|every|it|they|the|this)\b[^,;()]{0,40}?\b(?:is|are) (?:either |one of )?"
    rf"(?P<items>{_STANDS_FOR}(?: ?, {_STANDS_FOR})*(?: ?,)?(?: or {_STANDS_FOR})+)\W*$",
    re.I,
)
"""Letters behind what they stand for: "a cow is a Guernsey (G), a Holstein (H) or a Jersey (J)"."""
_LETTER_FOR = late_regex(r"(?<!\w)([A-Z]) (?:for|means|meaning|denotes) (?:(?:an?|the) )?[a-z]{2,}")
"""Letters before what they stand for: "letters, W for a window seat, A for an aisle seat"."""
_NO_ZERO = late_regex(
    r"\b(?:(?:none of (?:the|its|their|these) digits|no digit) (?:is|are|will be) (?:zero|0)(?!\w)|"
    r"all (?:of )?(?:the )?digits are (?:non-?zero|(?:different from|not) (?:zero|0)(?!\w)))",
    re.I,
)
"""Digits without the zero."""
_GLOSS = late_regex(r"(?<=[\"'`]) ?\([^()\"'`]{1,60}\)")
_GLOSS_OF_LETTERS = late_regex(r"(?<=[ ,][A-Z]) ?\([^()\"'`]{1,60}\)")
"""What a listed character stands for: "one of the letters U (up), D (down)"."""
_NAMED_TO_THE_END = late_regex(r"\bletters? ((?:[A-Z] ?, ?)*[A-Z] ?,? (?:and|or) [A-Z])\W*$")
_AND_SO_ON = late_regex(r"[\"'`],? (?:(?:and|or) so (?:on|forth)|etc)\b", re.I)
"""Behind the first of characters that aren't all listed: "the problems are called `A`, `B`, `C` and so on"."""
_KIND_OF_LETTER = late_regex(r"english|latin|alphabet|upper|lower|case|[aA]-[zZ]", re.I)


def classes_in(sentence: Sentence) -> tuple[str, ...]:
    """The characters of each class that a sentence writes as regular expressions do: `[chds]`, `[2-9TJQKA][shdc]`."""
    if not _OF_CLASS.search(sentence.text):
        return ()
    apart = re.sub(r"\](?:\{\d+(?:,\d*)?\}|[+*])?(?=\[)", "] ", sentence.text)
    return tuple(
        "".join(sorted(set(_RANGE.sub(_between, inside))))
        for inside in _CLASS.findall(apart)
        if len(inside) > 1 and not inside.isdigit() and not re.search(r"\.\.", inside)
    )


def _between(match: re.Match[str]) -> str:
    """The characters of a class's range, which may be any part of the letters or digits."""
    return _range(*match.groups()) or match.group()


def _range(first: str, last: str) -> str:
    """The characters from one to another, "" where they are no letters of one case, nor digits."""
    alike = any(
        first in group and last in group for group in (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    )
    return "".join(map(chr, range(ord(first), ord(last) + 1))) if alike else ""


def alphabet_in(sentence: Sentence) -> str:
    """The alphabet that a sentence names, "" where it names none."""
    text = _COUNTED.sub(" ", _PLURAL.sub(lambda match: re.sub(r"s\b", "", match.group()), sentence.text))
    for ways in (_ELEMENTS_UP_TO, _BETWEEN_TWO):
        if (ends := ways.search(text)) and (letters := _range(*ends.groups())):
            return letters
    if (element := _ELEMENT.search(text)) and (letters := _listed(element.group(1))):
        return "".join(sorted(set(letters)))
    if _NO_ZERO.search(text):
        return string.digits[1:]
    if standing := _STANDING_FOR.search(text):
        return "".join(sorted(set(re.findall(r"\([\"'`]?([A-Z])[\"'`]?\)", standing["items"]))))
    if len(told := {*_LETTER_FOR.findall(text)}) > 1 and _ABOUT_STRINGS.search(text):
        return "".join(sorted(told | {*_QUOTED.findall(in_quotes(sentence))}))
    is_decimal = bool(decimals_in(sentence))
    if (is_decimal and not re.search(_ANY_LETTERS, text)) or not (
        _ABOUT_STRINGS.search(text) or _QUOTED.search(in_quotes(sentence))
    ):
        return ""
    classes = classes_in(sentence)
    if classes:
        return "".join(sorted(set("".join(classes))))
    if (alone := _NO_OTHERS.search(text)) and (letters := _listed(alone.group(1))):
        return "".join(sorted(set(letters)))
    spans = "".join(_span(*pair) for pair in _SPAN.findall(text))
    written = in_quotes(sentence)
    spans += "".join(_range(*pair) for pair in _QUOTED_SPAN.findall(text) or _QUOTED_SPAN.findall(written))
    quotes = dict.fromkeys([*_QUOTED.findall(written), *_QUOTED.findall(text)])
    quoted = "" if _AND_SO_ON.search(written) else "".join(quotes.keys() - set(_AMOUNT.findall(written)))
    are_listed = len(set(quoted)) > 1 and _LISTED_QUOTES.search(written) is not None
    made = (
        spans
        or _first_letters(text)
        or _counted_letters(text)
        or next(
            (
                letters
                for pattern, letters in _LETTERS
                if re.search(pattern, text, re.I) and not (are_listed and pattern == _ANY_LETTERS)
            ),
            "",
        )
    )
    some_digits = "".join(_between(match) for ways in (_DIGITS, _A_DIGIT) for match in ways.finditer(text))
    made += some_digits
    for pattern, characters in _CLASSES:
        if characters == string.digits and (some_digits or is_decimal or set(spans) & set(string.digits)):
            continue
        if re.search(pattern, text, re.I):
            made += characters
    if quoted and (_LEGEND.search(written) or _OF_QUOTED.search(text)):
        made += quoted if not re.search(r"(?:lower|upper)-? ?case", text, re.I) or not quoted.isalpha() else ""
    made += "." if made and _AND_DOTS.search(text) else ""
    named = _NAMED.search(_GLOSS.sub("", text)) or _NAMED_TO_THE_END.search(_GLOSS_OF_LETTERS.sub("", text))
    if named and not re.search(r"\bfrom\b", named.group(1)):
        made = _listed(named.group(1)) or made
    if not made and (capitals := _CONSISTING.search(text)):
        made = _listed(capitals.group(1))
    return "".join(sorted(set(made)))


def _first_letters(text: str) -> str:
    """The letters of "the first 20 lowercase Latin letters"; "" where a variable says how many they are."""
    found = _FIRST_LETTERS.search(text)
    count = number_of(found.group(1)) or WORDS.get(found.group(1).lower()) if found is not None else None
    if found is None or count is None or not 0 < count <= len(string.ascii_lowercase):
        return ""
    is_upper = re.search(r"upper|capital", found.group(), re.I) is not None
    return (string.ascii_uppercase if is_upper else string.ascii_lowercase)[:count]


def _counted_letters(text: str) -> str:
    """The letters that are written as one word behind their number; "" where they aren't as many."""
    found = _COUNTED_LETTERS.search(text)
    count = number_of(found.group(1)) or WORDS.get(found.group(1).lower()) if found is not None else None
    return found.group(2) if found is not None and count == len(set(found.group(2))) else ""


def _span(first: str, last: str) -> str:
    """The characters from one to another: `a-z`; nothing where that is no span of letters or digits."""
    alike = any(first in group and last in group for group in (string.ascii_lowercase, string.ascii_uppercase))
    usual = (first, last) == ("0", "9") or (alike and first in "aA")
    return "".join(map(chr, range(ord(first), ord(last) + 1))) if usual and first < last else ""


def _listed(text: str) -> str:
    parts = [part.strip() for part in re.split(r",? (?:and/or|and|or) |,", text)]
    if any(part[:1] in ("'", '"', "`") for part in parts):
        parts = [part for part in parts if part[:1] in ("'", '"', "`")]  # `"." and "#" and m queries`
    parts = [part.strip(" \"'`") for part in parts]
    return "".join(parts) if parts and all(len(part) == 1 for part in parts) else ""


def alphabets_of(statement: Statement) -> list[tuple[Sentence, str]]:
    """Every sentence that names an alphabet, with it; those of the input and constraints first. Sentences one after the
    other that explain one character each ('"G" means grass') name one alphabet."""
    found = [
        (s, alphabet_in(s))
        for s in statement.sentences
        if s.section not in NOT_INPUT and (s.section or spoken(s.text, "example") is None)
    ]
    for at in range(len(found) - 1, 0, -1):
        last = next((each for each in range(at - 1, max(at - _ASIDES, 0) - 1, -1) if found[each][1]), at - 1)
        (before, letters), (sentence, more) = found[last], found[at]
        if before.section == sentence.section and _explains(before, letters) and _explains(sentence, more):
            found[last] = before, "".join(sorted({*letters, *more}))
            del found[at]
    for at, (sentence, _) in enumerate(found):
        if (without := _NO_ZERO.search(sentence.text)) and not re.search(r"\bdigits\b", _cut(sentence.text, without)):
            # It speaks of the digits that were told before, and of nothing where none were.
            told = [(s, string.digits[1:] if a == string.digits else a) for s, a in found[:at]]
            found = [*told, (sentence, string.digits[1:] if told != found[:at] else ""), *found[at + 1 :]]
    rank = {"constraints": 0, "input": 0}
    return sorted(((s, a) for s, a in found if a), key=lambda pair: (rank.get(pair[0].section, 1), is_any(*pair)))


def _cut(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + text[match.end() :]


def told_one_by_one(alphabets: list[tuple[Sentence, str]]) -> list[tuple[Sentence, str]]:
    """The characters of all sentences that name no others than those that they quote, as one alphabet: where "`.` is
    free, `#` is taken" and "the letters `A` and `B`" stand apart. Empty where there are no two such sentences."""
    quoting = [pair for pair in alphabets if set(pair[1]) <= set(_QUOTED.findall(in_quotes(pair[0])))]
    return [(quoting[0][0], "".join(sorted({*"".join(a for _, a in quoting)})))] if len(quoting) > 1 else []


def is_any(sentence: Sentence, alphabet: str) -> bool:
    """Whether a sentence only speaks of letters, which others may tell more of: "the width of the grid of letters"."""
    return alphabet == "".join(sorted(string.ascii_letters)) and not _KIND_OF_LETTER.search(sentence.text)


def _explains(sentence: Sentence, alphabet: str) -> bool:
    """Whether a sentence says what each of the characters that it quotes stands for."""
    is_told = _EXPLAINS.search(sentence.text) or _LEGEND.search(in_quotes(sentence))
    return (
        bool(alphabet) and is_told is not None and set(alphabet) >= set(_QUOTED.findall(in_quotes(sentence))) != set()
    )


_CELLS = ".#*@"
"""Signs of maps: a small letter beside them is one sign more, not one of an alphabet."""


def widened(seen: set[str]) -> str:
    """The usual alphabet of which the seen characters are a part."""
    if not seen:
        return string.ascii_lowercase
    if seen <= set("01"):
        return "01"
    letters = seen & set(string.ascii_letters)
    if len(seen) <= 4 and (not letters or (seen & set(_CELLS) and letters <= set(string.ascii_lowercase))):
        return "".join(sorted(seen)) if seen - set(string.digits) else string.digits
    made = set(seen)
    for group in (string.ascii_lowercase, string.ascii_uppercase, string.digits):
        if seen & set(group):
            made |= set(group)
    return "".join(sorted(made))
