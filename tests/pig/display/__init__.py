"""How Pig looks."""
