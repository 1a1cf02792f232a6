"""Numbers as statements write them: `200 000`, `2e5`, `100.000`, "2 million", powers that lost their caret.

A number such as 105 may be 10^5 that was copied without its superscript. Both readings are kept (`lost_caret`);
`written_out` and `Carets` say how sure a statement alone makes the one or the other.
"""

from __future__ import annotations

import re
from decimal import Decimal

from slowpath.model.patterns import late_regex

WORDS = {
    "zero": 0,
    "one": 1,
    "a": 1,
    "an": 1,
    "single": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "twenty": 20,
    "fifty": 50,
    "hundred": 100,
}
_SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SCALED = late_regex(rf"\b(\d+(?:\.\d+)?|{'|'.join(WORDS)})[ -](?:(hundred)[ -])?({'|'.join(_SCALES)})s?\b", re.I)
_NUMBER_OF = late_regex(
    r"\(?\bthe (?:number of (?:characters|letters|digits|symbols)) (?:in|"
    r"of) ([A-Za-z]\w{0,20})\b ?\)?"
)
_FRACTIONAL = late_regex(r"(?<![\w.])(\d{1,4}\.\d{1,6})\s*\*\s*10\s*\^\s*\(?(\d{1,2})\)?(?![\w.]*\d)")
_COUNTED = late_regex(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|"
    r"fifty)\b(?= (?:\w+ )?(?:characters|"
    r"letters|digits|symbols)\b)",
    re.I,
)


def with_numerals(text: str) -> str:
    """Plain text with its numbers in figures that the grammar of comparisons reads: no word, no loose product."""
    text = re.sub(r"(?<=[a-z])'s\b|\b[a-zA-Z](?: ?[+-] ?\d)?(?: ?- ?(?:th|st|nd|rd)| ?th)\b", " ", text)
    text = _NUMBER_OF.sub(r"|\1|", text)
    text = _SCALED.sub(_scaled, text)
    text = _COUNTED.sub(lambda match: str(WORDS[match.group().lower()]), text)
    text = re.sub(r"(?<=\d)\s*[xX]\s*(?=10\s*(?:\^|\d\b)|\d{2,})", "*", text)
    text = _FRACTIONAL.sub(_whole, text)
    text = re.sub(r"\b(\d{1,2}) ?\. ?(?=10\s*\^)", r"\1*", text)
    text = re.sub(
        r"(?<![\w.,])(\d{1,3})((?:\.000)+)(?![\w.]*\d)",
        lambda m: m.group(1) + m.group(2).replace(".", "") if len(m.group(1)) > 1 or len(m.group(2)) > 4 else m.group(),
        text,
    )
    text = re.sub(r"(?<![\w.^])(\d{1,4})(?=[A-Za-z](?:_\w{1,8})?(?![\w']))(?![eE]\d)", r"\1*", text)
    return re.sub(r"\b([A-Za-z]) ?(?=\( ?\1\b ?[-+] ?\d ?\))", r"\1*", text)


def _scaled(match: re.Match[str]) -> str:
    first, hundred, scale = match.groups()
    number = float(first) if first[0].isdigit() else WORDS[first.lower()]
    value = number * (100 if hundred else 1) * _SCALES[scale.lower()]
    return str(int(value)) if value == int(value) else match.group()


def _whole(match: re.Match[str]) -> str:
    """`1.5*10^5` as 150000."""
    value = Decimal(match.group(1)).scaleb(int(match.group(2)))
    return str(int(value)) if value == int(value) else match.group()


def number_of(word: str) -> int | None:
    """A number as statements write it: `200,000`, `200 000`, `2e5`; None when it isn't a whole number."""
    text = word.replace(",", "").replace(" ", "")
    if re.fullmatch(r"\d{1,400}", text):
        return int(text)
    if re.fullmatch(r"\d{1,18}(\.\d{1,18})?[eE]\+?\d{1,3}", text):
        mantissa, _, exponent = text.lower().replace("+", "").partition("e")
        whole, _, part = mantissa.partition(".")
        power = int(exponent) - len(part)
        return int(whole + part) * 10**power if power >= 0 else None
    return None


def lost_caret(text: str) -> str:
    """The other reading of a number whose power lost its caret: `105` -> 10^5, `2*105`, `231-1`, `230`; "" if none."""
    match = re.fullmatch(r"(-?)\(?((?:\d{1,3}\*)?)10(1[0-8]|[2-9])((?:[+-]\d{1,6})?)\)?", text)
    if match:
        sign, factor, power, rest = match.groups()
        return str(int(sign + "1") * (int(factor[:-1]) if factor else 1) * 10 ** int(power) + int(rest or 0))
    match = re.fullmatch(r"(-?)\(?2(31|32|62|63|64|30|60|20)\)?(-1)?", text)
    if match:
        return str(int(match.group(1) + "1") * 2 ** int(match.group(2)) + int(match.group(3) or 0))
    return ""


_SURE = late_regex(
    r"(?<![\d.^*])\d{1,3}\*10(?:[3-9]|1[0-8])(?![\d.^])|(?<![\d.^])10(?:9|18)\s?\+\s?\d{1,3}\b|"
    r"(?<![\d.^])"
    r"2(?:31|63)\s?-\s?1\b|-\s?10(?:9|18|6|5)\s?<="
)


def loses_carets(texts: list[str]) -> bool:
    """Whether a statement surely lost its carets: it writes `2*105`, `109 + 7`, `231 - 1`, `-109 <=`."""
    return any(_SURE.search(text) for text in texts)
