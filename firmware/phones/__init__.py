"""Phones: who may look, what they may see, and how their touches reach the one loop. Off until switched on.

Never here: rules, pixels, the big screen.
"""
