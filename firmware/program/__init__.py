"""The running program: the loop of one game, the menu around it, and the devices that serve both.

Never here: rules, pixels, commands.
"""
