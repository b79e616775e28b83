"""The command line says its errors in the table's language, wherever that is set and whatever else is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.firmware.settings.config import find_language
from tests.firmware.commands import call

FRENCH = ("--set", "table.language=fr")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["restore", "none.tar.gz"],
            "Impossible de lire la sauvegarde none.tar.gz : ce fichier n’existe pas ; il faut",
        ),
        (["play", "nosuch"], "Impossible d’ouvrir le jeu 'nosuch' : aucun ne porte ce nom ; il faut l’un de : "),
        (["read", "none.jpg"], "Impossible de lire l’image 'none.jpg' : trouvé rien ; il faut une image JPEG, PNG, "),
        (["--set", "table.sond=off", "config"], "le réglage 'table.sond' n’existe pas ; il faut 'table.sound'"),
        (["--set", "camera.index=x", "config"], "trouvé 'x' ; il faut un nombre entier"),
        (["replay", "none"], "Impossible de lire un journal ou une partie écrite de none : ce fichier n’existe pas"),
    ],
)
def test_a_french_table_hears_french_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(tmp_path / "table", *FRENCH, *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("tablekeeper: Impossible ")
    assert said in result.stderr
    assert not {"Cannot", "expected", "found"} & set(result.stderr.split())


def test_a_game_that_is_not_there_is_refused_in_french(tmp_path: Path) -> None:
    result = call(tmp_path, *FRENCH, "play", "kokoro", "--headless", "--resume", "7")
    assert "Impossible de reprendre la partie 7 : aucune ne porte ce numéro" in result.stderr
    assert "Le journal est exactement ce qui a été écrit" in call(tmp_path, *FRENCH, "repair").output


def test_the_language_is_found_although_another_setting_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[table]\nlanguage = "fr"\nsond = "off"\n', encoding="utf-8")
    assert "le réglage 'table.sond' n’existe pas" in call(tmp_path, "config").stderr
    (tmp_path / "config.toml").write_text('[table]\n  language = "fr"\n[[[\n', encoding="utf-8")
    assert call(tmp_path, "config").stderr.startswith("tablekeeper: Impossible de lire les réglages")


@pytest.mark.parametrize(
    ("wished", "environment", "found"),
    [
        (["table.language=fr", "table.sond=1"], {}, "fr"),
        (["table.sond=1"], {"TABLEKEEPER_TABLE_LANGUAGE": "fr"}, "fr"),
        (["table.sond=1"], {}, ""),
        ([], {"TABLEKEEPER_TABLE_LANGUAGE": "fr"}, "fr"),
        ([], {}, "en"),
    ],
)
def test_the_command_line_comes_before_the_environment(
    tmp_path: Path, wished: list[str], environment: dict[str, str], found: str
) -> None:
    assert find_language(tmp_path, wished, environment) == found
