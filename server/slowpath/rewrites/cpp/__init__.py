"""The rewrites of C++ programs, one file each."""
