"""How Home Assistant finds the table by itself: one device with its parts (MQTT device discovery)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

from tablekeeper.display.words.texts import Texts
from tablekeeper.firmware.mqtt import topics
from tablekeeper.firmware.mqtt.entries import Plain
from tablekeeper.firmware.mqtt.requests import AGAIN, QUIET
from tablekeeper.firmware.mqtt.topics import HOME_ASSISTANT, topic

BIRTH = f"{HOME_ASSISTANT}/status"
"""Says `online` when Home Assistant has started: then it wants to hear it again."""
TRIGGERS = ("turn", "roll", "doubt", "won", "over")
"""The signals of a game that automations may wait for."""


def config_topic(table: str) -> str:
    """Where the device is described."""
    return f"{HOME_ASSISTANT}/device/{table}/config"


def release() -> str:
    """The release that runs; empty in a tree that was not installed."""
    try:
        return version("tablekeeper")
    except PackageNotFoundError:
        return ""


def describe(table: str, name: str, texts: Texts) -> dict[str, object]:
    """The device and all its parts."""
    return {
        "dev": {"ids": [f"tablekeeper_{table}"], "name": name, "mf": "Tablekeeper", "sw": release()},
        "o": {"name": "Tablekeeper", "sw": release()},
        "avty_t": topic(table, topics.STATUS), "stat_t": topic(table, topics.STATE), "qos": 1,
        "cmps": {key: _named(table, key, part, texts) for key, part in _parts(table).items()},
    }  # fmt: skip


def _named(table: str, key: str, part: dict[str, object], texts: Texts) -> dict[str, object]:
    if part["p"] == "device_automation":
        return part
    return {"unique_id": f"tablekeeper_{table}_{key}", "name": texts.say(f"house.{key}"), **part}


def _parts(table: str) -> Mapping[str, dict[str, object]]:
    do, about = topic(table, topics.DO), topic(table, topics.ABOUT)
    parts: dict[str, Plain] = {
        "turn": {"p": "sensor", "ic": "mdi:account", "val_tpl": "{{ value_json.turn }}"},
        "question": {"p": "sensor", "ic": "mdi:help", "val_tpl": "{{ value_json.question }}"},
        "game": {"p": "sensor", "ic": "mdi:cards", "val_tpl": "{{ value_json.title }}"},
        "dice": {
            "p": "sensor", "ic": "mdi:dice-multiple",
            "val_tpl": "{{ value_json.dice | map(attribute='value') | join(' ') }}",
            "json_attr_t": topic(table, topics.STATE),
            "json_attr_tpl": "{{ {'dice': value_json.dice, 'sum': value_json.sum} | tojson }}",
        },
        "doubt": {"p": "binary_sensor", "dev_cla": "problem", "val_tpl": "{{ 'ON' if value_json.doubt else 'OFF' }}"},
        "health": {
            "p": "binary_sensor", "dev_cla": "problem", "ent_cat": "diagnostic",
            "val_tpl": "{{ 'ON' if value_json.health.values() | select('eq', 'bad') | list else 'OFF' }}",
        },
        "finished": {
            "p": "binary_sensor", "ic": "mdi:trophy", "val_tpl": "{{ 'ON' if value_json.finished else 'OFF' }}",
        },
        "again": {"p": "button", "ic": "mdi:dice-multiple-outline", "cmd_t": do, "pl_prs": AGAIN},
        "quiet": {"p": "button", "ic": "mdi:volume-off", "cmd_t": do, "pl_prs": QUIET},
        "update": {
            "p": "update", "stat_t": about, "ent_cat": "diagnostic",
            "val_tpl": "{{ {'installed_version': value_json.release, 'latest_version': value_json.newest} | tojson }}",
        },
    }  # fmt: skip
    signal = {"p": "device_automation", "atype": "trigger", "t": topic(table, topics.SIGNAL), "type": "signal"}
    for name in TRIGGERS:
        parts[f"on_{name}"] = {**signal, "stype": name, "pl": name, "val_tpl": "{{ value_json.signal }}"}
    return parts
