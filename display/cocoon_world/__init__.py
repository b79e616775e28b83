"""How Cocoon World looks: the loop, the EP circle, the dungeon, the Gods' Bet."""
