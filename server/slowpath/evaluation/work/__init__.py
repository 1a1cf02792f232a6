"""What is done for one unit, a file a kind of strategy: from a `Work` and its opened program to a `Row`."""
