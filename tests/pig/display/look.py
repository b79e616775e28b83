"""Pig on the screen, in one place."""

from tablekeeper.display.games import GameLook
from tests.pig.display import screen
from tests.pig.display.emblem import draw_emblem
from tests.pig.display.rulebook import GUIDE, TOPICS

LOOK = GameLook(screen=screen, emblem=draw_emblem, topics=TOPICS, guide=GUIDE)
