"""Make all parts: `python -m tablekeeper.hardware.parts FOLDER`, or `make parts`.

Nothing is written of a part that the proof refuses.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tablekeeper.hardware.errors import HardwareError
from tablekeeper.hardware.parts.cardboard import HINTS, TEMPLATES
from tablekeeper.hardware.parts.files import draw, write_stl, write_template
from tablekeeper.hardware.parts.overview import draw_template, lay_out
from tablekeeper.hardware.parts.proof import meet, prove, triangles
from tablekeeper.hardware.parts.solids import MEETING, PARTS


def main(folder: Path) -> int:
    """STL, picture and template of everything, proved first."""
    import cv2

    folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    pictures = []
    for name, make in PARTS.items():
        solid = make()
        found = list(prove(name, solid))
        faults += found
        if not found:
            mesh = triangles(solid)
            write_stl(folder / f"{name}.stl", mesh)
            pictures.append(draw(mesh))
            cv2.imwrite(str(folder / f"{name}.png"), pictures[-1])
            print(f"{name}: {len(mesh)} triangles, {solid.volume() / 1000:.0f} cm3")
    faults += [f"{outer} on {inner}: {words}" for inner, outer in MEETING if (words := meet(PARTS[outer]()))]
    for name, pattern in TEMPLATES.items():
        paper = write_template(folder / f"{name}.pdf", name, *pattern(), hint=HINTS[name])
        print(f"{name}: a template on {paper}")
    cv2.imwrite(str(folder / "parts.png"), lay_out([picture[::2, ::2] for picture in pictures]))
    drawn = lay_out([draw_template(pattern()) for pattern in TEMPLATES.values()])
    cv2.imwrite(str(folder / "templates.png"), drawn)
    for words in faults:
        print(f"parts: {words}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        raise SystemExit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "out/parts")))
    except HardwareError as fault:
        print(f"parts: {fault}", file=sys.stderr)
        raise SystemExit(2) from None
