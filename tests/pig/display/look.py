"""Pig on the screen, in one place."""

from tablekeeper.display.games import GameLook
from tests.pig.display import screen
from tests.pig.display.emblem import draw_emblem

LOOK = GameLook(screen=screen, emblem=draw_emblem)
