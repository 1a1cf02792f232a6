"""Faster versions of a program: proposed, proven, measured, told."""
