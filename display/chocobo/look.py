"""Chocobo's Dungeon on the screen, in one place."""

from tablekeeper.display.chocobo import screen
from tablekeeper.display.chocobo.emblem import draw_chocobo
from tablekeeper.display.chocobo.instructions import INSTRUCTIONS
from tablekeeper.display.chocobo.rulebook import GUIDE, TOPICS
from tablekeeper.display.chocobo.spoken import describe_board, describe_score
from tablekeeper.display.games import GameLook

LOOK = GameLook(
    screen=screen,
    emblem=draw_chocobo,
    instructions=INSTRUCTIONS,
    topics=TOPICS,
    guide=GUIDE,
    board=describe_board,
    score=describe_score,
    reached=screen.reached,
)
