"""A recorded minute of the table played again: what the reader and the box make of its frames and edges."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.senses.box.hall_sense import HallSense
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.camera.known_tray import load_calibration
from tablekeeper.firmware.senses.inbox import Felt, Inbox, Lain, Seen
from tablekeeper.firmware.settings.bounded import read_bounded
from tablekeeper.hardware.errors import RecordingError
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.recording import SESSION, ReplayCamera, ReplayGrid, read_session
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.vision import Calibration, read
from tablekeeper.vision.reading import Die

FRAME_S = 0.05
"""How finely time passes: frames of a minute lie 0.2 s apart."""
LINGER_S = 8.0
"""A roll that was not read at once is handed over after six seconds at the latest."""


def is_minute(path: Path) -> bool:
    """Whether this is the folder of a recording."""
    return (path / SESSION).is_file()


def replay_and_print(folder: Path, home: Path, show: Callable[[str], None], *, as_json: bool) -> None:
    """`tablekeeper replay` of a recorded minute, with what this table has learned of its tray."""
    calibration, fault = load_calibration(home)
    if fault and not as_json:
        show(f"without what this table knows of its tray: {fault}")
    for entry in play_minute(folder, calibration):
        show(json.dumps(entry) if as_json else spell(entry))
    if not as_json and (story := read_story(folder)):
        show(story)


def play_minute(folder: Path, calibration: Calibration | None) -> Iterator[Tree]:
    """What is seen and felt in a recording, each with its moment since the recording's beginning."""
    try:
        lines = read_session(folder)
    except RecordingError as fault:
        raise BadInput(fault.words) from None
    if not lines:
        raise BadInput(
            "Cannot replay {folder!r}: found an empty {session}; expected frames or edges",
            folder=str(folder),
            session=SESSION,
        )
    clock, inbox = TableClock(), Inbox()
    lasts_s = lines[-1]["at_s"] - lines[0]["at_s"] + LINGER_S
    camera, grid = ReplayCamera(clock, folder), ReplayGrid(clock, folder)
    eye = _open_eye(camera, inbox, calibration) if any(line["kind"] == "frame" for line in lines) else None
    box = Box(clock, grid)
    hall_sense = HallSense(box, inbox)
    box.open()
    while clock.now() < lasts_s:
        if eye is not None and camera.health.usable:
            eye.step()
        else:
            clock.sleep(FRAME_S)
        hall_sense.report()
        for message in inbox.take():
            if entry := _entry_of(message):
                yield {"at_s": round(clock.now(), 2), **entry}


def _open_eye(camera: ReplayCamera, inbox: Inbox, calibration: Calibration | None) -> Eye:
    """An eye that waits for dice, whichever come."""
    camera.open()
    eye = Eye(camera, inbox, lambda picture, expect: read(picture, None, calibration))
    eye.ask({})
    return eye


def _entry_of(message: object) -> Tree | None:
    if isinstance(message, Seen):
        reading = message.reading
        return {"kind": "seen", "dice": _plain(reading.dice), "sure": reading.sure, "why": reading.why}
    if isinstance(message, Lain):
        return {"kind": "lain", "dice": _plain(message.dice), "sure": True, "why": None}
    if isinstance(message, Felt):
        facts = {name: value for name, value in asdict(message.fact).items() if name != "at_s"}
        return {"kind": "felt", "fact": type(message.fact).__name__.lower(), **facts}
    return None


def _plain(dice: tuple[Die, ...]) -> list[Tree]:
    return [{"value": die.value, "body": die.body, "doubt": die.doubt} for die in dice]


def spell(entry: Tree) -> str:
    """One thing that was seen or felt, as a line for people."""
    if entry["kind"] == "felt":
        facts = "".join(f", {name} {value}" for name, value in entry.items() if name not in ("at_s", "kind", "fact"))
        return f"{entry['at_s']:7.2f} s  felt: {entry['fact']}{facts}"
    dice = ", ".join(f"{die['body']} {die['value']}" for die in entry["dice"]) or "nothing"
    how = "still lies there" if entry["kind"] == "lain" else "sure" if entry["sure"] else f"not sure: {entry['why']}"
    return f"{entry['at_s']:7.2f} s  seen: {dice} ({how})"


def read_story(folder: Path) -> str:
    """What was read and what was right, where the recorder has written it down; empty otherwise."""
    try:
        story = json.loads(read_bounded(folder / "story.json"))
        return f"then read as {_spell_values(story['read'])}, and fixed to {_spell_values(story['right'])}"
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as fault:
        raise BadInput(
            "Cannot replay {folder!r}: found a story.json that says nothing ({fault}); expected the story of a minute",
            folder=str(folder),
            fault=fault,
        ) from None


def _spell_values(values: Iterable[int]) -> str:
    return ",".join(str(int(value)) for value in values)
