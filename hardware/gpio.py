"""Opens the library that reaches the pins, by the name in the config; nothing of it is imported before."""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from typing import Any

from hardware.errors import ConfigError, DriverMissingError

# what gpiozero calls them; lgpio is the one for Pi 5 and Pi 4, rpigpio for older systems or through rpi-lgpio
LIBRARIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory", "python3-lgpio"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory", "python3-rpi-lgpio"),
}


def open_pin_factory(name: str) -> Any:
    """A pin factory of its own, not gpiozero's global one."""
    if name not in LIBRARIES:
        raise ConfigError(f"opening the pins: found the library {name!r}, knows {', '.join(LIBRARIES)}")
    module, factory, package = LIBRARIES[name]
    # lgpio makes a pipe in the current folder when it is imported, and fails where that cannot be written
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        return getattr(import_module(module), factory)()
    except ImportError as error:
        raise DriverMissingError(
            f"opening the pins through {name}: found no such library ({error}); sudo apt install {package}, "
            "and a virtual environment made with --system-site-packages"
        ) from error
    except Exception as error:  # each library has its own way to say that this is no Pi
        raise ConfigError(
            f"opening the pins through {name}: found {type(error).__name__} ({error}); is this a Raspberry Pi?"
        ) from error
