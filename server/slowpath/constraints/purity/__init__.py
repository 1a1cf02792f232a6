"""Whether code that a model wrote only looks, one file a language: no effects, no input or output, no ending."""

from __future__ import annotations


class Unfit(Exception):
    """Code of a reply that can't be a condition. The message is for whoever wrote it: what is wrong, what to do."""
