"""Faster versions of a program, as edits of its text: proposed here, proven elsewhere."""
