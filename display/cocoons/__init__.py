"""How Cocoons looks: the box from above, its gap, trapdoors and locks."""
