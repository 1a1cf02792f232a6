"""The rewrites of Java programs, one file each."""

from slowpath.rewrites.java_program import java_program as program

__all__ = ["program"]
