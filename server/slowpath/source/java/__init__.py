"""Java text: its tree."""
