"""What could be made faster in a program, as its text alone shows; proven is nothing of it (`optimizing`)."""

from __future__ import annotations

from slowpath.model.problem import Solution
from slowpath.model.rewrite import Rewrite


def proposed_rewrites(solution: Solution) -> tuple[Rewrite, ...]:
    """Each change by itself, the most promising first. Runs nothing; some tenths of a second for a long program."""
    # The rules read text with parsers, which take a while to load: other commands don't wait for them.
    from slowpath import rewrites

    return rewrites.proposals(solution.source, solution.language)


def in_titles(origin: str) -> str:
    """Where a version comes from, for people: rules by their titles instead of their ids, anything else as it is."""
    from slowpath import rewrites

    titles = {rule.id: rule.title for rule in rewrites.all_rules()}
    return "; ".join(titles.get(name, name) for name in origin.split(", "))
