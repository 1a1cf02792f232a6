"""Names of a string's length: "a string s of length n", "n is the length of s", `s = s_1 s_2 ... s_n`."""

from __future__ import annotations

from slowpath.statement.claims.names import base_name
from slowpath.statement.phrases.rows import ways_of


def strings_of_lengths(text: str) -> list[tuple[str, str]]:
    """(string, the name of its length), as a sentence's plain text says; a string without a name is ""."""
    found = [match.groupdict() for pattern in ways_of("length of") for match in pattern.finditer(text)]
    pairs = (("string", "length"), ("other", "more"))
    return [(base_name(told.get(one) or ""), told[of]) for told in found for one, of in pairs if told.get(of)]
