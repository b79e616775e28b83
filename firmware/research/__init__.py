"""The games as researchers' libraries know them: PettingZoo environments, OpenSpiel games.

Never here: rules, files beside the editions, anything that a table at home needs.
"""
