"""The parts that several screens share: panel, pickers, side page, dice, pieces, emblems. Never: a game's name."""
