"""C++."""

from __future__ import annotations

from slowpath.model.languages.language import LanguageFacts

FACTS = LanguageFacts("cpp", "C++", (".cpp", ".cc", ".cxx", ".c++"), ("cpp", "c++"), "//", ("/*", "*/"), directives="#")
