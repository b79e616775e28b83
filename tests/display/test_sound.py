"""Sounds: each is short, soft and its own; without a device they are silent; captions stand for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

from tablekeeper.display.errors import SettingFault, SoundFault
from tablekeeper.display.window import sound
from tablekeeper.display.window.sound import LOUDEST, RATE_HZ, SIGNALS, Sounds, can_sound, synthesise
from tablekeeper.display.window.window import CAPTION_S, DIM_AFTER_S, DIM_TO, Window
from tablekeeper.display.words.texts import LANGUAGES, shipped_texts
from tests.display.samples import table_pages

OPENING = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]


@pytest.fixture
def window() -> Iterator[Window]:
    opened = Window((800, 480), driver="dummy")
    opened.show(OPENING)
    opened.draw(100.0)
    opened.draw(105.0)
    yield opened
    opened.close()


@pytest.mark.parametrize("name", SIGNALS)
def test_a_sound_is_short_soft_and_begins_and_ends_in_silence(name: str) -> None:
    samples = synthesise(SIGNALS[name])
    assert 0.1 * RATE_HZ < len(samples) < 1.6 * RATE_HZ
    assert 0.05 < np.abs(samples).max() / 32767 <= LOUDEST + 0.001
    assert abs(int(samples[0])) < 100
    assert abs(int(samples[-1])) < 100
    assert np.abs(np.diff(samples.astype(int))).max() < 0.3 * 32767


def test_no_two_signals_sound_the_same_and_each_has_its_caption() -> None:
    assert len({synthesise(notes).tobytes() for notes in SIGNALS.values()}) == len(SIGNALS)
    for language in LANGUAGES:
        captions = [shipped_texts(language).say(f"sound.{name}") for name in SIGNALS]
        assert len(set(captions)) == len(SIGNALS)
        assert not [key for key in shipped_texts(language).texts
                    if key.startswith("sound.") and key.partition(".")[2] not in SIGNALS]  # fmt: skip


def test_a_signal_sounds_unless_the_volume_is_off(window: Window) -> None:
    assert window.sounds.play("turn", 100)
    assert pygame.mixer.get_busy()
    pygame.mixer.stop()
    window.adjust("sound", "off")
    window.signal("turn")
    assert not pygame.mixer.get_busy()


def test_without_a_sound_device_everything_is_silent_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_device")
    sounds = Sounds()
    assert not sounds.play("turn", 100)
    assert sounds.silent
    assert not sounds.play("won", 100)


def test_a_machine_without_a_sound_card_is_not_asked_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = tmp_path / "cards"
    assert not can_sound({}, cards)
    cards.write_text("--- no soundcards ---\n")
    assert not can_sound({}, cards)
    cards.write_text(" 0 [Headphones     ]: bcm2835_headpho\n")
    assert can_sound({}, cards)
    assert can_sound({"PULSE_SERVER": "tcp:somewhere"}, tmp_path / "none")
    monkeypatch.setattr(sound, "can_sound", lambda environment: False)
    pygame.mixer.quit()
    assert not Sounds().play("turn", 100)


def test_an_unknown_signal_and_an_unknown_setting_are_named(window: Window) -> None:
    with pytest.raises(SoundFault, match="'gong'"):
        window.signal("gong")
    with pytest.raises(SettingFault, match="'smell'"):
        window.adjust("smell", "on")
    with pytest.raises(SettingFault, match="on, quiet, off"):
        window.adjust("sound", "11")


@pytest.mark.parametrize("name", SIGNALS)
def test_the_caption_of_the_last_sound_comes_at_once_and_goes_again(window: Window, name: str) -> None:
    before = pygame.surfarray.array3d(window.screen)
    window.signal(name)
    assert window.busy
    assert window.draw(200.0)
    assert (pygame.surfarray.array3d(window.screen) != before).any()
    assert window.draw(200.0 + CAPTION_S - 0.1) == []
    assert window.draw(200.0 + CAPTION_S)
    assert (pygame.surfarray.array3d(window.screen) == before).all()
    assert not window.busy


def test_captions_can_be_switched_off(window: Window) -> None:
    window.adjust("captions", "off")
    window.draw(150.0)
    window.signal("turn")
    assert window.draw(200.0) == []


def test_the_screen_dims_after_five_quiet_minutes_and_wakes_at_a_sound_a_page_or_a_touch(window: Window) -> None:
    bright = pygame.surfarray.array3d(window.screen).astype(int)
    window.draw(100.0 + DIM_AFTER_S - 1)
    assert (pygame.surfarray.array3d(window.screen) == bright).all()
    assert window.draw(106.0 + DIM_AFTER_S)
    dark = pygame.surfarray.array3d(window.screen)
    assert np.abs(dark - bright * DIM_TO).max() <= 2
    assert window.draw(1000.0) == []
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F5, unicode=""))
    window.intents(1001.0)
    window.draw(1001.0)
    window.draw(1002.0)
    assert (pygame.surfarray.array3d(window.screen) == bright).all()
    assert window.draw(1001.0 + DIM_AFTER_S)
    window.signal("turn")
    window.draw(2000.0)
    window.draw(2000.0 + CAPTION_S)
    assert (pygame.surfarray.array3d(window.screen) == bright).all()
    window.adjust("dim", "off")
    window.draw(3000.0)
    assert window.draw(9000.0) == []
