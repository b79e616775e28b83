"""Picture in, reading out: find the dice, count their pips, name their colours, know when not to."""
