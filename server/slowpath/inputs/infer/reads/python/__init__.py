"""How a Python program reads its input."""
