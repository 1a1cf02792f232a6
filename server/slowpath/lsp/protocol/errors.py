"""A failure as it is told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorState:
    """A failure with its remedy; `code` is `SlowpathError.code`."""

    code: str
    message: str
    remedy: str
