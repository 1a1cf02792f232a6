"""A problem's statement: its sentences, the lines of an input that it describes, and what it claims of the input."""
