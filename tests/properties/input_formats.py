"""Random input formats as Hypothesis strategies: every kind of node, counts announced and not, sizes at most 12."""

from __future__ import annotations

from hypothesis import strategies as st
from input_nodes import Names, nodes, uncounted

from slowpath.model.expression import expr
from slowpath.model.format import Array, Cases, InputFormat, IntType, Line, Matrix, Records, Relation, Scalar, WordType

# Types


# Items


# Nodes


@st.composite
def formats(draw) -> InputFormat:
    names = Names()
    body = draw(nodes(names, [], 2))
    if draw(st.integers(0, 3)) == 0:
        body += draw(uncounted(names, [body[0].name], 1, is_last=True))
    return InputFormat(tuple(body), tuple(draw(relations(body))))


@st.composite
def relations(draw, body: list) -> list[Relation]:
    cases = [node for node in body if isinstance(node, Cases)]
    made = []
    for rows in (node for node in body if isinstance(node, Records) and draw(st.booleans())):
        ints = [
            field.name
            for field in rows.fields
            if (isinstance(field, Scalar) and isinstance(field.type, IntType) and field.type.lo == expr(1))
            or field.name in rows.endpoints
        ]
        if len(ints) >= 2 and rows.structure not in ("tree", "points"):
            operator = draw(st.sampled_from(["<", "<=", ">", "!=", "=="] if not rows.structure else ["<", "!="]))
            made.append(Relation("compare", expr(ints[0]), operator, expr(ints[1])))
    wide = [
        item.name
        for node in body
        for item in (node.items if isinstance(node, Line) else (node,))
        if isinstance(item, Array) and item.separator and isinstance(item.type, IntType) and _is_wide(item.type)
    ]
    if len(wide) > 1 and draw(st.booleans()):
        made.append(Relation("distinct", expr(wide[0]), "", expr(wide[1]), tuple(map(expr, wide[2:]))))
    first = body[0]
    if first.type.hi == expr(12) and draw(st.integers(0, 3)) == 0:
        made.append(Relation("compare", expr(f"{first.name}%{draw(st.integers(2, 4))}"), "==", expr(0)))
    if wide and draw(st.integers(0, 2)) == 0:
        made.append(Relation("compare", expr(f"{wide[-1]}%{draw(st.integers(2, 5))}"), "==", expr(1)))
    if wide and draw(st.integers(0, 2)) == 0:
        made.append(draw(elements_of(wide[0], body)))
    made += draw(present(wide, body))
    made += draw(beside_others(wide, body))
    mentioned = {
        name for relation in made for side in (relation.left, relation.right, *relation.others) for name in side.names
    }
    made += draw(kinds_of_their_own(body, mentioned))
    if cases and isinstance(cases[0].body[0], Scalar) and not cases[0].body[0].is_silent and draw(st.booleans()):
        made.append(Relation("sum", expr(cases[0].body[0].name), "<=", expr(30)))
    return made


@st.composite
def elements_of(draw, name: str, body: list) -> Relation:
    """A condition on one element, which the bounds of the array and a remainder of 1 by 2 to 5 leave room for."""
    array = next(
        item
        for node in body
        for item in (node.items if isinstance(node, Line) else (node,))
        if isinstance(item, Array) and item.name == name
    )
    index = draw(st.sampled_from(["0", "1", body[0].name] if not body[0].is_silent else ["0"]))
    operator = draw(st.sampled_from(["==", "!=", "<=", ">"]))
    least = array.type.lo.constant + 31
    return Relation("element", expr(name), operator, expr(least + (1 - least) % 60), (expr(index),))


@st.composite
def beside_others(draw, wide: list[str], body: list) -> list[Relation]:
    """An array whose neighbours differ, or whose elements differ from their own places; a table that is symmetric."""
    items = [item for node in body for item in (node.items if isinstance(node, Line) else (node,))]
    free = [
        item
        for item in items
        if getattr(item, "name", "") in wide[-1:]
        and not item.traits & {"sorted", "reverse-sorted", "strictly-sorted", "parents"}
    ]
    tables = [
        item
        for item in items
        if isinstance(item, Matrix) and item.rows == item.columns and item.separator and isinstance(item.type, IntType)
    ]
    made = []
    if free and draw(st.integers(0, 2)) == 0:
        name = free[0].name
        made.append(
            draw(
                st.sampled_from(
                    [
                        Relation("apart", expr(name), "", expr(name)),
                        Relation("compare", expr(name), "!=", expr("_row+1")),
                    ]
                )
            )
        )
    if tables and draw(st.booleans()):
        made.append(Relation("symmetric", expr(tables[0].name), "", expr(tables[0].name)))
    return made


@st.composite
def kinds_of_their_own(draw, body: list, mentioned: set[str]) -> list[Relation]:
    """Relations of `inputs.relation_kinds` about what no other relation is about, which all bounds leave room for."""
    items = [item for node in body for item in (node.items if isinstance(node, Line) else (node,))]
    lists = [
        item
        for item in items
        if isinstance(item, Array)
        and item.separator
        and isinstance(item.type, IntType)
        and not item.traits
        and item.name not in mentioned
        and item.type.lo.constant is not None
    ]
    words = [
        item
        for item in items
        if isinstance(item, Array) and item.separator and isinstance(item.type, WordType) and not item.type.form
    ]
    rows = [item for item in items if isinstance(item, Records) and not item.structure]
    made = []
    for item in lists[:1]:
        lo, name = item.type.lo.constant, expr(item.name)
        choices = (expr(lo), expr(lo + 1))
        made.append(
            draw(
                st.sampled_from(
                    [
                        Relation("among", name, "", name, choices),
                        Relation("different", name, "<=", expr(draw(st.integers(1, 3)))),
                    ]
                )
            )
        )
    for item in words[:1]:
        made.append(Relation("different", expr(item.name), "<=", expr(2)))
    for item in rows[:1]:
        wide = [
            field.name
            for field in item.fields
            if isinstance(field, Scalar)
            and field.name not in mentioned
            and isinstance(field.type, IntType)
            and field.type.lo.constant is not None
            and _is_wide(field.type)
        ]
        if wide:
            made.append(Relation("key", expr(wide[0]), "", expr(wide[0]), tuple(map(expr, wide))))
    return made if draw(st.booleans()) else []


@st.composite
def present(draw, wide: list[str], body: list) -> list[Relation]:
    """Elements and characters that must be there, which every bound and alphabet leaves room for."""
    items = [item for node in body for item in (node.items if isinstance(node, Line) else (node,))]
    texts = [
        item
        for item in items
        if isinstance(getattr(item, "type", None), WordType)
        and not item.type.form
        and (isinstance(item, Scalar) or item.separator == "")
    ]
    made = []
    if wide and draw(st.integers(0, 3)) == 0:
        least = next(item.type.lo.constant for item in items if getattr(item, "name", "") == wide[-1])
        made.append(Relation("some", expr(wide[-1]), ">=", expr(least + 20)))
    if texts and draw(st.integers(0, 2)) == 0:
        text, kind = draw(st.sampled_from(texts)), draw(st.sampled_from(["some", "one", "exactly"]))
        character = text.type.alphabet[0]
        count = (expr(draw(st.integers(0, 1))),) if kind == "exactly" else ()
        made.append(Relation(kind, expr(text.name), "==", expr(ord(character)), count, character))
    return made


def _is_wide(of: IntType) -> bool:
    return of.hi.constant is not None and of.hi.constant - (of.lo.constant or 0) > 100
