"""What a statement says of answers: whether one is right or several, and what each looks like."""
