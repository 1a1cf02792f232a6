"""The rules for Python: one file each, with a `RULE`."""

from slowpath.analysis.rules.python_view import view_of as view

__all__ = ["view"]
