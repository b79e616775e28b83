"""Tablekeeper as a service of systemd: notify, watchdog, safe starts, units. Never: games, pages."""
