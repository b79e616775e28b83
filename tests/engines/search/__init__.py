"""The search that plays every game, tried where the right answer is known."""
