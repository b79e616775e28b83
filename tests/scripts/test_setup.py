"""scripts/setup.sh on systems that are not as they should be; `make test-setup` tries the real ones."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.scripts.checkout import IS_ROOT, Checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "somewhere")


def installed(words: list[str]) -> set[str]:
    """The lists of requirements that pip was asked for."""
    wanted = {word for line in words if "-m pip install" in line for word in line.split()}
    return {word.removeprefix("--requirement=requirements/") for word in wanted if word.startswith("--requirement=")}


def test_a_second_run_does_nothing(checkout: Checkout) -> None:
    assert checkout.setup().returncode == 0
    assert any("-m venv" in line for line in checkout.asked())
    again = checkout.setup()
    assert (again.returncode, again.stderr, checkout.asked()) == (0, "", [])


def test_everything_is_installed_by_its_hash(checkout: Checkout) -> None:
    checkout.setup()
    asked = [line for line in checkout.asked() if "-m pip install" in line]
    assert installed(asked) == {"newest.txt", "dev.txt"}
    assert all("--require-hashes" in line or line.endswith("--no-deps --no-build-isolation -e .") for line in asked)


def test_a_pi_gets_the_tools_of_the_tests_only_when_somebody_tests(checkout: Checkout) -> None:
    checkout.stand_in("dpkg-query", "echo install ok installed")
    assert checkout.setup(pi=True).returncode == 0
    asked = checkout.asked()
    assert installed(asked) == {"pi.txt"}
    assert any("--system-site-packages" in line for line in asked)
    assert all("--no-warn-conflicts" in line for line in asked if "pip install" in line)
    assert checkout.run("make", "tools", pi=True).returncode == 0
    assert installed(checkout.asked()) == {"pi.txt", "dev.txt"}
    assert (checkout.setup(pi=True).stderr, checkout.asked()) == ("", [])


def test_the_path_to_the_code_holds_no_letter_of_the_folders_name(checkout: Checkout) -> None:
    checkout.setup()
    packages = checkout.folder / ".venv/lib/python3.11/site-packages"
    (path,) = packages.glob("*.pth")
    assert (packages / path.read_text(encoding="ascii").strip()).resolve() == checkout.folder / "src"


def test_a_package_that_is_another_one_is_one_sentence(checkout: Checkout) -> None:
    done = checkout.setup("forged")
    assert (done.returncode, done.stderr.count("another hash")) == (2, 1)
    assert not (checkout.folder / ".venv/.ready").exists()


@pytest.mark.parametrize("fault", ["killed-in-venv", "killed-in-pip"])
def test_an_interrupted_set_up_is_made_anew(fault: str, checkout: Checkout) -> None:
    assert checkout.setup(fault).returncode != 0
    checkout.asked()
    assert checkout.setup().returncode == 0
    assert any("-m venv" in line for line in checkout.asked())
    assert checkout.setup().stderr == ""


def test_a_moved_checkout_is_made_anew(checkout: Checkout) -> None:
    checkout.setup()
    checkout.asked()
    checkout.folder = checkout.folder.rename(checkout.folder.with_name("moved"))
    done = checkout.setup()
    assert done.returncode == 0
    assert "another place" in done.stderr
    assert any("-m venv" in line for line in checkout.asked())


def test_a_copied_checkout_runs_its_own_code(checkout: Checkout) -> None:
    checkout.setup()
    checkout.asked()
    checkout.folder = Path(shutil.copytree(checkout.folder, checkout.folder.with_name("copied")))
    assert checkout.setup().returncode == 0
    assert any(f"-m venv --clear {'.venv'}" in line for line in checkout.asked())
    assert str(checkout.folder) in (checkout.folder / ".venv" / "pyvenv.cfg").read_text(encoding="utf-8")


def test_without_a_network_a_working_environment_goes_on(checkout: Checkout) -> None:
    checkout.setup()
    with (checkout.folder / "requirements" / "newest.txt").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")
    done = checkout.setup("offline")
    assert done.returncode == 0
    assert "no network" in done.stderr
    assert "as it was" in done.stderr
    assert len(done.stderr.splitlines()) == 2
    assert checkout.setup().returncode == 0  # the network is back: now it is brought up to date
    assert checkout.setup().stderr == ""


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("offline", "no network"),
        ("full", "the disk is full"),
        ("old", "too old"),
        ("no-venv", "python3-venv"),
    ],
)
def test_a_first_set_up_that_cannot_be_says_why_in_one_sentence(fault: str, words: str, checkout: Checkout) -> None:
    done = checkout.setup(fault)
    told = [line for line in done.stderr.splitlines() if line.startswith("setup:") and "making" not in line]
    assert done.returncode == 2
    assert words in told[-1]
    assert len(told) == 1
    assert "WARNING" not in done.stderr


def test_no_python_at_all(checkout: Checkout) -> None:
    done = checkout.run("make", "setup", PY="python-that-is-not-there")
    assert done.returncode == 2
    assert "sudo apt install python3" in done.stderr


@pytest.mark.skipif(not IS_ROOT, reason="asks apt-get directly only as root")
def test_on_a_pi_missing_packages_are_installed(checkout: Checkout) -> None:
    checkout.stand_in("dpkg-query", '[ "${@: -1}" = python3-lgpio ] || echo install ok installed')
    checkout.stand_in("apt-get")
    assert checkout.setup(pi=True).returncode == 0
    assert "apt-get install -y python3-lgpio" in checkout.asked()


def test_on_a_pi_without_sudo_it_says_which_packages(checkout: Checkout) -> None:
    checkout.stand_in("dpkg-query", "exit 1")
    checkout.stand_in("id", "echo 1000")
    done = checkout.setup(pi=True)
    assert done.returncode == 2
    assert "as root: apt-get install python3-picamera2" in done.stderr


def test_a_read_only_checkout_is_one_sentence(checkout: Checkout) -> None:
    checkout.stand_in("mkdir", "exit 1")
    done = checkout.setup()
    assert done.returncode == 2
    told = [line for line in done.stderr.splitlines() if not line.startswith("make:")]
    assert (len(told), "cannot be written" in told[0]) == (1, True)
