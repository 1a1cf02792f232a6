"""Which letters a program speaks of: those that a call asks for, and those between which a comparison's end stands."""

import string

CLASSES = {
    "islower": string.ascii_lowercase,
    "isupper": string.ascii_uppercase,
    "isdigit": string.digits,
    "isalpha": string.ascii_letters,
    "tolower": string.ascii_letters,
    "toupper": string.ascii_letters,
    "lower": string.ascii_letters,
    "swapcase": string.ascii_letters,
}
ENDS = {
    end: letters
    for letters in (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    for end in (letters[0], letters[-1])
}
