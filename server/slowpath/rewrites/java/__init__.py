"""The rewrites of Java programs, one file each; and those of C++ that speak of no library."""

from slowpath.rewrites.java_program import java_program as program
from slowpath.rewrites.java_translated import translated

__all__ = ["SHARED", "program", "translated"]

SHARED = frozenset({"cpp-divisors-to-root", "cpp-early-exit"})
