"""Many games of bots: simulate, balance, and how hard a level is. Never: a journal."""
