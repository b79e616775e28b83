"""The parts that several screens share: panel, pickers, side page, dice, pieces. Never: a game's name."""
