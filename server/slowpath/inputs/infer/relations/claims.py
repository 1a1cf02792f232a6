"""The phrases of relations, and the sentences that make a claim with one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.statement.claims.modality import Modality, modality_of, said_in
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.phrases.manners import is_denied, spoken
from slowpath.statement.phrases.rows import RELATIONS, Phrase, rows
from slowpath.statement.sentences.sentence import Sentence, in_quotes

DENIALS = ("unlike", "differ", "none")
"""Names of groups in patterns that hold a "not" of which the claim takes account itself."""
_NEAR = 80
"""Characters before what is said in which it may be asked for."""


@dataclass(frozen=True)
class Claim:
    """What a sentence says of the input, its mentions not yet resolved; `text` is the part of it that speaks so."""

    phrase: Phrase
    sentence: Sentence
    found: re.Match[str]
    text: str

    @property
    def before(self) -> str:
        """What the sentence says before."""
        return self.text[: self.found.start()]


def claims(gathered: Gathered) -> Iterator[list[Claim]]:
    """The claims that each sentence makes by each phrase; those of the story where samples can contradict them."""
    for sentence in gathered.sentences:
        modality = modality_of(sentence)
        is_open = modality is Modality.TOLD and not gathered.samples
        said = {
            "promise": "" if is_open else said_in(sentence),
            "all": sentence.text if gathered.is_stated(sentence) else "",
            "clause": sentence.text if is_about_input(sentence) or modality is Modality.PROMISED else "",
        }
        for phrase in rows(RELATIONS) if any(said.values()) else ():
            text = said[phrase.where]
            written = in_quotes(sentence) if phrase.quoted and text else text
            made = [Claim(phrase, sentence, found, written) for found in phrase.pattern.finditer(written)]
            if made and _fits(phrase, text) and (made := [one for one in made if _is_said(one)]):
                yield made


def _fits(phrase: Phrase, text: str) -> bool:
    """Whether a text speaks in the manners in which a phrase counts."""
    is_there = not phrase.needs or spoken(text, *phrase.needs) is not None
    return is_there and not (phrase.unless and spoken(text, *phrase.unless))


def _is_said(claim: Claim) -> bool:
    """Whether its own clause, where that counts, says so of the input, rather than to ask for it, deny it ("not
    necessarily of the same length") or define it, unless it promises what it explains ("meaning that")."""
    if claim.phrase.where != "clause":
        return True
    clause = re.split("[.;]", claim.before)[-1][-_NEAR:]
    behind = claim.text[claim.found.end() :][: len(" when")]
    own = [claim.found.groupdict().get(group) for group in DENIALS]
    defined = () if modality_of(claim.sentence) is Modality.PROMISED else ("called",)
    return not (
        spoken(clause, "asked", "conditional", "whether", "possible", *defined)
        or is_denied(clause)
        or (spoken(claim.found.group(), "denied") and not any(own))
        or spoken(behind, "conditional")
    )
