"""scripts/test.sh with commands that only note what they are asked."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from tests.scripts.checkout import Checkout

STATIC = ["ruff format --check .", "ruff check .", "mypy ", "lint-imports --no-cache"]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    found = Checkout(tmp_path / "somewhere")
    for tool in ("ruff", "mypy", "lint-imports", "python"):
        found.stand_in(tool)
    return found


def steps(checkout: Checkout, *words: str) -> tuple[int, list[str], str]:
    done = checkout.run("bash", "scripts/test.sh", *words, PYTHON=str(checkout.bin / "python"))
    return done.returncode, [line for line in checkout.asked() if "import cv2" not in line], done.stdout


def test_static_checks_come_first_and_can_be_had_alone(checkout: Checkout) -> None:
    assert steps(checkout)[:2] == (0, [*STATIC, "python -m pytest -n auto"])
    assert steps(checkout, "static")[:2] == (0, STATIC)


def test_types_are_left_out_aloud_where_opencv_brings_none(checkout: Checkout) -> None:
    checkout.stand_in("python", '[ "$1" != -c ]')
    code, asked, said = steps(checkout, "static")
    assert (code, asked) == (0, [step for step in STATIC if step != "mypy "])
    assert "types: left out" in said


def test_what_python_compiled_is_kept_for_the_next_start_but_not_beside_the_sources(checkout: Checkout) -> None:
    checkout.stand_in(
        "python", '[ "$1" = -c ] || echo "compiles: ${PYTHONDONTWRITEBYTECODE-yes}, $PYTHONPYCACHEPREFIX"'
    )
    run = ("bash", "scripts/test.sh")
    python = {"PYTHON": str(checkout.bin / "python")}
    assert "compiles: yes, " in checkout.run(*run, **python).stdout.splitlines()
    apart = f"compiles: yes, {checkout.bin.parent}/pycache"
    assert apart in checkout.run(*run, **python, PYTHONDONTWRITEBYTECODE="1").stdout.splitlines()


@pytest.mark.parametrize("tool", ["ruff", "mypy", "lint-imports"])
def test_a_check_that_fails_ends_it(tool: str, checkout: Checkout) -> None:
    checkout.stand_in(tool, "exit 1")
    code, asked, _ = steps(checkout)
    assert code == 1
    assert "python -m pytest -n auto" not in asked


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (DeprecationWarning, "pkg_resources is deprecated as an API"),
        (UserWarning, "pkg_resources is deprecated as an API"),
        (RuntimeWarning, "Your system is avx2 capable but pygame was not built with support for it."),
    ],
)
def test_what_debians_pygame_warns_of_breaks_no_test(kind: type[Warning], words: str) -> None:
    warnings.warn(words, kind, stacklevel=1)
    with pytest.raises(kind):
        warnings.warn("something else", kind, stacklevel=1)
