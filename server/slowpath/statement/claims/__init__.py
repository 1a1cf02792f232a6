"""What sentences claim of the input: comparisons, traits, letters, numbers; whom they mean, and which take it back."""
