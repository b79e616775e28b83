"""Finds the upper faces of dice in any picture and counts their pips. Never: what is known about one tray."""
