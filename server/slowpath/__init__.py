"""Slowpath finds the inputs that make a program slow, shows why, and proves what it shows."""

__version__ = "0.1.0"
