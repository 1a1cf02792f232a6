"""What sentences say of several values: distinct, ordered, next to one another, promised."""
