"""Dice without a game: whatever is rolled, read as in a game. Never: rules, windows, printing."""
