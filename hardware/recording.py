"""Records a session's frames and edges to a folder, plays them back, and cuts a test case out of a bad roll.

A recording is a folder with `session.jsonl`, one line for each frame and edge in order of time, and the frames' PNGs.
Cut a case:
`python -m tablekeeper.hardware.recording cut SESSION --from 12.5 --to 14 --into tests/cases/bad_roll --values 3 5 1`
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import cv2

from tablekeeper.hardware.cameras.camera import Camera, Opened
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.cameras.pictures import load_picture
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import HardwareError, RecordingError
from tablekeeper.hardware.health import Health, HealthLog, Reason
from tablekeeper.hardware.sliding_box.hall_grid import Edge, Grid

Line = dict[str, Any]
"""One line of a recording, from JSON."""
SESSION = "session.jsonl"


class Recorder:
    """Writes a session. Every line is flushed, so that a power cut costs one line at most."""

    def __init__(self, folder: Path) -> None:
        if (folder / SESSION).exists():
            raise RecordingError(
                "Cannot record into {folder!r}: found a session there already; take an empty folder", folder=str(folder)
            )
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.frames = 0
        self._file = (folder / SESSION).open("w", encoding="utf-8")

    def frame(self, frame: Frame) -> None:
        """Keep a frame, loss-free."""
        self.frames += 1
        name = f"{self.frames:06}.png"
        cv2.imwrite(str(self.folder / name), frame.bgr())
        plain = {
            key: value for key, value in frame.metadata.items() if isinstance(value, str | int | float | list | tuple)
        }
        self._line({"kind": "frame", "at_s": frame.taken_at_s, "file": name, "metadata": plain})

    def edge(self, edge: Edge) -> None:
        """Keep an edge."""
        self._line({"kind": "edge", "at_s": edge.at_s, "cell": edge.cell, "present": edge.present})

    def close(self) -> None:
        """Finish the session."""
        self._file.close()

    def _line(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


class RecordedCamera(Opened):
    """A camera, with every frame it hands out kept."""

    def __init__(self, camera: Camera, recorder: Recorder) -> None:
        self.camera, self.recorder = camera, recorder

    @property
    def health(self) -> Health:
        """The camera's own health."""
        return self.camera.health

    def open(self) -> None:
        """Open the camera."""
        self.camera.open()

    def close(self) -> None:
        """Close the camera; the recorder is closed by whoever made it."""
        self.camera.close()

    def frame(self, timeout_s: float) -> Frame | None:
        """The camera's next frame."""
        frame = self.camera.frame(timeout_s)
        if frame is not None:
            self.recorder.frame(frame)
        return frame


class EdgeKeeper(Protocol):
    """Something that keeps edges."""

    def edge(self, edge: Edge) -> None:
        """Keep an edge."""


class RecordedGrid(Opened):
    """A grid, with every edge kept."""

    def __init__(self, grid: Grid, recorder: EdgeKeeper) -> None:
        self.grid, self.recorder = grid, recorder

    @property
    def on_edge(self) -> Callable[[], None] | None:
        """What the grid calls when there is something to look at."""
        return self.grid.on_edge

    @on_edge.setter
    def on_edge(self, call: Callable[[], None] | None) -> None:
        self.grid.on_edge = call

    @property
    def health(self) -> Health:
        """The grid's own health."""
        return self.grid.health

    def open(self) -> None:
        """Open the grid."""
        self.grid.open()

    def close(self) -> None:
        """Close the grid."""
        self.grid.close()

    def edges(self) -> list[Edge]:
        """The grid's edges."""
        edges = self.grid.edges()
        for edge in edges:
            self.recorder.edge(edge)
        return edges

    def due_s(self) -> float | None:
        """The grid's own wait."""
        return self.grid.due_s()


MOST_BYTES = 64_000_000
"""Hours of edges and frames; the frames themselves lie beside."""


def _is_complete(line: Line) -> bool:
    """Whether a line holds a frame or an edge; a frame lies in the recording's own folder."""
    at_s, kind = line["at_s"], line["kind"]
    if not isinstance(at_s, int | float) or isinstance(at_s, bool) or not abs(at_s) < 1e12:
        return False
    if kind == "edge":
        return type(line["cell"]) is int and line["cell"] in range(1, 10) and isinstance(line["present"], bool)
    name = line["file"]
    plain = isinstance(name, str) and name == Path(name).name and name not in ("", ".", "..") and name.isprintable()
    return kind == "frame" and plain and isinstance(line.get("metadata"), dict)


def read_session(folder: Path) -> list[Line]:
    """All lines of a recording, checked: no frame is missing and time runs forwards."""
    path = folder / SESSION
    if not path.is_file():
        raise RecordingError(
            "Cannot replay {folder!r}: found no {session}; expected a recording, which has one",
            folder=str(folder),
            session=SESSION,
        )
    lines: list[Line] = []
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RecordingError(
                "Cannot replay {path!r}: found more than {most_bytes} bytes; expected a recorded session",
                path=str(path),
                most_bytes=MOST_BYTES,
            )
        texts = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(
            "Cannot replay {path!r}: found no text ({error}); expected a recorded session", path=str(path), error=error
        ) from error
    for number, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
            complete = _is_complete(line)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RecordingError(
                "Cannot replay {path!r}: found line {number} cut off or broken ({error}); expected a recorded session",
                path=str(path),
                number=number,
                error=error,
            ) from error
        if not complete:
            raise RecordingError(
                "Cannot replay {path!r}: found {text!r} in line {number}; expected a frame or an edge",
                path=str(path),
                text=text,
                number=number,
            )
        lines.append(line)
    missing = [line["file"] for line in lines if line["kind"] == "frame" and not (folder / line["file"]).is_file()]
    if missing:
        raise RecordingError(
            "Cannot replay {folder!r}: found {count} frames missing, the first is {first!r}; expected the whole folder",
            folder=str(folder),
            count=len(missing),
            first=missing[0],
        )
    return lines


class ReplayCamera(Opened):
    """Hands out recorded frames at their distance in time, from the moment of opening."""

    def __init__(self, clock: Clock, folder: Path) -> None:
        self.clock, self.folder = clock, folder
        self.log = HealthLog()
        self._lines: Iterator[Line] = iter(())
        self._next: Line | None = None
        self._shift_s = 0.0

    @property
    def health(self) -> Health:
        """`lost` once the recording is over."""
        return self.log.present

    def open(self) -> None:
        """Check the recording and begin."""
        lines = read_session(self.folder)
        frames = [line for line in lines if line["kind"] == "frame"]
        if not frames:
            raise RecordingError(
                "Cannot replay {folder!r} as a camera: found no frames in it; expected a recording of the camera",
                folder=str(self.folder),
            )
        self._shift_s = self.clock.now() - min(line["at_s"] for line in lines)
        self._lines = iter(frames)
        self._next = next(self._lines)
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Stop."""
        self._next = None
        self.log.set("closed", "", self.clock.now())

    def frame(self, timeout_s: float) -> Frame | None:
        """The next recorded frame, when its moment has come."""
        line = self._next
        if line is None:
            if self.health.state == "ready":
                self.log.set(
                    "lost",
                    Reason("recording_over", "the recording {name} is over", name=self.folder.name),
                    self.clock.now(),
                )
            self.clock.sleep(timeout_s)
            return None
        wait_s = line["at_s"] + self._shift_s - self.clock.now()
        self.clock.sleep(min(max(wait_s, 0.0), timeout_s))
        if wait_s > timeout_s:
            return None
        self._next = next(self._lines, None)
        return Frame(load_picture(self.folder / line["file"]), "bgr", line["at_s"] + self._shift_s, line["metadata"])


class ReplayGrid(Opened):
    """Gives recorded edges back at their moments."""

    def __init__(self, clock: Clock, folder: Path) -> None:
        self.clock, self.folder = clock, folder
        self.log = HealthLog()
        self.on_edge: Callable[[], None] | None = None
        self._edges: list[Edge] = []

    @property
    def health(self) -> Health:
        """`ready` while open."""
        return self.log.present

    def open(self) -> None:
        """Check the recording and begin."""
        lines = read_session(self.folder)
        shift_s = self.clock.now() - min((line["at_s"] for line in lines), default=0.0)
        self._edges = [
            Edge(line["cell"], bool(line["present"]), line["at_s"] + shift_s)
            for line in lines
            if line["kind"] == "edge"
        ]
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Stop."""
        self._edges = []
        self.log.set("closed", "", self.clock.now())

    def edges(self) -> list[Edge]:
        """The edges whose moment has come."""
        now_s = self.clock.now()
        due = [edge for edge in self._edges if edge.at_s <= now_s]
        self._edges = self._edges[len(due) :]
        return due

    def due_s(self) -> float | None:
        """The next edge's moment: nobody else calls."""
        return self._edges[0].at_s if self._edges else None


def cut(session: Path, from_s: float, to_s: float, into: Path, values: Sequence[int] = ()) -> int:
    """Copy a part of a recording (moments counted from its start) into a folder of its own; how many frames it has.

    With values it also becomes a folder of labelled pictures (labels.json), as the accuracy command reads them.
    """
    lines = read_session(session)
    zero_s = min((line["at_s"] for line in lines), default=0.0)
    wanted = [line for line in lines if from_s <= line["at_s"] - zero_s <= to_s]
    frames = [line["file"] for line in wanted if line["kind"] == "frame"]
    if not wanted:
        raise RecordingError(
            "Cannot cut {session!r}: found nothing from {from_s!r} to {to_s!r} seconds; expected some frames or edges",
            session=str(session),
            from_s=from_s,
            to_s=to_s,
        )
    if (into / SESSION).exists():
        raise RecordingError(
            "Cannot cut into {into!r}: found a session there already; take an empty folder", into=str(into)
        )
    into.mkdir(parents=True, exist_ok=True)
    for name in frames:
        (into / name).write_bytes((session / name).read_bytes())
    (into / SESSION).write_text("".join(json.dumps(line) + "\n" for line in wanted), encoding="utf-8")
    if values:
        images = [{"file": name, "values": sorted(values)} for name in frames]
        (into / "labels.json").write_text(json.dumps({"images": images}, indent=1) + "\n", encoding="utf-8")
    return len(frames)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 2 when something is wrong with what was asked."""
    parser = argparse.ArgumentParser(
        prog="python -m tablekeeper.hardware.recording", description="work with recorded sessions"
    )
    verb = parser.add_subparsers(required=True).add_parser("cut", help="make a test case of a part of a session")
    verb.add_argument("session", type=Path)
    verb.add_argument("--from", dest="from_s", type=float, required=True, help="seconds from the session's start")
    verb.add_argument("--to", dest="to_s", type=float, required=True)
    verb.add_argument("--into", type=Path, required=True)
    verb.add_argument("--values", type=int, nargs="*", default=[], help="what the dice really showed")
    asked = parser.parse_args(arguments)
    try:
        count = cut(asked.session, asked.from_s, asked.to_s, asked.into, asked.values)
    except HardwareError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{count} frames in {asked.into}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
