"""Lines of words with one blank between two of them, and none at the ends: `where spaced s`.

"spaced": `left` and `right` are the bare name of a line (`text`), or of several.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.filling.word_forms import single_spaced
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, Relation, TextType
from slowpath.model.format_text import FormatCompletion


class Spaced(RelationKind):
    """See the module."""

    name = "spaced"
    offered = FormatCompletion("spaced", "keyword", "words with one blank between two of them", "spaced |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "the name of a text")
        if not can_be_spaced(getattr(reader.places[name.text].item, "type", None)):
            raise words.error(f"{name.text!r} is no text of blanks and other characters", name)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(name.text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        lines = _lines(scope[relation.left.text])
        wrong = next((line for line in lines if "  " in line or line != line.strip(" ")), None)
        return "" if wrong is None else f"{wrong!r} has two blanks in a row, or one at an end"

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        alphabet = places(at.fmt)[name].item.type.alphabet  # type: ignore[union-attr]
        values = at.instance[name]
        made = [single_spaced(line, alphabet, at.rng) for line in _lines(values)]
        at.instance[name] = made[0] if isinstance(values, str) else made


def can_be_spaced(of: object) -> bool:
    """Whether a type is that of lines with blanks between other characters."""
    return isinstance(of, TextType) and " " in of.alphabet and len(of.alphabet) > 1


def _lines(values: Any) -> list[str]:
    return [values] if isinstance(values, str) else list(values)


KINDS = (Spaced(),)
