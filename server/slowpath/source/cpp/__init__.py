"""C++ text: its tree, its values and loops, and which line preprocessed code came from."""
