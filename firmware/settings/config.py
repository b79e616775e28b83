"""The settings of one table: one TOML file with defaults that work, and where each value came from."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from tablekeeper.engines.core.toml_text import Tree, parse_toml
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import ConfigFault, why_of
from tablekeeper.firmware.settings.bounded import read_bounded
from tablekeeper.firmware.settings.whole_file import write_whole

FILE = "config.toml"
PREFIX = "TABLEKEEPER_"
"""TABLEKEEPER_CAMERA_BACKEND=none sets camera.backend."""
MISSPELT = 0.9
"""How like a setting's name a variable's is that was meant for it."""
Percent = Annotated[int, Meta(ge=0, le=100)]
Length = Annotated[int, Meta(ge=1, le=10_000)]
Origin = Literal["default", "file", "environment", "command line"]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the people at the table prefer."""

    language: Annotated[str, Meta(pattern="^[a-z]{2}$")] = "en"
    players: tuple[Annotated[str, Meta(min_length=1, max_length=24)], ...] = ()
    """Who usually plays; proposed when a game begins."""
    sound: Literal["on", "quiet", "off"] = "on"
    captions: bool = True
    """Each sound is written down for a moment."""
    brightness: Percent = 100
    text_size: Literal["normal", "large"] = "normal"
    hand: Literal["right", "left"] = "right"
    calm: bool = False
    """Motions on the screen become cuts."""


class CameraSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The camera over the tray."""

    backend: Literal["real", "simulated", "none"] = "real"
    kind: Literal["pi", "webcam", "pictures"] = "pi"
    index: Annotated[int, Meta(ge=0, le=63)] = 0
    width_px: Length = 1280
    height_px: Length = 960
    pictures: str = ""
    """The folder or video that kind "pictures" plays."""
    mains_hz: Literal[50, 60] = 50


class BoxSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The box of sliding cocoons and the knob, buttons and lamp beside it."""

    backend: Literal["real", "simulated", "none"] = "real"
    kind: Literal["hall", "analog"] = "hall"
    pins: str = ""
    """A pins.toml of your own wiring; empty for the wiring of the building guide."""
    gpio: Literal["lgpio", "rpigpio"] = "lgpio"
    """The library that reaches the pins; "rpigpio" is for older systems."""
    masked_cell: Annotated[int, Meta(ge=0, le=9)] = 0
    """A place whose sensor is dead, so that the others have to do; 0 for none."""
    lamp: bool = True


class ScreenSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The screen."""

    width_px: Length = 800
    height_px: Length = 480
    driver: Literal["auto", "wayland", "x11", "kmsdrm", "dummy"] = "auto"
    theme: Literal["dark", "light"] = "dark"
    full_screen: bool = True
    """On a Pi; on any other computer only where the settings say so. F11 changes it meanwhile."""
    monitor: Annotated[int, Meta(ge=0, le=15)] = 0
    """Which monitor, where there are several; 0 is the first."""
    upside_down: bool = False
    dim: bool = True
    """The screen dims when nobody has touched it for a while."""


class JournalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The journal and its care."""

    backups_kept: Annotated[int, Meta(ge=1, le=1000)] = 10
    flight_recorder: bool = True


class PhonesSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Phones as further screens; they are switched on in the menu or with --phones."""

    port: Annotated[int, Meta(ge=1024, le=65535)] = 8570


class MqttSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The house's own network: what everybody at the table may see goes to an MQTT broker."""

    on: bool = False
    host: Annotated[str, Meta(max_length=253)] = ""
    port: Annotated[int, Meta(ge=1, le=65535)] = 1883
    tls: bool = False
    ca: str = ""
    """The file with the authority that signed the broker's certificate; empty: those that the system knows."""
    credentials: str = ""
    """A file of your own with user and password (docs/mqtt.md); it stays out of logs and bundles."""
    name: Annotated[str, Meta(max_length=40)] = ""
    """What the house calls this table."""
    table: Annotated[str, Meta(pattern="^([a-z0-9][a-z0-9_-]{0,31})?$")] = ""
    """The table's name in topics; empty: one that is drawn once."""
    discovery: bool = True
    """Whether Home Assistant finds the table by itself."""
    shared_days: Annotated[int, Meta(ge=0, le=3650)] = 2
    """A club may ask for the games that began in these last days."""


class ClubSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """An evening of several tables (`tablekeeper club`)."""

    store: str = ""
    """The ledger: empty for a file in the club's folder, a file of your own, or postgresql://..."""
    port: Annotated[int, Meta(ge=1024, le=65535)] = 8580
    """Of the evening's page."""
    broker_port: Annotated[int, Meta(ge=1024, le=65535)] = 1883
    """Of the club's own broker."""
    minutes: Annotated[int, Meta(ge=1, le=600)] = 45
    """How long a round is, unless the organiser says otherwise."""


class PowerSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Switching off."""

    switch_off: Annotated[str, Meta(max_length=200)] = "systemctl poweroff"
    """What switches a Pi off from the menu; empty for no such button. Nothing is run on any other computer."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, section by section."""

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    box: BoxSettings = BoxSettings()
    screen: ScreenSettings = ScreenSettings()
    journal: JournalSettings = JournalSettings()
    phones: PhonesSettings = PhonesSettings()
    power: PowerSettings = PowerSettings()
    mqtt: MqttSettings = MqttSettings()
    club: ClubSettings = ClubSettings()


class Value(NamedTuple):
    """One setting as it stands."""

    name: str
    value: Any
    origin: Origin
    default: Any


class Config(NamedTuple):
    """The settings and where each that is no default came from."""

    settings: Settings
    origins: Mapping[str, Origin]
    path: Path
    wished: tuple[str, ...] = ()
    """The words of the command line."""

    def again(self, *more: str) -> Config:
        """The same settings read anew, with more words of the command line."""
        return load_config(self.path.parent, (*self.wished, *more))

    def values(self) -> Iterator[Value]:
        """Every setting by its full name, such as camera.backend."""
        for name, default in _walk(Settings()):
            section, key = name.split(".")
            value = getattr(getattr(self.settings, section), key)
            yield Value(name, value, self.origins.get(name, "default"), default)


NAMES = [
    f"{section.name}.{key.name}"
    for section in msgspec.structs.fields(Settings)
    for key in msgspec.structs.fields(section.type)
]


def load_config(home: Path, wished: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> Config:
    """The settings of a table; `wished` are words of the command line such as camera.backend=none."""
    path = home / FILE
    origins: dict[str, Origin] = {}
    plain: dict[str, Tree] = {}
    for name, value in _read_file(path):
        _put(plain, origins, name, value, "file")
    for name, text in _read_environment(os.environ if environment is None else environment):
        _put(plain, origins, name, _read_value(text), "environment")
    for word in wished:
        name, equals, text = word.partition("=")
        if not equals:
            raise ConfigFault(
                "Cannot set {word!r}: found no '='; expected SECTION.KEY=VALUE such as table.sound=off", word=word
            )
        _check_known(name, Words("Cannot set {word!r}", word=word))
        _put(plain, origins, name, _read_value(text), "command line")
    return Config(_convert(plain, origins, path), origins, path, tuple(wished))


def find_language(home: Path, wished: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> str:
    """The language that is set, even if another setting is wrong: that must be said in some language; or empty."""
    try:
        return load_config(home, wished, environment).settings.table.language
    except ConfigFault:
        variables = os.environ if environment is None else environment
    said = [word.partition("=")[2] for word in wished if word.startswith("table.language=")]
    said.append(variables.get(f"{PREFIX}TABLE_LANGUAGE", ""))
    with contextlib.suppress(OSError, ValueError):
        said += re.findall(r"^\s*language\s*=\s*[\"'](\w*)", read_bounded(home / FILE), re.MULTILINE)
    return next(filter(None, said), "")


def _walk(settings: Settings) -> Iterator[tuple[str, object]]:
    for name in NAMES:
        section, key = name.split(".")
        yield name, getattr(getattr(settings, section), key)


def _put(plain: dict[str, Tree], origins: dict[str, Origin], name: str, value: object, origin: Origin) -> None:
    section, key = name.split(".")
    plain.setdefault(section, {})[key] = value
    origins[name] = origin


def _read_file(path: Path) -> Iterator[tuple[str, object]]:
    try:
        sections = parse_toml(read_bounded(path))
    except FileNotFoundError:
        return
    except UnicodeDecodeError:
        raise ConfigFault(
            "Cannot read the settings from {path}: that is no text; expected a UTF-8 TOML file", path=path
        ) from None
    except ValueError as fault:
        raise ConfigFault(
            "Cannot read the settings from {path}: {fault}; expected TOML such as [table] language = 'en'",
            path=path,
            fault=_lower(str(fault)),
        ) from None
    except OSError as fault:
        raise ConfigFault(
            "Cannot read the settings from {path}: {why}; expected a file of your own", path=path, why=why_of(fault)
        ) from None
    for section, keys in sections.items():
        where = Words("Cannot read the settings from {path}", path=path)
        if section not in Settings.__struct_fields__:
            raise ConfigFault(
                "{where}: found the section {section!r}; {right}",
                where=where,
                section=section,
                right=suggest(section, Settings.__struct_fields__),
            )
        if not isinstance(keys, dict):
            raise ConfigFault(
                "{where}: found {section} = {keys!r}; expected a section [{section}]",
                where=where,
                section=section,
                keys=keys,
            )
        for key, value in keys.items():
            _check_known(f"{section}.{key}", where)
            yield f"{section}.{key}", value


def _check_known(name: str, where: str) -> None:
    if name not in NAMES:
        raise ConfigFault(
            "{where}: found the setting {name!r}; {right}", where=where, name=name, right=suggest(name, NAMES)
        )


def suggest(found: str, right: Iterable[str]) -> Words:
    """What would be right: the nearest known word, or all of them."""
    known = list(right)
    key = found.rpartition(".")[2]
    same_key = [name for name in known if "." in found and name.endswith(f".{key}")]
    near = same_key or difflib.get_close_matches(found, known, 1, 0.6)
    return (
        Words("expected {near!r}", near=near[0]) if near else Words("expected one of {known}", known=", ".join(known))
    )


def _read_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The settings among the variables; one that is nearly a setting is refused, any other is somebody else's."""
    variables = {PREFIX + name.replace(".", "_").upper(): name for name in NAMES}
    for variable in sorted(found for found in environment if found.startswith(PREFIX)):
        if variable in variables:
            yield variables[variable], environment[variable]
            continue
        near = difflib.get_close_matches(variable, variables, 1, MISSPELT)
        if near:
            raise ConfigFault(
                "Cannot read the environment: found {variable}; expected {near}", variable=variable, near=near[0]
            )


def _read_value(text: str) -> object:
    """A word as TOML would read it; what is no TOML value is the word itself."""
    try:
        found = parse_toml(f"value = {text}")
    except ValueError:
        return text
    return found["value"] if len(found) == 1 else text


def _convert(plain: dict[str, Tree], origins: Mapping[str, Origin], path: Path) -> Settings:
    for name, origin in origins.items():
        section, key = name.split(".")
        kind = next(field.type for field in msgspec.structs.fields(Settings) if field.name == section)
        try:
            msgspec.convert({key: plain[section][key]}, kind)
        except msgspec.ValidationError as fault:
            where = Words("the settings {path}", path=path) if origin == "file" else PLACES[origin]
            reason = _lower(str(fault).partition(" - at")[0])
            raise ConfigFault(
                "Cannot read {name} from {where}: found {found!r}; {right}",
                name=name,
                where=where,
                found=plain[section][key],
                right=_right(kind, key, reason),
            ) from None
    settings: Settings = msgspec.convert(plain, Settings)
    return settings


def _right(kind: Any, key: str, reason: str) -> Words:
    hint = next(field.type for field in msgspec.structs.fields(kind) if field.name == key)
    if getattr(hint, "__origin__", None) is Literal:
        return Words("expected one of {known}", known=", ".join(repr(value) for value in hint.__args__))
    wanted = KINDS.get(reason.partition("`, got ")[0])
    return Words("expected {wanted}", wanted=wanted or reason.replace("`", "").removeprefix("expected "))


PLACES = {"environment": Words("the environment"), "command line": Words("the command line")}
KINDS = {
    "expected `str": Words("a text"),
    "expected `bool": Words("true or false"),
    "expected `int": Words("a whole number"),
    "expected `float": Words("a number"),
}
"""What people call the kinds of values, by what msgspec says of them."""


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def write_setting(home: Path, name: str, value: object) -> None:
    """Keep one setting in the file (all others as they are there); the screen's settings page uses this."""
    _check_known(name, "set")
    path = home / FILE
    sections: dict[str, Tree] = {}
    for known, kept in [*_read_file(path), (name, value)]:
        section, key = known.split(".")
        sections.setdefault(section, {})[key] = kept
    _convert(sections, {name: "file"}, path)
    home.mkdir(parents=True, exist_ok=True)
    write_whole(path, spell_toml(sections))


def spell_toml(sections: Mapping[str, Mapping[str, object]]) -> str:
    """Sections of plain values as TOML."""
    lines = []
    for section, keys in sections.items():
        lines.append(f"[{section}]")
        lines += [f"{key} = {_spell(value)}" for key, value in keys.items()]
        lines.append("")
    return "\n".join(lines)


def _spell(value: object) -> str:
    # what JSON writes for a string, number or truth value is TOML too
    return msgspec.json.encode(value).decode()
