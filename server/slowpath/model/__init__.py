"""The values that rooms exchange: frozen dataclasses and Protocols, standard library only."""
