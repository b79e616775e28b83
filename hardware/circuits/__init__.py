"""The circuits as data, the check that finds what would not work or would break, and the tables made from them.

Never: drivers; nothing here is needed while a table runs.
"""
