"""Rules of the four games, the core that they share, and their editions."""
