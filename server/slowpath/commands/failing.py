"""How a command says that it failed."""

from __future__ import annotations

from slowpath.commands import console, json_objects
from slowpath.errors import SlowpathError


def tell(error: SlowpathError, as_json: bool) -> int:
    """Says what went wrong, with what a compiler says, and what to do. Returns the exit code."""
    if as_json:
        console.print_json(json_objects.error_object(error))
        return error.exit_code
    console.note(f"slowpath: {error.message}")
    for line in error.details:
        console.note(f"  {line}")
    if error.remedy:
        console.note(f"  {error.remedy}")
    return error.exit_code
