"""What is drawn once is kept, but never more than the memory that it was given."""

from __future__ import annotations

import pygame

from tablekeeper.display.drawing.sprites import OVERHEAD_BYTES, PixelSprites, Written

EDGE = 10
WEIGHT = EDGE * EDGE * 4 + OVERHEAD_BYTES


def square() -> pygame.Surface:
    return pygame.Surface((EDGE, EDGE), pygame.SRCALPHA, 32)


def test_a_sprite_is_made_once() -> None:
    sprites = PixelSprites(100 * WEIGHT)
    assert sprites.get("a", square) is sprites.get("a", square)


def test_the_least_used_goes_when_the_memory_is_full() -> None:
    sprites = PixelSprites(3 * WEIGHT)
    first = sprites.get("a", square)
    second = sprites.get("b", square)
    sprites.get("c", square)
    assert sprites.get("a", square) is first
    sprites.get("d", square)
    assert (sprites.bytes, len(sprites)) == (3 * WEIGHT, 3)
    assert sprites.get("a", square) is first
    assert sprites.get("b", square) is not second


def test_a_sprite_larger_than_the_memory_is_still_drawn() -> None:
    sprites = PixelSprites(1)
    assert sprites.get("a", lambda: Written(square(), 3, 4)) == sprites.get("a", lambda: Written(square(), 0, 0))
    assert len(sprites) == 1
