"""The field of a disc magnet, and what a hall sensor makes of it. Never: drivers, pins."""
