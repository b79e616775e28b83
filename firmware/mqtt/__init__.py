"""The table on the house's own network (MQTT): what everybody at the table may see, for lights, clubs and logs.

Off until the settings switch it on. Never here: rules, pixels, a seat's secrets, a wait in the loop.
"""
