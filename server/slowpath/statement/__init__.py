"""A problem's statement as plain sentences: markup, sections, names; other languages put into English."""
