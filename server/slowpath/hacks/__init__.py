"""What a language model does to break a program: tests, programs that make tests, a brute force, the kind of bug."""
