"""Whether a version that a model wrote may be run as the user's own program is, by language: a file each.

A Python version runs behind the walls of its jail (`toolchain.jailed`), so that its text needn't be looked at. Others
have no such walls, and their text is judged by the names it uses, on the safe side: what the user's own program uses
too is allowed, what could hide a name isn't.
"""

from __future__ import annotations

import importlib

from slowpath.model.languages import IDS, name_of


def why_not_run(source: bytes, language: str, original: bytes) -> str:
    """Why a version isn't run, in a sentence for the model; "" where it may be. Versions in a language of which nobody
    knows what is harmless aren't run at all."""
    try:
        judge = importlib.import_module(f"{__name__}.{language}") if language in IDS else None
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{language}":
            raise
        judge = None
    if judge is None:
        return f"programs of a model aren't run in {name_of(language)}."
    why: str = judge.why_not_run(source, original)
    return why
