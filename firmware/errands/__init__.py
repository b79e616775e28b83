"""What people do beside the games: the first evening, calibrating, testing by hand. Never: a game in progress."""
