"""Readers that anybody could write in an evening, to compare ours with. They never doubt."""
