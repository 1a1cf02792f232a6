"""The text form of a format: small, readable, editable by hand; `from_text(to_text(f)) == f`.

One line of text per line of input (or block of like lines), then the relations. `#` begins a comment.

    format    = { node } { "where" relation }
    node      = items                                          one line of input
              | NAME ":" type "[" size "]" "[" size "]" bounds form             a matrix
              | "rows" "[" size "]" [ meaning ] { trait } ":" items             `size` lines, same fields each
              | NAME ":" "queries" "[" size "]" [ "holding" size ] [ "after" items ]
                { indented TAG [ "adds" | "takes" | "needs" ] ":" [ items ] }
                                                               lines with a tag, "after" what precedes it; "holding"
                                                               how many things there are at first to take
              | NAME ":" "cases" "[" size "]" { indented node }                 the block, `size` times
    items     = item { ";" item }                              on one line; "line" before a single item is
                                                               the same but keeps it a `Line` of one
    item      = NAME ":" type [ "[" size "]" ] bounds [ form ] { trait }
              | NAME ":" "count" low ".." high "until" ending   how often what follows at once is repeated
    ending    = "end" [ "of" ( "input" | "line" ) ] | STRING   the tokens behind the last repetition
    type      = "int" | "float" | "word" | "text"
    bounds    = low ".." high                                  int, float
              | low ".." high "of" STRING                      word, text: lengths and alphabet
              | low ".." high "pattern" STRING                   word: a regular expression that it matches
              | low ".." high [ "of" STRING ] ( "number" | "brackets" | "fixed" )
                                                               word: what it is as a whole
              | "one" "of" ( NUMBER { NUMBER } | STRING { STRING } )   int, word: all that there may be
    form      = "lines" | "joined" | "separated by" STRING     one a line; without blanks; else one blank
    meaning   = ("tree" | "graph" | "intervals" | "points" | NAME) [ "(" NAME { "," NAME } [ ";" size ] ")" ]
                                                               endpoint fields; number of vertices
    relation  = [ "sum" ] expression ("<=" | "<" | ">=" | ">" | "==" | "!=") expression
              | NAME "[" expression "]" ("<=" | "<" | ">=" | ">" | "==" | "!=") expression
                                                               one element of an array or a field of rows, from 0
              | NAME "one" "of" NUMBER { NUMBER }              every value is one of the numbers
              | NAME "in" NAME                                 every value stands in a list
              | "distinct" ("key" NAME { "," NAME } | "pair" NAME "," NAME)   no two rows agree in these fields
              | "distinct" "in" "row" NAME { "," NAME }        the fields of a row, or a table's row, differ
              | "different" NAME comparison                    how many values there are
              | "disjoint" NAME "," NAME [ "," NAME "," NAME ] [ "touching" ]   intervals or rectangles
              | "path" NAME "from" end "to" end "avoiding" STRING   a way through a grid; an end is a STRING or a cell
              | { trait } ( "tree" | "graph" ) NAME "," NAME "on" expression   edges whose ends stand in two lists
              | "path" NAME "," NAME "from" expression "to" expression   a way along edges
              | "walk" NAME "along" NAME "," NAME          an array that goes along edges
              | ["strictly"] ["convex"] ["clockwise" | "counterclockwise"] "polygon" NAME "," NAME   corners in order
              | "check" STRING ":" indented Python             the body of a function of the variables
              | "distinct" NAME { "," NAME }                   no value twice, within one or across two
              | "prime" NAME                                   every value is a prime
              | "apart" NAME                                   no two neighbours are equal
              | "next" NAME comparison                         each element and the one behind it
              | "times" NAME comparison                        how often each value is there
              | "symmetric" NAME                               a square table that is its transpose
              | "includes" NAME STRING { "or" STRING }         at least one query of one of these kinds
              | "present" NAME "after" NAME [ "full" ] [ "once" ]    what queries take was put before
              | "sorted" NAME { "," NAME }                     rows in the order of these fields
              | "spaced" NAME                                  words with one blank between two of them
              | "palindrome" NAME                              a word, words or a list, the same from both ends
              | "anagram" NAME "," NAME                        two of the same elements in any order
              | ("some" | "one" | "exactly" expr) NAME operator (expr | STRING)  of the elements, or characters
              | ("diagonal" | "offdiagonal") NAME operator (expr | STRING)  of a square table
              | "border" NAME operator (expr | STRING)         the first and last rows and columns of a table
              | NAME "[" expression "]" "[" expression "]" operator (expr | STRING)   one cell of a table, from 0

A `float` may end in "decimals" N. Sizes and bounds are integer expressions over variables read before:
`2*10^5`, `n-1`, `min(n,m)`, `len(s)`; in rows and queries `_row` is the row's index from 0, in queries that hold
something `_held` how many things they hold before the row. In a comparison that is a relation, `_row` is the index of
an array's element or of a row. Alphabets are strings in which
`a-z` is a range and `\\\\-` a minus. A tag that isn't a name or number stands in double quotes. Traits are those
of `slowpath.model.format.TRAITS`.

    t: int 1..10^4
    tests: cases[t]
      n: int 2..2*10^5; k: int 1..n
      a: int[n] 1..10^9 distinct
      rows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n
    where sum n <= 2*10^5
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slowpath.inputs.filling.word_patterns import words_of_choice
from slowpath.inputs.parsing.silent import is_on_one_line
from slowpath.inputs.relation_kinds.among import choices_of_items
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.reader import from_text
from slowpath.model.expression import Expr
from slowpath.model.format import (
    Array,
    Cases,
    ElementType,
    FloatType,
    InputFormat,
    IntType,
    Line,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    Variant,
    WordType,
)

__all__ = ["FormatSyntaxError", "from_text", "to_text"]

_SHORTEST_RANGE = 4


def to_text(fmt: InputFormat) -> str:
    """The text form, a line break after each line."""
    chosen = choices_of_items(fmt)
    lines = _Writer({relation.left.text: relation for relation in chosen}).nodes(fmt.nodes)
    lines += [line for relation in fmt.relations[len(chosen) :] for line in _relation(relation)]
    return "".join(line + "\n" for line in lines)


def _with_followers(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Each item with the one behind it, None behind the last."""
    return zip(items, [*items[1:], None], strict=False)


class _Writer:
    """Writes nodes; `choices` are the relations that are written with the type of their variable."""

    def __init__(self, choices: Mapping[str, Relation]) -> None:
        self._choices = choices

    def nodes(self, nodes: Sequence[Node]) -> list[str]:
        return [line for node, follower in _with_followers(nodes) for line in self._node(node, follower)]

    def _node(self, node: Node, follower: Node | None) -> list[str]:
        match node:
            case Scalar() | Array():
                return [self._item(node, follower)]
            case Line():
                items = self._items(node.items)
                return [items if len(node.items) > 1 else f"line {items}".rstrip()]
            case Matrix():
                sizes = f"[{_expr(node.rows)}][{_expr(node.columns)}]"
                return [f"{node.name}: {self._typed(node.name, node.type, sizes, node.separator)}"]
            case Records():
                return [f"rows[{_expr(node.count)}]{_meaning(node)}: {self._items(node.fields)}".rstrip()]
            case Tagged():
                lead = f" after {self._items(node.lead)}" if node.lead else ""
                held = f" holding {_expr(node.held)}" if node.held is not None else ""
                return [
                    f"{node.name}: queries[{_expr(node.count)}]{held}{lead}",
                    *(
                        f"  {_tag(variant.tag)}{_effect(variant)}: {self._items(variant.fields)}".rstrip()
                        for variant in node.variants
                    ),
                ]
            case Cases():
                return [f"{node.name}: cases[{_expr(node.count)}]", *(f"  {line}" for line in self.nodes(node.body))]
        raise AssertionError(node)

    def _items(self, items: tuple[Scalar | Array, ...]) -> str:
        return "; ".join(self._item(item, follower) for item, follower in _with_followers(items))

    def _item(self, item: Scalar | Array, follower: Any) -> str:
        if isinstance(item, Scalar) and item.until is not None:
            return f"{item.name}: {_count(item.type, item.until, is_on_one_line(follower))}"
        if isinstance(item, Scalar):
            return f"{item.name}: {self._typed(item.name, item.type, '', ' ')}"
        typed = self._typed(item.name, item.type, f"[{_expr(item.length)}]", item.separator)
        return " ".join([f"{item.name}: {typed}", *sorted(item.traits)])

    def _typed(self, name: str, of: ElementType, sizes: str, separator: str) -> str:
        form = {" ": "", "\n": " lines", "": " joined"}.get(separator)
        if form is None:
            form = f" separated by {json.dumps(separator)}"
        if name in self._choices:
            return f"int{sizes} one of {' '.join(map(_expr, self._choices[name].others))}{form}"
        return f"{_kind(of)}{sizes} {_bounds(of)}{form}"


def _kind(of: ElementType) -> str:
    return {IntType: "int", FloatType: "float", TextType: "text"}.get(type(of), "word")


def _bounds(of: ElementType) -> str:
    match of:
        case IntType():
            return f"{_expr(of.lo)}..{_expr(of.hi)}"
        case FloatType():
            return f"{of.lo!r}..{of.hi!r} decimals {'0..' if of.is_shortest else ''}{of.decimals}"
    lengths = f"{_expr(of.length_lo)}..{_expr(of.length_hi)}"
    if isinstance(of, WordType) and of.form == "pattern":
        words = words_of_choice(of.pattern)
        shown = " ".join(json.dumps(word, ensure_ascii=False) for word in words)
        return f"one of {shown}" if words else f"{lengths} pattern {json.dumps(of.pattern, ensure_ascii=False)}"
    together = f" {of.form}" if isinstance(of, WordType) and of.form else ""
    return f"{lengths} of {alphabet_text(of.alphabet)}{together}"


def _relation(relation: Relation) -> list[str]:
    """The line of a relation, with what stands below it."""
    below = [f"  {line}".rstrip() for line in relation.source.split("\n")] if relation.source else []
    return [f"where {relation.written(_expr)}{':' if below else ''}", *below]


def _count(of: ElementType, until: str, on_line: bool) -> str:
    bounds = f"{_expr(of.lo)}..{_expr(of.hi)}" if isinstance(of, IntType) else ""
    end = json.dumps(until, ensure_ascii=False) if until else "end of line" if on_line else "end"
    return f"count {bounds} until {end}"


def _meaning(node: Records) -> str:
    words = []
    inside = ", ".join(node.endpoints) + (f"; {_expr(node.vertices)}" if node.vertices is not None else "")
    if node.structure or inside:
        words.append(node.structure + (f"({inside})" if inside else ""))
    return "".join(f" {word}" for word in [*words, *sorted(node.traits)])


def _tag(tag: str) -> str:
    plain = tag.isascii() and (tag.isdecimal() or (tag.isidentifier()))
    return tag if plain else json.dumps(tag, ensure_ascii=False)


def _effect(variant: Variant) -> str:
    return f" {variant.effect}" if variant.effect else ""


def _expr(expression: Expr) -> str:
    return expression.text.replace("**", "^")


def alphabet_text(alphabet: str) -> str:
    """`alphabet` in double quotes, runs of four and more characters as ranges, order kept."""
    pieces, place = [], 0
    while place < len(alphabet):
        end = place + 1
        while end < len(alphabet) and ord(alphabet[end]) == ord(alphabet[end - 1]) + 1:
            end += 1
        if end - place >= _SHORTEST_RANGE:
            pieces.append(f"{_escaped(alphabet[place])}-{_escaped(alphabet[end - 1])}")
        else:
            pieces += [_escaped(character) for character in alphabet[place:end]]
        place = end
    return json.dumps("".join(pieces))


def _escaped(character: str) -> str:
    return f"\\{character}" if character in "-\\" else character
