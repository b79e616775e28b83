"""A companion for real board games: it reads the dice, feels the cocoons, knows the rules and says what to do next.

In the repository the rooms beside this file are links to the folders at the top; in a wheel they are folders.
"""
