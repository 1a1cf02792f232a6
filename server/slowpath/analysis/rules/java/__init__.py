"""The rules for Java: one file each, with a `RULE`."""

from slowpath.analysis.rules.java_view import view_of as view

__all__ = ["view"]
