"""Names of a string's length: "a string s of length n", "n is the length of s", `s = s_1 s_2 ... s_n`."""

from __future__ import annotations

import re

from slowpath.statement.claims.names import base_name

_STRING = r"(?P<string>[A-Za-z](?:_\w{1,6})?)"
_NAME = r"(?P<length>[A-Za-z])"
_SAYS = (
    re.compile(
        rf"\b(?:string|word|sequence|text)s? {_STRING} (?:of|with|has|having) (?:a |the )?length (?:is |of "
        rf")?{_NAME}\b"
    ),
    re.compile(rf"\blength[- ]{_NAME} (?:\w+ )?(?:string|word|sequence|text)s? {_STRING}\b"),
    re.compile(rf"\b{_NAME} is the length of (?:the )?(?:given )?(?:string|word|sequence|text)? ?{_STRING}(?![\w'])"),
    re.compile(
        rf"\b(?P<string>[A-Za-z]) = (?P=string)_1 ?(?P=string)_2 ?(?:(?P=string)_3 ?)?\.\.\. "
        rf"?(?P=string)_{_NAME}\b"
    ),
)


def strings_of_lengths(text: str) -> list[tuple[str, str]]:
    """(string, the name of its length), as a sentence's plain text says."""
    return [(base_name(match["string"]), match["length"]) for says in _SAYS for match in says.finditer(text)]
