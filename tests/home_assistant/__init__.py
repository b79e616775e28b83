"""Discovery against the real Home Assistant, in an environment of its own: see `payloads.py`."""
