"""Cameras, hall sensors, knob, buttons and lamp, and a simulated table that behaves like them."""

if __name__ != "tablekeeper.hardware":
    raise ImportError("hardware is part of tablekeeper: import tablekeeper.hardware")
