"""`slowpath bench search`: our search against others, on programs whose worst input is known."""
