"""Checktestdata scripts: read, run as validators, turned into formats, and written."""
