"""What the owner decides and keeps: settings, preferences, editions of their own.

Never here: devices, games in progress, pages.
"""
