"""The lines of an input as a statement describes them."""
