"""Words and lists that read the same from both ends: `where palindrome s`.

"palindrome": `left` and `right` are the bare name of a word, of words, each of which is one, or of a list of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Relation, Scalar, WordType
from slowpath.model.format_text import FormatCompletion


class Palindrome(RelationKind):
    """See the module."""

    name = "palindrome"
    offered = FormatCompletion("palindrome", "keyword", "the same from both ends", "palindrome |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "the name of a word, of words or of an array")
        if not _can_be(reader.places[name.text]):
            raise words.error(f"{name.text!r} can't be a palindrome: it is no word, no words and no integers", name)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(name.text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        wrong = next((each for each in _sequences(scope[relation.left.text]) if list(each) != list(each)[::-1]), None)
        return "" if wrong is None else f"{_shown(wrong)} reads otherwise from its end"

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        if name not in at.instance:
            return
        values = at.instance[name]
        if isinstance(values, str):
            at.instance[name] = _mirrored(values)
        elif isinstance(places(at.fmt)[name].item.type, WordType):  # type: ignore[union-attr]
            at.instance[name] = [_mirrored(word) for word in values]
        elif self.flaw(at.fmt, at.relation, at.instance):
            at.instance[name] = _mirrored(values)

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place = places(fmt)[relation.left.text]
        item = place.item
        if not (isinstance(item, Array) and isinstance(item.type, IntType) and item.separator):
            return False
        index, length = scribe.fresh("i"), scribe.expression(item.length, {})
        name = scribe.name(relation.left.text)
        with scribe.block(f"REPI({index},{length})"):
            scribe.line(f"ASSERT({name}[{index}]=={name}[{length}-1-{index}])")
        return True


def _can_be(place: Place) -> bool:
    """Whether a variable is words of any letters, or one list of integers whose order nothing else decides."""
    of = getattr(place.item, "type", None)
    if place.is_tagged:
        return False
    if isinstance(of, WordType):
        return not of.form and isinstance(place.item, Scalar | Array)
    is_free = isinstance(place.item, Array) and place.rows is None and not place.item.traits
    return is_free and isinstance(of, IntType) and not (of.lo.names | of.hi.names) & {ROW}


def _sequences(values: Any) -> Iterator[Any]:
    """What is to read the same from both ends: a word, each of several, a list of integers."""
    yield from values if isinstance(values, list) and values and isinstance(values[0], str) else [values]


def _mirrored(sequence: Any) -> Any:
    """The first half, and it again from its end."""
    half = sequence[: (len(sequence) + 1) // 2]
    back = half[: len(sequence) // 2][::-1]
    return np.concatenate([half, back]) if isinstance(sequence, np.ndarray) else half + back


def _shown(sequence: Any) -> str:
    return sequence if isinstance(sequence, str) else ", ".join(map(str, list(sequence)[:9]))


KINDS = (Palindrome(),)
