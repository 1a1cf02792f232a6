"""The text form of a format: read, written, completed, explained."""
