"""Java."""

from __future__ import annotations

from slowpath.model.languages.language import LanguageFacts

FACTS = LanguageFacts("java", "Java", (".java",), ("java",), "//", ("/*", "*/"), is_dear=True)
