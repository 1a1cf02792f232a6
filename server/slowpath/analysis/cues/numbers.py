"""Arithmetic: divisors, primes, bits, searches over values, and geometry."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.cues.seen import Rule, Seen, body_of
from slowpath.analysis.source import functions_of


def _binary_search(seen: Seen) -> Iterator[int]:
    return seen.matching(r"lower_bound|upper_bound|\bbisect|\bmid\s*=|binary_search")


def _steps_by_value(seen: Seen) -> Iterator[int]:
    """Counting down or up by a value of the input instead of dividing: the loop runs value times."""
    return seen.matching(
        r"for\s*\(.*\*\s*\w+\s*<=?\s*\w+\s*;|while\s*\(?.*[-+]=\s*\w+|"
        r"for\s*\(.*;\s*\w+\s*[-+]=\s*[a-zA-Z]\w*"
    )


def _gcds(seen: Seen) -> Iterator[int]:
    yield from seen.matching(r"\b_*(gcd|lcm|GCD)\s*\(")
    for function in functions_of(seen.root):
        if function.is_recursive and re.search(r"\(\s*(\w+)\s*,\s*\w+\s*%\s*\1\s*\)", body_of(seen, function)):
            yield function.first_line


def _trial_division(seen: Seen) -> Iterator[int]:
    """A loop up to the root: `i * i <= n`."""
    return seen.matching(
        r"\b(\w+)\s*\*\s*(\([^)]*\)\s*)?\1\s*<=|<=?\s*(\(\w+\)\s*)?(std::)?(math\.)?i?sqrt|"
        r"range\(\s*\w+\s*,\s*.*(sqrt|\*\*\s*0?\.5)"
    )


def _next_primes(seen: Seen) -> Iterator[int]:
    """Numbers tried one after the other until one is prime."""
    return seen.matching(
        r"(?i)\bwhile\s*\(?\s*(!|not\b)\s*\(?\s*(is_?|check_?)?prime\w*\s*[(\[]|"
        r"\bfor\s*\([^;]*;\s*!\s*(is_?|check_?)?prime\w*\s*\(|\bnext_?prime\s*\("
    )


def _sieves(seen: Seen) -> Iterator[int]:
    """Multiples crossed out: a step by the outer variable."""
    return seen.matching(
        r"for\s*\(.*;\s*(\w+)\s*\+=\s*\w+\s*\).*=\s*(true|false|0|1|\w+)\s*;|(?i:\bsieve\b|"
        r"\bis_?prime\s*\[|\bcomposite\s*\[)|"
        r"\[\s*\w+\s*\*\s*\w+\s*::\s*\w+\s*\]"
    )


def _divisor_loops(seen: Seen) -> Iterator[int]:
    return iter(
        seen.in_loops(
            seen.matching(
                r"\bif\s*\(?.*\w+\s*%\s*\w+\s*==\s*0|!\s*\(\s*\w+\s*%\s*\w+\s*\)|"
                r"while\s*\(?.*%\s*\w+\s*==\s*0"
            )
        )
    )


def _modular_powers(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"(?i)\b(mod_?pow|pow_?mod|power|qpow|binpow|fpow|ksm|modexp|expmod)\s*\(|"
        r"\bpow\s*\(\s*\w+\s*,[^,()]+,"
    )


def _bit_masks(seen: Seen) -> Iterator[int]:
    """A loop over all masks, or steps over the bits of one."""
    return seen.matching(
        r"<\s*\(?\s*\(?\s*1\w*\s*<<\s*\w+|range\(.*1\s*<<\s*\w+|__builtin_popcount|"
        r">>\s*\w+\s*\)?\s*&\s*1|&\s*\(?\s*1\w*\s*<<"
    )


def _submasks(seen: Seen) -> Iterator[int]:
    return seen.matching(r"\(\s*(\w+)\s*-\s*1\s*\)\s*&\s*\w+|\w+\s*&\s*\(\s*\w+\s*-\s*1\s*\)\s*;?\s*\)")


def _factorials(seen: Seen) -> Iterator[int]:
    """A product over 1..n computed in a loop or in a function, not taken from a table."""
    return iter(
        [
            *seen.in_loops(
                seen.matching(
                    r"\b(res|ans|r|f|fact|result|p|prod)\w*\s*(\*=\s*\w+|=\s*\(?\s*(res|"
                    r"ans|r|f|fact|result|p|prod)\w*\s*\*\s*\w+)"
                )
            ),
            *seen.matching(r"\bmath\.(factorial|comb|perm)\s*\(|\bfactorial\s*\("),
        ]
    )


def _interpolation(seen: Seen) -> Iterator[int]:
    return seen.matching(r"\(\s*\w+\s*-\s*\w+\[(lo|l|low|left)\]\s*\)\s*\*|(?i:interpolat)")


def _windows(seen: Seen) -> Iterator[int]:
    """A window looked through again at each place: a loop of k from i, or a slice in a loop."""
    return iter(
        seen.in_loops(
            seen.matching(
                r"for\s*\(.*=\s*(\w+)\s*;[^;]*<\s*\1\s*\+\s*\w+|range\(\s*(\w+)\s*,\s*\2\s*\+\s*\w+|"
                r"(max|min|sum|set|len|sorted)\s*\(\s*(set\()?\w+\[\s*\w+[^:\]]*:\s*\w+[^\]]*\]|"
                r"max_element\s*\(\s*\w+\.begin\(\)\s*\+"
            )
        )
    )


def _cross_products(seen: Seen) -> Iterator[int]:
    """`(ax - bx) * (cy - dy) - ...`."""
    return seen.matching(
        r"\([^()]*-[^()]*\)\s*\*\s*\([^()]*-[^()]*\)\s*-\s*\(|(?i:\bcross\s*\(|"
        r"\borientation\s*\(|\bccw\s*\(|\bconvex_?hull)"
    )


def _squared_distances(seen: Seen) -> Iterator[int]:
    return seen.matching(
        r"\bhypot\s*\(|\b(\w*dx\w*)\s*\*\s*\1\s*\+|\(([^()]*-[^()]*)\)\s*\*\s*\(\2\)\s*\+|"
        r"(?i:\bdist\w*\s*\()|\(([^()]*-[^()]*)\)\s*\*\*\s*2\s*\+"
    )


def _space_partitions(seen: Seen) -> Iterator[int]:
    return seen.matching(r"(?i)\bkd_?tree|\bquad_?tree|\bnth_element\s*\(|\baxis\b|\bdepth\s*%\s*2")


RULES: tuple[Rule, ...] = (
    Rule("steps-by-value", ("step", "values"), _steps_by_value),
    Rule("gcd", ("Euclid",), _gcds),
    Rule("trial-division", ("trial division",), _trial_division),
    Rule("next-prime", ("searches for the next prime",), _next_primes),
    Rule("sieve", (), _sieves),
    Rule("divisor-loop", ("divisor loops",), _divisor_loops),
    Rule("modular-power", (), _modular_powers),
    Rule("bit-masks", ("bitmask", "loops over bits"), _bit_masks),
    Rule("submasks", ("submasks",), _submasks),
    Rule("factorial", ("repeated per query",), _factorials),
    Rule("binary-search", ("binary search",), _binary_search),
    Rule("interpolation", ("interpolation",), _interpolation),
    Rule("window-scan", ("window scans",), _windows),
    Rule("cross-product", ("hull",), _cross_products),
    Rule("squared-distance", ("closest pair",), _squared_distances),
    Rule("space-partition", ("partitions of space", "kd-tree"), _space_partitions),
)
