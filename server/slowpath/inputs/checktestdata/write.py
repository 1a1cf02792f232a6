"""Writes an input format as a checktestdata script that accepts the same inputs, in the layout that we print.

What the language can't say is left out and named, so that nobody takes the script for more than it is. A layout
that it can't follow (repetitions that end at something which could as well begin one) makes `CannotWrite`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from slowpath.inputs.checktestdata.scribe import CannotWrite, Scribe, literal_pattern, string
from slowpath.inputs.checktestdata.write_beginnings import (
    figures,
    first_characters,
    first_item,
    mentions_row,
    used_names,
)
from slowpath.inputs.checktestdata.write_elements import is_lettered
from slowpath.inputs.checktestdata.write_meaning import array_meaning, element_meaning, has_meaning, rows_meaning
from slowpath.inputs.checktestdata.write_relations import Relations
from slowpath.inputs.checktestdata.write_values import write_value
from slowpath.inputs.filling.held import EFFECT_STEPS, is_numbered, wants_one
from slowpath.inputs.layout import places
from slowpath.inputs.parsing.silent import Ending, ending_of, is_on_one_line, with_counters
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    HELD,
    ROW,
    Array,
    InputFormat,
    IntType,
    Line,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import items_of, names_of

__all__ = ["CannotWrite", "WrittenScript", "to_script"]


@dataclass(frozen=True)
class WrittenScript:
    """A script, and what of the format isn't in it: one sentence each, which are its comments too."""

    text: str
    left_out: tuple[str, ...]


def to_script(fmt: InputFormat) -> WrittenScript:
    """The format as a script. Raises `CannotWrite` where the language can't follow its layout."""
    writer = _Writer(fmt)
    writer.nodes(fmt.nodes, ())
    writer.relations.finish()
    scribe = writer.scribe
    remarks = "".join(f"# {what}\n" for what in scribe.left_out)
    return WrittenScript(remarks + writer.relations.opening() + scribe.text, tuple(scribe.left_out))


class _Writer:
    """Writes nodes. `used` are the variables that something refers to: only these are stored."""

    def __init__(self, fmt: InputFormat) -> None:
        self.scribe = Scribe()
        self.relations = Relations(fmt, self.scribe)
        self._used = used_names(fmt)
        self._places = places(fmt)

    def nodes(self, nodes: Sequence[Node], path: tuple[str, ...]) -> None:
        """One scope: the whole input, or the body of a test case."""
        for node, counter in with_counters(nodes):
            ending = ending_of(counter, node)
            self._node(node, ending, path)
            if ending is not None and not is_on_one_line(node):
                self._end_of_repetitions(ending)
            declared = [name for item in items_of((node,)) for name in names_of(item)]
            self.relations.declared([*declared, *([counter.name] if counter else [])], path)

    def _node(self, node: Node, ending: Ending | None, path: tuple[str, ...]) -> None:
        match node:
            case Line():
                self._line(node.items, None)
            case Scalar():
                self._line((node,), None)
            case Array() if node.separator == "\n":
                self._column(node, ending)
            case Array():
                self._line((ending.counter, node) if ending is not None else (node,), None)
            case Matrix():
                self._matrix(node)
            case Records():
                self._records(node, ending)
            case Tagged():
                self._tagged(node, ending)
            case _:
                with self._repeated(node.count, ending, first_item(node.body), counter_wanted=False):
                    self.nodes(node.body, (*path, node.name))

    # Repetitions

    @contextmanager
    def _repeated(
        self,
        count: Expr,
        ending: Ending | None,
        first: Scalar | Array | Tagged | None,
        counter_wanted: bool,
        separator: str = "",
    ) -> Iterator[str]:
        """A loop over `count` repetitions, or over those that `ending` ends; gives the loop's variable."""
        separated = f",{separator}" if separator else ""
        if ending is None:
            times = self.scribe.expression(count, {})
            index = self.scribe.fresh("i") if counter_wanted else ""
            opening = f"REPI({index},{times}{separated})" if counter_wanted else f"REP({times}{separated})"
            with self.scribe.block(opening):
                yield index
            return
        index = self.scribe.name(ending.name)
        with self.scribe.block(f"WHILEI({index},{self._goes_on(ending, first)}{separated})"):
            yield index
        of = ending.counter.type
        assert isinstance(of, IntType)
        lo, hi = self.scribe.expression(of.lo, {}), self.scribe.expression(of.hi, {})
        self.scribe.line(f"ASSERT({lo}<={index} && {index}<={hi})")

    def _goes_on(self, ending: Ending, first: Scalar | Array | Tagged | None) -> str:
        """The test that another repetition follows. It can only look at one character."""
        if ending.by_line or ending.by_blank:
            return '!MATCH("\\n")'
        if not ending.words:
            return "!ISEOF"
        character = ending.words[0].decode()[0]
        if first is None or character in first_characters(first):
            raise CannotWrite(
                f"Whether {' '.join(map(bytes.decode, ending.words))!r} ends the repetitions or begins"
                " one can't be told by one character, and the language sees no more."
            )
        return f"!MATCH({string(character)})"

    def _end_of_repetitions(self, ending: Ending) -> None:
        if ending.words:
            self.scribe.line(f"STRING({string(' '.join(map(bytes.decode, ending.words)))}) NEWLINE")
        elif ending.by_blank:
            self.scribe.line("NEWLINE")

    # Lines

    def _line(
        self,
        items: Sequence[Scalar | Array],
        row: str | None,
        known: Mapping[str, str] | None = None,
        opened: bool = False,
    ) -> None:
        """Items on one line and its end. In the `row` of that number values are stored by it; with `opened` a token
        stands on the line already."""
        before = opened
        maybe: list[str] = []
        refer = dict(known or {})
        for item, counter in with_counters(items):
            if isinstance(item, Scalar):
                if before:
                    self.scribe.line("SPACE")
                elif maybe:
                    self.scribe.line(f"IF({'+'.join(maybe)}>0) SPACE END")
                write_value(self.scribe, item.type, refer, self._target(item.name, row, refer))
                before = True
                continue
            before, maybe = self._array_on_line(item, ending_of(counter, item), row, refer, before, maybe)
        self.scribe.line("NEWLINE")
        for item, _ in with_counters(items):
            if isinstance(item, Array):
                array_meaning(self.scribe, item, refer)

    def _target(self, name: str, row: str | None, refer: dict[str, str]) -> str:
        """The variable in which a value of `name` is stored, "" where nobody needs it."""
        if name not in self._used:
            return ""
        made = self.scribe.name(name)
        if row is not None and name in self.relations.columns:
            made = f"{made}[{row}]"
        refer[name] = made
        return made

    def _array_on_line(
        self, item: Array, ending: Ending | None, row: str | None, refer: dict[str, str], before: bool, maybe: list[str]
    ) -> tuple[bool, list[str]]:
        """An array among others on a line: an empty one leaves no blank behind. Returns whether there is something
        on the line now, and the lengths that decide where that isn't known."""
        if item.separator == "" and ending is None:
            return self._joined(item, row, refer, before, maybe)
        between = {" ": "SPACE", "": ""}.get(item.separator, f"STRING({string(item.separator)})")
        if has_meaning(item):
            self.scribe.line(f"UNSET({self.scribe.name(item.name)})")
        alone = not before and not maybe
        counted_words = ending is not None and bool(ending.words)
        is_one_token = item.separator != " "
        separator = between if is_one_token or (alone and not counted_words) else ""
        length = "" if ending is not None else self.scribe.expression(item.length, refer)
        if not alone and (is_one_token or counted_words):
            self._blank_before_token(ending, before, maybe)
        index = self.scribe.name(ending.name) if ending is not None else self.scribe.fresh("i")
        opening = (
            f"REPI({index},{length}{',' + separator if separator else ''})"
            if ending is None
            else f"WHILEI({index},{self._goes_on(ending, item)}{',' + separator if separator else ''})"
        )
        with self.scribe.block(opening):
            if not alone and not is_one_token and not counted_words:
                self.scribe.line("SPACE" if before else f"IF({'+'.join([*maybe, index])}>0) SPACE END")
            target = f"{self.scribe.name(item.name)}[{index}]" if self._needs_elements(item) else ""
            write_value(self.scribe, item.type, {**refer, item.name: target}, target)
            if counted_words and not is_one_token:
                self.scribe.line("SPACE")
            element_meaning(self.scribe, item, index)
        if ending is not None:
            self._check_count(ending, refer)
            if ending.words:
                self.scribe.line(
                    f"IF({index}>0) SPACE END" if is_one_token else "",
                    f"STRING({string(' '.join(map(bytes.decode, ending.words)))})",
                )
            refer[ending.name] = index
            length = index
        refer[f"len({item.name})"] = length
        sure = before or counted_words or (ending is None and self._at_least_one(item.length))
        return sure, [] if sure else [*maybe, f"({length})"]

    def _blank_before_token(self, ending: Ending | None, before: bool, maybe: list[str]) -> None:
        """The blank before elements that are one token, or before a sentinel, where there are any."""
        condition = "" if before else f"{'+'.join(maybe)}>0"
        if ending is not None and ending.by_line:
            there = '!MATCH("\\n")'
            self.scribe.line(f"IF({' && '.join(filter(None, [condition, there]))}) SPACE ASSERT({there}) END")
        else:
            self.scribe.line(f"IF({condition}) SPACE END" if condition else "SPACE")

    def _check_count(self, ending: Ending, refer: Mapping[str, str]) -> None:
        of = ending.counter.type
        assert isinstance(of, IntType)
        lo, hi = self.scribe.expression(of.lo, refer), self.scribe.expression(of.hi, refer)
        count = self.scribe.name(ending.name)
        self.scribe.line(f"ASSERT({lo}<={count} && {count}<={hi})")

    def _needs_elements(self, item: Array) -> bool:
        return item.name in self._used or has_meaning(item)

    def _joined(
        self, item: Array, row: str | None, refer: dict[str, str], before: bool, maybe: list[str]
    ) -> tuple[bool, list[str]]:
        """Elements without anything between: one token, whose length is their number."""
        alphabet = figures(item.type)
        if not alphabet or self._needs_elements(item):
            self.scribe.leave_out(
                f"What is said of the elements of {item.name}, which stand without blanks, can't be checked."
            )
        length = self.scribe.expression(item.length, refer)
        sure = self._at_least_one(item.length)
        guard = "" if sure else f"IF({length}>0)"
        if before:
            self.scribe.line(guard, "SPACE", "END" if guard else "")
        elif maybe:
            self.scribe.line(f"IF({'+'.join(maybe)}>0 && {length}>0) SPACE END")
        word = WordType(item.length, item.length, alphabet or "0123456789-")
        if guard:
            with self.scribe.block(guard):
                write_value(self.scribe, word, refer, "")
        else:
            write_value(self.scribe, word, refer, "")
        return before or sure, [] if before or sure else [*maybe, f"({length})"]

    def _at_least_one(self, length: Expr) -> bool:
        """Whether a length is never zero: a constant, or a variable whose least value says so."""
        if length.constant is not None:
            return length.constant > 0
        place = self._places.get(length.text)
        of = place.item.type if place is not None and isinstance(place.item, Scalar) else None
        return isinstance(of, IntType) and of.lo.constant is not None and of.lo.constant > 0

    def _column(self, item: Array, ending: Ending | None) -> None:
        """An array with one element a line."""
        wanted = self._needs_elements(item)
        if has_meaning(item):
            self.scribe.line(f"UNSET({self.scribe.name(item.name)})")
        with self._repeated(item.length, ending, item, wanted) as index:
            target = f"{self.scribe.name(item.name)}[{index}]" if wanted else ""
            write_value(self.scribe, item.type, {item.name: target}, target)
            element_meaning(self.scribe, item, index)
            self.scribe.line("NEWLINE")
        array_meaning(self.scribe, item, {})

    # Blocks

    def _matrix(self, item: Matrix) -> None:
        rows, columns = self.scribe.expression(item.rows, {}), self.scribe.expression(item.columns, {})
        stored = item.name in self._used
        row, column = self.scribe.fresh("i"), self.scribe.fresh("j")
        with self.scribe.block(f"REPI({row},{rows})"):
            if stored and is_lettered(item):
                with self.scribe.block(f"REPI({column},{columns})"):
                    letter = WordType(expr(1), expr(1), figures(item.type))
                    write_value(self.scribe, letter, {}, f"{self.scribe.name(item.name)}[{row},{column}]")
            elif item.separator == "":
                # As a text, since a row without columns is an empty line.
                write_value(self.scribe, TextType(item.columns, item.columns, figures(item.type)), {}, "")
            else:
                between = "SPACE" if item.separator == " " else f"STRING({string(item.separator)})"
                with self.scribe.block(f"REPI({column},{columns},{between})"):
                    write_value(
                        self.scribe, item.type, {}, f"{self.scribe.name(item.name)}[{row},{column}]" if stored else ""
                    )
            self.scribe.line("NEWLINE")

    def _records(self, item: Records, ending: Ending | None) -> None:
        names = [field.name for field in item.fields]
        wanted = ending is not None or any(name in self.relations.columns for name in names) or mentions_row(item)
        with self._repeated(item.count, ending, item.fields[0], wanted) as index:
            self._line(item.fields, index or None, {ROW: index})
            self.relations.row(item, index)
        count = expr(ending.name) if ending is not None else item.count
        rows_meaning(self.scribe, item, count)

    def _tagged(self, item: Tagged, ending: Ending | None) -> None:
        tag, held = self.scribe.fresh("kind"), ""
        if item.held is not None:
            held = self.scribe.fresh("held")
            self.scribe.line(f"SET({held}={self.scribe.expression(item.held, {})})")
        self.relations.queries_begin(item)
        with self._repeated(
            item.count, ending, item.lead[0] if item.lead else item, ending is not None or is_numbered(item)
        ) as index:
            refer: dict[str, str] = {ROW: index, HELD: held}
            for lead in item.lead:
                write_value(self.scribe, lead.type, refer, self._target(lead.name, None, refer))
                self.scribe.line("SPACE")
            self.scribe.line(
                f"REGEX({string('(' + '|'.join(literal_pattern(v.tag) for v in item.variants) + ')')},{tag})"
            )
            for variant in item.variants:
                with self.scribe.block(f"IF({tag}=={string(variant.tag)})"):
                    if wants_one(variant):
                        self.scribe.line(f"ASSERT({held}>=1)")
                    self._line(variant.fields, None, refer, opened=True)
                    self.relations.tagged_row(item, variant)
                    if variant.effect in EFFECT_STEPS:
                        self.scribe.line(f"SET({held}={held}+({EFFECT_STEPS[variant.effect]}))")
        self.relations.queries_end()
