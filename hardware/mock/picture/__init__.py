"""Renders what a simulated camera sees: dice, tray, light, lens, sensor. Shares no line with vision/."""
