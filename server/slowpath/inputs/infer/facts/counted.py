"""How many things an input has that doesn't say so itself: "the input contains at most 50000 words"."""

from __future__ import annotations

from slowpath.inputs.infer.facts.types import Typer
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.expression import expr
from slowpath.model.format import IntType
from slowpath.statement.claims.counted_things import case_count, line_count, whole_count
from slowpath.statement.claims.scope import confidence, is_about_input


def stated_count(typer: Typer, name: str, site: Site, of_line: bool = False, of_cases: bool = False) -> IntType | None:
    """The bounds of the count that the format calls `name`, by the first sentence about the whole input, about a line,
    or about test cases, that has some, widened to what the samples hold; None where no sentence has any."""
    counted = case_count if of_cases else whole_count
    for sentence in typer.knowledge.statement.sentences:
        ends = (of_line and line_count(sentence)) or counted(sentence) if is_about_input(sentence) else None
        if ends is not None:
            least, most = ends
            typer.kinds[name] = "int"
            typer.evidence.append(sentence.ground(name, f"{least} <= {name} <= {most}", confidence(sentence)))
            seen = [value for value in (site.lowest, site.highest) if value is not None]
            return IntType(expr(min([least, *seen])), expr(max([most, *seen])))
    return None
