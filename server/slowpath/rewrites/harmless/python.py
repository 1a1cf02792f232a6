"""Python: a version runs behind the walls of its jail, whatever its text says."""

from __future__ import annotations


def why_not_run(source: bytes, original: bytes) -> str:
    """See `rewrites.harmless`."""
    return ""
