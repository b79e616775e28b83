"""Cameras: the Pi's, a webcam, pictures from files; what a frame is. Never: what is in a picture."""
