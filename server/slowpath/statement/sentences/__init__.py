"""A statement as plain sentences: markup, sections, subscripts, names for nouns."""
