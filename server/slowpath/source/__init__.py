"""A program's text: parse trees, values, declarations, and where macros put what stands there."""
