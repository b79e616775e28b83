"""Signed releases: checked, put beside the running one, switched to by one rename, and left again by themselves.

Never: fetching anything from a network; the file comes on a stick, a share or by hand.
"""
