"""scripts/install.sh with commands that only note what they are asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts.checkout import Checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    found = Checkout(tmp_path / "somewhere")
    found.stand_in("id", 'if [ "$1" = -u ]; then echo 1000; else echo ann; fi')
    found.stand_in("sudo", '"$@"')
    found.stand_in("systemctl")
    found.stand_in("usermod")
    found.stand_in("dpkg-query", "echo install ok installed")
    found.stand_in("getent", '[ "$2" = gpio ]')
    found.setup(pi=True)
    found.stand_in("tee", f'cat >"{found.folder.parent}/console.service"')
    (found.folder / ".venv/bin/tablekeeper").write_text('#!/bin/sh\necho "unit of $*"\n', encoding="ascii")
    found.asked()
    return found


def install(checkout: Checkout, *words: str) -> tuple[int, str, str]:
    done = checkout.run("bash", "scripts/install.sh", *words, pi=True)
    return done.returncode, done.stdout, done.stderr


def unit(checkout: Checkout) -> Path:
    return checkout.folder.parent / ".config/systemd/user/tablekeeper.service"


def test_the_desktop_kind(checkout: Checkout) -> None:
    code, said, _ = install(checkout)
    assert (code, said.splitlines()[-1][:10]) == (0, "Installed.")
    assert unit(checkout).read_text(encoding="ascii") == "unit of unit desktop\n"
    asked = checkout.asked()
    assert "systemctl --user enable tablekeeper.service" in asked
    assert "usermod -aG gpio ann" in asked


def test_the_network_is_opened_only_when_asked_for(checkout: Checkout) -> None:
    assert install(checkout, "--network")[0] == 0
    assert unit(checkout).read_text(encoding="ascii") == "unit of unit desktop --network\n"


def test_a_dry_run_changes_nothing_and_says_so(checkout: Checkout) -> None:
    code, said, _ = install(checkout, "--dry-run")
    assert code == 0
    assert "Installed." not in said
    assert said.splitlines()[-1].startswith("Nothing was changed")
    assert not unit(checkout).exists()
    assert not [line for line in checkout.asked() if line.startswith(("systemctl", "sudo", "usermod", "apt-get"))]


def test_the_console_kind_takes_the_desktops_place(checkout: Checkout) -> None:
    install(checkout)
    checkout.asked()
    assert install(checkout, "--console")[0] == 0
    assert not unit(checkout).exists()
    assert "systemctl --user disable --now tablekeeper.service" in checkout.asked()
    assert "console" in (checkout.folder.parent / "console.service").read_text(encoding="ascii")


def test_a_failing_systemctl_does_not_stop_half_way(checkout: Checkout) -> None:
    checkout.stand_in("systemctl", "exit 1")
    code, said, complaint = install(checkout)
    assert code == 1
    assert unit(checkout).exists()
    assert "Installed." not in said
    assert "systemctl --user enable tablekeeper.service" in complaint


def test_uninstalling_goes_on_after_a_failure(checkout: Checkout) -> None:
    install(checkout)
    checkout.stand_in("systemctl", "exit 1")
    code, _, complaint = install(checkout, "--uninstall")
    assert (code, unit(checkout).exists()) == (1, False)
    assert "these steps failed" in complaint


def test_uninstalling_keeps_the_games_and_may_be_done_twice(checkout: Checkout) -> None:
    install(checkout)
    assert "games are still" in install(checkout, "--uninstall")[1]
    assert install(checkout, "--uninstall")[:2] == (0, "No service is installed; there is nothing to take away.\n")


@pytest.mark.parametrize("tool", ["sudo", "systemctl"])
def test_a_missing_tool_is_one_sentence_before_anything_happens(tool: str, checkout: Checkout) -> None:
    (checkout.bin / tool).unlink()
    code, said, complaint = install(checkout)
    assert (code, said, complaint.count("\n")) == (2, "", 1)
    assert f"found no {tool}" in complaint
    assert not [line for line in checkout.asked() if not line.startswith("id")]


def test_a_set_up_that_fails_installs_no_service(checkout: Checkout) -> None:
    (checkout.folder / ".venv/pyvenv.cfg").unlink()
    (checkout.folder / ".venv/.ready").unlink()
    done = checkout.run("bash", "scripts/install.sh", pi=True, fault="offline")
    assert done.returncode != 0
    assert not unit(checkout).exists()
