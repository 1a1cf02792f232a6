"""What a language model was asked and what became of its reply, as it is told to people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AskedRound:
    """One question to a model with its reply; `sample` and `round` count from 1.

    `prompt` is the prompt's name, `model` who was asked. `outcome` is "" where what came back was taken, else in a word
    why not, with `reasons` in sentences. `idea` is the model's own word for it. `conversation` is the content id of the
    exact prompt and reply, "" where nothing was said. `estimated` says that the endpoint didn't count the tokens.
    """

    prompt: str
    model: str
    sample: int
    round: int
    outcome: str = ""
    reasons: tuple[str, ...] = ()
    idea: str = ""
    conversation: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
