"""One file per language, each with a class that implements `toolchain.language.Language`."""

from __future__ import annotations

import importlib

from slowpath.model.languages import IDS
from slowpath.toolchain.language import Language


def registered() -> list[Language]:
    """One instance of each language, in the order in which they are listed to people."""
    return [importlib.import_module(f"{__name__}.{module}").LANGUAGE for module in IDS]
