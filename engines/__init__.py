"""Rules of the four games, the core that they share, and their editions."""

if __name__ != "tablekeeper.engines":
    raise ImportError("engines is part of tablekeeper: import tablekeeper.engines")
