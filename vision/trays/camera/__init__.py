"""How the camera hangs over the tray, and whether it still does.

Never here: values of dice.
"""
