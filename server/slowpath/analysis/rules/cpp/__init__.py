"""The rules for C++: one file each, with a `RULE`."""

from slowpath.analysis.rules.cpp_view import cpp_view as view

__all__ = ["view"]
