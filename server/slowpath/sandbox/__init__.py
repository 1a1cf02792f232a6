"""Starts compilers and programs, and nothing else in Slowpath does: limits, the forkserver's driver, the jail."""
