"""The sizes of a format and what couples them, as plain integer variables and constraints.

A variable of this model is an integer scalar, a size field of rows (`k` of ragged rows), or the length of a
word or text under the word's name. Constraints come from bounds, from the format's relations, and from what
traits imply: a tree has `n-1` edges, a simple graph at most `n(n-1)/2`, a distinct array no more elements
than values. "sum" relations keep their own place, since test cases share them. (STAB section 3.1 calls the
result the normalised constraint records.)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from slowpath.inputs.compiled import per_format
from slowpath.inputs.filling.fill import grid_ends
from slowpath.inputs.layout import Place, is_local_sum, places, relation_path
from slowpath.inputs.parsing.silent import ending_of, with_counters
from slowpath.inputs.relation_kinds import kind_of
from slowpath.inputs.relations.compared_values import compares_other_values
from slowpath.inputs.sizes.size_terms import (
    PLENTY,
    Lengths,
    Named,
    governing_names,
    graph_limits,
    rows_of,
    shortest_words,
    span_of,
    substituted,
)
from slowpath.inputs.sizes.size_values import SizeConstraint, SizeModel, SizeVariable, SumBound
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    ROW,
    Array,
    Cases,
    FloatType,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import bounds_of, items_of


@per_format
def size_model(fmt: InputFormat) -> SizeModel:
    """The model of `fmt`. Relations over values alone (record fields, array elements) aren't part of it."""
    builder = _Builder(fmt)
    builder.walk(fmt.nodes, ())
    for relation in fmt.relations:
        builder.relate(relation)
    variables = _tightened(builder.variables, builder.constraints)
    sums = tuple(_at_least(bound, builder) for bound in builder.sums)
    return SizeModel(variables, tuple(builder.constraints), sums, builder.counts)


def _at_least(bound: SumBound, builder: _Builder) -> SumBound:
    """The sum with the least that constraints on its own expression leave one case (`n*m >= 2`)."""
    left = builder.sized(bound.relation.left)
    least = [
        constraint.right.value({}) + (constraint.operator == ">")
        for constraint in builder.constraints
        if constraint.left == left and constraint.operator in (">", ">=") and not constraint.right.names
    ]
    return replace(bound, least=expr(f"max({bound.least},{max(least)})")) if least else bound


def _tightened(variables: Mapping[str, SizeVariable], constraints: Sequence[SizeConstraint]) -> dict[str, SizeVariable]:
    """The variables with the lower bounds that constraints of their own give them (`n-1 >= 0`): what a case needs
    at least is reckoned with them."""
    made = dict(variables)
    for constraint in constraints:
        if len(constraint.names) != 1 or constraint.operator not in ("<", "<=", ">", ">="):
            continue
        variable = made.get(next(iter(constraint.names)))
        lo, hi = (variable.lo.constant, variable.hi.constant) if variable is not None else (None, None)
        if (
            variable is None
            or lo is None
            or hi is None
            or any("%" in side.text or "abs(" in side.text for side in (constraint.left, constraint.right))
        ):
            continue
        if lo <= hi and not constraint.holds({variable.name: lo}) and constraint.holds({variable.name: hi}):
            while hi - lo > 1:
                middle = (lo + hi) // 2
                lo, hi = (lo, middle) if constraint.holds({variable.name: middle}) else (middle, hi)
            made[variable.name] = replace(variable, lo=expr(hi))
    return made


class _Builder:
    def __init__(self, fmt: InputFormat) -> None:
        self.fmt = fmt
        self.places = places(fmt)
        self.governing = self._transitive(set(governing_names(fmt.nodes)))
        self.variables: dict[str, SizeVariable] = {}
        self.constraints: list[SizeConstraint] = []
        self.sums: list[SumBound] = []
        self.counts: dict[str, Expr] = {}

    def _transitive(self, governing: set[str]) -> frozenset[str]:
        """With the variables that bound a size or a word's length: they govern sizes as well."""
        lengths = {
            name
            for name, place in self.places.items()
            if isinstance(getattr(place.item, "type", None), WordType | TextType)
        }
        open_names = [*governing, *lengths]
        while open_names:
            of = getattr(self.places[name].item, "type", None) if (name := open_names.pop()) in self.places else None
            fresh = {other for bound in (bounds_of(of) if of else ()) for other in bound.names} - governing
            governing |= fresh
            open_names += fresh
        return frozenset(governing)

    def walk(self, nodes: tuple[Node, ...], path: tuple[str, ...]) -> None:
        for node, counter in with_counters(nodes):
            for item in items_of((node,)) if counter is None else (counter, node):
                match item:
                    case Scalar():
                        self._scalar(item, path, in_rows=False)
                    case Array():
                        self._array(item, path, in_rows=False)
                    case Records():
                        self._not_negative(item.count)
                        self._rows(item.fields, path)
                        self._last_row(item)
                        self._graph(item)
                    case Tagged():
                        self._not_negative(item.count)
                        for variant in item.variants:
                            self._rows((*item.lead, *variant.fields), path)
                    case Matrix():
                        self._not_negative(item.rows)
                        self._not_negative(item.columns)
                    case Cases():
                        self.counts[item.name] = self.sized(item.count)
                        self._not_negative(item.count)
                        self.walk(item.body, (*path, item.name))
                        self._not_at_the_end(item, counter)

    def _not_at_the_end(self, item: Cases, counter: Scalar | None) -> None:
        """The integers that a case begins with aren't the sentinel behind the last case."""
        ending = ending_of(counter, item)
        numbers = ending.numbers if ending is not None else None
        first = list(items_of(item.body))[: len(numbers or ())]
        if not numbers or len(first) < len(numbers):
            return
        types = [inner.type if isinstance(inner, Scalar) and not inner.is_silent else None for inner in first]
        if not all(isinstance(of, IntType) for of in types):
            return
        text = f"{item.name} don't begin with {' '.join(map(str, numbers))}"
        names = [inner.name for inner in first if isinstance(inner, Scalar)]
        lows = [of.lo.constant for of in types if isinstance(of, IntType)]
        if all(low is not None and low >= number for low, number in zip(lows, numbers, strict=True)):
            self._add(expr("+".join(names)), ">", expr(sum(numbers)), text)
        else:
            apart = "+".join(f"({name}-({number}))**2" for name, number in zip(names, numbers, strict=True))
            self._add(expr(apart), "!=", expr(0), text)

    def sized(self, expression: Expr) -> Expr:
        """`expression` with `len(...)` replaced by the word's variable or the array's length."""
        if "len(" not in expression.text:
            return expression
        tree = Lengths(self.places).visit(ast.parse(expression.text, mode="eval"))
        return expr(ast.unparse(tree))

    def _scalar(self, item: Scalar, path: tuple[str, ...], in_rows: bool) -> None:
        of = item.type
        if isinstance(of, IntType):
            size = item.name in self.governing
            if in_rows and not size:
                return
            self._variable(SizeVariable(item.name, self.sized(of.lo), self.sized(of.hi), path, size, in_rows=in_rows))
        elif isinstance(of, WordType | TextType):
            self._word(item.name, of, path, in_rows)

    def _word(self, name: str, of: WordType | TextType, path: tuple[str, ...], in_rows: bool) -> None:
        low = self.sized(of.length_lo)
        if isinstance(of, WordType) and not low.names:
            low = expr(max(low.value({}), 1))
        self._variable(SizeVariable(name, low, self.sized(of.length_hi), path, True, True, in_rows))
        if isinstance(of, WordType) and of.form == "brackets":
            self._add(expr(f"{name}%2"), "==", expr(0), f"{name} is a balanced bracket sequence")

    def _variable(self, variable: SizeVariable) -> None:
        self.variables.setdefault(variable.name, variable)
        if (variable.lo.names or variable.hi.names) and not variable.in_rows:
            self._add(variable.lo, "<=", variable.hi, f"{variable.name} has a value in {variable.lo}..{variable.hi}")

    def _array(self, item: Array, path: tuple[str, ...], in_rows: bool) -> None:
        if not in_rows:
            self._not_negative(item.length)
            if item.traits & {"distinct", "permutation", "strictly-sorted"} and isinstance(item.type, IntType):
                self._add(item.length, "<=", span_of(item.type), f"{item.name} is distinct")
            elif item.traits & {"distinct", "strictly-sorted"} and isinstance(item.type, FloatType):
                lo, hi = grid_ends(item.type)
                self._add(item.length, "<=", expr(hi - lo + 1), f"{item.name} is distinct")
            elif isinstance(item.type, IntType) and item.type.lo.names and item.type.hi.names:
                self._add(
                    item.length,
                    "<=",
                    expr(f"max({span_of(item.type)},0)*{PLENTY}"),
                    f"elements of {item.name} have a value in {item.type.lo}..{item.type.hi}",
                )
        if isinstance(item.type, WordType | TextType) and item.separator != "":
            self._word(item.name, item.type, path, in_rows=True)

    def _rows(self, fields: tuple[Scalar | Array, ...], path: tuple[str, ...]) -> None:
        for inner in fields:
            if isinstance(inner, Scalar):
                self._scalar(inner, path, in_rows=True)
            else:
                self._array(inner, path, in_rows=True)

    def _last_row(self, item: Records) -> None:
        """Lengths that shrink from row to row (triangular input) aren't negative in the last one."""
        for field in item.fields:
            if isinstance(field, Array) and ROW in field.length.names:
                self._not_negative(substituted(field.length, {ROW: f"max(({item.count})-1,0)"}))

    def _not_negative(self, size: Expr) -> None:
        if size.constant is None and not size.text.isidentifier():
            self._add(size, ">=", expr(0), f"{size} >= 0")

    def _graph(self, item: Records) -> None:
        for left, operator, right, why in graph_limits(item):
            self._add(expr(left), operator, expr(right), f"{why}: {left} {operator} {right}")
        if "distinct" in item.traits and all(
            isinstance(inner.type, IntType) and isinstance(inner, Scalar) for inner in item.fields
        ):
            spans = [span_of(inner.type) for inner in item.fields if isinstance(inner.type, IntType)]
            if not any(span.names & {inner.name for inner in item.fields} for span in spans):
                self._add(item.count, "<=", expr("*".join(f"({span})" for span in spans)), "rows are distinct")

    def _add(self, left: Expr, operator: str, right: Expr, text: str, choices: tuple[int, ...] = ()) -> None:
        made = SizeConstraint(self.sized(left), operator, self.sized(right), text, choices)
        known = self.variables
        in_rows = any(name in known and known[name].in_rows for name in made.names)
        if made.names and not in_rows and all(self._is_scalar(name) for name in made.names):
            self.constraints.append(made)

    def _is_scalar(self, name: str) -> bool:
        place = self.places.get(name)
        return place is not None and place.rows is None and isinstance(place.item, Scalar)

    def relate(self, relation: Relation) -> None:
        text = str(relation)
        kind = kind_of(relation.kind)
        if kind is not None:
            for limit in kind.size_limits(self.fmt, relation):
                self._add(limit.left, limit.operator, limit.right, limit.text, limit.choices)
            return
        if relation.kind == "compare":
            self._rows_apart(relation, text)
            if all(
                self._is_scalar(name) for name in relation.left.names | relation.right.names
            ) and not compares_other_values(self.fmt, relation):
                self._add(relation.left, relation.operator, relation.right, text)
            return
        if is_local_sum(self.fmt, relation):
            self._room_for_sum(relation, text)
            return
        bound = relation.right.constant
        if bound is not None and relation.operator in ("<", "<="):
            least, even = self._total(relation.left, False), self._total(relation.left, True)
            if least is not None and even is not None:
                most = bound - (relation.operator == "<")
                floors = [floor.text for floor in self._words_apart(relation, most)]
                if floors:
                    least, even = (expr(f"max({','.join([side.text, *floors])})") for side in (least, even))
                self.sums.append(SumBound(relation, relation_path(self.fmt, relation), least, even, most))

    def _room_for_sum(self, relation: Relation, text: str) -> None:
        """The bound of a local sum lies between what its elements sum up to when smallest and when largest."""
        place = self.places[relation.left.text]
        of, count = getattr(place.item, "type", None), rows_of(place)
        assert isinstance(of, IntType) and count is not None
        if relation.operator in ("<", "<=", "=="):
            strict = relation.operator.replace("==", "<=")
            self._add(expr(f"({count})*({of.lo})"), strict, relation.right, text)
        if relation.operator in (">", ">=", "=="):
            strict = relation.operator.replace("==", ">=")
            self._add(expr(f"({count})*({of.hi})"), strict, relation.right, text)

    def _rows_apart(self, relation: Relation, text: str) -> None:
        """What a relation between two fields of rows needs of their bounds, where there are any rows; or between two
        single numbers of their own, so that sums leave room for it."""
        left, right = self.places.get(relation.left.text), self.places.get(relation.right.text)
        if (
            left is None
            or right is None
            or left.rows is not right.rows
            or isinstance(left.rows, Tagged)
            or left.path != right.path
        ):
            return
        low, high = getattr(left.item, "type", None), getattr(right.item, "type", None)
        if not (isinstance(low, IntType) and isinstance(high, IntType)):
            return
        operator = relation.operator
        if operator in (">", ">="):
            low, high, operator = high, low, "<" if operator == ">" else "<="
        elif operator == "!=" and (low.lo, low.hi) != (high.lo, high.hi):
            return
        room = f"({high.hi})-({low.lo})" + ("+1" if operator in ("<=", "==") else "")
        if isinstance(left.rows, Records):
            self._add(left.rows.count, "<=", expr(f"max({room},0)*{PLENTY}"), text)
        elif isinstance(left.item, Scalar) and isinstance(right.item, Scalar):
            self._add(expr(room), ">=", expr(1), text)

    def _total(self, left: Expr, even: bool) -> Expr | None:
        """`left` summed over the elements and rows of one scope, each smallest (but row sizes where `even`);
        None where a variable isn't known."""
        text, times = left.text, set()
        tree = ast.parse(text, mode="eval")
        if "len(" in text:
            tree = Lengths(self.places, words_in_rows=True).visit(tree)
        low: dict[str, str] = {}
        for name in expr(ast.unparse(tree)).names:
            place = self.places.get(name)
            if place is None:
                return None
            rows = rows_of(place)
            if rows is not None:
                times.add(rows.text)
                if not (even and name in self.variables):
                    low[name] = f"({self._low_of(name, place)})"
        body = ast.unparse(Named(low).visit(tree))
        made = expr("*".join([*(f"({count})" for count in sorted(times)), f"({body})"]))
        known = all(name in self.variables if even else self._is_scalar(name) for name in made.names)
        return made if known else None

    def _words_apart(self, relation: Relation, most: int) -> Iterator[Expr]:
        """What different words have together at least, where the sum is of the lengths of one list's words: not of a
        list in each row or block, whose own length isn't known yet."""
        path = relation_path(self.fmt, relation)
        for name, place in self.places.items():
            item, of = place.item, getattr(place.item, "type", None)
            if (
                relation.left.text == f"len({name})"
                and place.path == path
                and place.rows is None
                and isinstance(item, Array)
                and isinstance(of, WordType)
                and not of.form
                and item.traits & {"distinct", "strictly-sorted"}
                and of.length_lo.constant is not None
            ):
                yield from shortest_words(item.length, len(of.alphabet), max(of.length_lo.constant, 1), most)

    def _low_of(self, name: str, place: Place) -> str:
        of = getattr(place.item, "type", None)
        if name in self.variables:
            return self.variables[name].lo.text
        return of.lo.text if isinstance(of, IntType) else "0"
