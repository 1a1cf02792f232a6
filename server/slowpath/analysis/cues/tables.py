"""Hash tables, ordered maps, polynomial hashes, and lists used where a table should be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.constants import constants_of, number
from slowpath.analysis.cues.seen import Rule, Seen, Values, nothing
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_HASH_TABLES = {
    "cpp": r"\bunordered_(multi)?(map|set)\b|\bgp_hash_table\b|\bcc_hash_table\b",
    "python": r"\bdict\s*\(|\bset\s*\(|\bdefaultdict\b|\bCounter\s*\(|=\s*\{\s*\}",
    "java": r"\bnew\s+((Linked|Concurrent)?Hash(Map|Set)|Hashtable)\b",
}
_STRING_KEYS = {
    "cpp": r"\bunordered_(multi)?(map|set)\s*<\s*(std::)?string\b|\bhash\s*<\s*(std::)?string\s*>",
    "java": r"\b(Hash)?(Map|Set)\s*<\s*String\b",
}
_PAIR_KEYS = {
    "java": r"\b(Hash)?(Map|Set)\s*<\s*(?!(String|Integer|Long|Character|Short|Byte|Double|Boolean|BigInteger)\b)[A-Z]"
}
_ORDERED_MAPS = {"cpp": r"(?<!unordered_)(?<!\w)(std::)?(multi)?(map|set)\s*<", "java": r"\bnew\s+Tree(Map|Set)\b"}
_SEARCHES = {
    "cpp": r"(?<![.\w])(std::)?(find|count|find_if)\s*\(\s*(all\(|\w+\.begin)",
    "java": r"\.(contains|indexOf|lastIndexOf)\s*\(",
}


_MEMO_STRINGS = {
    "cpp": r"\b(unordered_)?map\s*<\s*((std::)?string|pair\s*<\s*(std::)?string)\b|"
    r"\b(unordered_)?set\s*<\s*(std::)?string\b",
    "python": r"@(functools\.)?(lru_)?cache\b|\bmemo\w*\s*\[|\.add\s*\(\s*\w+\[[^\]]*:[^\]]*\]",
    "java": r"\b(Map|Set)\s*<\s*String\b",
}


def _hash_tables(seen: Seen) -> Iterator[int]:
    return seen.matching_own(_HASH_TABLES)


def _membership(seen: Seen) -> Iterator[int]:
    """`x in a` over a list, `a.index(x)`, `a.count(x)`, `a.remove(x)` (Python); `std::find` (C++); `a.contains(x)`."""
    yield from seen.in_loops(seen.matching_own(_SEARCHES))
    yield from _MORE_SEARCHES.get(seen.language, nothing)(seen)


def _lists_searched(seen: Seen) -> Iterator[int]:
    """`in` with a list that the program makes, and its methods that go over it."""
    lists = {
        text_of(node.child_by_field_name("left"))
        for node in descendants(seen.root, "assignment")
        if _makes_list(text_of(node.child_by_field_name("right")))
    }
    for name in lists:
        if name.isidentifier():
            tested = rf"(?<!for )\b[\w.\[\]]+\s+(not\s+)?in\s+{name}\b(?!\s*[\[(.])|\b{name}\.(index|count|remove)\s*\("
            yield from (
                line
                for line in seen.matching(tested)
                if not re.match(rf"\s*for\b[^:]*\bin\s+{name}\b\s*:", seen.rows[line - 1])
            )


_MORE_SEARCHES = {"python": _lists_searched}
"""What else searches, by language, where a pattern can't say it."""


def _walked_lists(seen: Seen) -> Iterator[int]:
    """A linked list asked by place in a loop: it's walked from its nearer end each time."""
    kinds = {
        "cpp": r"\blist\s*<[^;(){}]*>\s*&?\s*(\w+)",
        "python": r"\b(\w+)\s*=\s*(?:collections\.)?deque\s*\(",
        "java": r"\b(?:LinkedList|List|Deque|Queue)\s*<[^;(){}]*>\s*(\w+)\s*=\s*new\s+LinkedList\b",
    }
    asked = {
        "cpp": r"\b(?:advance|next|prev)\s*\(\s*{}\s*\.\s*(?:begin|end|rbegin)",
        "python": r"\b{}\s*\[(?!\s*(?:0|-1)\s*\])",
        "java": r"\b{}\s*\.\s*(?:get|set|remove)\s*\((?!\s*0\s*[,)])\s*[^()\s]",
    }
    if seen.language not in kinds:
        return
    names = {match[1] for row in seen.rows for match in re.finditer(kinds[seen.language], row)}
    for name in sorted(names):
        yield from seen.in_loops(seen.matching(asked[seen.language].replace("{}", name)))


def _makes_list(right: str) -> bool:
    return bool(re.match(r"\[|list\s*\(|sorted\s*\(|.*\.split\s*\(\s*\)$|\w+\[:\]", right))


def _open_addressing(seen: Seen) -> Iterator[int]:
    """A table kept by hand: a key taken modulo its size or masked, then the next slot as long as one is taken."""
    return iter(
        seen.in_loops(
            seen.matching(
                r"\b(\w+)\s*=\s*\(\s*\1\s*\+\s*1\s*\)\s*[%&]|"
                r"\b(\w+)\s*=\s*\2\s*\+\s*1\s*[%&]"
            )
        )
    )


def _string_keys(seen: Seen) -> Iterator[int]:
    if seen.language in _STRING_KEYS:
        return seen.matching_own(_STRING_KEYS)
    texts = r"\binput\s*\(\s*\)|\.split\(\)|readline\(\)"
    has_texts = any(not re.search(r"int\(|map\(", seen.rows[line - 1]) for line in seen.matching(texts))
    return _hash_tables(seen) if has_texts else iter(())


def _pair_keys(seen: Seen) -> Iterator[int]:
    """Tables whose keys are objects put together of others: records, lists, classes of the program's own."""
    return seen.matching_own(_PAIR_KEYS)


def _ordered_maps(seen: Seen) -> Iterator[int]:
    return seen.matching_own(_ORDERED_MAPS)


def _memo_strings(seen: Seen) -> Iterator[int]:
    """Results remembered under a text or a slice of one."""
    return seen.matching_own(_MEMO_STRINGS)


_UPDATE = late_regex(
    r"\*\s*(?P<base>[\w']+)\s*\)?(\s*%\s*(?P<inner>[\w'+*]+))?\s*\)?\s*\+|"
    r"(?P<named>\w+)(\[[^\]]*\])?\s*=\s*\(?\s*(1[lL]*\s*\*\s*)?(?P=named)\b[^=]*?\*\s*(?P<power>[\w']+)"
)
_MODULUS = late_regex(r"%\s*(?:\((?P<inside>[^()]*(?:\([^()]*\)[^()]*)*)\)|(?P<plain>[\w']+))")
_CHARACTER = late_regex(r"\w\s*\[[^\]]+\]|\bord\s*\(|'\w'|\bch?\b")
_LEAST_BASE = 11
_OVERFLOWING = {
    "cpp": (
        r"unsigned\s+long\s+long|\bull\b|\bULL\b|uint64_t|\bu64\b|\bsize_t\b",
        r"\bunsigned(?:\s+int)?|uint32_t|\bu32",
    ),
    "java": (r"\blong\b", r"\bint\b"),
}
"""Types of 64 and of 32 bits that go round without a trace."""


def _polynomial_hashes(seen: Seen) -> Values:
    """`h = (h * base + s[i]) % modulus`, and powers `p[i] = p[i-1] * base % modulus`, whose base is a constant.

    Without a modulus the hash overflows where its type is unsigned. Small bases are taken for counting, not hashing.
    """
    known = constants_of(seen.rows)
    for line, row in seen.numbered():
        for statement in row.split(";"):
            found = _UPDATE.search(statement)
            if found is None or (found["base"] and not _CHARACTER.search(statement)):
                continue
            base = number(found["base"] or found["power"], known)
            modulus = _modulus(seen, statement, known) if base is not None and base >= _LEAST_BASE else None
            if base is not None and modulus is not None and modulus > base:
                yield line, (base, modulus)


def _modulus(seen: Seen, row: str, known: dict[str, int]) -> int | None:
    found = _MODULUS.search(row)
    if found is not None:
        return number(found["inside"] or found["plain"], known)
    masked = re.search(r"&\s*(0x[fF]+|\(?1\s*<<\s*\d+\)?\s*-\s*1)", row)
    if masked is not None:
        mask = number(masked[1], known)
        return mask + 1 if mask is not None else None
    target = re.search(r"(\w+)\s*(\[[^=]*\])?\s*[*+]?=(?!=)", row)
    declared = rf"\b{re.escape(target[1])}\b" if target else "(?!)"
    wide, narrow = _OVERFLOWING.get(seen.language, ("(?!)", "(?!)"))
    for other in seen.rows:
        if re.search(rf"({wide})[^;()]*{declared}|({wide})\s+\w+\s*\([^)]*\).*{declared}", other):
            return 1 << 64
        if re.search(rf"({narrow})\s+[^;()]*{declared}", other):
            return 1 << 32
    return None


def _exposed_hash_key(seen: Seen) -> Iterator[int]:
    """A Python program that starts itself again with fixed hashes."""
    return seen.matching_own({"python": r"PYTHONHASHSEED.*['\"]0['\"]"})


RULES: tuple[Rule, ...] = (
    Rule("hash-table", ("hash", "unordered"), _hash_tables),
    Rule("open-addressing", ("open addressing",), _open_addressing),
    Rule("string-keys", (), _string_keys),
    Rule("pair-keys", ("pairs as keys",), _pair_keys),
    Rule("ordered-map", (), _ordered_maps),
    Rule("rolling-hash", ("polynomial hashes",), values=_polynomial_hashes),
    Rule("exposed-hash-key", (), _exposed_hash_key),
    Rule("memo-strings", ("substring sets",), _memo_strings),
    Rule("walked-list", ("lists walked",), _walked_lists),
    Rule("list-membership", ("list", "lookup", "fill, then ask"), _membership),
)
