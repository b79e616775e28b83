"""From a session to the page that a screen shows. Never: pixels, devices, changes of a game."""
