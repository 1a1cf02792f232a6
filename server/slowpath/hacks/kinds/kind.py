"""What a way of asking for what breaks a program is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from slowpath.hacks.question import HackQuestion


@dataclass(frozen=True)
class HackKind:
    """One way of asking. `id` is the word on the command line, `prompt` the folder under `prompts/`.

    `values` fills the prompt. `thought` reads the model's word for the flaw from a reply that fits, "" where the way
    asks for none. `writes_program` says that the reply holds a generator, not a test.
    """

    id: str
    title: str
    prompt: str
    values: Callable[[HackQuestion], Mapping[str, str]]
    thought: Callable[[Mapping[str, Any]], str]
    writes_program: bool = False
