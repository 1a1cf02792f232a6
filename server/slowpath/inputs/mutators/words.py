"""Edits of words that keep their length."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.mutators.order import below, block, rearranged

_KINDS = ("character", "run", "period", "rearranged", "neighbour", "mirrored", "all but one")


def edited(word: str, alphabet: str, rng: np.random.Generator) -> tuple[str, str]:
    """A changed word of the same length (at least 1) and what was done."""
    kind = _KINDS[below(len(_KINDS), rng)]
    at, (begin, end) = below(len(word), rng), block(len(word), rng)
    letter = alphabet[below(len(alphabet), rng)]
    match kind:
        case "character":
            return word[:at] + letter + word[at + 1:], kind
        case "run":
            return word[:begin] + letter * (end - begin) + word[end:], kind
        case "period":
            piece = word[begin:min(end, begin + 8)]
            return (piece * (len(word) // len(piece) + 1))[:len(word)], kind
        case "neighbour":
            return word[:at] + word[below(len(word), rng)] + word[at + 1:], kind
        case "mirrored":
            half = word[:(len(word) + 1) // 2]
            return half + half[:len(word) // 2][::-1], kind
        case "all but one":
            common = word[at]
            return common * (len(word) - 1) + letter, kind
    if len(word) < 2:
        return letter, "character"
    places, kind = rearranged(len(word), rng)
    return "".join([word[place] for place in places.tolist()]), kind
