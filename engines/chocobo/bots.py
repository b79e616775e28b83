"""Bots."""
from engines.core.playout import choose_randomly as play_well
