"""A game that the companion plays on for itself before it answers; `bots.py` asks here, the rules never do."""
