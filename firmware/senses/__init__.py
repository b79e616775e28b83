"""From a device to a claim about the table: the eye, the hall sense, and when to accept what they report.

Never here: rules, pages, the journal.
"""
