"""The rewrites of Python programs, one file each."""

from slowpath.rewrites.python_program import python_program as program

__all__ = ["program"]
