"""The settings: defaults that work, where each value came from, and one sentence for what is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablekeeper.firmware.errors import ConfigFault
from tablekeeper.firmware.settings.config import NAMES, load_config, spell_toml, write_setting


def test_without_a_file_everything_has_a_default(tmp_path: Path) -> None:
    config = load_config(tmp_path, environment={})
    assert {value.origin for value in config.values()} == {"default"}
    assert [value.name for value in config.values()] == NAMES
    assert config.settings.camera.backend == "real"


def test_the_command_line_beats_the_environment_beats_the_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        "[table]\nlanguage = 'de'\nbrightness = 40\nsound = 'off'\n[camera]\nindex = 2\n", encoding="utf-8"
    )
    environment = {"TABLEKEEPER_TABLE_BRIGHTNESS": "60", "TABLEKEEPER_TABLE_LANGUAGE": "fr", "HOME": "/x"}
    config = load_config(tmp_path, ["table.language=it", "box.backend=none"], environment)
    found = {value.name: (value.value, value.origin) for value in config.values() if value.origin != "default"}
    assert found == {
        "table.language": ("it", "command line"),
        "table.brightness": (60, "environment"),
        "table.sound": ("off", "file"),
        "camera.index": (2, "file"),
        "box.backend": ("none", "command line"),
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tabel]\nsound = true\n", "found the section 'tabel'; expected 'table'"),
        ("[table]\nlangauge = 'de'\n", "found the setting 'table.langauge'; expected 'table.language'"),
        ("[screen]\nsound = 'on'\n", "expected 'table.sound'"),
        ("[table]\nsound = 'loud'\n", "found 'loud'; expected one of 'on', 'quiet', 'off'"),
        ("[table]\nbrightness = 200\n", "found 200; expected int <= 100"),
        ("[camera]\nbackend = 'usb'\n", "expected one of 'real', 'simulated', 'none'"),
        ("[camera]\nmains_hz = 55\n", "expected one of 50, 60"),
        ("table = 3\n", "expected a section [table]"),
        ("[table\n", "expected TOML"),
        ("[table]\nsound = true\nsound = false\n", "expected TOML"),
        ("\x00", "expected TOML"),
    ],
)
def test_a_broken_file_is_one_sentence(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_config(tmp_path, environment={})
    told = str(caught.value)
    assert words in told
    assert str(path) in told
    assert "\n" not in told


def test_a_folder_and_a_picture_in_its_place_are_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(ConfigFault, match="no text"):
        load_config(tmp_path, environment={})
    (tmp_path / "config.toml").unlink()
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(ConfigFault, match="is a directory"):
        load_config(tmp_path, environment={})


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("sound", "expected SECTION.KEY=VALUE"),
        ("table.sond=false", "expected 'table.sound'"),
        ("table.sound=7", "from the command line: found 7"),
    ],
)
def test_a_wrong_word_on_the_command_line_is_told(word: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigFault) as caught:
        load_config(tmp_path, [word], {})
    assert words in str(caught.value)


def test_a_setting_is_kept_beside_the_others(tmp_path: Path) -> None:
    write_setting(tmp_path, "table.language", "de")
    write_setting(tmp_path, "camera.backend", "simulated")
    write_setting(tmp_path, "table.language", "fr")
    settings = load_config(tmp_path, environment={}).settings
    assert (settings.table.language, settings.camera.backend) == ("fr", "simulated")
    before = (tmp_path / "config.toml").read_bytes()
    with pytest.raises(ConfigFault, match="expected one of"):
        write_setting(tmp_path, "camera.backend", "usb")
    assert before == (tmp_path / "config.toml").read_bytes()


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\x7f")), st.booleans(), st.integers(-(2**63), 2**63 - 1)
)
def test_what_is_written_as_toml_reads_back(word: str, truth: bool, number: int) -> None:
    sections = {"a": {"word": word, "truth": truth, "number": number}}
    assert sections == tomllib.loads(spell_toml(sections))


WORDS = st.sampled_from(
    ["[table]", "[camera]", "[[table]]", "sound", "index", "=", "true", "1979-05-27", "[", "{", "'", "\n"]
)


@given(content=st.binary(max_size=60) | st.lists(WORDS, max_size=12).map(lambda words: " ".join(words).encode()))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_is_in_the_file_it_is_read_or_one_sentence(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(content)
    try:
        config = load_config(tmp_path, environment={})
    except ConfigFault as fault:
        told = str(fault)
    else:
        told = config.path.name
    assert "config.toml" in told


def test_a_file_nested_without_end_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("table = " + "[" * 100_000)
    with pytest.raises(ConfigFault, match="expected TOML"):
        load_config(tmp_path, environment={})


def test_a_word_of_the_environment_is_one_value(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match="found '2.nsound = 3'"):
        load_config(tmp_path, environment={"TABLEKEEPER_CAMERA_INDEX": "2\nsound = 3"})


@pytest.mark.parametrize(
    ("line", "right"),
    [("language = 3", "a text"), ("captions = 1", "true or false"), ("brightness = 'x'", "a whole number")],
)
def test_a_value_of_the_wrong_kind_is_told_in_plain_words(line: str, right: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"[table]\n{line}\n")
    with pytest.raises(ConfigFault, match=f"expected {right}"):
        load_config(tmp_path, environment={})


def test_a_misspelt_variable_is_refused_and_others_are_let_be(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match="found TABLEKEEPER_TABEL_LANGUAGE; expected TABLEKEEPER_TABLE_LANGUAGE"):
        load_config(tmp_path, environment={"TABLEKEEPER_TABEL_LANGUAGE": "fr"})
    others = dict.fromkeys(
        ("TABLEKEEPER_HOME", "TABLEKEEPER_RIG", "TABLEKEEPER_MODEL_FILE", "TABLEKEEPER_SHARED"), "/x"
    )
    assert not [
        name for name, origin in load_config(tmp_path, environment=others).origins.items() if origin != "default"
    ]
