"""Which part of a format a claim means: the relations that follow from it.

Where a claim fits several parts, or none, nothing is said: not understood beats guessed. What a sample contradicts is
dropped by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from slowpath.inputs.infer.relations.claims import Claim, claims
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.resolvers import grids, lists, rows, shapes, values, ways, words
from slowpath.model.format import Evidence, Relation

RESOLVERS: Mapping[str, Callable[[Claim, Gathered], Iterator[Relation]]] = {
    **rows.RESOLVERS,
    **lists.RESOLVERS,
    **values.RESOLVERS,
    **words.RESOLVERS,
    **grids.RESOLVERS,
    **ways.RESOLVERS,
    **shapes.RESOLVERS,
}

_SHOWN = 0.6
"""How sure it is what samples alone show."""


def claimed(gathered: Gathered) -> None:
    """Gathers the relations that phrases state."""
    told: set[tuple[int, str, str]] = set()
    for made in claims(gathered):
        subject = made[0].phrase.subject
        about = (made[0].sentence.line, made[0].sentence.text, subject)
        found = [relation for claim in made for relation in RESOLVERS[claim.phrase.gives](claim, gathered)]
        # Of several phrases about one thing the first that means something counts, which says most.
        if found and about not in told:
            told.add(about)
            for relation in found:
                gathered.add(relation, made[0].sentence)
    for relation in words.spaced_in_samples(gathered):
        name = relation.left.text
        gathered.add(relation, Evidence(name, str(relation), "samples", "", 0, _SHOWN))
    some = {(one.left, one.right) for one in gathered.relations if one.kind == "some"}
    # "The exit" of a legend is one of several where "at least one" is promised.
    gathered.relations = [one for one in gathered.relations if one.kind != "one" or (one.left, one.right) not in some]
