"""The whole chain at once: rendered pictures, reader, arbiter, journal, rules, pins and screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.commands.playing.play import sum_up
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.simulated.evening import Evening, Summary


@pytest.mark.parametrize("seed", [1, 2])
def test_dice_of_cocoon_world_go_through_camera_and_reader(seed: int, tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        evening = Evening(journal, "cocoon_world", ["Ann", "Ben"], seed=seed, out=tmp_path / "out")
        summary = evening.play(lambda line: None, most_answers=18)
        evening.close()
    assert summary.rolls >= 2
    assert summary.silent_misreads == 0, summary.misread
    rolls = [played for played in evening.session.history.played if played.kind == "roll"]
    assert {played.source for played in rolls} <= {"camera", "touch"}
    assert "camera" in {played.source for played in rolls}
    written = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert {"rolls", "dice", "silent_misreads", "asked", "answers", "seconds", "winner"} <= set(written)
    assert all((tmp_path / "out" / name).stat().st_size > 1000 for name in written["pictures"])


def test_cocoons_slide_over_sensors_and_the_knob_answers_at_its_pins(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        evening = Evening(journal, "cocoons", ["Ann", "Ben"], seed=1, out=tmp_path / "out")
        summary = evening.play(lambda line: None, most_answers=60)
        evening.close()
    slides = [played for played in evening.session.history.played if played.answer.verb == "slide"]
    assert len(slides) >= 5
    assert {played.source for played in slides} == {"hall"}
    assert summary.slides >= len(slides)
    assert summary.pressed > 0


@pytest.mark.parametrize("game", ["kokoro", "chocobo"])
def test_the_other_games_play_by_bots(game: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        evening = Evening(journal, game, ["Ann", "Ben"], seed=1, out=tmp_path / "out")
        summary = evening.play(lambda line: None, most_answers=40)
        evening.close()
    assert summary.answers >= 40


@pytest.mark.parametrize(
    ("language", "winners", "said"),
    [
        ("en", ["Ann", "Zoë"], "Over: Ann, Zoë won (a walk alone)."),
        ("fr", ["Ann", "Zoë"], "Partie finie, une promenade en solitaire. Gagné par : Ann, Zoë."),
        ("en", [], "Over: nobody won (a walk alone)."),
        ("fr", [], "Partie finie, une promenade en solitaire. Personne ne gagne."),
    ],
)
def test_how_an_evening_ended_is_said_in_the_tables_language(language: str, winners: list[str], said: str) -> None:
    texts = shipped_texts(language)
    summary = Summary(game="kokoro", seed=1, answers=7, winner=winners, cause="alone")
    ended, seen = map(texts.translate, sum_up("kokoro", summary))
    assert ended == said
    assert seen.startswith({"en": "Answers: 7; by knob: 0", "fr": "Réponses : 7 ; au bouton : 0"}[language])
