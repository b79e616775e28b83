"""How a game is played without people: at random, by rollouts and search. Never: the rules of one game."""
