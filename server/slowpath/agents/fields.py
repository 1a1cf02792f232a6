"""How arguments and results of tools are declared: dataclasses whose fields say what they are.

What a field's metadata says (`description`, `gt`, `ge`, `le`, `max_length`) stands in the tool's schema and is held to.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from pathlib import Path
from typing import Any

from slowpath.model.languages import listed


def described(description: str, default: Any = MISSING, **limits: Any) -> Any:
    """A field with what it is, in a sentence, and the limits of its value."""
    metadata = {"description": description, **limits}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


def seconds_up_to(most: float, default: float) -> Any:
    """How long a call may take."""
    return described(f"How many seconds it may take (at most {most:g}).", default, gt=0, le=most)


@dataclass(frozen=True, kw_only=True)
class OfProgram:
    """What all tools are told. Paths that aren't absolute count from the server's first folder."""

    file: Path = described(f"The program: a file in {listed()} that reads standard input.")
    problem: Path | None = described(
        "The folder of the statement and samples; left out, it is found around the file.", None
    )
