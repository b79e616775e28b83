"""What is on disk of every game: the journal, its repair and backup, and what is counted from it.

Never here: devices, pages, pins.
"""
