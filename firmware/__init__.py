"""The program on the Pi: it wires the rooms together and keeps the journal."""
