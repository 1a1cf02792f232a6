"""One file per language, each with a class that implements `toolchain.language.Language`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping

from slowpath.model.languages import IDS
from slowpath.toolchain.language import Language


class _Languages(Mapping[str, Language]):
    """One instance of each language by its id, in the order in which they are listed to people. A language is loaded
    when it's asked for: most commands need one."""

    def __getitem__(self, language: str) -> Language:
        if language not in self:
            raise KeyError(language)
        return importlib.import_module(f"{__name__}.{language}").LANGUAGE

    def __contains__(self, language: object) -> bool:
        return language in IDS

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


LANGUAGES: Mapping[str, Language] = _Languages()
