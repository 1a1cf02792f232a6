"""Testlib validators in C++: their source read as a format."""
