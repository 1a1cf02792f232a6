"""Performance constraints that a language model finds (WEDGE section 3.2)."""
