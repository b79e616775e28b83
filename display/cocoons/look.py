"""Cocoons on the screen, in one place."""

from tablekeeper.display.cocoons import screen
from tablekeeper.display.cocoons.emblem import draw_cocoons
from tablekeeper.display.cocoons.instructions import INSTRUCTIONS, PLACES
from tablekeeper.display.cocoons.rulebook import GUIDE, TOPICS
from tablekeeper.display.cocoons.spoken import describe_board, describe_score
from tablekeeper.display.games import GameLook

LOOK = GameLook(
    screen=screen,
    emblem=draw_cocoons,
    from_one=frozenset(PLACES),
    instructions=INSTRUCTIONS,
    topics=TOPICS,
    guide=GUIDE,
    board=describe_board,
    score=describe_score,
    reached=screen.reached,
)
