"""One module a screen: each draws a page into a scene."""
