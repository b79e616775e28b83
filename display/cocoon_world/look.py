"""Cocoon World on the screen, in one place."""

from tablekeeper.display.cocoon_world import screen
from tablekeeper.display.cocoon_world.emblem import draw_cocoon_world
from tablekeeper.display.cocoon_world.instructions import INSTRUCTIONS
from tablekeeper.display.cocoon_world.marker_path import steps_of
from tablekeeper.display.cocoon_world.rulebook import GUIDE, TOPICS
from tablekeeper.display.cocoon_world.spoken import describe_board, describe_score
from tablekeeper.display.games import GameLook

LOOK = GameLook(
    screen=screen,
    emblem=draw_cocoon_world,
    instructions=INSTRUCTIONS,
    topics=TOPICS,
    guide=GUIDE,
    board=describe_board,
    score=describe_score,
    path_of=steps_of,
)
