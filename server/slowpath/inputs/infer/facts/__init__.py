"""What is known of single variables: bounds, types, letters, lengths, sums."""
