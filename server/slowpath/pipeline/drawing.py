"""An input's bytes as pictures."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.pictured import has_large_network, pictured
from slowpath.model.format import InputFormat
from slowpath.model.picture import Picture


@dataclass(frozen=True)
class DrawnInput:
    """The pictures of an input; `is_too_large` says that its graph isn't among them, so that a small twin says more."""

    pictures: tuple[Picture, ...] = ()
    is_too_large: bool = False


def drawn_input(fmt: InputFormat, data: bytes) -> DrawnInput:
    """The pictures of `data`; none where the format doesn't parse it."""
    try:
        instance = parse(fmt, data)
    except ParseError:
        return DrawnInput()
    return DrawnInput(pictured(fmt, instance), has_large_network(fmt, instance))
