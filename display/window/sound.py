"""Short sounds of our own, made from a few notes when they are first heard; silent where nothing can sound."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from tablekeeper.display.errors import SoundFault
from tablekeeper.faults import words_of

RATE_HZ = 22_050
LOUDEST = 0.35
"""Share of full scale at 100 per cent: audible across a table, never startling."""
FADE_S = 0.006
"""Every note starts and ends this softly, so that nothing clicks."""


class Note(NamedTuple):
    """One struck note: `hz`, when it starts, how long it rings; it glides to `to_hz` where that is given."""

    hz: float
    start_s: float
    length_s: float
    to_hz: float = 0.0
    overtones: tuple[float, ...] = (1.0, 0.35, 0.12)
    """How loud the note is, and its second, third... partial."""


G3, A3, C4, E4, G4, A4, C5, E5, FIS5, G5, C6 = (
    196.0, 220.0, 261.6, 329.6, 392.0, 440.0, 523.3, 659.3, 740.0, 784.0, 1046.5,
)  # fmt: skip
WOOD = (1.0, 0.0, 0.6, 0.0, 0.3)

SIGNALS: dict[str, tuple[Note, ...]] = {
    "turn": (Note(G4, 0.0, 0.30), Note(C5, 0.14, 0.45)),
    "roll": tuple(Note(hz, at, 0.09, overtones=WOOD) for hz, at in ((A3, 0.0), (C4, 0.09), (A3, 0.16), (C4, 0.21))),
    "read": (Note(E5, 0.0, 0.22),),
    "doubt": (Note(C5, 0.0, 0.28), Note(FIS5, 0.18, 0.40)),
    "refused": (Note(A3, 0.0, 0.20), Note(G3, 0.14, 0.35)),
    "moved": (Note(A3, 0.0, 0.24, to_hz=E4), Note(A4, 0.20, 0.16, overtones=WOOD)),
    "lost": (Note(E5, 0.0, 0.30), Note(C5, 0.16, 0.30), Note(A4, 0.32, 0.50)),
    "back": (Note(A4, 0.0, 0.30), Note(C5, 0.16, 0.30), Note(E5, 0.32, 0.50)),
    "won": (Note(C5, 0.0, 0.35), Note(E5, 0.13, 0.35), Note(G5, 0.26, 0.35), Note(C6, 0.39, 0.80)),
    "over": (Note(C5, 0.0, 0.45), Note(G4, 0.22, 0.45), Note(E4, 0.44, 0.45), Note(C4, 0.66, 0.80)),
}
"""What each signal sounds like. Each has its caption in the texts: `sound.<name>`."""


def find_signal(name: str) -> tuple[Note, ...]:
    """The notes of a signal; an unknown one is named."""
    notes = SIGNALS.get(name)
    if notes is None:
        raise SoundFault(
            "Cannot signal {name!r}: there is no such sound; expected one of {known}",
            name=name,
            known=", ".join(SIGNALS),
        )
    return notes


def synthesise(notes: tuple[Note, ...]) -> NDArray[np.int16]:
    """The samples of some notes, one channel of 16 bits."""
    whole = np.zeros(round(max(note.start_s + note.length_s for note in notes) * RATE_HZ) + 1)
    for note in notes:
        start = round(note.start_s * RATE_HZ)
        ring = _ring(note)
        whole[start : start + len(ring)] += ring
    loudest = max(1.0, float(np.abs(whole).max()))
    return np.round(whole / loudest * LOUDEST * 32767).astype(np.int16)


def _ring(note: Note) -> NDArray[np.float64]:
    """One struck note that dies away."""
    at_s = np.arange(round(note.length_s * RATE_HZ)) / RATE_HZ
    hz = note.hz + (note.to_hz - note.hz) * at_s / note.length_s if note.to_hz else np.full_like(at_s, note.hz)
    turns = np.cumsum(hz) / RATE_HZ
    wave = sum(share * np.sin(2 * np.pi * turns * (n + 1)) for n, share in enumerate(note.overtones))
    edge = np.clip(np.minimum(at_s, note.length_s - at_s) / FADE_S, 0, 1)
    return np.asarray(wave * np.exp(-5 * at_s / note.length_s) * edge / sum(note.overtones))


def can_sound(environment: Mapping[str, str], cards: Path = Path("/proc/asound/cards")) -> bool:
    """Whether it is worth asking for a sound device: ALSA writes a page of complaints where there is none."""
    if environment.get("SDL_AUDIODRIVER") or os.name != "posix" or not Path("/proc").exists():
        return True
    runtime = environment.get("XDG_RUNTIME_DIR")
    server = runtime and any(Path(runtime, name).exists() for name in ("pulse/native", "pipewire-0"))
    if server or environment.get("PULSE_SERVER"):
        return True
    return cards.exists() and "no soundcards" not in cards.read_text(encoding="utf-8", errors="replace")


class Sounds:
    """The sound device, opened for the first sound; without one everything is silent and nothing fails."""

    def __init__(self) -> None:
        self.silent = ""
        """Why there is no sound; empty while there is."""
        self._made: dict[str, pygame.mixer.Sound] = {}

    def play(self, name: str, volume: int) -> bool:
        """Play a signal at this volume in per cent; whether it sounds."""
        notes = find_signal(name)
        if volume <= 0 or not self._open():
            return False
        if name not in self._made:
            self._made[name] = pygame.mixer.Sound(buffer=synthesise(notes).tobytes())
        self._made[name].set_volume(volume / 100)
        return self._made[name].play() is not None

    def _open(self) -> bool:
        if pygame.mixer.get_init() is not None or self.silent:
            return not self.silent
        if not can_sound(os.environ):
            self.silent = "no sound device"
            return False
        try:
            pygame.mixer.init(RATE_HZ, -16, 1, 1024, allowedchanges=0)
        except pygame.error as fault:
            self.silent = words_of(fault)
        return not self.silent

    def close(self) -> None:
        """Give the sound device back."""
        self._made.clear()
        pygame.mixer.quit()
