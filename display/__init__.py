"""Screens that show the table what happened, why, and what to do next."""
