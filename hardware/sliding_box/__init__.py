"""The sliding cocoons: sensors, debounce, and the facts that follow from them. Never: what a slide means in a game."""
