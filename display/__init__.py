"""Screens that show the table what happened, why, and what to do next."""

import os

# pygame greets on standard output when it is imported; what a command prints belongs to whoever called it
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
