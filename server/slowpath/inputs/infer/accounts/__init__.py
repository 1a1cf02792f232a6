"""What became of every sentence of a statement: used by the format, not about the input, or not understood."""
