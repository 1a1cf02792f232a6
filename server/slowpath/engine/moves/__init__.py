"""What small changes an input can be searched by: of bytes, numbers, letters, rows and graphs."""
