"""Constants that a package's metadata names (`constants:` in problem.yaml), put in where its texts use them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def with_constants(text: str, constants: Mapping[str, Any]) -> str:
    """A text with `{{name}}`, `{{name.variant}}` and `\\constant{...}` replaced, as judges do.

    The value rather than a variant is put in, since a variant is made for the eye. Unknown names stay.
    """
    values = {str(name): constant_value(constant) for name, constant in constants.items()}

    def value_of(match: re.Match[str]) -> str:
        value = values.get(match.group("name"))
        return match.group(0) if value is None else str(value)

    reference = r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?:\.[A-Za-z_][A-Za-z0-9_]*)?"
    for pattern in (r"\{\{\s*" + reference + r"\s*\}\}", r"\\constant\{\s*" + reference + r"\s*\}"):
        text = re.sub(pattern, value_of, text)
    return text


def constant_value(constant: Any) -> Any:
    """The value of a constant, which may stand beside how it is shown."""
    return constant.get("value") if isinstance(constant, dict) else constant
