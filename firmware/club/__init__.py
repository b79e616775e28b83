"""An evening of several tables: who is here, rounds, results by themselves from the tables, standings, a board.

Never here: a game's rules, a table's own journal, anything that a table would have to wait for.
"""
