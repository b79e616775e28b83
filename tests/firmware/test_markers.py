"""Nothing of what people wrote gets out: a marker in every string of every input, and no marker in what is passed on.

What is passed on is the bundle of diagnostics, the doctor's findings for whoever helps, the log, and what is written
down when the program crashes. What a command prints for the person who called it may quote their own files.
"""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.firmware.commands import crash
from tablekeeper.firmware.doctor.bundle import write_bundle
from tablekeeper.firmware.doctor.examine import examine
from tablekeeper.firmware.errors import ConfigFault
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.settings.config import NAMES, load_config
from tests.firmware.commands import call
from tests.firmware.strange_journals import add_entries, add_game, plain_setup
from tests.firmware.test_doctor import WELL

MARK = "Mxk7Marker"
SETTINGS = {
    "right": f"[table]\nplayers = ['{MARK}']\nlanguage = 'en'\n[box]\npins = '{MARK}.toml'\n",
    "a wrong value": f"[table]\nsound = '{MARK}'\n",
    "a wrong name": f"[{MARK}]\na = 1\n",
    "no TOML": f"{MARK}\n",
}
COMMANDS = (
    ("config",), ("doctor",), ("games",), ("statistics",), ("playlog",), ("scores",), ("repair",),
    ("edition", "show", "kokoro"), ("replay", JOURNAL), ("replay", MARK), ("read", f"{MARK}.png"), ("restore", MARK),
    ("play", "kokoro", "--bots", "--headless", "--seed", "1"), ("play", "chocobo", "--players", MARK),
    ("play", "cocoon-world", "--edition", f"{MARK}.toml"), ("play", MARK), ("update", MARK), ("dice", "--once", MARK),
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A table with the marker in every string of every file."""
    home = tmp_path / MARK
    inputs = {
        "editions/kokoro.toml": f"game = '{MARK}'\nname = '{MARK}'\n",
        "editions/chocobo.toml": f"game = 'chocobo'\nname = '{MARK}'\n[cards]\n{MARK} = '{MARK}'\n",
        "calibration.toml": f"version = '{MARK}'\n",
        f"{MARK}.toml": f"[{MARK}]\n",
        f"{MARK}.png": MARK,
        "phones.json": json.dumps({"game": MARK, "clients": [{"digest": MARK}]}),
        "starts": MARK,
        "taught": MARK,
    }
    for name, text in inputs.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    with Journal(home / JOURNAL) as journal:
        add_game(journal, MARK, json.dumps({"players": [MARK], MARK: MARK}), MARK)
        origin = json.dumps({"by": "people", "rules": MARK})
        add_game(journal, "kokoro", json.dumps({"players": [MARK], MARK: MARK}), origin)
        entries = [Entry("answer", 0, MARK, 0, MARK), Entry(MARK, 1, MARK)]
        add_entries(journal, add_game(journal, "cocoon_world", json.dumps(plain_setup("cocoon_world"))), entries)
    return home


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, as the program writes it down."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(crash.Log("%(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)


@pytest.mark.parametrize("settings", SETTINGS)
def test_no_string_of_any_input_gets_into_the_bundle(settings: str, home: Path, tmp_path: Path) -> None:
    (home / "config.toml").write_text(SETTINGS[settings], encoding="utf-8")
    findings = list(examine(home, replace(WELL, python=("3.11.7", f"/opt/{MARK}/python"))))
    write_bundle(tmp_path / "b.zip", home, findings, [])
    with zipfile.ZipFile(tmp_path / "b.zip") as bundle:
        for name in bundle.namelist():
            assert MARK not in bundle.read(name).decode(), name


def test_no_setting_that_takes_any_words_gets_into_the_bundle(tmp_path: Path) -> None:
    free = []
    for name in NAMES:
        section, key = name.split(".")
        (tmp_path / "config.toml").write_text(f"[{section}]\n{key} = '{MARK}'\n", encoding="utf-8")
        try:
            load_config(tmp_path, environment={})
        except ConfigFault:
            continue  # it takes numbers, or words of its own
        free.append(name)
        write_bundle(tmp_path / "b.zip", tmp_path, [], [])
        with zipfile.ZipFile(tmp_path / "b.zip") as bundle:
            assert MARK not in bundle.read("settings.json").decode(), name
    assert {"camera.pictures", "box.pins", "mqtt.host", "club.store"} <= set(free)


@pytest.mark.parametrize("settings", SETTINGS)
def test_no_string_of_any_input_gets_into_the_log(
    settings: str, home: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "config.toml").write_text(SETTINGS[settings], encoding="utf-8")
    monkeypatch.chdir(home)
    for words in COMMANDS:
        call(home, *words)
    assert MARK not in log.getvalue()


def test_a_device_that_fails_with_a_name_in_its_words_is_logged_without_it(log: io.StringIO) -> None:
    supervisor = Supervisor(Inbox(), first_pause_s=0.0)

    class Worker:
        def step(self) -> None:
            supervisor._stop.set()
            raise OSError(5, MARK, MARK)

    supervisor._serve("camera", Worker(), object(), True)  # type: ignore[arg-type]
    assert "camera stopped" in log.getvalue()
    assert "builtins.OSError 5" in log.getvalue()
    assert MARK not in log.getvalue()


def fail() -> None:
    secret = {MARK: MARK}
    try:
        raise KeyError(MARK)
    except KeyError:
        raise RuntimeError(f"no {secret}") from ValueError(MARK)


def test_a_crash_is_told_by_kinds_and_places_only() -> None:
    with pytest.raises(RuntimeError) as raised:
        fail()
    told = crash.spell_fault(raised.value)
    assert told.splitlines()[0] == "builtins.ValueError"
    assert "builtins.RuntimeError" in told
    assert "tests.firmware.test_markers.fail:" in told
    assert MARK not in told


@pytest.mark.parametrize("how", ["main", "thread", "log"])
def test_the_command_writes_down_its_own_crash_so(how: str) -> None:
    words = {
        "main": "raise KeyError(m)",
        "thread": "import threading; t = threading.Thread(target=lambda: {}[m]); t.start(); t.join()",
        "log": "import logging\ntry:\n    {}[m]\nexcept KeyError:\n    logging.getLogger('x').exception('stopped')",
    }[how]
    script = f"import sys; from tablekeeper.firmware.commands import crash; crash.install(); m = sys.argv[1]\n{words}"
    done = subprocess.run([sys.executable, "-c", script, MARK], capture_output=True, text=True, check=False)
    assert "KeyError" in done.stderr
    assert MARK not in done.stderr


def test_the_process_installs_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from tablekeeper.firmware.commands.cli import main

    installed = []
    monkeypatch.setattr(crash, "install", lambda: installed.append(True))
    monkeypatch.setattr(sys, "argv", ["tablekeeper", "--version"])
    with pytest.raises(SystemExit):
        main()
    assert installed == [True]
