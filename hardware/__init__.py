"""Cameras, hall sensors, knob, buttons and lamp, and a simulated table that behaves like them."""
