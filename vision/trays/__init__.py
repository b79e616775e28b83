"""What is known about one tray under one camera, and how a picture differs from the empty tray.

Never here: files, commands.
"""
