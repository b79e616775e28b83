"""A second referee for each game: slow, plain, written from the rulebook, and knowing nothing of the engine's rules.

A referee is a generator. It yields the kind of question that must come next, takes the answer as words, and keeps its
own books; `watch` plays a game beside it and compares both after every answer. It shares with the engine only what a
box prints: the data of the edition, and the words of the answers.
"""
