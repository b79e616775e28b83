"""The real Home Assistant makes a device of what a table says. Runs where tablekeeper is not installed."""

import json
import os
from pathlib import Path

import pytest
from homeassistant.helpers import device_registry, entity_registry
from pytest_homeassistant_custom_component.common import async_fire_mqtt_message, async_mock_service

SAID = json.loads(Path(os.environ["SAID"]).read_text())
CONFIG = next(one for one in SAID if one[0].startswith("homeassistant/"))
TABLE = "table-1"


@pytest.fixture
def expected_lingering_timers():
    """Home Assistant's own timers outlive a test."""
    return True


@pytest.fixture
async def home(hass, mqtt_mock):
    """A home that has heard everything, the description first."""
    for where, payload, _ in [CONFIG, *(one for one in SAID if one is not CONFIG)]:
        async_fire_mqtt_message(hass, where, payload)
        await hass.async_block_till_done()
    return hass


def entity(hass, platform, key):
    found = entity_registry.async_get(hass).async_get_entity_id(platform, "mqtt", f"tablekeeper_{TABLE}_{key}")
    assert found, f"Home Assistant made no {platform} of {key}"
    return found


async def test_each_part_becomes_an_entity_that_shows_the_table(home):
    last = json.loads([payload for where, payload, _ in SAID if where.endswith("/state")][-1])
    shown = {key: home.states.get(entity(home, "sensor", key)).state for key in ("turn", "question", "game", "dice")}
    assert shown == {"turn": last["turn"] or "", "question": last["question"], "game": "Cocoon World", "dice": "3 5 6"}
    assert home.states.get(entity(home, "sensor", "dice")).attributes["sum"] == 14
    for key in ("doubt", "health", "finished"):
        assert home.states.get(entity(home, "binary_sensor", key)).state == "off"
    entity(home, "update", "update")


async def test_the_buttons_say_what_the_table_hears(home, mqtt_mock):
    for key in ("again", "quiet"):
        await home.services.async_call("button", "press", {"entity_id": entity(home, "button", key)}, blocking=True)
        assert mqtt_mock.async_publish.call_args[0][:2] == (f"tablekeeper/{TABLE}/do", key)


async def test_a_table_that_dies_is_unavailable_and_comes_back(home):
    turn = entity(home, "sensor", "turn")
    for status, available in (("offline", False), ("online", True)):
        async_fire_mqtt_message(home, f"tablekeeper/{TABLE}/status", status)
        await home.async_block_till_done()
        assert (home.states.get(turn).state != "unavailable") == available


async def test_an_automation_hears_a_win(home):
    from homeassistant.components.device_automation import DeviceAutomationType, async_get_device_automations
    from homeassistant.setup import async_setup_component

    device = device_registry.async_get(home).async_get_device(identifiers={("mqtt", f"tablekeeper_{TABLE}")})
    found = await async_get_device_automations(home, DeviceAutomationType.TRIGGER, [device.id])
    won = next(one for one in found[device.id] if one["type"] == "signal" and one["subtype"] == "won")
    calls = async_mock_service(home, "test", "lights")
    trigger = {key: value for key, value in won.items() if key != "metadata"}
    automation = {"alias": "win", "trigger": trigger, "action": {"service": "test.lights"}}
    assert await async_setup_component(home, "automation", {"automation": [automation]})
    for signal in ("turn", "won"):
        async_fire_mqtt_message(home, f"tablekeeper/{TABLE}/signal", json.dumps({"signal": signal, "game": 1}))
        await home.async_block_till_done()
    assert len(calls) == 1


async def test_a_table_that_is_switched_off_for_good_disappears(home):
    async_fire_mqtt_message(home, CONFIG[0], "")
    await home.async_block_till_done()
    assert device_registry.async_get(home).async_get_device(identifiers={("mqtt", f"tablekeeper_{TABLE}")}) is None
