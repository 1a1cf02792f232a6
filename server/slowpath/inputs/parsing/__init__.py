"""The bytes of an input as an instance of its format."""
