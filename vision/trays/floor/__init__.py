"""The empty floor: how it looks, in which light, with which shadows, and where it ends.

Never here: dice.
"""
