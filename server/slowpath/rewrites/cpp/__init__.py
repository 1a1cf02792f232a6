"""The rewrites of C++ programs, one file each."""

from slowpath.rewrites.cpp_program import cpp_program as program

__all__ = ["program"]
