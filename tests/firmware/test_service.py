"""The service: what systemd hears, when a start is safe, and whether the units are good."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.service.service import (
    GROUPS,
    UNITS,
    Service,
    Starts,
    Watchdog,
    fill_unit,
    find_notify,
    find_patience_s,
)
from tests.conftest import Clock

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze on this computer")


@pytest.mark.parametrize("name", ["{folder}/notify", "@tablekeeper-test-{process}"])
def test_systemd_hears_what_is_told(name: str, tmp_path: Path) -> None:
    address = name.format(folder=tmp_path, process=os.getpid())
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + address[1:] if address.startswith("@") else address)
        systemd.settimeout(5)
        find_notify({"NOTIFY_SOCKET": address})("READY=1")
        assert systemd.recv(100) == b"READY=1"


def test_systemd_may_go_away_and_come_back(tmp_path: Path) -> None:
    find_notify({})("READY=1")
    notify = find_notify({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    notify("READY=1")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(5)
        notify("WATCHDOG=1")
        assert systemd.recv(100) == b"WATCHDOG=1"
    notify("STOPPING=1")


def test_only_turns_of_the_loop_feed_the_watchdog(clock: Clock) -> None:
    heard: list[str] = []
    watchdog = Watchdog(heard.append, 20.0)
    for _ in range(1000):
        watchdog.feed(clock())
        clock.pass_s(0.02)
    assert heard == ["WATCHDOG=1"] * 4
    clock.pass_s(1000)
    assert len(heard) == 4
    Watchdog(heard.append, None).feed(clock())
    assert len(heard) == 4


@pytest.mark.parametrize(
    ("environment", "patience_s"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_patience_of_systemd(environment: dict[str, str], patience_s: float | None) -> None:
    assert find_patience_s(environment, 7) == patience_s


def test_three_starts_that_did_not_last_make_the_next_safe(tmp_path: Path, clock: Clock) -> None:
    for _ in range(3):
        starts = Starts(tmp_path, clock())
        assert not starts.safe
        clock.pass_s(59)
        starts.note(clock())
    assert Starts(tmp_path, clock()).safe
    starts = Starts(tmp_path, clock())
    assert starts.safe
    clock.pass_s(60)
    starts.note(clock())
    assert not Starts(tmp_path, clock()).safe


def test_a_stop_on_purpose_is_no_failed_start(tmp_path: Path, clock: Clock) -> None:
    for _ in range(10):
        Service(tmp_path, clock(), {}).close()
    assert not Service(tmp_path, clock(), {}).safe


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"many", b"-3", b"99999999999999999999"])
def test_a_spoilt_counter_counts_from_nothing(content: bytes, tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "starts").write_bytes(content)
    assert not Starts(tmp_path, clock()).safe
    assert (tmp_path / "starts").read_bytes() == b"1\n"


def test_sigterm_ends_the_loop_at_its_next_turn(tmp_path: Path, clock: Clock) -> None:
    heard: list[str] = []
    service = Service(tmp_path, clock(), {})
    service.notify = heard.append
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        service.listen()
        service.ready()
        turns = 0
        while not service.stop_wanted:
            service.turn(clock())
            turns += 1
            if turns == 3:
                os.kill(os.getpid(), signal.SIGTERM)
        service.close()
    finally:
        for number, handler in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
            signal.signal(number, handler)
    assert (turns, heard) == (3, ["READY=1\nSTATUS=at the table", "STOPPING=1"])


def write_unit(kind: str, folder: Path) -> Path:
    home = folder / "data"
    home.mkdir()
    groups = ("root",)  # a system for tests need not have a Pi's groups
    text = fill_unit(kind, command="/bin/true", home=home, user="root", groups=groups)
    path = folder / UNITS[kind]
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", UNITS)
def test_a_filled_unit_has_no_gaps_and_sets_what_lgpio_needs(kind: str, tmp_path: Path) -> None:
    text = write_unit(kind, tmp_path).read_text(encoding="utf-8")
    assert not re.search(r"@[A-Z]+@", text)
    assert "Environment=LG_WD=" in text
    assert "WatchdogSec=20" in text
    assert " ".join(GROUPS) == "video render input gpio audio spi"


@pytest.mark.parametrize("kind", UNITS)
def test_a_unit_has_no_network_unless_it_is_installed_so(kind: str, tmp_path: Path) -> None:
    closed, opened = (
        fill_unit(kind, command="/bin/true", home=tmp_path, user="ann", network=network) for network in (False, True)
    )
    assert "AF_INET" not in closed
    assert "RestrictAddressFamilies=AF_UNIX AF_NETLINK AF_INET AF_INET6\n" in opened
    assert "IPAddressDeny" not in opened
    kept = set(closed.splitlines()) - set(opened.splitlines())
    assert {line.partition("=")[0] for line in kept} <= {"RestrictAddressFamilies", "IPAddressDeny"}


@needs_systemd
@pytest.mark.parametrize("kind", UNITS)
def test_systemd_finds_nothing_to_complain_about(kind: str, tmp_path: Path) -> None:
    path = write_unit(kind, tmp_path)
    manager = "--user" if kind == "desktop" else "--system"
    words = [str(ANALYZE), manager, "verify", "--recursive-errors=yes", "--man=no", str(path)]
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    ours = [line for line in done.stderr.splitlines() if path.name in line]
    assert (done.returncode, ours) == (0, [])


@needs_systemd
def test_systemd_would_find_a_wrong_unit(tmp_path: Path) -> None:
    path = write_unit("console", tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("WatchdogSec=20", "WatchdogSec=soon"), encoding="utf-8")
    words = [str(ANALYZE), "verify", "--recursive-errors=yes", "--man=no", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, "soon" in done.stderr) == (1, True)


def analyze(kind: str, folder: Path, *words: str) -> str:
    """What systemd-analyze says of a unit as it would be installed for some user."""
    path = write_unit(kind, folder)
    path.write_text(path.read_text(encoding="utf-8").replace("User=root", "User=ann"), encoding="utf-8")
    command = [str(ANALYZE), "security", "--offline=true", "--no-pager", *words, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@needs_systemd
@pytest.mark.parametrize(("kind", "most"), [("console", 1.2), ("desktop", 5.9)])
def test_a_unit_is_hardened(kind: str, most: float, tmp_path: Path) -> None:
    """systemd's own exposure: 0 is nothing, 10 is everything; a bare unit has 9 and more."""
    told = analyze(kind, tmp_path)
    found = re.search(r"exposure level.*?: ([0-9.]+)", told)
    assert found is not None, told
    assert float(found[1]) <= most, told


def explained(kind: str) -> set[str]:
    """The lines that docs/care.md leaves open for a unit."""
    text = (Path(__file__).parents[2] / "docs/care.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `") and line.count("|") == 5]
    column = 1 if kind == "console" else 2
    return {name for row in rows if row[column].strip() == "open" for name in re.findall(r"`([^`]+=[^`]*)`", row[0])}


@needs_systemd
@pytest.mark.parametrize("kind", UNITS)
def test_every_line_that_stays_open_is_explained_and_no_other(kind: str, tmp_path: Path) -> None:
    lines = json.loads(analyze(kind, tmp_path, "--json=short"))
    known = explained(kind)

    def spelled(line: dict[str, str]) -> str:
        return line["name"].partition("~CAP")[0]

    is_open = {spelled(line) for line in lines if not line["set"] and line["exposure"]}
    assert is_open <= known
    assert not known & ({spelled(line) for line in lines if line["set"]} - is_open)
    assert len(known) > 8


@pytest.mark.parametrize("command", ["/opt/a b/tablekeeper", "x\nUser=root", ""])
def test_a_place_that_would_break_the_unit_is_refused(command: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected plain letters"):
        fill_unit("desktop", command=command, home=tmp_path, user="pi")


def install(model: Path, *words: str) -> subprocess.CompletedProcess[str]:
    script = Path(__file__).parents[2] / "scripts" / "install.sh"
    environment = {"PATH": os.environ["PATH"], "HOME": "/home/ann", "TABLEKEEPER_MODEL_FILE": str(model)}
    return subprocess.run(["bash", script, *words], capture_output=True, text=True, check=False, env=environment)


def test_installing_names_each_step_and_uninstalling_spares_the_games(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5 Model B\0", encoding="ascii")
    told = install(model, "--dry-run").stdout
    assert "would: make setup (python3-picamera2, python3-opencv" in told
    assert "unit desktop > /home/ann/.config/systemd/user/tablekeeper.service" in told
    assert "--group video" in install(model, "--dry-run", "--console").stdout
    assert "nothing to take away" in install(model, "--dry-run", "--uninstall").stdout


def test_other_computers_and_wrong_words_are_refused(tmp_path: Path) -> None:
    for words in (["--dry-run"], ["--maybe"]):
        refused = install(tmp_path / "none", *words)
        assert (refused.returncode, len(refused.stderr.strip().splitlines())) == (2, 1)
