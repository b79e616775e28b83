"""A game in a window or at the terminal, and the devices that it opens. Never: the commands' options."""
