"""`slowpath bench faults`: how many wrong programs of a benchmark a search exposes, how soon, and how often it is wrong."""
