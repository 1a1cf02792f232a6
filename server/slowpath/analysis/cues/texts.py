"""Strings: matching, building, palindromes, regular expressions, brackets, big integers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.seen import Rule, Seen, body_of
from slowpath.analysis.source import functions_of
from slowpath.model.patterns import late_regex


def _nested_matching(seen: Seen) -> Iterator[int]:
    """Characters of two strings compared at shifted places in nested loops, or substrings compared in one."""
    yield from seen.in_loops(
        seen.matching(
            r"\w+\s*\[\s*\w+\s*\+\s*\w+\s*\]\s*[!=]=\s*\w+\s*\[\s*\w+\s*\]|"
            r"\w+\s*\[\s*\w+\s*\]\s*[!=]=\s*\w+\s*\[\s*\w+\s*\+\s*\w+\s*\]"
        ),
        0,
    )
    yield from seen.in_loops(
        seen.matching(
            r"\.substr(ing)?\s*\(|\.compare\s*\(|\.find\s*\(|strncmp|\.(startsWith|regionMatches|indexOf)\s*\(|"
            r"\[\w+:\w+\s*\+\s*\w+\]\s*=="
        )
    )


_STRINGS = {"cpp": r"\bstring\s+(\w+)", "java": r"\bString\s+(\w+)"}
_ADDING = {"java": r"|\b({})\s*\+="}
"""Where adding in place makes a new string as well."""
_GROWING = {"python": r"\b(\w+)\s*=\s*\1\s*\+\s*['\"]|\b(\w+)\s*=\s*\2\[1:\]|\+=\s*['\"]"}


def _string_building(seen: Seen) -> Iterator[int]:
    """A string grown or cut in a loop by making a new one each time."""
    declared = _STRINGS.get(seen.language)
    if declared is None:
        return iter(seen.in_loops(seen.matching_own(_GROWING)))
    strings = "|".join(re.findall(declared, "\n".join(seen.rows))) or "(?!)"
    again = (
        rf"\b({strings})\s*=\s*.*\b\1\b\s*\+|\b({strings})\s*=.*\+\s*\2\b|"
        rf"\b({strings})\s*=\s*\3\s*\.\s*substr(ing)?\s*\("
    )
    return iter(seen.in_loops(seen.matching(again + _ADDING.get(seen.language, "").replace("{}", strings))))


def _prefix_functions(seen: Seen) -> Iterator[int]:
    """`j = fail[j - 1]`, or a Z array."""
    return iter(seen.in_loops(seen.matching(r"\b(\w+)\s*=\s*\w+\s*\[\s*\1\s*(-\s*1\s*)?\]|\bz\s*\[\w+\]\s*=")))


def _suffix_sorts(seen: Seen) -> Iterator[int]:
    """Suffixes compared as strings while they're sorted."""
    return seen.matching(
        r"sort.*(substr|compare|strcmp|\[\w+:\])|(substr\s*\(\s*\w+\s*\)\s*<|"
        r"compare\s*\(.*\)\s*<\s*0|strcmp)|"
        r"(sorted|sort)\s*\(.*key\s*=\s*lambda\s+\w+\s*:\s*\w+\[\w+:\]|\[\s*\w+\[\w+:\]\s*for\b"
    )


def _palindromes(seen: Seen) -> Iterator[int]:
    """Letters compared at equal distances from a centre."""
    return iter(
        seen.in_loops(
            seen.matching(
                r"(\w+)\s*\[\s*\w+\s*-\s*(\w+)[^\]]*\]\s*[!=]=\s*\1\s*\[\s*\w+\s*\+\s*\2|"
                r"(\w+)\s*\[\s*[lL]\w*(--)?\s*\]\s*[!=]=\s*\3\s*\[\s*[rR]|"
                r"\[::-1\]|\breverse\s*\("
            )
        )
    )


def _regular_expressions(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"\bstd::regex\b|\bregex_(match|search|replace)\b|(?<!\w)re\.(match|search|fullmatch|"
        r"findall|sub|compile)\s*\(|"
        r"\bregex\s+\w+\s*\(|\bPattern\.compile\s*\(|\.(matches|replaceAll)\s*\("
    )


def _automata(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"(?i)\bsuffix_?link\b|\bslink\b|\.link\s*=|\bnext\s*\[[^\]]*\]\s*\[[^\]]*\]\s*=|"
        r"\bpalindromic_?tree|\beertree\b|"
        r"\btrie\s*\["
    )


def _bracket_parsers(seen: Seen) -> Iterator[int]:
    """A recursive function that looks at opening brackets."""
    for function in functions_of(seen.root):
        if function.is_recursive and re.search(r"['\"][(\[{<]['\"]", body_of(seen, function)):
            yield function.first_line


_READ_ALONE = late_regex(
    r"(?:\b(\w+)\s*=\s*)?"
    r"\bint\s*\(\s*(?:sys\.stdin\.(?:readline|read)|input)\s*\(\s*\)(?:\.strip\(\))?\s*\)"
)


def _big_integers(seen: Seen) -> Iterator[int]:
    """Numbers of any length: kept by hand digit by digit, a class's, or the language's own."""
    own = _LONG_NUMBERS.get(seen.language)
    return own(seen) if own else seen.matching(r"(?i)\b(bigint|biginteger|bignum|cpp_int)\w*|\bcarry\b")


def _read_as_numbers(seen: Seen) -> Iterator[int]:
    """Python's from a text. A number to which a `range` counts isn't one: what is counted to has few digits."""
    counted = {
        name
        for _, row in seen.numbered()
        for ends in re.findall(r"\brange\s*\(([^:]*)", row)
        for name in re.findall(r"\w+", ends)
    }
    for line, row in seen.numbered():
        if any(read[1] not in counted for read in _READ_ALONE.finditer(row)) or re.search(
            r"\bint\s*\(\s*\w+\s*,\s*2\s*\)|set_int_max_str_digits|\*\*\s*(?!\d)\w+", row
        ):
            yield line


_LONG_NUMBERS = {"python": _read_as_numbers}
"""Languages whose plain numbers have any length."""

RULES: tuple[Rule, ...] = (
    Rule("string-matching", ("naive matching", "matching", "prefix"), _nested_matching),
    Rule("string-building", ("substring",), _string_building),
    Rule("prefix-function", (), _prefix_functions),
    Rule("suffix-sort", ("suffix sorting", "suffix structures"), _suffix_sorts),
    Rule("palindrome-expansion", ("palindromes",), _palindromes),
    Rule("regex", ("regular expressions",), _regular_expressions),
    Rule("automaton", ("automata",), _automata),
    Rule("bracket-parser", ("parsers",), _bracket_parsers),
    Rule("big-integers", ("big integers",), _big_integers),
)
