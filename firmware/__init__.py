"""The program on the Pi: it wires the rooms together and keeps the journal."""

if __name__ != "tablekeeper.firmware":
    raise ImportError("firmware is part of tablekeeper: import tablekeeper.firmware")
