"""The Pi's 40 pins: which is what, knob, buttons, lamp, power. Never: what they are for in a game."""
