"""What a tray, its dice and their faces teach while people show them or play.

Never here: the decision about a throw.
"""
