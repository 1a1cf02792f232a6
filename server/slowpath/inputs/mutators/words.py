"""Edits of words that keep their length."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.mutators.order import below, block, rearranged
from slowpath.model.format import TextType, WordType

_KINDS = ("character", "run", "period", "rearranged", "neighbour", "mirrored", "all but one", "one all over")
_BRACKETS = ("span nested", "span flat", "spans swapped", "span mirrored", "span repeated")


def edited(word: str, of: WordType | TextType, rng: np.random.Generator) -> tuple[str, str]:
    """A changed word of the same length (at least 1) and what was done. One of form "brackets" stays balanced;
    one of form "number" may get a leading zero."""
    if isinstance(of, WordType) and of.form == "brackets":
        return _rebracketed(word, rng)
    alphabet = of.alphabet
    kind = _KINDS[below(len(_KINDS), rng)]
    at, (begin, end) = below(len(word), rng), block(len(word), rng)
    letter = alphabet[below(len(alphabet), rng)]
    match kind:
        case "character":
            return word[:at] + letter + word[at + 1 :], kind
        case "run":
            return word[:begin] + letter * (end - begin) + word[end:], kind
        case "period":
            piece = word[begin : min(end, begin + 8)]
            return (piece * (len(word) // len(piece) + 1))[: len(word)], kind
        case "neighbour":
            return word[:at] + word[below(len(word), rng)] + word[at + 1 :], kind
        case "mirrored":
            half = word[: (len(word) + 1) // 2]
            return half + half[: len(word) // 2][::-1], kind
        case "all but one":
            return word[at] * (len(word) - 1) + letter, kind
        case "one all over":
            return word.replace(word[at], letter), kind
    if len(word) < 2:
        return letter, "character"
    places, kind = rearranged(len(word), rng)
    codes = np.frombuffer(word.encode("utf-32-le"), dtype="<u4")
    return codes[places].tobytes().decode("utf-32-le"), kind


def _rebracketed(word: str, rng: np.random.Generator) -> tuple[str, str]:
    """A balanced span of a balanced word made another one: nested as deep as can be, flat, exchanged with the
    span after it, turned round, or repeated. O(length)."""
    partner = _partners(word)
    begin = below(len(word), rng)
    begin = min(begin, partner[begin])
    end = partner[begin] + 1
    while end < len(word) and partner[end] > end and rng.random() < 0.8:
        end = partner[end] + 1
    span = word[begin:end]
    opening = [character for place, character in enumerate(span) if partner[begin + place] > begin + place]
    closing = {
        character: word[partner[begin + place]]
        for place, character in enumerate(span)
        if partner[begin + place] > begin + place
    }
    kind = _BRACKETS[below(len(_BRACKETS), rng)]
    match kind:
        case "span nested":
            made = "".join(opening) + "".join(closing[character] for character in reversed(opening))
        case "span flat":
            made = "".join(character + closing[character] for character in opening)
        case "spans swapped":
            cut = partner[begin] + 1 - begin
            made = span[cut:] + span[:cut]
        case "span mirrored":
            back = {close: character for character, close in closing.items()}
            made = "".join(closing.get(character) or back[character] for character in reversed(span))
        case _:
            first = span[: partner[begin] + 1 - begin]
            made = first * (len(span) // len(first))
            made += "".join(character + closing[character] for character in opening[len(made) // 2 :])
    return word[:begin] + made + word[end:], kind


def _partners(word: str) -> list[int]:
    """For each bracket of a balanced word the place of the one that it closes or is closed by."""
    partner, stack = [0] * len(word), []
    for place, character in enumerate(word):
        if character in "([{<":
            stack.append(place)
        else:
            partner[place] = stack.pop()
            partner[partner[place]] = place
    return partner
