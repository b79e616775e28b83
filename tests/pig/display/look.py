"""Pig on the screen, in one place."""

from tablekeeper.display.games import GameLook
from tests.pig.display import screen
from tests.pig.display.emblem import draw_emblem
from tests.pig.display.rulebook import GUIDE, TOPICS
from tests.pig.display.spoken import describe_board, describe_score

LOOK = GameLook(
    screen=screen,
    emblem=draw_emblem,
    topics=TOPICS,
    guide=GUIDE,
    board=describe_board,
    score=describe_score,
)
