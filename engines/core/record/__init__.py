"""What stays of a game: its entries, who gave them, the history, games as text, best scores. Never: rules."""
