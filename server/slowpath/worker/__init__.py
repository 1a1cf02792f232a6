"""The process in which one search of an editor's window runs, and who watches it."""
