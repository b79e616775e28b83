"""Each dot in the header shows the worst of what it stands for."""

from __future__ import annotations

import pytest

from tablekeeper.display.pages import Light
from tablekeeper.firmware.program.health import HealthLine


def saving(**states: str) -> Light:
    """The dot of saving, with the state of each of its parts."""
    line = HealthLine()
    for name, state in states.items():
        line.note(name, state, f"the {name} is {state}")
    return line.lights()[2]


@pytest.mark.parametrize(
    ("states", "look", "why"),
    [
        ({"saving": "ready"}, "ok", "saving"),
        ({"saving": "ready", "journal": "doubtful"}, "doubt", "journal"),
        ({"saving": "doubtful", "journal": "lost"}, "bad", "journal"),
        ({"saving": "lost", "journal": "doubtful"}, "bad", "saving"),
        ({"saving": "ready", "journal": "ready"}, "ok", "saving"),
        ({"saving": "ready", "power": "a word that nobody knows"}, "doubt", "power"),
    ],
)
def test_the_worst_part_gives_the_look_and_the_reason(states: dict[str, str], look: str, why: str) -> None:
    light = saving(**states)
    assert (look, f"the {why} is {states[why]}") == (light.state, light.says)


def test_a_part_that_is_off_hides_nothing_of_the_others() -> None:
    assert saving(saving="ready", recorder="off").state == "ok"
    assert saving(saving="doubtful", recorder="off").state == "doubt"


def test_a_device_that_is_switched_off_itself_shows_off_unless_another_part_is_ill() -> None:
    line = HealthLine()
    line.note("camera", "closed")
    line.note("light", "ready")
    assert line.lights()[0].state == "off"
    line.note("light", "doubtful")
    assert line.lights()[0].state == "doubt"


def test_only_news_is_news() -> None:
    line = HealthLine()
    assert line.note("camera", "lost", "unplugged")
    assert not line.note("camera", "lost", "unplugged")
    assert line.note("camera", "lost", "too dark")
    assert line.note("camera", "ready", "too dark")
    assert line.lost() == frozenset()


def test_what_is_lost_and_what_has_something_to_say() -> None:
    line = HealthLine()
    line.note("camera", "lost", "unplugged")
    line.note("box", "starting")
    assert line.lost() == {"camera"}
    assert line.troubles() == [("camera", "bad", "unplugged")]
    assert (line["box"], line["nobody knows"]) == ("starting", "off")


def test_phones_have_a_dot_at_the_end_once_they_were_let_in() -> None:
    line = HealthLine()
    assert [light.name for light in line.lights()] == ["camera", "box", "saving"]
    line.note("phones", "ready")
    assert [light.name for light in line.lights()] == ["camera", "box", "saving", "phones"]
