"""The text form of a format for readers who have never seen one: what its own words mean stands below it."""

from __future__ import annotations

import re

from slowpath.inputs.text_form.text import to_text
from slowpath.model.format import HELD, ROW, InputFormat

WORDS = {
    ROW: "the index of a row, or of an element in its array, counted from 0",
    HELD: "how many things are held before a row",
}


def explained_text(fmt: InputFormat) -> str:
    """The text form, with a line of explanation for each word of `WORDS` that is in it."""
    text = to_text(fmt).strip()
    return "\n".join(
        [text, *(f"# {word}: {meaning}" for word, meaning in WORDS.items() if re.search(rf"(?<!\w){word}(?!\w)", text))]
    )
