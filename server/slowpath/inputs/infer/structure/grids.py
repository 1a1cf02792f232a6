"""When words are the lines of a grid: how many columns it has."""

from __future__ import annotations

import re

from slowpath.inputs.infer.facts.types import Typer
from slowpath.inputs.infer.reads.items import Text, Token
from slowpath.inputs.infer.structure.align import Site
from slowpath.inputs.infer.structure.solve import explained
from slowpath.model.expression import Expr, expr
from slowpath.model.format import WordType


def visited_columns(typer: Typer, item: Token | Text, rows: str) -> Expr | None:
    """The number of columns when the program goes through the words as through a grid."""
    if getattr(item, "kind", "word") != "word":
        return None
    sizes = item.use.sizes
    name = typer.visible(sizes[1]) if len(sizes) > 1 and sizes[1] else None
    if name is None and any(not letter.isalnum() for letter in item.use.letters):
        # The cells of a grid: its width is the number read right behind its height.
        behind = _behind(typer, rows)
        name = behind if behind not in typer.roles.sizes else None
    return expr(name) if name is not None and typer.kinds.get(name) == "int" else None


def _behind(typer: Typer, rows: str) -> str | None:
    """What is read right behind the height of a grid: mostly its width."""
    scope = typer.scope
    return next(iter(scope[scope.index(rows) + 1 :]), None) if rows in scope else None


def grid_columns(typer: Typer, item: Token | Text, kind: WordType, site: Site, rows: Expr) -> Expr | None:
    """The number of columns when these words are the lines of a grid. That the samples' words are all as long as a
    size says is enough where neither a sentence gives their lengths nor that size counts the words themselves."""
    name = item.key
    lengths = [(length, env) for length, env in site.word_lengths]
    integers = [key for key in typer.scope if typer.kinds.get(key) == "int" and key not in typer.roles.case_counts]
    is_stated = kind.length_lo == kind.length_hi and kind.length_hi.constant is not None
    if not lengths or (is_stated and name not in typer.assumed):
        return None
    sizes = [key for key in integers if any(length > 1 for length, _ in lengths)]
    others = [key for key in sizes if key not in rows.names]
    behind = _behind(typer, rows.text)
    found = (
        behind
        if behind in others and all(env.get(behind) == length for length, env in lengths)
        else explained(lengths, others, None, (), constants=False)
        if others
        else None
    )
    if found is not None and not re.fullmatch(r"\w+", found):
        found = None
    of_chance = len({length for length, _ in lengths}) == 1 and not (_is_grid(typer) or len(item.use.sizes) > 1)
    if of_chance and name not in typer.assumed and kind.length_lo != kind.length_hi:
        return None
    if found is None and not (of_chance and not _says_columns(typer, rows)):
        found = next((key for key in sizes if key in rows.names and explained(lengths, [key], key) == key), None)
    if found is None and len(lengths) >= 2 and _is_grid(typer) and len({n for n, _ in lengths}) == 1:
        found = str(lengths[0][0])
    return expr(found) if found is not None else None


def _is_grid(typer: Typer) -> bool:
    return any(
        re.search(r"\bgrid|\bboard|\bmap\b|\bmaze|\bmatrix|\bfield\b", sentence.text, re.I)
        for sentence in typer.knowledge.statement.sentences
    )


def _says_columns(typer: Typer, rows: Expr) -> bool:
    """Whether a sentence has as many characters on a line as there are lines: "n lines of n characters"."""
    size = "|".join(map(re.escape, sorted(rows.names))) or "(?!)"
    return any(
        re.search(
            rf"\b(?:{size}) (?:[\w-]+ )?(?:characters|letters|symbols|digits|cells|columns)\b|"
            rf"\blength (?:of |is )?(?:{size})\b|\b({size}) ?(?:x|\*|by) ?\1\b",
            sentence.text,
        )
        for sentence in typer.knowledge.statement.sentences
    )
