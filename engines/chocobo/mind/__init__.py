"""What the companion imagines of a round before it answers; `bots.py` and `gentle.py` ask here, the rules never do."""
