"""The ways to come to an input on which a program fails, one file each."""
