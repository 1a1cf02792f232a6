"""Python."""

from __future__ import annotations

from slowpath.model.languages.language import LanguageFacts

FACTS = LanguageFacts(
    "python",
    "Python",
    (".py", ".py3"),
    ("python",),
    "#",
    quotes="\"'",
    is_indented=True,
    is_defined=True,
    uncaught="Traceback (most recent call last)",
)
