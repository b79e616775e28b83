"""How Chocobo's Dungeon looks: the dial with its five windows, the floor, the boss ring."""
