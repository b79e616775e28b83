"""Where a die that lies flat must be seen, and what shows that one leans.

Never here: pips, values.
"""
