"""What a kind of relation knows to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe, string
from slowpath.inputs.checktestdata.write_elements import RowsScript
from slowpath.inputs.layout import Place, places, relation_names
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Lexeme, Words
from slowpath.model.expression import Expr
from slowpath.model.format import Array, InputFormat, Records, Relation
from slowpath.model.format_text import FormatCompletion


@dataclass(frozen=True)
class Block:
    """Text that is indented below a line of relations, as it stands but for its margin; `line` and `column` (1-based)
    are those of its first character."""

    text: str
    line: int
    column: int


class Reader(Protocol):
    """What a kind needs of the reader of relations (`inputs.text_relations`). `blocks` are by the line that they stand
    below."""

    format: InputFormat
    places: dict[str, Place]
    blocks: Mapping[int, Block]

    def known_name(self, words: Words, what: str) -> Lexeme:
        """The next word, which must be the name of a variable."""
        ...

    def expression(self, words: Words, any_name: bool = False) -> Expr:
        """The expression that begins here."""
        ...

    def over_scalars(self, words: Words) -> Expr:
        """An expression over single numbers."""
        ...

    def over_places(self, words: Words) -> Expr:
        """An expression over any variables and the place of an element or row."""
        ...

    def check_scalar(self, name: str, words: Words, at: Lexeme) -> None:
        """Raises at a word where a variable isn't a single number."""
        ...

    def operator(self, words: Words) -> str:
        """The next word, which must compare."""
        ...

    def bound(self, words: Words) -> tuple[str, Expr, str]:
        """A comparison with a number or a character, to the end of the line: (operator, right, character)."""
        ...

    def end(self, words: Words) -> None:
        """Raises where the line doesn't end here."""
        ...


@dataclass
class Repairing:
    """One relation in one scope that is to be made to hold. `instance` are the scope's own values, which may change;
    change; `scope` those and the ones around it; what is in `changed` was just given its values and is rather kept."""

    fmt: InputFormat
    relation: Relation
    instance: Instance
    scope: Mapping[str, Any]
    rng: np.random.Generator
    changed: Collection[str] = ()


class RelationKind:
    """One kind. `name` is `Relation.kind`; `offered` is what an editor offers behind "where": it begins with the word
    that the relation begins with, and is None where that is a variable."""

    name: str
    offered: FormatCompletion | None = None

    def begins(self, words: Words) -> bool:
        """Whether what stands behind "where" is of this kind: its name and then a variable's, unless it says so."""
        return words.next.text == self.name and words.peek().kind == "name"

    def read(self, reader: Reader, words: Words) -> Relation:
        """The relation that `words` state. Raises `FormatSyntaxError`."""
        raise NotImplementedError

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        """What breaks the relation in one scope, "" where nothing does."""
        raise NotImplementedError

    def flaws(
        self, fmt: InputFormat, relation: Relation, scopes: Iterable[tuple[str, Mapping[str, Any]]]
    ) -> Iterator[tuple[str, str]]:
        """The titles of the scopes in which something breaks it, with what does."""
        for title, scope in scopes:
            flaw = self.flaw(fmt, relation, scope)
            if flaw:
                yield title, flaw

    def repair(self, at: Repairing) -> None:
        """Changes `at.instance` until the relation holds. Raises `CannotGenerate` where it can't."""
        raise NotImplementedError

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        """What it asks of integers that are single values of one scope, sizes among them."""
        return []

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        """Writes it as checktestdata, where all of its variables were read; whether that can be said."""
        place = places(fmt).get(relation.left.text)
        rows = place.rows if place is not None else None
        script = self.rows_script(relation, scribe) if isinstance(rows, Records) else None
        if script is None or not isinstance(rows, Records):
            return False
        index = scribe.fresh("i")
        with scribe.block(f"REPI({index},{scribe.expression(rows.count, {})})"):
            script.add([f"{scribe.name(field.text)}[{index}]" for field in relation.others])
        script.finish()
        return True

    def rows_script(self, relation: Relation, scribe: Scribe) -> RowsScript | None:
        """What it says of its fields (`others`) row by row, begun where no row was read or looked at; None where it
        isn't about rows."""
        return None


def bound_written(fmt: InputFormat, relation: Relation, scribe: Scribe) -> str:
    """How the bound of a comparison with elements is written, a character in quotes; "" for an order of characters,
    which the language doesn't have."""
    if not relation.character:
        return scribe.expression(relation.right, lengths_of(fmt, relation, scribe))
    return string(relation.character) if relation.operator in ("", "==", "!=") else ""


def lengths_of(fmt: InputFormat, relation: Relation, scribe: Scribe) -> dict[str, str]:
    """How `len(a)` of whole arrays is written in a script."""
    known, names = places(fmt), relation_names(relation)
    return {
        f"len({name})": scribe.expression(item.length, {})
        for name in names
        if name in known and isinstance(item := known[name].item, Array)
    }
