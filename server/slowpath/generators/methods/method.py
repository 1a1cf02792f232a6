"""What a way of asking for generators is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from slowpath.generators.specification import GenerationSpec


@dataclass(frozen=True)
class Method:
    """One way of asking. `id` is the word on the command line, `prompt` the folder under `prompts/`.

    `values` fills the prompt. `many` allows one run to give several inputs, `feedback` sends the reasons for a
    rejection back, `scales` tries growing sizes until a threshold instead of one size.
    """

    id: str
    title: str
    prompt: str
    values: Callable[[GenerationSpec], Mapping[str, str]]
    many: bool = False
    feedback: bool = False
    scales: bool = False
