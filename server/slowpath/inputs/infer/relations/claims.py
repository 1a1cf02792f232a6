"""The phrases, and the sentences that make a claim with one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.statement.claims.modality import Modality, modality_of, said_in
from slowpath.statement.phrases.rows import RELATIONS, Phrase, rows
from slowpath.statement.sentences.sentence import Sentence


@dataclass(frozen=True)
class Claim:
    """What a sentence says of the input, its mentions not yet resolved."""

    phrase: Phrase
    sentence: Sentence
    found: re.Match[str]

    @property
    def subject(self) -> str:
        """What it is about: "path", "disjoint", "pair", ..."""
        return self.phrase.gives.split()[-1 if "path" in self.phrase.gives else 0]


def claims(knowledge: Knowledge, has_samples: bool) -> Iterator[Claim]:
    """The claims of the sentences that speak of the input, those of the story where samples can contradict them."""
    for sentence in knowledge.statement.sentences:
        if modality_of(sentence) is Modality.TOLD and not has_samples:
            continue
        text = said_in(sentence)
        for phrase in rows(RELATIONS) if text else ():
            found = phrase.pattern.search(text)
            if found is not None:
                yield Claim(phrase, sentence, found)
