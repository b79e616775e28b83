"""Screens that show the table what happened, why, and what to do next."""

import os

if __name__ != "tablekeeper.display":
    raise ImportError("display is part of tablekeeper: import tablekeeper.display")

# pygame greets on standard output when it is imported; what a command prints belongs to whoever called it
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
