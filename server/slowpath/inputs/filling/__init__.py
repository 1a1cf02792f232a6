"""Inputs made of a format: planned, drawn, drawn again where something doesn't hold."""
