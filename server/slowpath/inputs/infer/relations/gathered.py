"""Where the relations that sentences state are gathered, whichever reader found them."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.model.format import Evidence, Relation
from slowpath.statement.sentences.sentence import Sentence


class Gathered:
    """Relations, each once and in the order in which they were found; the grounds of new ones go to `evidence`."""

    def __init__(self, relations: Sequence[Relation], evidence: list[Evidence]) -> None:
        self.relations = list(relations)
        self.evidence = evidence

    def add(self, relation: Relation, sentence: Sentence, confidence: float = 0.8) -> None:
        """A relation that a sentence states."""
        if relation not in self.relations:
            self.relations.append(relation)
            self.evidence.append(sentence.ground(relation.left.text, str(relation), confidence))
