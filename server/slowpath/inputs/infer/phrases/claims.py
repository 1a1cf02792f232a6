"""The phrases, and the sentences that make a claim with one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from slowpath.inputs.infer.accounts.modality import Modality, modality_of, said_in
from slowpath.inputs.infer.knowledge import Knowledge
from slowpath.inputs.infer.sentence import Sentence

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_SHARED = {"{things}": r"(?:[\w'-]+,? ){0,6}?", "{name}": r"[A-Za-z](?:_\w+)?(?![\w'])",
           "{notone}": r"^(?!.*\b(?:exactly one|only one|unique) (?:\w+ )?(?:path|route|way)\b).*?"}


@dataclass(frozen=True)
class Phrase:
    """One way of saying something of the input; `gives` is the kind of relation, `says` and `denies` are examples."""

    id: str
    gives: str
    pattern: re.Pattern[str]
    says: tuple[str, ...]
    denies: tuple[str, ...]


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


@lru_cache(maxsize=1)
def phrases() -> tuple[Phrase, ...]:
    """All rows, in the file's order. Raises `ValueError` for a row that isn't sound."""
    rows = tomllib.loads(resources.files(__package__).joinpath("relations.toml").read_text("utf-8"))["phrase"]
    return tuple(Phrase(row["id"], row["gives"], re.compile(_whole(row["pattern"]), re.I), tuple(row["says"]),
                        tuple(row["not"])) for row in rows)


def claims(knowledge: Knowledge, has_samples: bool) -> Iterator[Claim]:
    """The claims of the sentences that speak of the input, those of the story where samples can contradict them."""
    for sentence in knowledge.statement.sentences:
        if modality_of(sentence) is Modality.TOLD and not has_samples:
            continue
        text = said_in(sentence)
        for phrase in phrases() if text else ():
            found = phrase.pattern.search(text)
            if found is not None:
                yield Claim(phrase, sentence, found)


def _whole(pattern: str) -> str:
    for short, long in _SHARED.items():
        pattern = pattern.replace(short, long)
    return pattern
