"""Kokoro on the screen, in one place."""

from tablekeeper.display.games import GameLook
from tablekeeper.display.kokoro import screen
from tablekeeper.display.kokoro.emblem import draw_kokoro
from tablekeeper.display.kokoro.instructions import INSTRUCTIONS
from tablekeeper.display.kokoro.rulebook import GUIDE, TOPICS
from tablekeeper.display.kokoro.spoken import describe_board, describe_score

LOOK = GameLook(
    screen=screen,
    emblem=draw_kokoro,
    instructions=INSTRUCTIONS,
    topics=TOPICS,
    guide=GUIDE,
    board=describe_board,
    score=describe_score,
)
