"""How journals are kept: repair, backup and its way back, sticks, the evening's care. Never here: devices, pages."""
