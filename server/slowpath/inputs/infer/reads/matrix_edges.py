"""Edges that a program keeps in a matrix, both ways round: `near[a][b] = near[b][a] = true`."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.model.patterns import late_regex

_ELEMENT = late_regex(
    r"\b(\w+) ?\[ ?([A-Za-z_]\w*)(?: ?- ?1)? ?\] ?\[ ?([A-Za-z_]\w*)(?: ?- ?1)? ?\] ?"
    r"(?:=(?!=)|\+=|\|=|\+\+)"
)


def matrix_edges(text: str, names: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The pairs of keys at whose places, and at these turned, the program sets something; `names` are its own names of
    the keys. One way round alone may be a cell of a grid."""
    written = {match.groups() for match in _ELEMENT.finditer(text)}
    pairs = {
        (first, second) for owner, first, second in written if first != second and (owner, second, first) in written
    }
    ends = {name for pair in pairs for name in pair}
    keys = [(key, own) for key, own in names.items() if own in ends]
    return frozenset((one, other) for one, own in keys for other, its in keys if (own, its) in pairs)
