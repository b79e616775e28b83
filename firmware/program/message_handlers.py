"""What the loop makes of what devices and other windows send; what a sense has to judge goes to that sense."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablekeeper.display.intents import AskWhy
from tablekeeper.display.pages import WhyPage
from tablekeeper.firmware.program.screen import show_knob
from tablekeeper.firmware.senses.inbox import Ailing, Considered, Message, Turned, Wanted

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def handle(loop: Loop, message: Message) -> None:
    """Take one message of the inbox."""
    do = MESSAGE_HANDLERS.get(type(message))
    if do is None:
        loop.sense(message)
    else:
        do(loop, message)


def take_health(loop: Loop, message: Ailing) -> None:
    """A device is better or worse; the game goes on by touch while the camera is away."""
    if not loop.health.note(message.device, message.state, message.why):
        return
    note = loop.note
    if message.device == "camera":
        kept = "" if note == "camera_lost" else note
        note = "camera_lost" if message.state == "lost" else kept
    loop.cover.show(note)


def take_knob(loop: Loop, message: Turned) -> None:
    """The knob moves what is chosen on the screen."""
    show_knob(loop.screen, message, loop.now_s)


def take_intent(loop: Loop, message: Wanted) -> None:
    """Somebody at another window wants something."""
    loop.handle(message.intent, message.sender)


def take_considered(loop: Loop, message: Considered) -> None:
    """Show what was worked out where somebody still asks why."""
    page = loop.cover.page
    if isinstance(page, WhyPage):
        loop.handle(AskWhy(page.back))


MESSAGE_HANDLERS: dict[type[Message], Callable[[Loop, Any], None]] = {
    Ailing: take_health,
    Turned: take_knob,
    Wanted: take_intent,
    Considered: take_considered,
}
"""Whatever is not named here is for a sense."""
