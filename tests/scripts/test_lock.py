"""requirements/*.txt fit pyproject.toml: each package with its exact version and hashes, and no address."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.engines.tables import ROOT

LOCKS = ("newest", "oldest", "pi", "dev", "browser", "parts", "benchmark", "lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
BLOCK = re.compile(r"([a-z0-9-]+)==([\w.]+)(?: ;.*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")
GPL = "chess"


def pins(name: str) -> dict[str, str]:
    """The versions of a lock; nothing but pinned packages with their hashes is in it."""
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    assert head.startswith("# ")
    assert "make lock" in head
    assert BLOCK.sub("", rest) == ""
    return {found[1]: found[2] for found in BLOCK.finditer(rest)}


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\s><=!;\[]", words)[0].lower() for words in requirements}


def at_least(requirement: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", (re.findall(r">=([\d.]+)", requirement) or ["0"])[0])))


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_with_its_hashes_and_no_address_is_named(name: str) -> None:
    assert pins(name)


@pytest.mark.parametrize("name", ["newest", "oldest"])
def test_all_that_the_project_needs_is_pinned_as_new_as_it_must_be(name: str) -> None:
    found = pins(name)
    for requirement in [*PROJECT["dependencies"], "setuptools>=77"]:
        [package] = names([requirement])
        pinned = tuple(map(int, re.findall(r"\d+", found[package])))
        assert pinned >= at_least(requirement), f"{requirement}: make lock"


@pytest.mark.parametrize("extra", ["dev", "browser", "parts", "benchmark", "lock"])
def test_an_extra_has_its_own_list_with_nothing_of_what_always_runs(extra: str) -> None:
    found = pins(extra)
    always = set(pins("newest"))
    assert names(EXTRAS[extra]) <= set(found) | always, "make lock"
    assert not set(found) & always


def test_a_pi_takes_the_same_versions_but_for_what_apt_brings() -> None:
    newest, pi = pins("newest"), pins("pi")
    assert pi.items() <= newest.items()
    assert set(newest) - set(pi) == {"numpy", "opencv-python-headless", "pygame-ce", "gpiozero", "colorzero"}


def test_the_oldest_versions_are_those_that_oldest_in_names() -> None:
    named = dict(
        re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "requirements/oldest.in").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert named
    assert named.items() <= pins("oldest").items(), "make lock"


def test_what_is_under_the_gpl_comes_with_the_benchmark_alone() -> None:
    assert [name for name in LOCKS if GPL in pins(name)] == ["benchmark"]
