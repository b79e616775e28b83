"""The journal file itself: tables, seals, head and lock, read and checked. Never here: rules, what is counted."""
