"""Renders pictures and trains the two small nets in `vision/weights/`; not needed to read dice."""
