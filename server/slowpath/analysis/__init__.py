"""Pure: what a program's text, its counts and its measurements say. Runs nothing."""
