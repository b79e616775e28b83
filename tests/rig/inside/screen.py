"""Draws real pages of ours on the console's own screen and waits while somebody outside looks at it."""

from __future__ import annotations

import itertools
import sys

import cv2
import pygame

from tablekeeper.display.window.window import Window
from tablekeeper.firmware.commands.shots import _game_pages, _general_pages
from tests.rig.inside.proof import check, report
from tests.rig.inside.scanout import take_scanout

LATER_S = 5.0


def main() -> None:
    """Open the screen, show the menu and a table, close."""
    flavour = sys.argv[1]
    is_ce = bool(getattr(pygame, "IS_CE", False))
    check(
        is_ce == (flavour == "pygame-ce"), f"wanted {flavour}, found pygame {pygame.version.ver} in {pygame.__file__}"
    )
    window = Window((800, 480), driver="kmsdrm", fullscreen=True)
    driver = pygame.display.get_driver()
    check(driver == "KMSDRM", f"found the driver {driver}")
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    report(
        f"{flavour} {pygame.version.ver} with SDL {sdl} opened {driver} with {window.size[0]}x{window.size[1]} pixels"
    )
    pages = [next(iter(_general_pages())), *itertools.islice(_game_pages("cocoon_world"), 1)]
    now_s = 0.0
    for name, page in pages:
        window.show(page)
        for _ in range(3):
            now_s += LATER_S
            window.draw(now_s)
            pygame.display.flip()
        window.intents(now_s)
        shot = f"{flavour}-{name}"
        window.screenshot(f"/out/{shot}.png")
        scanout = take_scanout()
        check(scanout is not None, "the graphics card shows nothing")
        assert scanout is not None
        cv2.imwrite(f"/out/{shot}.frame.png", scanout)
        print(f"rig-ask {shot}", flush=True)
        sys.stdin.readline()
    window.close()


if __name__ == "__main__":
    main()
