"""`slowpath bench faults`: how many wrong programs a search exposes, how soon, and how often it is mistaken."""
