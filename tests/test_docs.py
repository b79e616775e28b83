"""The documents name only what there is: files, modules, verbs of make, commands and their options."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from tablekeeper.firmware.commands.cli import main
from tests.engines.tables import ROOT

ROOMS = ("display", "docs", "engines", "firmware", "hardware", "requirements", "scripts", "tests", "vision")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TREE = [f"/{path.relative_to(ROOT).as_posix()}" for room in ROOMS for path in (ROOT / room).rglob("*.*")]
TREE += [f"/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "src/tablekeeper").glob("*.py")]
FILE = re.compile(r"`([\w./-]+\.(?:py|sh|md|svg))`|\b((?:tests|requirements|scripts|engines)/[\w./-]+\.\w+)")
EACH = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def commands(page: Path) -> list[str]:
    """What a page would have people type: indented lines and words between backticks."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^(?: {4}|\$ )(.+)$", text, re.MULTILINE) + re.findall(r"`([^`\n]+)`", text)


@EACH
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [] == [link for link in links if not (page.parent / link).exists()]


@EACH
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = {one or other for one, other in FILE.findall(page.read_text(encoding="utf-8"))}
    assert [] == sorted(name for name in named if not any(path.endswith(f"/{name}") for path in TREE))


@EACH
def test_every_module_that_is_run_is_there(page: Path) -> None:
    named = {
        word for line in commands(page) for word in re.findall(r"python -m ((?:tests|hardware|engines)[\w.]*)", line)
    }
    paths = {name: ROOT / name.replace(".", "/") for name in named}
    found = {
        name for name, path in paths.items() if path.with_suffix(".py").exists() or (path / "__main__.py").exists()
    }
    assert named == found


@EACH
def test_every_verb_of_make_is_a_target(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {word for line in commands(page) for word in re.findall(r"(?:^|\s)make ([a-z-]+)", line)}
    assert {verb for verb in named if not verb.startswith("rig-")} <= targets


@EACH
def test_every_command_and_option_is_one_of_ours(page: Path) -> None:
    for line in commands(page):
        if " import " in line:  # Python, not the command
            continue
        words = line.partition("#")[0].partition("tablekeeper ")[2].split()
        command: click.Command = main
        for word in words:
            if word.startswith("--"):
                assert word in {"--help", *(name for option in command.params for name in option.opts)}, line
            elif isinstance(command, click.Group) and "=" not in word:
                assert word in command.commands, line
                command = command.commands[word]


def test_every_crowded_folder_has_a_reason() -> None:
    text = (ROOT / "docs/rooms.md").read_text(encoding="utf-8")
    rooms = ("display", "engines", "firmware", "hardware", "vision")
    crowded = {
        folder.relative_to(ROOT).as_posix()
        for room in rooms
        for folder in [ROOT / room, *(path for path in (ROOT / room).rglob("*") if path.is_dir())]
        if len([module for module in folder.glob("*.py") if module.name != "__init__.py"]) > 15
    }
    reasons = {
        name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`([\w/]+)`", row)
    }
    assert crowded <= reasons
    assert {name for name in reasons if "/" in name and not name.endswith("/")} == crowded
