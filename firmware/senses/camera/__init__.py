"""The camera over the tray: what it sees, when that is a roll, and what is known of the tray. Never: rules, pages."""
