"""What an input *is*, as a value: the `InputFormat` and the nodes that it is made of.

An input is a sequence of nodes. Each node prints whole lines. Names are the statement's own where known
(`n`, `a`, `u`), else invented. A variable that was printed earlier may be used in any later expression:
that is how sizes govern arrays. Parsing, printing, validating and generating live in `slowpath.inputs`.

The value of an input under a format (an *instance*) is a `dict` from variable name to value:

| node                    | value                                                                    |
|-------------------------|--------------------------------------------------------------------------|
| `Scalar` of int/float/word/text | `int`, `float`, `str`; a silent one has the number of repetitions   |
| `Array`                 | numpy int64 array (`list` of int where a bound exceeds int64), list of   |
|                         | float or of str                                                          |
| `Matrix`                | 2-d numpy int64 array, or list of str rows when the separator is ""       |
| `Records`               | one column per field, under its name, each as an `Array` of `count`; the |
|                         | column of an array field is a list of array values, one per row          |
| `Tagged`                | under `name`: list of tuples `(tag, *values before the tag, *field values)` |
| `Cases`                 | under `name`: list of instances, one per test case                        |

Ragged rows (`k` and then `k` numbers on each line) are `Records` with an array field whose length mentions
an earlier field of its row: `Records(count, (Scalar("k", ...), Array("x", expr("k"), ...)))`. The bounds of
a field may mention earlier fields of its row as well (`l`, then `r` in `[l, n]`), and `ROW`, the row's own
index from 0 (triangular input: `n-1-_row` numbers on each line). A text field stands last on its line.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from slowpath.model.expression import Expr
from slowpath.model.stated import StatedConstraint
from slowpath.model.validity import Doubt, SentenceMark

ROW = "_row"
"""In expressions of fields of `Records` and of the kinds of `Tagged`: the index of the row, from 0. In a "compare"
relation over arrays of integers or fields of `Records`: that of the element or row."""

HELD = "_held"
"""In expressions of fields of the kinds of `Tagged`: how many things are held before the row (`Tagged.held`)."""

BLANK_LINE = "\n"
"""As the `until` of a silent scalar: an empty line ends the repetitions."""


@dataclass(frozen=True)
class IntType:
    """An integer token in `[lo, hi]`, both inclusive; the bounds may mention earlier variables."""

    lo: Expr
    hi: Expr


@dataclass(frozen=True)
class FloatType:
    """A decimal token in `[lo, hi]` printed with `decimals` digits after the point; with `is_shortest` without zeros at
    its end, `2.5` and `3`, as many judges' validators want it."""

    lo: float
    hi: float
    decimals: int = 6
    is_shortest: bool = False


@dataclass(frozen=True)
class WordType:
    """A token without blanks, `length_lo..length_hi` characters long, each from `alphabet` (not empty).

    `form` says what the characters are together: "" anything, "number" digits without a leading zero (an integer
    too long for `IntType`) with or without a minus before them where the alphabet has one, "brackets" a balanced
    bracket sequence over the pairs of the alphabet, "fixed" just the alphabet, in its order: a word that is always the
    same, "pattern" a word that the regular expression `pattern` matches as a whole (`inputs.word_patterns`; lengths and
    alphabet follow from it). The digits may be those of another base (`0-9A-F`).
    """

    length_lo: Expr
    length_hi: Expr
    alphabet: str
    form: str = ""
    pattern: str = ""


@dataclass(frozen=True)
class TextType:
    """A whole line, blanks included (`getline`); lengths and alphabet as in `WordType`."""

    length_lo: Expr
    length_hi: Expr
    alphabet: str


ElementType = IntType | FloatType | WordType | TextType


@dataclass(frozen=True)
class Scalar:
    """One token (or, as `TextType`, one whole line).

    A *silent* scalar has an integer type and an `until`, and prints nothing: it counts the repetitions of what
    follows it at once (`Records`, `Tagged` or `Cases` whose `count`, or `Array` whose `length`, is just its
    name), which the input doesn't announce. `until` holds the tokens that end the repetitions, printed after
    them on a line of their own ("0 0"; at the end of its line for an array on one line), or is `BLANK_LINE`.
    Where `until` is "" they end with the input; those of an array on one line with its line. The first tokens
    of a repetition are never those of `until`.
    """

    name: str
    type: ElementType
    until: str | None = None

    @property
    def is_silent(self) -> bool:
        """Whether it is counted rather than printed."""
        return self.until is not None


@dataclass(frozen=True)
class Array:
    """`length` tokens: on one line where `separator` is " ", one a line where it is newline, joined where "".

    `traits` are any of the words in `TRAITS`.
    """

    name: str
    length: Expr
    type: ElementType
    separator: str = " "
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Line:
    """Scalars and arrays that share one line."""

    items: tuple[Scalar | Array, ...]


@dataclass(frozen=True)
class Matrix:
    """`rows` lines of `columns` tokens each; a character grid where `separator` is "" (type `WordType`
    gives its alphabet, the lengths are then ignored)."""

    name: str
    rows: Expr
    columns: Expr
    type: ElementType
    separator: str = " "


@dataclass(frozen=True)
class Records:
    """`count` lines, each with the values of its fields: edges, points, intervals, ragged rows.

    `structure` says what the rows mean together: "" (nothing known), "tree", "graph", "intervals", "points".
    For a tree or graph `endpoints` names the two vertex fields and `vertices` the number of vertices; for
    intervals it names both ends, for points the coordinates. `traits` holds words of `TRAITS`.
    """

    count: Expr
    fields: tuple[Scalar | Array, ...]
    structure: str = ""
    endpoints: tuple[str, ...] = ()
    vertices: Expr | None = None
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Variant:
    """One kind of tagged query: the tag's literal token and the fields that follow on its line.

    `effect` is what it does to what is held, any of `EFFECTS`: "adds" one thing, "takes" one, which must be there,
    "needs" one to be there, "" neither.
    """

    tag: str
    fields: tuple[Scalar | Array, ...]
    effect: str = ""


@dataclass(frozen=True)
class Tagged:
    """`count` lines, each a tag and that tag's own fields (`1 x`, `2 l r`, `push v`, `pop`).

    `lead` are the fields that stand before the tag on every line (`5 + 3`, `x1 y1 T`), with every kind. Where `held`
    is given, it is how many things are held before the first row, and the kinds' effects change that number.
    """

    name: str
    count: Expr
    variants: tuple[Variant, ...]
    lead: tuple[Scalar, ...] = ()
    held: Expr | None = None

    def fields_of(self, variant: Variant) -> tuple[Scalar | Array, ...]:
        """The fields of a row of one kind in the order of its values: those before the tag, then its own."""
        return (*self.lead, *variant.fields)


@dataclass(frozen=True)
class Cases:
    """`count` repetitions of `body`; variables inside are per test case."""

    name: str
    count: Expr
    body: tuple[Node, ...]


Node = Line | Scalar | Array | Matrix | Records | Tagged | Cases

EFFECTS = ("adds", "takes", "needs")

PARTS = ("border", "cell")
"""Kinds of `Relation` in which a part of any table obeys a comparison: first and last rows and columns, one cell."""

TRAITS = frozenset(
    {
        "permutation",
        "distinct",
        "sorted",
        "strictly-sorted",
        "reverse-sorted",  # arrays
        "parents",  # array: element i is the parent of vertex i+2 (or i+1), hence smaller or any
        "connected",
        "simple",
        "no-loops",
        "directed",
        "acyclic",
        "bipartite",  # graphs
        "rooted",  # tree: every edge leads from the parent to its child, away from the first vertex
    }
)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_WORDINGS = {
    "compare": "{left} {operator} {bound}",
    "lists": "{left} {operator} {bound}",
    "element": "{left}[{0}] {operator} {bound}",
    "cell": "{left}[{0}][{1}] {operator} {bound}",
    "distinct": "distinct {names}",
    "among": "{left} one of {listed}",
    "anagram": "anagram {left}, {bound}",
    "check": "check {bound}",
    "key": "distinct key {fields}",
    "pair": "distinct pair {fields}",
    "in row": "distinct in row {fields}",
    "sorted": "sorted {fields}",
    "disjoint": "disjoint {fields}",
    "disjoint touching": "disjoint {fields} touching",
    "in": "{left} in {bound}",
    "includes": "includes {left} {tags}",
    "present": "present {left} after {bound}",
    "present full": "present {left} after {bound} full",
    "present once": "present {left} after {bound} once",
    "present full once": "present {left} after {bound} full once",
    "exactly": "exactly {0} {left} {operator} {bound}",
    "edges": "{operator} {left}, {bound} on {0}",
    "polygon": "{operator} polygon {left}, {bound}",
    "total": "sum {left} {operator} {bound}",
    "path": "path {left} from {letters[0]} to {letters[1]} avoiding {rest}",
    "cell path": "path {left} from [{0}][{1}] to [{2}][{3}] avoiding {bound}",
    "graph path": "path {left}, {bound} from {0} to {1}",
    "walk": "walk {left} along {bound}, {0}",
}
"""How kinds of `Relation` are written that aren't `kind left operator bound`."""

CONTRARY = {"<": ">=", ">=": "<", "<=": ">", ">": "<=", "==": "!=", "!=": "=="}
"""The operator that holds exactly where another doesn't."""


@dataclass(frozen=True)
class Relation:
    """What must hold beyond single bounds.

    `kind` "compare": `left <operator> right` over scalars of one instance, or per row over record fields,
    or element by element over arrays; operator one of < <= > >= == !=. "sum": the sum of `left` over all
    places where its names live (all test cases, all rows, all elements of an array) is at most `right`,
    which is a constant. There `len(s)` of a word, or of each word of an array, is its number of characters.
    The sum of one integer array, matrix or field of rows in its own scope may also be compared with `right` over
    variables of that scope, by any operator but !=.
    All other kinds have a file each in `inputs.relation_kinds`, which says what they and their fields mean.
    """

    kind: str
    left: Expr
    operator: str
    right: Expr
    others: tuple[Expr, ...] = ()
    character: str = ""
    source: str = ""

    @property
    def shown_bound(self) -> str:
        """`right` as one writes it, a character in quotes."""
        return _quoted(self.character) if self.character else str(self.right)

    def __str__(self) -> str:
        return self.written(str)

    def written(self, show: Callable[[Expr], str]) -> str:
        """What stands behind "where" in the text form; `show` writes an expression."""
        bound = self.shown_bound if self.character else show(self.right)
        others = list(map(show, self.others))
        usual = "{kind} {left} {operator} {bound}" if self.operator else "{kind} {left}"
        return (
            _WORDINGS.get(self.kind, usual)
            .format(
                *others,
                kind=self.kind,
                left=show(self.left),
                operator=self.operator,
                bound=bound,
                names=", ".join(self.distinct_names),
                fields=", ".join(others),
                listed=" ".join(others),
                letters=[*map(_quoted, self.character[:2]), "", ""],
                rest=_quoted(self.character[2:]),
                tags=" or ".join(map(_quoted, self.character.split(" "))),
            )
            .lstrip()
        )

    @property
    def distinct_names(self) -> tuple[str, ...]:
        """What a "distinct" relation is about, each name once, in order."""
        return tuple(dict.fromkeys(side.text for side in (self.left, self.right, *self.others)))


@dataclass(frozen=True)
class Evidence:
    """Where one fact of the format came from.

    `about` is a variable or node name, `fact` a short text ("1 <= n <= 200000"), `source` one of
    statement, samples, reads, oracle, package, user, model, assumed; `quote` the sentence or code,
    `line` the 1-based line in the statement or source (0 where that has no sense), `confidence` in 0..1.
    """

    about: str
    fact: str
    source: str
    quote: str = ""
    line: int = 0
    confidence: float = 1.0


@dataclass(frozen=True)
class Misfit:
    """Something that doesn't fit, said rather than hidden: a sample that can't be parsed, two sources that
    disagree. `where` is a sample's name or a place; `decision` says what was done about it."""

    where: str
    message: str
    decision: str = ""


@dataclass(frozen=True)
class InputFormat:
    """The format of a whole input."""

    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True)
class FormatReport:
    """An inferred format with its grounds. `format` is None when nothing fits; `misfits` then says why.

    `assumed` names the variables whose bounds no source gave. `stated` is all that the statement says of the input,
    used or not. `sentences` says what became of each of its sentences, `doubts` why its inputs may be invalid.
    """

    format: InputFormat | None
    text: str = ""
    evidence: tuple[Evidence, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    assumed: tuple[str, ...] = field(default=())
    stated: tuple[StatedConstraint, ...] = ()
    sentences: tuple[SentenceMark, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether the user wrote the format, or said that it is right."""
        return any(one.source == "user" for one in self.evidence)

    @property
    def is_settled(self) -> bool:
        """Whether the user wrote the format and left nothing open."""
        return self.is_given and not self.doubts

    @property
    def promises(self) -> tuple[StatedConstraint, ...]:
        """What the statement promises and the format doesn't say: inputs that follow the format may break it."""
        return tuple(one for one in self.stated if one.kind == "guarantee")
