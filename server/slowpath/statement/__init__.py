"""A problem's statement: its sentences, the lines of an input that it describes, what it claims of the input and says
of answers."""
