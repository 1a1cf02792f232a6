"""Inputs made smaller."""
