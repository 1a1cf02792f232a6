"""Which part of the format a sentence means that says of something that it is different."""
