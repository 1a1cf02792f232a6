"""How large an input is: sizes that a format leaves open, from smallest to largest."""
