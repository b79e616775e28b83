"""Scripts that render pictures and train the two small nets in `vision/weights/`; nothing here is needed to read dice."""
