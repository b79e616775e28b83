"""Games, positions and counts as text. Never: what they mean."""
