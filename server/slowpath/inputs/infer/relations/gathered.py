"""Where what sentences state of one format is put together: what their names mean in it, and the relations with their
grounds, whichever reader found them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.layout import Place, places
from slowpath.model.format import Array, Evidence, InputFormat, IntType, Matrix, Node, Records, Relation, Scalar
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.claims.modality import is_said_of_all, is_told
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.sentence import Sentence

_NAMES = late_regex(r"\b[A-Za-z]\w*_\w+|\b[b-zB-HJ-Z]\b(?!')")

_IN_BRACKETS = late_regex(r"\(([^()]*(?:[<>=]|!=)[^()]*)\)")


class Gathered:
    """The relations of one format, each once and in the order in which they were found; their grounds go to `evidence`.
    `samples` are parsed."""

    def __init__(
        self,
        nodes: tuple[Node, ...],
        knowledge: Knowledge,
        samples: Sequence[Mapping[str, Any]],
        evidence: list[Evidence],
    ) -> None:
        self.knowledge = knowledge
        self.sentences = knowledge.statement.sentences
        self.samples = samples
        self.evidence = evidence
        self.relations: list[Relation] = []
        self._is_described = any(one.section in ("input", "constraints") for one in self.sentences)
        self.put(nodes)

    def put(self, nodes: tuple[Node, ...]) -> None:
        """Goes on with other nodes of the same variables."""
        self.nodes = nodes
        self.places: Mapping[str, Place] = places(InputFormat(nodes))

    def add(self, relation: Relation, ground: Sentence | Evidence, confidence: float = 0.8) -> None:
        """A relation that a sentence states, with the ground; by the sentence alone one in the relation's own words."""
        if relation not in self.relations:
            self.relations.append(relation)
        if not isinstance(ground, Evidence):
            ground = ground.ground(relation.left.text, str(relation), confidence)
        self.evidence.append(ground)

    def rows(self) -> list[Records]:
        """The blocks of like lines, in order."""
        made = {id(place.rows): place.rows for place in self.places.values() if isinstance(place.rows, Records)}
        return list(made.values())

    def is_without_loops(self, *ends: str | None) -> bool:
        """Whether two fields are the ends of edges that are no loops already."""
        return any(
            set(rows.endpoints) == set(ends) and (rows.structure == "tree" or rows.traits & {"no-loops", "acyclic"})
            for rows in self.rows()
        )

    def is_told(self, sentence: Sentence) -> bool:
        """Whether a sentence describes or promises the input: one of the story does where nothing else describes it."""
        return is_told(sentence, self._is_described)

    def is_stated(self, sentence: Sentence) -> bool:
        """As `is_told`; what the story tells of all of the input counts too where samples would contradict it."""
        return self.is_told(sentence) or (bool(self.samples) and rank(sentence) == 1 and is_said_of_all(sentence))

    def chains(self) -> Iterator[Chain]:
        """What sentences that describe the input compare, but sums."""
        yield from (
            chain
            for chain in self.knowledge.chains
            if not chain.summed and (self.is_told(chain.sentence) or _is_in_brackets(chain))
        )

    def named(self, stated: str, fits: Callable[[Place], bool] = lambda place: True) -> str | None:
        """The variable of a stated name, else the first that it means, if it fits."""
        if stated in self.places and fits(self.places[stated]):
            return stated
        return next(
            (
                name
                for name, place in self.places.items()
                if stated and self.knowledge.same(stated, name) and fits(place)
            ),
            None,
        )

    def single(self, stated: str) -> str | None:
        """The single integer of the input that a name means."""
        return self.named(stated, is_single)

    def count(self, stated: str) -> str | None:
        """A number as it is, or the single integer of the input that a name means."""
        return stated if stated.isdigit() else self.single(stated)

    def list_meant(self, chain: Chain, operand: Operand, names: Sequence[str]) -> str | None:
        """The only list or table of integers that a comparison may speak of without its name: "no price is 0"."""
        meant = [
            name
            for name in names
            if (place := self.places.get(name)) is not None
            and (place.rows is not None or isinstance(place.item, Array | Matrix))
            and isinstance(getattr(place.item, "type", None), IntType)
            and self.knowledge.speaks(chain, operand, name, ("",), nameless=True)
        ]
        return meant[0] if len(meant) == 1 else None

    def meant(self, text: str, names: Collection[str]) -> list[str]:
        """Which of some variables a sentence speaks of: the one that it names, or the only one; none else."""
        words = {base_name(word) for word in _NAMES.findall(text)}
        named = [name for name in names if any(self.knowledge.same(word, name) for word in words)]
        return named if len(named) == 1 else list(names) if len(names) == 1 else []


def is_single(place: Place) -> bool:
    """Whether it is one integer of the input, not one on each of some lines."""
    return place.rows is None and isinstance(place.item, Scalar) and isinstance(place.item.type, IntType)


def _is_in_brackets(chain: Chain) -> bool:
    """Whether the input's description compares it in brackets, which hold whatever the words around them tell:
    "a_i (1 <= a_i <= n, a_i != i), the guest that guest i wants to sit beside"."""
    inside = " ; ".join(_IN_BRACKETS.findall(chain.sentence.text)) if rank(chain.sentence) == 0 else ""
    return bool(inside) and any(
        other.operands == chain.operands for other in chains_of(replace(chain.sentence, text=inside))
    )
