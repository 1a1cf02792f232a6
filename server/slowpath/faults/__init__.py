"""Fault exposure (AlgoBugs): searches for a valid input on which a program fails, makes it small, says what it is."""
