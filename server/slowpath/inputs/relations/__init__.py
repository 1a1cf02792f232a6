"""Relations between values: what holds, and how values are made or mended so that they hold."""
