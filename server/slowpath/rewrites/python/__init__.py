"""The rewrites of Python programs, one file each."""
