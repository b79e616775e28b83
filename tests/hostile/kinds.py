"""Every type of file that the program reads: a valid one, and how it is read."""

from __future__ import annotations

import base64
import random
import shutil
import struct
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tablekeeper.display.errors import DisplayError
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.cocoons.levels import LEVELS, read_level
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.printed.lesson import read_lesson
from tablekeeper.firmware.errors import FirmwareError
from tablekeeper.firmware.journal.care.backup import JOURNAL, read_backup, write_backup
from tablekeeper.firmware.journal.journal import Journal, open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.session import Session, fold_game
from tablekeeper.firmware.senses.camera.known_tray import load_calibration
from tablekeeper.firmware.settings.config import load_config
from tablekeeper.firmware.settings.copies import Copies, read_text
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import HardwareError
from tablekeeper.hardware.header.pins import DEFAULT_PINS, load_pins
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.recording import SESSION, Recorder, ReplayCamera, read_session
from tablekeeper.vision import Calibration, network
from tablekeeper.vision.errors import VisionError
from tablekeeper.vision.measure.labelled import LABELS, load_labels
from tablekeeper.vision.picture import load_picture

SAID = (FirmwareError, EngineError, DisplayError, HardwareError, VisionError, OSError)
"""What the command tells in one sentence."""
PICTURE = np.full((48, 64, 3), 128, np.uint8)


class Kind(NamedTuple):
    """One type of file."""

    make: Callable[[Path], Path]
    """make(folder) -> the file that will be broken."""
    read: Callable[[Path], object]
    """Reads it as the program does."""


def write(path: Path, content: bytes | str) -> Path:
    """A file with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def make_journal(folder: Path) -> Path:
    """A journal of two short games."""
    path = folder / JOURNAL
    with Journal(path) as journal:
        for name in ("cocoon_world", "kokoro"):
            session = Session.begin(journal, name, ["Ann", "Ben"], table="virtual", now=lambda: 1e9)
            luck = random.Random(3)
            for _ in range(6):
                history = session.history
                session.answer(choose_randomly(session.game.rules, history.state, history.question, luck), "touch")
    return path


def read_journal(path: Path) -> None:
    """Every game folded as far as it fits."""
    db = open_for_reading(path)
    try:
        for record in read_records(db):
            fold_game(record, read_entries(db, path, record.id))
    finally:
        db.close()


def make_backup(folder: Path) -> Path:
    """A backup of a small table."""
    home = folder / "home"
    make_journal(home)
    write(home / "config.toml", "[table]\nsound = 'off'\n")
    path = write_backup(home, folder / "b.tar.gz", lambda: 1e9)
    shutil.rmtree(home)
    return path


def make_recording(folder: Path) -> Path:
    """A recording of one frame and one edge."""
    recorder = Recorder(folder / "recording")
    recorder.frame(Frame(PICTURE, "bgr", 1.0, {"light": 3}))
    recorder.close()
    return folder / "recording" / SESSION


def read_recording(path: Path) -> None:
    """Every frame of it."""
    clock: Clock = TableClock()
    read_session(path.parent)
    camera = ReplayCamera(clock, path.parent)
    camera.open()
    for _ in range(3):
        camera.frame(0.1)


def make_model(folder: Path) -> Path:
    """A net as it is shipped."""
    shutil.copytree(network.WEIGHTS, folder / "weights")
    return folder / "weights" / "reader.onnx"


def read_model(path: Path) -> None:
    """Load it as the reader does."""
    shipped = network.WEIGHTS
    try:
        network.WEIGHTS = path.parent  # type: ignore[misc]
        network.read_weights("reader")
    finally:
        network.WEIGHTS = shipped  # type: ignore[misc]


def make_calibration(folder: Path) -> Path:
    """A calibration of a tray, as small as it goes."""
    height, width = PICTURE.shape[:2]
    corners = ((0.0, 0.0), (2.0 * width, 0.0), (2.0 * width, 2.0 * height), (0.0, 2.0 * height))
    made = Calibration(2 * width, 2 * height, corners, PICTURE, 1.0, 1.0, None, 0.1)
    return write(folder / "calibration.toml", made.to_toml())


def read_calibration(path: Path) -> None:
    """The table starts without a calibration that cannot be read, and reports why; here that counts as refused."""
    _, fault = load_calibration(path.parent)
    if fault:
        raise VisionError(fault)


def lesson(game: str) -> str:
    """A shipped lesson."""
    return (resources.files(find_game(game).package) / "lesson.toml").read_text(encoding="utf-8")


def make_edition(folder: Path) -> Path:
    """An owner's edition of a game."""
    game = find_game("kokoro")
    return write(folder / "editions" / "kokoro.toml", Copies().text(game, game.box))


LEVEL = f"game = 'cocoons'\nname = 'mine'\ndifficult = true\ntrapdoors = {list(LEVELS['3'])}\n"
SETTINGS = "[table]\nlanguage = 'fr'\nplayers = ['Ann', 'Ben']\n[camera]\nindex = 1\n"
KINDS: dict[str, Kind] = {
    "configuration": Kind(
        lambda folder: write(folder / "config.toml", SETTINGS),
        lambda path: load_config(path.parent, environment={}),
    ),
    "pins": Kind(lambda folder: write(folder / "pins.toml", DEFAULT_PINS.read_bytes()), load_pins),
    "calibration": Kind(make_calibration, read_calibration),
    "edition": Kind(make_edition, lambda path: Copies(path.parents[1]).open(find_game("kokoro"), "own")),
    "level": Kind(
        lambda folder: write(folder / "level.toml", LEVEL),
        lambda path: read_level(read_text(path, "a level"), path.name),
    ),
    "journal": Kind(make_journal, read_journal),
    "backup": Kind(make_backup, read_backup),
    "recording": Kind(make_recording, read_recording),
    "picture": Kind(lambda folder: write(folder / "a.png", cv2.imencode(".png", PICTURE)[1].tobytes()), load_picture),
    "labels": Kind(
        lambda folder: write(folder / LABELS, '{"images": [{"file": "a.png", "dice": [{"value": 3, "body": "red"}]}]}'),
        lambda path: load_labels(path.parent),
    ),
    "lesson": Kind(
        lambda folder: write(folder / "lesson.toml", lesson("kokoro")),
        lambda path: read_lesson(read_text(path, "a lesson"), "kokoro"),
    ),
    "model": Kind(make_model, read_model),
}


def break_bytes(content: bytes, luck: random.Random) -> bytes:
    """The same file with something wrong in it."""
    broken = bytearray(content)
    for _ in range(luck.choice((1, 1, 2, 5))):
        at = luck.randrange(len(broken) + 1)
        size = luck.choice((1, 1, 4, 40))
        what = luck.randrange(7)
        if what == 0:
            del broken[at:]
        elif what == 1 and at < len(broken):
            broken[at] ^= 1 << luck.randrange(8)
        elif what == 2:
            broken[at : at + size] = luck.randbytes(size)
        elif what == 3:
            broken[at : at + size] = b"\xff" * size
        elif what == 4:
            broken[at:at] = luck.choice(BAITS)
        elif what == 5:
            broken[at:at] = broken[at // 2 : at]
        else:
            del broken[at : at + size]
        if not broken:
            break
    return bytes(broken)


BAITS = (
    b"9" * 5000, b"[" * 3000, b"\x00", b"\x1b[2J", "²٣".encode(), b'"../x"', b"1e999", b"nan", b"-1", b"[[a]]\n",
    b".a" * 3000, b"\n", b"{}", b'""', b"true", b"0x7ffffff0", b"\r\n", "\u202e".encode(), b"[a]\n" * 3,
)  # fmt: skip


def png(width: int, height: int, *chunks: tuple[int, bytes, bytes]) -> bytes:
    """A PNG that says of itself what is wanted; chunks as (length, kind, content)."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(13, b"IHDR", head), *chunks, (0, b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", length) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for length, kind, content in parts
    )


HUGE = png(30_000, 30_000, (0, b"IDAT", b""), (12, b"IDAT", zlib.compress(bytes(64))[:12]))
LONG_CHUNK = png(64, 48, (0x7FFFFFF0, b"tEXt", b"a" * 900))
SPELLED_HUGE = base64.b64encode(HUGE).decode()
