"""What every server of this program shares: an open port, who may ask and how much, server-sent events.

Never here: what is shown, and to whom.
"""
