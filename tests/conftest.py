"""What all tests share: no network, no screen, one small clock."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Generator
from typing import NoReturn

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is made while tests are collected stays: to look for garbage in it took a third of that time."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that would reach out fails with a clear word."""

    def refuse(self: socket.socket, address: object) -> NoReturn:
        raise AssertionError(f"a test tried to connect to {address!r}")

    real = socket.socket.connect

    def connect(self: socket.socket, address: object) -> None:
        if self.family == socket.AF_UNIX:
            real(self, address)  # type: ignore[arg-type]
        else:
            refuse(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self, now_s: float = 1000.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        self.now_s += seconds


@pytest.fixture
def clock() -> Clock:
    """A clock that stands until it is told to go on."""
    return Clock()
